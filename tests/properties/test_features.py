"""Shingles, sampled or not, and spots against naive twins written from the definitions."""

from __future__ import annotations

import hashlib
from typing import Any

import pyarrow as pa
import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

import samesame as ss
from samesame import _core
from samesame.segment.language import detect_language
from samesame.segment.words import WordOptions, stop_words, words

from ..naive_hash import naive_run
from .strategies import naive_normal, naive_policies, texts

# Stop words and others, words that meet only after folding, scripts without spaces.
WORDS = ["the", "The", "is", "said", "ferry", "ferries", "IŞIK", "ışık", "İLE", "ve", "bir", "北京大学", "的", "Straße"]
PROSE = st.lists(st.sampled_from([*WORDS, "a", "a", "don't", "3.5", "?!", "🙂"]), max_size=25).map(" ".join)
CORPORA = st.lists(st.one_of(PROSE, texts()), max_size=5)
OPTIONS = st.builds(
    WordOptions,
    unspaced=st.sampled_from(["bigrams", "segmenter"]),
    language=st.sampled_from([None, "auto", "en", "tr", "zh"]),
    stop=st.booleans(),
    stem=st.sampled_from(["none", "first5", "snowball"]),
)
ANTECEDENTS = st.lists(st.sampled_from(["the", "IS", "said", "ferry", "ve", "ile", "ışık", "的", "a"]), max_size=5)
HASHES = {
    "xxh3": xxhash.xxh3_64_intdigest,
    "sha1": lambda data: int.from_bytes(hashlib.sha1(data).digest()[:8], "big"),
}


def large(found: list[str]) -> pa.LargeStringArray:
    return pa.array(found, pa.large_string())


def is_turkish(text: str, options: WordOptions) -> bool:
    return (detect_language(text) if options.language == "auto" else options.language) in ("tr", "az")


def naive_units(text: str, unit: str, options: WordOptions) -> list[str]:
    if unit == "word":
        return [word.word for word in words(text, options)]
    return list(naive_policies(naive_normal(text, turkish=is_turkish(text, options)), "drop", "drop"))


def naive_hash(run: list[str], unit: str, hash_: str) -> int:
    if unit == "word" and hash_ == "xxh3":
        return naive_run(run)
    return HASHES[hash_]((" " if unit == "word" else "").join(run).encode())


def naive_features(
    text: str, options: WordOptions, size: int, unit: str, select: str, step: int, hash_: str
) -> list[int]:
    units = naive_units(text, unit, options)
    if not units:
        return []
    size = min(size, len(units))
    every = [naive_hash(units[at : at + size], unit, hash_) for at in range(len(units) - size + 1)]
    if select == "stride":
        return [value for at, value in enumerate(every) if at % step == 0]
    return [value for value in every if select == "all" or value % step == 0]


@given(
    CORPORA,
    OPTIONS,
    st.integers(1, 6),
    st.sampled_from(["word", "character"]),
    st.sampled_from(["all", "stride", "mod"]),
    st.integers(1, 5),
    st.sampled_from(["xxh3", "sha1"]),
)
def test_features_are_hashes_of_runs(
    corpus: list[str], options: WordOptions, size: int, unit: str, select: str, step: int, hash_: str
) -> None:
    found = _core.shingle_features(
        large(corpus), options.key(), size=size, unit=unit, select=select, step=step, hash=hash_, threads=0
    )
    assert found.type.value_type == pa.uint64()
    expected = [naive_features(text, options, size, unit, select, step, hash_) for text in corpus]
    assert found.to_pylist() == expected


@given(CORPORA, OPTIONS, st.integers(1, 6))
def test_all_of_words_are_the_shingles(corpus: list[str], options: WordOptions, size: int) -> None:
    found = _core.shingle_features(
        large(corpus), options.key(), size=size, unit="word", select="all", step=1, hash="xxh3", threads=0
    )
    assert found.equals(_core.shingles(large(corpus), options.key(), size, 0))


