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

RULES: tuple[Keep, ...] = ("earliest", "longest", "first", "sources")


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


@pytest.mark.parametrize("keep", ["earliest", "longest", "first", "sources"])
def test_without_times_the_first_stays_not_the_smallest_id(keep: Keep) -> None:
    assert kept([document("b", "x"), document("a", "x"), document("c", "x")], keep) == ["b"]


def test_of_equal_times_the_smaller_id_stays_whatever_the_order() -> None:
    copies = [document("b", "x", 3), document("a", "x", 3), document("c", "x")]
    assert kept(copies, "earliest") == kept(copies[::-1], "earliest") == ["a"]


def test_a_document_without_time_is_later_than_any_other() -> None:
    assert kept([document("a", "x"), document("b", "x", 31)], "earliest") == ["b"]


def test_of_equally_long_ones_the_earlier_stays_then_the_smaller_id() -> None:
    assert kept([document("a", "x y", 3), document("b", "X Y", 2), document("c", "x-y", 2)], "longest") == ["b"]


def test_length_counts_characters_not_bytes() -> None:
    assert kept([document("a", "ﬁ ﬁ"), document("b", "fi fi"), document("c", "ﬁ-ﬁ.")], "longest") == ["b"]


def test_the_removed_name_who_stays_and_why() -> None:
    removed = list(ss.dedup(COPIES, keep="longest").removed)
    assert removed == [ss.Removal(id_, "b", "exact", "overlap", 1.0, 1.0, "longest") for id_ in ("a", "c", "e")]


def test_what_is_neither_a_rule_nor_a_field_is_an_error_that_lists_the_rules() -> None:
    with pytest.raises(ss.ParameterError, match="keep: no record has a value in the field 'best'; expected 'earliest'"):
        ss.dedup(["a"], keep="best")
    for wrong in ("", None, 3):
        with pytest.raises(ss.ParameterError, match="keep: expected 'earliest', 'longest', 'first', 'sources' or"):
            ss.dedup(["a"], keep=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("keep", RULES)
def test_texts_without_words_all_stay(keep: Keep) -> None:
    assert len(kept([document("a", ""), document("b", ""), document("c", "?!"), document("d", "?!")], keep)) == 4


@pytest.mark.parametrize("keep", ["earliest", "longest"])
def test_who_stays_does_not_depend_on_the_order_of_reading(keep: Keep) -> None:
    orders = [COPIES, COPIES[::-1], COPIES[2:] + COPIES[:2]]
    assert len({tuple(sorted(kept(order, keep))) for order in orders}) == 1


members = st.tuples(st.integers(-1, 3), st.one_of(st.none(), st.integers(0, 3)), st.integers(0, 3))


@given(st.lists(members, max_size=15), st.integers(0, 6), st.booleans())
def test_choices_are_those_of_a_naive_loop(rows: list[tuple[int, int | None, int]], count: int, within: bool) -> None:
    """Documents of four kinds, of which the first few are of another collection."""
    kinds = [kind for kind, _, _ in rows]
    labels = np.array([kinds.index(kind) if kind >= 0 else -1 for kind in kinds], np.int64)
    ids = [f"{(i * 7) % 16:02}" for i in range(len(rows))]
    times = np.array([NEVER if time is None else time for _, time, _ in rows], np.int64)
    wishes = np.array([wish % 3 for _, _, wish in rows], np.int64)
    ahead = np.arange(len(rows)) < count
    fixed = np.array([wish == 3 for _, _, wish in rows], np.bool_) & ~ahead
    groups = Groups(pa.chunked_array([ids], pa.large_string()), labels, ahead=ahead)
    gone, stay = choose(groups, Traits(times, wishes, fixed, ahead), within=within)

    def rank(i: int) -> tuple[int, ...]:
        own = i if times[i] == NEVER else int(ids[i])
        return not ahead[i], not fixed[i], int(wishes[i]), int(times[i]), own

    naive = {}
    for kind in set(kinds) - {-1}:
        group = [i for i in range(len(rows)) if kinds[i] == kind]
        best = min(group, key=rank)
        stays = {i for i in group if ahead[i] or (fixed[i] and not ahead[best]) or (not within and not ahead[best])}
        naive.update({i: best for i in group if i != best and i not in stays})
    assert dict(zip(gone.tolist(), stay.tolist(), strict=True)) == naive
