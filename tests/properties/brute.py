"""Matches by brute force over plain sets, straight from the definitions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import samesame as ss
from samesame.segment.words import PLAIN, WordOptions, words

Corpus = dict[str, str]
# left, right, relation, left_score, right_score, left_coverage, right_coverage, jaccard
Row = tuple[str, str, str, float, float, float, float, float]
Features = frozenset[Hashable]
Score = Callable[[int, int, int], tuple[float, float]]

THRESHOLDS = [0.3, 0.5, 0.6, 0.8, 0.9, 1.0]


@dataclass(frozen=True)
class Text:
    """What the definitions look at: the words, the method's features, the 4-word shingles."""

    words: tuple[str, ...]
    features: Features
    plain: Features


def word_tuple(text: str, options: WordOptions = PLAIN) -> tuple[str, ...]:
    return tuple(word.word for word in words(text, options))


def runs(units: tuple[str, ...], size: int) -> list[tuple[str, ...]]:
    """All runs of `size` units; all units, if there are fewer; nothing of nothing."""
    size = min(size, len(units))
    return [units[at : at + size] for at in range(len(units) - size + 1)] if units else []


def shingles(units: tuple[str, ...], size: int) -> Features:
    return frozenset(runs(units, size))


def signed(corpus: Mapping[str, str], sign: Callable[[str], Features], plain: WordOptions = PLAIN) -> dict[str, Text]:
    found = {}
    for id_, text in corpus.items():
        plain_words = word_tuple(text, plain)
        found[id_] = Text(plain_words, sign(text), shingles(plain_words, 4))
    return found


def share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def coverage(shared: int, left: int, right: int) -> tuple[float, float]:
    return share(shared, left), share(shared, right)


def jaccard(shared: int, left: int, right: int) -> tuple[float, float]:
    return (share(shared, left + right - shared),) * 2


def larger(shared: int, left: int, right: int) -> tuple[float, float]:
    return (share(shared, max(left, right)),) * 2


MEASURES: dict[str, Score] = {"coverage": coverage, "jaccard": jaccard, "max": larger}


def counts(left: Features, right: Features) -> tuple[int, int, int]:
    return len(left & right), len(left), len(right)


Judge = Callable[[Text, Text], tuple[float, float, bool, bool]]


def by_measure(measure: str, threshold: float, strict: bool = False) -> Judge:
    """Both scores of a pair, and which of them pass: those at the threshold, too, unless it is strict."""
    passes: Callable[[float, float], bool] = operator.gt if strict else operator.ge

    def judge(a: Text, b: Text) -> tuple[float, float, bool, bool]:
        left, right = MEASURES[measure](*counts(a.features, b.features))
        return left, right, passes(left, threshold), passes(right, threshold)

    return judge


def row(a: tuple[str, Text], b: tuple[str, Text], judge: Judge, same: str = "exact") -> Row | None:
    """What is to be told of two documents, if anything."""
    (left, one), (right, other) = sorted([a, b], key=lambda side: side[0])
    if not one.features or not other.features:
        return None
    if one.words == other.words:
        return (left, right, same, 1.0, 1.0, 1.0, 1.0, 1.0)
    left_score, right_score, left_passes, right_passes = judge(one, other)
    shared = counts(one.plain, other.plain)
    told = (*coverage(*shared), jaccard(*shared)[0])
    if left_passes and right_passes:
        return (left, right, "near", left_score, right_score, *told)
    if left_passes:
        return (left, right, "contained", left_score, right_score, *told)
    if right_passes:
        return (right, left, "contained", right_score, left_score, told[1], told[0], told[2])
    return None


def brute(texts: Mapping[str, Text], judge: Judge, same: str = "exact") -> list[Row]:
    """All pairs of a collection."""
    rows = (row(a, b, judge, same) for a, b in combinations(texts.items(), 2))
    return sorted(found for found in rows if found is not None)


def across(source: Mapping[str, Text], against: Mapping[str, Text], judge: Judge, same: str = "exact") -> list[Row]:
    """All pairs of a document here and one there."""
    rows = (row(a, b, judge, same) for a, b in product(source.items(), against.items()))
    return sorted(found for found in rows if found is not None)


def rows_of(matches: Iterable[ss.Match]) -> list[Row]:
    return [
        (m.left, m.right, m.relation, m.left_score, m.right_score, m.left_coverage, m.right_coverage, m.jaccard)
        for m in matches
    ]


def found(source: Any, **options: Any) -> list[Row]:
    return rows_of(ss.find(source, **options))
