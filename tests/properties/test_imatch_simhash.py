"""imatch and simhash against brute force, straight from their definitions, and the statistics they weigh words by."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
import xxhash
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.segment.words import WordOptions

from .brute import Corpus, Features, Judge, Text, brute, by_measure, found, signed, word_tuple
from .corpora import nasty_texts
from .prepared import CODET, PROSE, corpora, languages, prepared, presets, with_language


def ranked(text: str, options: WordOptions, statistics: ss.Statistics) -> list[str]:
    """The different words, highest idf first, ties by the word."""
    return sorted(set(word_tuple(text, options)), key=lambda word: (-statistics.idf(word), word))


def imatch_sign(options: WordOptions, statistics: ss.Statistics, skip: int, take: int) -> Callable[[str], Features]:
    def sign(text: str) -> Features:
        chosen = ranked(text, options, statistics)[skip : skip + take]
        return frozenset([tuple(sorted(chosen))] if chosen else [])

    return sign


@settings(max_examples=120)
@given(corpora, st.one_of(presets, st.tuples(st.integers(0, 3), st.integers(1, 4))), languages)
def test_imatch_pairs_have_the_same_words_of_high_idf(corpus: Corpus, wish: Any, language: str) -> None:
    corpus = with_language(corpus, language)
    if isinstance(wish, dict):
        skip, take = {"codet": (2, 10), "durian": (5, 30)}[wish["preset"]]
    else:
        skip, take = wish
        wish = {"skip": skip, "take": take}
    options = prepared(language, wish)
    statistics = ss.Statistics.count(corpus, options=options)
    texts = signed(corpus, imatch_sign(options, statistics, skip, take), WordOptions(language=language))
    everything = brute(texts, by_measure("coverage", 1.0), same="near")
    assert {row[3:5] for row in everything} <= {(1.0, 1.0)}
    told = found(corpus, method="imatch", all_pairs=True, language=language, **wish)
    assert told == everything


def bits_of(word: str, bits: int, hash_: str) -> int:
    data = word.encode()
    digest = xxhash.xxh3_64_digest(data) if hash_ == "xxh3" else hashlib.sha1(data).digest()
    return int.from_bytes(digest[: bits // 8], "big")


def simhash_sign(
    options: WordOptions, statistics: ss.Statistics, skip: int, bits: int, hash_: str
) -> Callable[[str], Features]:
    """The bits that weigh more set than not, as a set of one number; weights are whole numbers, idf in 2^20ths."""

    def sign(text: str) -> Features:
        votes = {word: round(statistics.idf(word) * 2**20) for word in ranked(text, options, statistics)[skip:]}
        hashes = {word: bits_of(word, bits, hash_) for word in votes}
        value = 0
        for bit in range(bits):
            weight = sum(vote if hashes[word] >> bit & 1 else -vote for word, vote in votes.items())
            value |= (weight > 0) << bit
        return frozenset([value] if votes else [])

    return sign


def number(features: Features) -> int:
    (value,) = features
    assert isinstance(value, int)
    return value


def by_distance(threshold: int, bits: int) -> Judge:
    def judge(a: Text, b: Text) -> tuple[float, float, bool, bool]:
        distance = (number(a.features) ^ number(b.features)).bit_count()
        score = 1 - distance / bits
        return score, score, distance < threshold, distance < threshold

    return judge


@settings(max_examples=150)
@given(corpora, st.sampled_from([1, 3, 8, 17, 33, 64]), st.sampled_from([0, 2]), languages)
def test_simhash_pairs_differ_in_fewer_bits(corpus: Corpus, threshold: int, skip: int, language: str) -> None:
    corpus = with_language(corpus, language)
    options = prepared(language)
    statistics = ss.Statistics.count(corpus, options=options)
    texts = signed(corpus, simhash_sign(options, statistics, skip, 64, "xxh3"), WordOptions(language=language))
    told = found(corpus, method="simhash", all_pairs=True, language=language, skip=skip, threshold=threshold)
    assert told == brute(texts, by_distance(threshold, 64), same="near")


@settings(max_examples=40)
@given(corpora)
def test_simhash_of_codet_is_as_wide_as_sha1(corpus: Corpus) -> None:
    options = prepared("en")
    statistics = ss.Statistics.count(corpus, options=options)
    texts = signed(corpus, simhash_sign(options, statistics, 2, 160, "sha1"))
    told = found(corpus, method="simhash", all_pairs=True, language="en", **CODET)
    assert told == brute(texts, by_distance(3, 160), same="near")


@settings(max_examples=40)
@given(corpora, st.sampled_from([(64, 9), (160, 3), (160, 25), (160, 160)]))
def test_simhash_by_sha1(corpus: Corpus, wish: tuple[int, int]) -> None:
    bits, threshold = wish
    options = prepared("en")
    statistics = ss.Statistics.count(corpus, options=options)
    texts = signed(corpus, simhash_sign(options, statistics, 2, bits, "sha1"))
    told = found(
        corpus, method="simhash", all_pairs=True, language="en", bits=bits, threshold=threshold, hash="sha1", skip=2
    )
    assert told == brute(texts, by_distance(threshold, bits), same="near")


@settings(max_examples=60)
@given(corpora, nasty_texts(PROSE, 14))
def test_statistics_of_another_collection_are_used_when_given(corpus: Corpus, reference: list[str]) -> None:
    options = prepared("en")
    statistics = ss.Statistics.count([*reference, "harbour", "ferry harbour"], options=options)
    sign = imatch_sign(options, statistics, 2, 3)
    told = found(corpus, method="imatch", all_pairs=True, language="en", stats=statistics, skip=2, take=3)
    assert told == brute(signed(corpus, sign), by_measure("coverage", 1.0), same="near")
    sign = simhash_sign(options, statistics, 2, 64, "xxh3")
    told = found(corpus, method="simhash", all_pairs=True, language="en", stats=statistics, threshold=12)
    assert told == brute(signed(corpus, sign), by_distance(12, 64), same="near")


def test_statistics_of_words_prepared_otherwise_are_refused() -> None:
    with pytest.raises(ss.StatisticsMismatch, match="count them alike"):
        ss.find(["one"], method="imatch", stats=ss.Statistics.count(["one"]))
