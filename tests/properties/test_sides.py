"""find --against tells which side is which: against brute force over two sides whose ids clash."""

from __future__ import annotations

from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss

from .brute import THRESHOLDS, Corpus, Judge, Row, Text, by_measure, row, rows_of, shingles, signed, word_tuple
from .corpora import named, nasty_texts

# A row, and the sides of its two documents.
Sided = tuple[Row, str, str]
corpora = nasty_texts().map(named)
thresholds = st.sampled_from(THRESHOLDS)
measures = st.sampled_from(["coverage", "jaccard"])
memories = st.sampled_from([0, 2 << 30])


def texts_of(corpus: Corpus) -> dict[str, Text]:
    return signed(corpus, lambda text: shingles(word_tuple(text), 4))


def sided(here: tuple[str, Text], there: tuple[str, Text], judge: Judge) -> Sided | None:
    """What is to be told of a document of `in` and one of `against`: under names that nobody else has."""
    mine, theirs = (f"{here[0]}\0in", here[1]), (f"{there[0]}\0other", there[1])
    told = row(mine, theirs, judge)
    if told is None:
        return None
    left, right = (name.split("\0") for name in told[:2])
    sides = {"in": "in", "other": "against"}
    return (left[0], right[0], *told[2:]), sides[left[1]], sides[right[1]]


def brute(source: Corpus, against: Corpus, judge: Judge) -> list[Sided]:
    """All pairs in the order of left id, right id, side."""
    pairs = product(texts_of(source).items(), texts_of(against).items())
    rows = [told for here, there in pairs if (told := sided(here, there, judge)) is not None]
    return sorted(rows, key=lambda told: (told[0][:2], told[1] != "in"))


def found(source: Corpus, against: Corpus, **options: Any) -> list[Sided]:
    matches = list(ss.find(source, against=against, **options))
    return [
        (told, str(match.left_side), str(match.right_side))
        for told, match in zip(rows_of(matches), matches, strict=True)
    ]


@settings(max_examples=200)
@given(corpora, corpora, thresholds, measures, memories)
def test_rows_across_tell_their_sides_also_where_ids_clash(
    source: Corpus, against: Corpus, threshold: float, measure: str, memory: int
) -> None:
    options: dict[str, Any] = {"threshold": threshold, "measure": measure}
    expected = brute(source, against, by_measure(measure, threshold))
    assert found(source, against, all_pairs=True, memory=memory, **options) == expected


@given(corpora, corpora, thresholds)
def test_the_other_way_round_the_sides_are_exchanged(source: Corpus, against: Corpus, threshold: float) -> None:
    other = {"in": "against", "against": "in"}
    one_way = found(source, against, threshold=threshold)
    other_way = found(against, source, threshold=threshold)

    def unordered(rows: list[Sided], names: dict[str, str]) -> set[Any]:
        return {frozenset([(row[0], names[left]), (row[1], names[right])]) for row, left, right in rows}

    assert unordered(one_way, {"in": "in", "against": "against"}) == unordered(other_way, other)


def test_containment_keeps_its_direction_whatever_the_side() -> None:
    short = "the ferry to the island leaves at ten every morning"
    long = f"please note that {short} and comes back at noon or later"
    (match,) = ss.find({"a": short}, against={"a": long})
    assert (match.relation, match.left_side, match.right_side) == ("contained", "in", "against")
    (match,) = ss.find({"a": long}, against={"a": short})
    assert (match.relation, match.left_side, match.right_side) == ("contained", "against", "in")
    (match,) = ss.find({"b": short}, against={"a": short})
    assert (match.left, match.left_side, match.right, match.right_side) == ("a", "against", "b", "in")
    (match,) = ss.find({"a": short}, against={"a": short})
    assert (match.left_side, match.right_side) == ("in", "against")
    (match,) = ss.find({"a": short, "b": short})
    assert match.left_side is None and match.right_side is None
