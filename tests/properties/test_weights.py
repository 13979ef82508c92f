"""I-Match and SimHash against naive twins written from the definitions."""

from __future__ import annotations

import hashlib
import math
from collections import Counter

import pyarrow as pa
import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

import samesame as ss
from samesame import _core
from samesame.segment.words import WordOptions, words

from .strategies import texts

KNOWN = ["the", "ferry", "sea", "ışık", "ile", "北京", "京大", "straß", "strasse", "a", "b", "c"]
PROSE = st.lists(st.sampled_from([*KNOWN, "FERRY", "Işık", "北京大学", "d", "e", "?!"]), max_size=20).map(" ".join)
CORPORA = st.lists(st.one_of(PROSE, texts()), max_size=5)
# Few different counts, so that most idf values tie; some above the number of documents, where idf falls below 1 and 0.
STATISTICS = st.tuples(st.dictionaries(st.sampled_from(KNOWN), st.integers(0, 5)), st.sampled_from([0, 1, 3, 5, 1000]))
OPTIONS = st.sampled_from([WordOptions(), WordOptions(language="tr", stop=True, stem="first5", unspaced="segmenter")])
HASHES = {
    "xxh3": xxhash.xxh3_64_digest,
    "sha1": lambda data: hashlib.sha1(data).digest(),
}
Statistics = tuple[dict[str, int], int]


def large(found: list[str]) -> pa.LargeStringArray:
    return pa.array(found, pa.large_string())


def weights(statistics: Statistics) -> _core.WordWeights:
    counts, documents = statistics
    return _core.WordWeights(large(list(counts)), pa.array(counts.values(), pa.uint64()), documents)


def idf(word: str, statistics: Statistics) -> float:
    counts, documents = statistics
    return math.log(max(documents, 1) / max(counts.get(word, 1), 1)) + 1


def ranked(text: str, options: WordOptions, statistics: Statistics) -> list[str]:
    return sorted({word.word for word in words(text, options)}, key=lambda word: (-idf(word, statistics), word))


@given(
    CORPORA,
    OPTIONS,
    STATISTICS,
    st.integers(0, 3),
    st.integers(1, 6),
    st.sampled_from(["xxh3", "sha1"]),
)
def test_imatch_hashes_the_words_after_the_first(
    corpus: list[str], options: WordOptions, statistics: Statistics, skip: int, take: int, hash_: str
) -> None:
    found = weights(statistics).imatch(large(corpus), options.key(), skip=skip, take=take, hash=hash_, threads=0)
    expected: list[int | None] = []
    for text in corpus:
        chosen = sorted(ranked(text, options, statistics)[skip : skip + take])
        digest = HASHES[hash_](" ".join(chosen).encode())
        expected.append(int.from_bytes(digest[:8], "big") if chosen else None)
    assert found.to_pylist() == expected


def naive_simhash(chosen: list[str], statistics: Statistics, bits: int, hash_: str) -> bytes:
    total = 0
    for bit in range(bits):
        votes = 0
        for word in chosen:
            weight = round(idf(word, statistics) * 2**20)
            digest = int.from_bytes(HASHES[hash_](word.encode())[: bits // 8], "big")
            votes += weight if digest >> (bits - 1 - bit) & 1 else -weight
        total = total << 1 | (votes > 0)
    return total.to_bytes(bits // 8, "big")


@given(
    CORPORA,
    OPTIONS,
    STATISTICS,
    st.integers(0, 3),
    st.sampled_from([(64, "xxh3"), (64, "sha1"), (160, "sha1")]),
)
def test_simhash_weighs_each_bit(
    corpus: list[str], options: WordOptions, statistics: Statistics, skip: int, shape: tuple[int, str]
) -> None:
    bits, hash_ = shape
    found = weights(statistics).simhash(large(corpus), options.key(), skip=skip, bits=bits, hash=hash_, threads=0)
    assert found.type == pa.binary(bits // 8)
    chosen = [ranked(text, options, statistics)[skip:] for text in corpus]
    assert found.to_pylist() == [naive_simhash(c, statistics, bits, hash_) if c else None for c in chosen]


def test_the_statistics_of_a_collection_rank_its_words() -> None:
    corpus = [" ".join(KNOWN[n % 5 :][: n % 9]) for n in range(400)]
    counts = Counter(word for text in corpus for word in {w.word for w in words(text)})
    statistics = (dict(counts), len(corpus))
    one = weights(statistics).simhash(large(corpus), WordOptions().key(), skip=1, bits=64, hash="xxh3", threads=1)
    chosen = [ranked(text, WordOptions(), statistics)[1:] for text in corpus]
    assert one.to_pylist() == [naive_simhash(c, statistics, 64, "xxh3") if c else None for c in chosen]
    assert 0 < one.null_count < len(corpus) and len(set(one.to_pylist())) > 10
    for threads in (0, 3):
        again = weights(statistics).simhash(
            large(corpus), WordOptions().key(), skip=1, bits=64, hash="xxh3", threads=threads
        )
        assert again.equals(one)


def test_the_order_of_equal_words_does_not_matter() -> None:
    made = weights(({}, 10))
    corpus = large(["c b a d", "D a, B c!", "a a b b c c d d"])
    found = made.imatch(corpus, WordOptions().key(), skip=1, take=2, hash="xxh3", threads=0).to_pylist()
    assert found == [xxhash.xxh3_64_intdigest(b"b c")] * 3


def test_wrong_parameters_are_refused_by_name() -> None:
    made, one, options = weights(({}, 1)), large(["a"]), WordOptions().key()
    with pytest.raises(ss.ParameterError, match="bits: expected 64 or 160, got 128"):
        made.simhash(one, options, skip=0, bits=128, hash="sha1", threads=0)
    with pytest.raises(ss.ParameterError, match="hash: expected 'sha1' for 160 bits, got 'xxh3'"):
        made.simhash(one, options, skip=0, bits=160, hash="xxh3", threads=0)
    with pytest.raises(ss.ParameterError, match="skip: expected at least 0, got -1"):
        made.simhash(one, options, skip=-1, bits=64, hash="xxh3", threads=0)
    with pytest.raises(ss.ParameterError, match="take: expected at least 1, got 0"):
        made.imatch(one, options, skip=0, take=0, hash="xxh3", threads=0)
    with pytest.raises(ss.ParameterError, match="words: expected each word once, got 'a' twice"):
        _core.WordWeights(large(["a", "a"]), pa.array([1, 2], pa.uint64()), 3)
    with pytest.raises(ss.ParameterError, match="counts: expected one for each of the 1 words"):
        _core.WordWeights(one, pa.array([1, 2], pa.uint64()), 3)
