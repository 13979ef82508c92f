"""ss.Window against brute force, at every step of a stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.align.passages import align
from samesame.segment.words import PLAIN, WordOptions

from .brute import MEASURES, Features, shingles, word_tuple
from .prepared import prepared
from .streams import Item, Judge, Judged, exactly, run, streams
from .test_codet import ENGLISH, cut_text, paths, similarity
from .test_ddd import grams, letters

STATISTICS = ss.Statistics.count(["the harbour of the island", "the ferry, the letter", "a b c d"], options=ENGLISH)


def by_sets(key: Callable[[str], object], sign: Callable[[str], Features], measure: str, threshold: float) -> Judge:
    """Documents with the same key are exact, others are judged by what their features share."""

    def judge(text: str, other: str) -> Judged:
        one, two = sign(text), sign(other)
        if not one or not two:
            return None
        score, other_score = MEASURES[measure](len(one & two), len(one), len(two))
        if key(text) == key(other):
            return "exact", score, other_score
        return stands(score, other_score, score >= threshold, other_score >= threshold)

    return judge


def stands(score: float, other: float, passes: bool, other_passes: bool) -> Judged:
    if passes and other_passes:
        return "near", score, other
    return ("contained", score, other) if passes else ("contains", score, other) if other_passes else None


def ddd(q: int, threshold: float, fold: bool) -> Judge:
    return by_sets(
        lambda text: letters(text, fold), lambda text: frozenset(grams(letters(text, fold), q)), "max", threshold
    )


def by_words(size: int, measure: str, threshold: float, options: WordOptions = PLAIN) -> Judge:
    """Overlap and FFP: shingles of words as they are or prepared, the same where all words are."""
    return by_sets(word_tuple, lambda text: shingles(word_tuple(text, options), size), measure, threshold)


def codet(threshold: float) -> Judge:
    def judge(text: str, other: str) -> Judged:
        one, two = (paths(cut_text(each), STATISTICS, ws=True, depth=5, suffixes=1) for each in (text, other))
        one, two = [path for path in one if path], [path for path in two if path]
        if not one or not two:
            return None
        shared = float(similarity(one, two, STATISTICS))
        score, other_score = (shared / float(similarity(each, each, STATISTICS)) for each in (one, two))
        return stands(score, other_score, score > threshold, other_score > threshold)

    return judge


remembers = st.sampled_from(["all", "accepted"])
thresholds = st.sampled_from([0.3, 0.5, 0.7, 0.8, 1.0])
hours = st.sampled_from([1, 3, 24, 24, 24])


@settings(max_examples=150, deadline=None)
@given(streams(), st.integers(1, 5), thresholds, st.booleans(), remembers, hours)
def test_ddd(items: list[Item], q: int, threshold: float, fold: bool, remember: str, width: int) -> None:
    options = {"q": q, "threshold": threshold, "fold": fold, "remember": remember, "hours": width}
    run(items, ddd(q, threshold, fold), exactly, method="ddd", **options)


@settings(max_examples=100, deadline=None)
@given(streams(), st.integers(1, 4), st.sampled_from([*MEASURES]), thresholds, remembers, hours)
def test_overlap(items: list[Item], size: int, measure: str, threshold: float, remember: str, width: int) -> None:
    options: dict[str, Any] = {"size": size, "measure": measure, "threshold": threshold}
    judge = by_words(size, measure, threshold)
    run(items, judge, exactly, method="overlap", remember=remember, hours=width, **options)


@settings(max_examples=60, deadline=None)
@given(streams(), thresholds, remembers)
def test_ffp(items: list[Item], threshold: float, remember: str) -> None:
    judge = by_words(4, "coverage", threshold, prepared("en"))
    run(items, judge, exactly, method="ffp", threshold=threshold, language="en", remember=remember)


@settings(max_examples=60, deadline=None)
@given(streams(), st.sampled_from([0.0, 0.3, 0.5, 0.9]), remembers, hours)
def test_codet(items: list[Item], threshold: float, remember: str, width: int) -> None:
    run(items, codet(threshold), exactly, method="codet", stats=STATISTICS, threshold=threshold, remember=remember,
        hours=width)  # fmt: skip


@pytest.mark.parametrize("method", ["ddd", "overlap"])
@settings(max_examples=40, deadline=None)
@given(items=streams(), most=st.integers(1, 3))
def test_a_cap_tells_the_first_of_all_matches_and_how_many_there_are(method: str, items: list[Item], most: int) -> None:
    few, all_ = (ss.Window(method=method, threshold=0.3, now="2026-03-01", most=cap) for cap in (most, 1000))
    for at, item in enumerate(items):
        document = ss.Document(f"d{at}", item.text)
        capped, whole = few.add(document), all_.add(document)
        assert [match.id for match in capped.matches] == [match.id for match in whole.matches][:most]
        assert (capped.total, capped.group, capped.relation) == (whole.total, whole.group, whole.relation)


@pytest.mark.parametrize("method", ["ddd", "overlap", "ffp"])
@settings(max_examples=25, deadline=None)
@given(items=streams())
def test_spans_are_those_of_both_texts_in_the_order_of_the_match(method: str, items: list[Item]) -> None:
    window = ss.Window(method=method, threshold=0.3, now="2026-03-01", spans=True)
    texts: dict[str, str] = {}
    for at, item in enumerate(items):
        id_ = f"d{at * 7 % 101:03}"
        texts[id_] = item.text
        for match in window.add(ss.Document(id_, item.text)).matches:
            assert {match.left, match.right} == {id_, match.id}
            assert match.spans == tuple(align(texts[match.left], texts[match.right]))
            if match.relation == "contained":
                assert match.left_score > match.right_score