def naive_spots(
    text: str, options: WordOptions, antecedents: list[str], distance: int, chain: int, minimum: int, hash_: str
) -> list[int]:
    language = detect_language(text) if options.language == "auto" else options.language
    stops = stop_words(language or "en")
    plain = WordOptions(unspaced=options.unspaced, language=options.language)
    stemmed = WordOptions(unspaced=options.unspaced, language=options.language, stem=options.stem)
    both = list(zip([w.word for w in words(text, plain)], [w.word for w in words(text, stemmed)], strict=True))
    starts = {naive_normal(word) for word in antecedents}
    signatures = []
    for at, (word, _) in enumerate(both):
        content = [stem for raw, stem in both[at + 1 :] if raw not in stops]
        found = [content[i * distance - 1] for i in range(1, chain + 1) if i * distance <= len(content)]
        if word in starts and len(found) == chain:
            signatures.append(":".join([word, str(distance), *found]))
    return [HASHES[hash_](s.encode()) for s in signatures] if len(signatures) >= minimum else []


@given(
    st.lists(PROSE, max_size=5),
    OPTIONS,
    ANTECEDENTS,
    st.integers(1, 3),
    st.integers(1, 3),
    st.integers(0, 4),
    st.sampled_from(["xxh3", "sha1"]),
)
def test_spots_are_chains_after_antecedents(
    corpus: list[str],
    options: WordOptions,
    antecedents: list[str],
    distance: int,
    chain: int,
    minimum: int,
    hash_: str,
) -> None:
    found = _core.spot_signatures(
        large(corpus),
        options.key(),
        antecedents=antecedents,
        distance=distance,
        chain=chain,
        minimum=minimum,
        hash=hash_,
        threads=0,
    )
    expected = [naive_spots(text, options, antecedents, distance, chain, minimum, hash_) for text in corpus]
    assert found.to_pylist() == expected


SHINGLES: dict[str, Any] = {"size": 4, "unit": "word", "select": "mod", "step": 3, "hash": "xxh3", "threads": 0}
SPOTS: dict[str, Any] = {
    "antecedents": ["the", "is"],
    "distance": 1,
    "chain": 2,
    "minimum": 2,
    "hash": "xxh3",
    "threads": 0,
}


def test_a_spot_by_hand() -> None:
    text = "The ferry is leaving the harbour at midnight"
    (found,) = _core.spot_signatures(large([text]), WordOptions().key(), **SPOTS).to_pylist()
    signatures = ["the:1:ferry:leaving", "is:1:leaving:harbour", "the:1:harbour:midnight"]
    assert found == [xxhash.xxh3_64_intdigest(signature.encode()) for signature in signatures]
    (found,) = _core.spot_signatures(large([text]), WordOptions().key(), **SPOTS | {"minimum": 4}).to_pylist()
    assert found == []


def test_results_do_not_depend_on_threads_or_batches() -> None:
    # More text than one task takes, with long, short and empty documents.
    corpus = large([" ".join(WORDS[n % 13 :] * (n % 60)) for n in range(900)])
    for function, options in ((_core.shingle_features, SHINGLES), (_core.spot_signatures, SPOTS)):
        expected = function(corpus, WordOptions().key(), **options | {"threads": 1})
        assert sum(map(len, expected.to_pylist())) > 1000
        assert function(corpus, WordOptions().key(), **options | {"threads": 3}).equals(expected)
        parts = [function(corpus.slice(at, 37), WordOptions().key(), **options) for at in range(0, 900, 37)]
        assert pa.concat_arrays(parts).equals(expected)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("size", 0, "at least 1"),
        ("size", -3, "at least 1"),
        ("step", 0, "at least 1"),
        ("unit", "byte", "'word' or 'character' or 'cased character'"),
        ("select", "some", "'all' or 'stride' or 'mod'"),
        ("hash", "md5", "'xxh3' or 'sha1'"),
    ],
)
def test_wrong_parameters_of_shingles_are_refused_by_name(name: str, value: object, expected: str) -> None:
    with pytest.raises(ss.ParameterError, match=f"{name}: expected {expected}, got '?{value}"):
        _core.shingle_features(large(["a"]), WordOptions().key(), **SHINGLES | {name: value})


@pytest.mark.parametrize(("name", "value", "least"), [("distance", 0, 1), ("chain", 0, 1), ("minimum", -1, 0)])
def test_wrong_parameters_of_spots_are_refused_by_name(name: str, value: int, least: int) -> None:
    with pytest.raises(ss.ParameterError, match=f"{name}: expected at least {least}, got {value}"):
        _core.spot_signatures(large(["a"]), WordOptions().key(), **SPOTS | {name: value})
