"""Sentences that are alike, and their diagonals: the second and third step of `pdc`.

Arrow tables are passed between the steps, so that another engine can run them one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.align.spans import SPAN
from samesame.arrays import to_arrow, to_numpy, words_array
from samesame.match.candidates import Candidates
from samesame.match.groups import Numbers
from samesame.match.pairs import Located, Pairs, Shares, given_pairs, no_pairs, numbers
from samesame.model import RELATIONS

# Bytes per pair until it is a row of the result; and a number of pairs that is always allowed.
PAIR_BYTES = 300
FEW_PAIRS = 100_000
FORMS = pa.schema([("left", pa.uint32()), ("right", pa.uint32())])


def sentence_duplicates(
    signed: pa.LargeListArray, *, tau: float = 0.9, memory: int = 1 << 30, threads: int = 0
) -> tuple[pa.LargeListArray, pa.Table]:
    """The sentences with their forms, and the pairs of different forms that are alike.

    Sentences with the same signatures have one form, a number; sentences without signatures have none. Two forms are
    alike if the Jaccard coefficient of their signatures is at least `tau`. So a pair of duplicate sentences is one with
    equal or like forms, and a sentence that n documents have costs n rows, not n².

    >>> from samesame.sign.sentences import sign_sentences
    >>> texts = ["The ferry sails at ten. Come early!", "Come early! The ferry sails at ten today."]
    >>> sentences, like = sentence_duplicates(sign_sentences(texts, "2-shingles"), tau=0.8)
    >>> [[sentence["form"] for sentence in text] for text in sentences.to_pylist()]
    [[0, 1], [1, 2]]
    >>> like.to_pylist()
    [{'left': 0, 'right': 2}]
    """
    forms = _core.SentenceForms()
    sentences = forms.push(signed)
    left, right, _ = forms.pairs(tau, memory, threads)
    return sentences, pa.table([left, right], schema=FORMS)


def match_sequences(
    sentences: pa.LargeListArray,
    like: pa.Table,
    *,
    gamma: int = 3,
    bridge: int = 0,
    common: int | None = None,
    split: int | None = None,
    ahead: bool = False,
    most: int | None = None,
    threads: int = 0,
) -> pa.Table:
    """The diagonals: sequences of sentences that two documents share, at least `gamma` long or a whole document.

    Rows are left, right (documents by number, the smaller left), left_start, right_start (sentences), length, identical
    (whether the words are the same). With `split`, only documents before it are paired with those from it on; with
    `ahead`, these also with one another. More than `most` are refused.

    >>> from samesame.sign.sentences import sign_sentences
    >>> count = "One and one. Two and two. Three and three."
    >>> texts = [f"{count} Odd.", f"Four and four. {count}"]
    >>> match_sequences(*sentence_duplicates(sign_sentences(texts))).to_pylist()
    [{'left': 0, 'right': 1, 'left_start': 0, 'right_start': 1, 'length': 3, 'identical': True}]
    """
    left, right = (like[name].combine_chunks() for name in ("left", "right"))
    options = {"gamma": gamma, "bridge": bridge, "common": common, "split": split, "ahead": ahead, "most": most}
    found = _core.diagonals(sentences, left, right, **options, threads=threads)  # type: ignore[arg-type]
    return pa.Table.from_batches([found])


@dataclass(kw_only=True)
class SequenceCandidates(Candidates):
    """Collects signed sentences, then finds the pairs of documents that have diagonals."""

    threshold: float
    tau: float
    gamma: int
    bridge: int
    common: int | None
    memory: int
    threads: int

    def __post_init__(self) -> None:
        self._forms = _core.SentenceForms()
        self._sentences: list[pa.LargeListArray] = []
        self._chosen: Numbers | None = None

    def push(self, signatures: pa.Array) -> None:
        """Adds lists of signed sentences; of the signatures only the form is kept."""
        self._sentences.append(self._forms.push(signatures))

    def choose(self, documents: Numbers) -> None:
        """Only these documents are compared; the others are copies of them."""
        self._chosen = documents

    def pairs(self, split: int | None, most: int | None = None, *, ahead: bool = False) -> Pairs:
        """All pairs with a diagonal: near, contained or partial by the shares of their sentences in diagonals."""
        if not self._sentences:
            return no_pairs()
        sentences = pa.concat_arrays(self._sentences)
        chosen = self._chosen if self._chosen is not None else np.arange(len(sentences))
        sentences = sentences.take(to_arrow(chosen))
        left, right, _ = self._forms.pairs(self.tau, self.memory, self.threads)
        found = match_sequences(
            sentences,
            pa.table([left, right], schema=FORMS),
            gamma=self.gamma,
            bridge=self.bridge,
            common=self.common,
            split=None if split is None else int(np.searchsorted(chosen, split)),
            ahead=ahead,
            most=max(self.memory // PAIR_BYTES, FEW_PAIRS),
            threads=self.threads,
        )
        pairs = located_pairs(found, sentences, self.threshold)
        sides = chosen[pairs.left], chosen[pairs.right]
        given = given_pairs(*sides, pairs.relation, pairs.left_score, pairs.right_score, memory=self.memory)
        return Pairs(given, located=Located(*sides, pairs.spans))


class LocatedPairs(NamedTuple):
    """Pairs of documents that have diagonals: the share of each document in these, and their positions."""

    left: Numbers
    right: Numbers
    relation: Numbers
    left_score: Shares
    right_score: Shares
    spans: pa.LargeListArray


def located_pairs(found: pa.Table, sentences: pa.LargeListArray, threshold: float) -> LocatedPairs:
    """The pairs of documents, from their diagonals, which must be sorted by pair."""
    left, right, left_start, right_start, length = (numbers(found.column(i)) for i in range(5))
    firsts = np.flatnonzero(np.r_[True, (left[1:] != left[:-1]) | (right[1:] != right[:-1])]) if len(left) else left
    offsets = to_numpy(sentences.offsets)
    offsets = offsets - offsets[0]
    counts = np.diff(offsets)
    pair = np.zeros(len(left), np.int64)
    pair[firsts[1:]] = 1
    pair = np.cumsum(pair)
    left_share = _covered(pair, left_start, length, len(firsts)) / np.maximum(counts[left[firsts]], 1)
    right_share = _covered(pair, right_start, length, len(firsts)) / np.maximum(counts[right[firsts]], 1)
    passes_left, passes_right = left_share >= threshold, right_share >= threshold
    # The document that is inside becomes the left one.
    turned = passes_right & ~passes_left
    places = np.stack([left_start, right_start]) + np.stack([offsets[left], offsets[right]])
    spans = _spans(sentences, places, length, found.column("identical"), turned[pair], firsts)
    first, second = left[firsts], right[firsts]
    relation = np.full(len(firsts), RELATIONS.index("contained"))
    relation[passes_left & passes_right] = RELATIONS.index("near")
    relation[~(passes_left | passes_right)] = RELATIONS.index("partial")
    return LocatedPairs(
        np.where(turned, second, first),
        np.where(turned, first, second),
        relation,
        np.where(turned, right_share, left_share),
        np.where(turned, left_share, right_share),
        spans,
    )


def _covered(pair: Numbers, start: Numbers, length: Numbers, count: int) -> Any:
    """How many sentences the diagonals of each pair cover; diagonals may overlap."""
    order = np.lexsort((start, pair))
    pair, start, end = pair[order], start[order], (start + length)[order]
    # Offsets keep the pairs apart, so that one running maximum serves all.
    apart = pair * (int(end.max(initial=0)) + 1)
    reached = np.r_[-1, np.maximum.accumulate(apart + end)[:-1]] if len(end) else end
    new = np.maximum(apart + end - np.maximum(apart + start, reached), 0)
    return np.bincount(pair, weights=new, minlength=count)


def _spans(
    sentences: pa.LargeListArray,
    places: Numbers,
    length: Numbers,
    identical: pa.ChunkedArray,
    turned: Any,
    firsts: Numbers,
) -> pa.LargeListArray:
    """The ranges of the diagonals in code points, one list per pair."""
    values = sentences.flatten()
    starts, ends = (numbers(values.field(name)) for name in ("start", "end"))
    own, other = np.where(turned, places[1], places[0]), np.where(turned, places[0], places[1])
    columns = [starts[own], ends[own + length - 1], starts[other], ends[other + length - 1]]
    kinds = words_array(["edited", "identical"]).take(identical.combine_chunks().cast(pa.int8()))
    structs = pa.StructArray.from_arrays([*(to_arrow(c, pa.int64()) for c in columns), kinds], fields=list(SPAN))
    return pa.LargeListArray.from_arrays(to_arrow(np.r_[firsts, len(length)], pa.int64()), structs)
