"""Texts hashed once: the same keys and the same features as those that are made apart."""

from __future__ import annotations

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samesame import _core
from samesame.errors import ParameterError
from samesame.segment.words import WordOptions

from .strategies import SCRIPTS

ALPHABET = "".join(SCRIPTS.values())
TEXTS = st.lists(st.one_of(st.text("ab .,\n", max_size=40), st.text(ALPHABET, max_size=20)), max_size=8)
WORDS = st.builds(
    WordOptions,
    language=st.sampled_from([None, "tr", "en", "auto"]),
    stop=st.booleans(),
    unspaced=st.sampled_from(["bigrams", "segmenter"]),
)


def array(texts: list[str]) -> pa.LargeStringArray:
    return pa.array(texts, pa.large_string())


@given(TEXTS, WORDS)
def test_the_keys_are_those_of_the_texts(texts: list[str], words: WordOptions) -> None:
    hashed = _core.HashedTexts(array(texts), words.key(), 2)
    assert hashed.keys().equals(_core.exact_keys(array(texts), "words", words.language, 1))


@given(TEXTS, WORDS, st.integers(1, 5), st.data())
def test_the_features_are_the_shingles(texts: list[str], words: WordOptions, size: int, data: st.DataObject) -> None:
    rows = sorted(data.draw(st.sets(st.integers(0, len(texts) - 1)))) if texts else []
    chosen = array([texts[row] for row in rows])
    lists = _core.shingles(chosen, words.key(), size, 1)
    one, other = _core.SetJoin(1 << 20, 100), _core.SetJoin(1 << 20, 100)
    one.push(lists, 1)
    hashed = _core.HashedTexts(array(texts), words.key(), 2)
    signed = other.push_hashed(hashed, pa.array(rows, pa.uint32()), size, 2)
    assert signed.to_pylist() == [len(features) > 0 for features in lists]
    mine, theirs = (join.pairs("jaccard", 0.1, None, 1).table() for join in (one, other))
    assert mine.equals(theirs)


@pytest.mark.parametrize("rows", [[2], [1, 0], [0, 0]])
def test_rows_that_cannot_be_are_refused(rows: list[int]) -> None:
    hashed = _core.HashedTexts(array(["a b", "c d"]), WordOptions().key(), 1)
    with pytest.raises(ParameterError, match="rows: expected different numbers below 2, in order"):
        _core.SetJoin(1 << 20, 100).push_hashed(hashed, pa.array(rows, pa.uint32()), 2, 1)
