"""Which document of a group stays."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import samesame as ss
from samesame.match.groups import Groups
from samesame.match.keep import NEVER, Keep, Traits, choose

RULES: tuple[Keep, ...] = ("earliest", "longest", "first")


def document(id_: str, text: str, day: int | None = None) -> ss.Document:
    return ss.Document(id_, text, datetime(2025, 3, day, tzinfo=UTC) if day else None)


def kept(documents: list[ss.Document], keep: Keep) -> list[str]:
    """Who stays, whichever method finds that these texts are the same."""
    stays = [one.id for one in ss.dedup(documents, keep=keep, method="exact")]
    assert stays == [one.id for one in ss.dedup(documents, keep=keep)]
    return stays


COPIES = [
    document("c", "Keep the ferry", 2),
    document("d", "Other words", 1),
    document("b", "keep -- the -- ferry!!!", 3),
    document("a", "KEEP THE FERRY."),
    document("e", "Keep the ferry?", 1),
]


@pytest.mark.parametrize(("keep", "stays"), [("earliest", "e"), ("longest", "b"), ("first", "c")])
def test_the_rule_says_who_stays(keep: Keep, stays: str) -> None:
    assert sorted(kept(COPIES, keep)) == sorted(["d", stays])


def test_without_times_the_smallest_id_is_the_earliest() -> None:
    assert kept([document("b", "x"), document("a", "x"), document("c", "x")], "earliest") == ["a"]


def test_a_document_without_time_is_later_than_any_other() -> None:
    assert kept([document("a", "x"), document("b", "x", 31)], "earliest") == ["b"]


def test_of_equally_long_ones_the_earlier_stays_then_the_smaller_id() -> None:
    assert kept([document("a", "x y", 3), document("b", "X Y", 2), document("c", "x-y", 2)], "longest") == ["b"]


def test_length_counts_characters_not_bytes() -> None:
    assert kept([document("a", "ﬁ ﬁ"), document("b", "fi fi"), document("c", "ﬁ-ﬁ.")], "longest") == ["b"]


def test_the_removed_name_who_stays_and_why() -> None:
    removed = list(ss.dedup(COPIES, keep="longest").removed)
    assert removed == [ss.Removal(id_, "b", "exact", "overlap", 1.0, 1.0, "longest") for id_ in ("a", "c", "e")]


def test_an_unknown_rule_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(ss.ParameterError, match="keep: expected 'earliest' or 'longest' or 'first', got 'best'"):
        ss.dedup(["a"], keep="best")  # type: ignore[arg-type]


@pytest.mark.parametrize("keep", RULES)
def test_texts_without_words_all_stay(keep: Keep) -> None:
    assert len(kept([document("a", ""), document("b", ""), document("c", "?!"), document("d", "?!")], keep)) == 4


@pytest.mark.parametrize("keep", ["earliest", "longest"])
def test_who_stays_does_not_depend_on_the_order_of_reading(keep: Keep) -> None:
    orders = [COPIES, COPIES[::-1], COPIES[2:] + COPIES[:2]]
    assert len({tuple(sorted(kept(order, keep))) for order in orders}) == 1


members = st.tuples(st.integers(-1, 3), st.one_of(st.none(), st.integers(0, 3)), st.integers(0, 3))


@given(st.lists(members, max_size=15), st.sampled_from(RULES))
def test_choices_are_those_of_a_naive_loop(rows: list[tuple[int, int | None, int]], keep: Keep) -> None:
    kinds = [kind for kind, _, _ in rows]
    labels = np.array([kinds.index(kind) if kind >= 0 else -1 for kind in kinds], np.int64)
    ids = [f"{(i * 7) % 16:02}" for i in range(len(rows))]
    times = np.array([NEVER if time is None else time for _, time, _ in rows], np.int64)
    lengths = np.array([length for _, _, length in rows], np.int64)
    groups = Groups(pa.chunked_array([ids], pa.large_string()), labels)
    gone, stay = choose(groups, Traits(times, lengths, np.zeros(len(rows), np.bool_)), keep)

    def rank(i: int) -> tuple[int, ...]:
        own = int(ids[i])
        return {"first": (i,), "earliest": (int(times[i]), own), "longest": (-int(lengths[i]), int(times[i]), own)}[
            keep
        ]

    naive = {}
    for kind in set(kinds) - {-1}:
        group = [i for i in range(len(rows)) if kinds[i] == kind]
        best = min(group, key=rank)
        naive.update({i: best for i in group if i != best})
    assert dict(zip(gone.tolist(), stay.tolist(), strict=True)) == naive
