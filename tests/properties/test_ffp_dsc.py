"""ffp and dsc against brute force, straight from their definitions."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame import _core
from samesame.segment.words import WordOptions

from .brute import Corpus, brute, by_measure, found, runs, shingles, signed, word_tuple
from .prepared import DURIAN, corpora, languages, prepared, presets, thresholds, with_language


@settings(max_examples=120)
@given(corpora, presets, st.one_of(st.none(), thresholds), languages)
def test_ffp_compares_all_prepared_shingles(
    corpus: Corpus, preset: dict[str, Any], threshold: float | None, language: str
) -> None:
    corpus = with_language(corpus, language)
    size, default = {"codet": (4, 0.6), "durian": (3, 0.8)}[preset["preset"]]
    options = prepared(language, preset)
    texts = signed(corpus, lambda text: shingles(word_tuple(text, options), size), WordOptions(language=language))
    exclusive = preset == DURIAN and threshold != 1
    given_ = {} if threshold is None else {"threshold": threshold, "exclusive": exclusive}
    told = found(corpus, method="ffp", all_pairs=True, language=language, **preset, **given_)
    assert told == brute(texts, by_measure("coverage", threshold or default, exclusive))


@settings(max_examples=60)
@given(corpora, st.booleans(), st.sampled_from(["none", "snowball"]), st.sampled_from(["xxh3", "sha1"]))
def test_ffp_takes_other_preparations(corpus: Corpus, stop: bool, stem: Any, hash_: str) -> None:
    options = WordOptions(language="en", stop=stop, stem=stem)
    texts = signed(corpus, lambda text: shingles(word_tuple(text, options), 4))
    told = found(corpus, method="ffp", all_pairs=True, language="en", stop=stop, stem=stem, hash=hash_)
    assert told == brute(texts, by_measure("coverage", 0.6))


@settings(max_examples=120)
@given(corpora, presets, st.one_of(st.none(), thresholds), languages)
def test_dsc_compares_every_nth_shingle(
    corpus: Corpus, preset: dict[str, Any], threshold: float | None, language: str
) -> None:
    corpus = with_language(corpus, language)
    size, step, default = {"codet": (4, 3, 0.6), "durian": (3, 5, 0.8)}[preset["preset"]]
    options = prepared(language, preset)
    every_nth = {text: frozenset(runs(word_tuple(text, options), size)[::step]) for text in corpus.values()}
    texts = signed(corpus, every_nth.__getitem__, WordOptions(language=language))
    exclusive = preset == DURIAN and threshold != 1
    given_ = {} if threshold is None else {"threshold": threshold, "exclusive": exclusive}
    told = found(corpus, method="dsc", all_pairs=True, language=language, **preset, **given_)
    assert told == brute(texts, by_measure("coverage", threshold or default, exclusive))


@pytest.mark.parametrize("threshold", [0.1, 0.3, 0.6, 0.7, 0.8, 0.9])
@pytest.mark.parametrize("method", ["ffp", "dsc"])
def test_exclusive_is_above_and_not_at_the_threshold(method: str, threshold: float) -> None:
    tenths = round(threshold * 10)
    shared = " ".join(f"w{number}" for number in range(tenths))
    own = [" ".join(f"{side}{number}" for number in range(10 - tenths)) for side in "xy"]
    pair = {"a": f"{shared} {own[0]}", "b": f"{shared} {own[1]}"}
    wish: dict[str, Any] = {"size": 1, "threshold": threshold, "stop": False, "language": "en"} | (
        {"step": 1} if method == "dsc" else {}
    )
    assert [match.left_score for match in ss.find(pair, method=method, **wish)] == [threshold]
    assert list(ss.find(pair, method=method, exclusive=True, **wish)) == []
    lower = {**wish, "threshold": threshold - 1e-9}
    assert len(ss.find(pair, method=method, exclusive=True, **lower)) == 1
    assert [gone.id for gone in ss.dedup(pair, method=method, **wish).removed] == ["b"]
    assert list(ss.dedup(pair, method=method, exclusive=True, **wish).removed) == []


@pytest.mark.parametrize("method", ["ffp", "dsc"])
def test_nothing_is_above_one(method: str) -> None:
    with pytest.raises(ss.ParameterError, match="exclusive: no share is above the threshold 1"):
        ss.find({"a": "a", "b": "b"}, method=method, threshold=1, exclusive=True)


def hashed(text: str, options: WordOptions, **selection: Any) -> list[int]:
    array = pa.array([text], pa.large_string())
    table = _core.shingle_features(array, options.key(), size=3, unit="word", threads=1, **selection)
    return [int(value) for value in table[0].as_py()]


@settings(max_examples=100)
@given(corpora, st.sampled_from([1, 2, 3, 5]), thresholds, st.sampled_from(["xxh3", "sha1"]))
def test_dsc_by_hash_compares_the_shingles_whose_hash_is_a_multiple(
    corpus: Corpus, step: int, threshold: float, hash_: str
) -> None:
    options = prepared("en")
    sampled = {
        text: hashed(text, options, select="mod", step=step, hash=hash_) for text in {*corpus.values(), "one more text"}
    }
    for text, kept in sampled.items():
        everything = hashed(text, options, select="all", step=1, hash=hash_)
        assert len(set(everything)) == len(shingles(word_tuple(text, options), 3))
        assert kept == [value for value in everything if value % step == 0]
    texts = signed(corpus, lambda text: frozenset(sampled[text]))
    told = found(
        corpus,
        method="dsc",
        all_pairs=True,
        select="mod",
        size=3,
        step=step,
        threshold=threshold,
        hash=hash_,
        language="en",
    )
    assert told == brute(texts, by_measure("coverage", threshold))
