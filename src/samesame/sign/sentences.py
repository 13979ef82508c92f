"""Sentences with signatures: the first of the three steps of `pdc`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import pyarrow as pa

from samesame import _core
from samesame.segment.arrays import text_array
from samesame.segment.words import PLAIN, WordOptions

if TYPE_CHECKING:
    from samesame.sign.statistics import Statistics

Signature = Literal["imatch", "2-shingles", "3-shingles", "4-shingles", "spotsigs"]
SIGNATURES: tuple[Signature, ...] = ("imatch", "2-shingles", "3-shingles", "4-shingles", "spotsigs")
IDF = (0.1, 1.0)
CHAIN = 2
# The paper's numbers of antecedents; they give about four signatures per sentence.
ANTECEDENTS = 10_000
CHINESE_ANTECEDENTS = 60


def sign_sentences(
    texts: Iterable[str] | pa.Array,
    signature: Signature = "imatch",
    *,
    words: WordOptions = PLAIN,
    statistics: Statistics | None = None,
    idf: tuple[float, float] = IDF,
    antecedents: int | None = None,
    chain: int = CHAIN,
    threads: int = 0,
) -> pa.LargeListArray:
    """The sentences with words, one list per text.

    Each has its start and end in code points, the number of words, a key of the words in their order, and the
    signatures, sorted and distinct.

    `imatch` is one hash of the distinct words; if `statistics` are given, only of those whose idf `log(N / df) /
    log(N)` is in `idf`, ends included. `n-shingles` are the runs of n words; a shorter sentence has one of all its
    words. `spotsigs` are chains of `chain` content words after each of the `antecedents` most frequent words of
    `statistics`: by default 10,000 of them, 60 if those are Chinese or Japanese.

    >>> signed = sign_sentences(["The ferry sails at ten. Come early!"], "2-shingles")
    >>> [(sentence["start"], sentence["end"], sentence["words"]) for sentence in signed.to_pylist()[0]]
    [(0, 23, 5), (24, 35, 2)]
    >>> [len(sentence["signatures"]) for sentence in signed.to_pylist()[0]]
    [4, 1]
    """
    weights = None if statistics is None else statistics.weights()
    return sign_weighed(text_array(texts), signature, words, weights, idf, antecedents, chain, threads)


def sign_weighed(
    texts: pa.Array,
    signature: Signature,
    words: WordOptions,
    weights: _core.WordWeights | None,
    idf: tuple[float, float],
    antecedents: int | None,
    chain: int,
    threads: int,
) -> pa.LargeListArray:
    """As `sign_sentences`, with statistics in the form of the core."""
    spots = most_frequent(weights, antecedents) if signature == "spotsigs" and weights is not None else ()
    core = {"imatch": "words", "spotsigs": "spots"}.get(signature, signature.removesuffix("-shingles"))
    return _core.sentence_signatures(
        texts,
        words.key(),
        signature=core,
        weights=weights if signature == "imatch" else None,
        range=idf,
        antecedents=list(spots),
        chain=chain,
        threads=threads,
    )


def sentence_type() -> pa.DataType:
    """The type of the lists of signed sentences."""
    signatures = pa.large_list(pa.field("signature", pa.uint64(), nullable=False))
    numbers = [("start", pa.uint32()), ("end", pa.uint32()), ("words", pa.uint32()), ("key", pa.uint64())]
    fields = [pa.field(name, type, nullable=False) for name, type in [*numbers, ("signatures", signatures)]]
    return pa.large_list(pa.field("sentence", pa.struct(fields), nullable=False))


@lru_cache(maxsize=2)
def most_frequent(weights: _core.WordWeights, count: int | None) -> tuple[str, ...]:
    """The `count` words that most documents have; by default as many as the paper uses for their language."""
    if count is None:
        unspaced = sum(_is_unspaced(word) for word in weights.most_frequent(CHINESE_ANTECEDENTS))
        count = CHINESE_ANTECEDENTS if 2 * unspaced > CHINESE_ANTECEDENTS else ANTECEDENTS
    return tuple(weights.most_frequent(count))


def _is_unspaced(word: str) -> bool:
    """Whether a word is in a script without spaces: Han, kana."""
    return any("\u3040" <= letter <= "\u30ff" or "\u3400" <= letter <= "\u9fff" for letter in word)
