"""Sets of identical documents and the pairs that stand for them."""

from __future__ import annotations

from itertools import combinations, islice

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import samesame as ss
from samesame.limits import Limits
from samesame.match.groups import Groups
from samesame.match.pairs import Found, no_pairs
from samesame.methods.exact import EXACT
from samesame.report.rows import match_rows


def groups(ids: list[str], labels: list[int]) -> Groups:
    # In two chunks, as batches come.
    half = len(ids) // 2
    chunks = [pa.array(part, pa.large_string()) for part in (ids[:half], ids[half:])]
    return Groups(pa.chunked_array(chunks, pa.large_string()), np.array(labels, np.int64))


def pairs(found: Groups, *, all_pairs: bool = False) -> list[tuple[str, str]]:
    """The rows of identical documents, and no others."""
    limits = Limits(memory=0)
    nothing = Found(found, np.zeros(0, np.int64), no_pairs(), found.labels >= 0)
    rows = match_rows(nothing, EXACT, EXACT.relations, all_pairs=all_pairs, limits=limits)
    return [(row["left"], row["right"]) for batch in rows for row in batch.to_pylist()]


def test_each_copy_is_linked_to_the_smallest_id_of_its_group() -> None:
    found = groups(["c", "a", "x", "b", "y"], [0, 0, 2, 0, 4])
    assert pairs(found) == [("a", "b"), ("a", "c")]
    assert pairs(found, all_pairs=True) == [("a", "b"), ("a", "c"), ("b", "c")]


@pytest.mark.parametrize("all_pairs", [False, True])
def test_documents_without_words_match_nothing(all_pairs: bool) -> None:
    assert pairs(groups(["a", "b", "c"], [-1, -1, -1]), all_pairs=all_pairs) == []
    assert pairs(groups(["a", "b", "c"], [-1, 1, -1]), all_pairs=all_pairs) == []


@pytest.mark.parametrize("all_pairs", [False, True])
def test_no_documents_have_no_pairs(all_pairs: bool) -> None:
    assert pairs(groups([], []), all_pairs=all_pairs) == []


def test_ids_are_ordered_by_code_points() -> None:
    ids = ["\U0001f642", "\uff21", "é", "z", "Z", "10", "9"]
    found = groups(ids, [0] * len(ids))
    assert pairs(found) == [("10", id_) for id_ in sorted(ids)[1:]]


def test_n_copies_have_n_minus_one_pairs() -> None:
    count = 200_000
    found = groups([f"{i:06}" for i in range(count)], [0] * count)
    left, right = found.pairs()
    assert len(left) == count - 1 and (left == 0).all() and (right == np.arange(1, count)).all()


@given(st.lists(st.integers(-1, 6), max_size=20), st.randoms(use_true_random=False))
def test_pairs_are_those_of_a_naive_loop(kinds: list[int], random: object) -> None:
    ids = [f"d{i}" for i in range(len(kinds))]
    random.shuffle(ids)  # type: ignore[attr-defined]
    labels = [kinds.index(kind) if kind >= 0 else -1 for kind in kinds]
    naive = {
        (min(ids[i], ids[j]), max(ids[i], ids[j]))
        for i, j in combinations(range(len(kinds)), 2)
        if kinds[i] == kinds[j] >= 0
    }
    found = groups(ids, labels)
    everything = pairs(found, all_pairs=True)
    assert len(everything) == len(naive) and set(everything) == naive
    firsts = {left for left, _ in naive} - {right for _, right in naive}
    assert set(pairs(found)) == {pair for pair in naive if pair[0] in firsts}


def test_more_pairs_of_copies_than_any_memory_holds_are_made_as_they_are_read() -> None:
    matches = ss.find(["the very same words"] * 70_000, all_pairs=True)
    assert len(matches) == 70_000 * 69_999 // 2
    first = [(match.left, match.right) for match in islice(matches, 70_000)]
    ids = sorted(f"memory:{i}" for i in range(1, 70_001))
    assert first == [(ids[0], id_) for id_ in ids[1:]] + [(ids[1], ids[2])]
