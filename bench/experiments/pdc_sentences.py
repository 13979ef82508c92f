"""Duplicate sentences in texts with planted passages: the paper's Figs 6 to 9.

True are the planted pairs of sentences. A pair with the same words that nobody planted is not judged: whether "Read
more." is a copy is not known. Any other pair that is told counts as false, so precision is a lower bound.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa

from experiments.judged import Numbers, scores
from experiments.planted import CHANGES, UNCHANGED, Copied, Planted
from experiments.tables import Row, save
from samesame.arrays import to_numpy
from samesame.match.pairs import numbers
from samesame.match.sentences import sentence_duplicates
from samesame.segment.words import WordOptions
from samesame.sign.sentences import IDF, SIGNATURES, Signature, sign_sentences
from samesame.sign.statistics import Statistics

TAUS = tuple(round(0.1 * step, 1) for step in range(2, 11))
RANGES = tuple(round(0.1 * step, 1) for step in range(10))
ANTECEDENTS = (5, 20, 60, 200, 1_000, 5_000, 10_000, 20_000)
SHINGLES: tuple[Signature, ...] = ("2-shingles", "3-shingles", "4-shingles")
TAU = 0.9
# A sentence of fewer words starts no pair.
LEAST_WORDS = 3


def statistics_of(texts: pa.Array) -> Statistics:
    """What a collection says of its own words."""
    return Statistics.count_texts([texts], WordOptions())


def by_tau(sets: list[tuple[float, Planted]], out: Path) -> None:
    """F1 by tau for shingles (Fig. 6) and SpotSigs with several numbers of antecedents (Fig. 9)."""
    rows: list[Row] = []
    for edited, collection in sets:
        statistics = statistics_of(collection.texts)
        kinds: list[tuple[str, Signature, int | None]] = [(kind, kind, None) for kind in SHINGLES]
        counts = (20, 60, 1_000) if collection.name == "laws" else (1_000, 5_000, 10_000)
        kinds += [(f"spotsigs, {count:,}", "spotsigs", count) for count in counts]
        for name, kind, antecedents in kinds:
            signed = sign_sentences(collection.texts, kind, statistics=statistics, antecedents=antecedents)
            for tau in TAUS:
                row = {"set": collection.name, "edited": edited, "signature": name, "tau": tau}
                rows.append({**row, **sentence_scores(collection, signed, tau)})
        print("tau", collection.name, edited, flush=True)
    save(out / "tau.csv", rows)


def by_range(sets: list[Planted], out: Path) -> None:
    """F1 of I-Match by the lowest idf (Fig. 7)."""
    rows: list[Row] = []
    for collection in sets:
        statistics = statistics_of(collection.texts)
        for least in RANGES:
            signed = sign_sentences(collection.texts, "imatch", statistics=statistics, idf=(least, 1.0))
            rows.append({"set": collection.name, "idf from": least, **sentence_scores(collection, signed, TAU)})
    save(out / "idf.csv", rows)


def by_antecedents(sets: list[Planted], out: Path) -> None:
    """F1 of SpotSigs by the number of antecedents (Fig. 8)."""
    rows: list[Row] = []
    for collection in sets:
        statistics = statistics_of(collection.texts)
        for count in ANTECEDENTS:
            signed = sign_sentences(collection.texts, "spotsigs", statistics=statistics, antecedents=count)
            each = len(signed.flatten().field("signatures").flatten()) / max(len(signed.flatten()), 1)
            row = {"set": collection.name, "antecedents": count, "signatures per sentence": each}
            rows.append({**row, **sentence_scores(collection, signed, TAU)})
    save(out / "antecedents.csv", rows)


def by_change(sets: list[Planted], out: Path) -> None:
    """Recall of planted sentences by what was done to them."""
    rows: list[Row] = []
    for collection in sets:
        statistics = statistics_of(collection.texts)
        for name, kind, idf in (
            *((kind, kind, IDF) for kind in SIGNATURES),
            ("imatch, all words", "imatch", (0.0, 1.0)),
        ):
            signed = sign_sentences(collection.texts, kind, statistics=statistics, idf=idf)
            told = Likeness(signed, TAU).told(collection)
            for change in (UNCHANGED, *CHANGES):
                own = [found for copied, found in told if copied.change == change]
                row = {"set": collection.name, "signature": name, "change": change, "planted": len(own)}
                rows.append({**row, "recall": sum(own) / len(own)})
    save(out / "changes.csv", rows)


def sentence_scores(collection: Planted, signed: pa.LargeListArray, tau: float) -> Row:
    """Pairs of like sentences of different documents beside those that were planted; of three words or more."""
    like = Likeness(signed, tau)
    told = like.told(collection)
    same = sum(found and like.same_words(copied) for copied, found in told)
    return scores(sum(found for _, found in told), like.with_other_words() + same, len(told))._asdict()


class Likeness:
    """Which sentences of a collection are alike; of three words or more, and of different documents."""

    def __init__(self, signed: pa.LargeListArray, tau: float) -> None:
        formed, self._like = sentence_duplicates(signed, tau=tau)
        values = formed.flatten()
        self._offsets = formed.offsets.to_numpy()
        self._form = to_numpy(values.field("form").cast(pa.int64()).fill_null(-1))
        self._key = numbers(values.field("key"))
        self._document = np.repeat(np.arange(len(formed)), np.diff(self._offsets))
        self._enough = numbers(values.field("words")) >= LEAST_WORDS

    def _ends(self, copied: Copied) -> tuple[int, int]:
        one = self._offsets[copied.donor] + copied.donor_sentence
        return int(one), int(self._offsets[copied.receiver] + copied.receiver_sentence)

    def same_words(self, copied: Copied) -> bool:
        """Whether a planted sentence has the words of the one it is a copy of."""
        one, other = self._ends(copied)
        return bool(self._key[one] == self._key[other])

    def told(self, collection: Planted) -> list[tuple[Copied, bool]]:
        """The planted sentences, and whether each is like the one it is a copy of."""
        alike = set(zip(*(numbers(self._like[name]).tolist() for name in ("left", "right")), strict=True))
        found = []
        for copied in collection.truth:
            one, other = self._ends(copied)
            if self._enough[one] and self._enough[other]:
                pair = int(self._form[one]), int(self._form[other])
                found.append((copied, min(pair) >= 0 and (pair[0] == pair[1] or bool({pair, pair[::-1]} & alike))))
        return found

    def with_other_words(self) -> int:
        """How many pairs are alike and have different words."""
        good = self._enough & (self._form >= 0)
        form, document = self._form[good], self._document[good]
        return _different(form, self._key[good], document) + _alike(form, document, self._like)


def _different(form: Numbers, key: Numbers, document: Numbers) -> int:
    """Pairs of one form, of different documents and with different words."""
    _, key = np.unique(key, return_inverse=True)
    keys, documents = int(key.max(initial=0)) + 1, int(document.max(initial=0)) + 1
    own, there = form * keys + key, form * documents + document
    return _pairs(form) - _pairs(own) - _pairs(there) + _pairs(own * documents + document)


def _pairs(values: Numbers) -> int:
    """How many pairs are equal."""
    _, counts = np.unique(values, return_counts=True)
    return int((counts * (counts - 1) // 2).sum())


def _alike(form: Numbers, document: Numbers, like: pa.Table) -> int:
    """Pairs of like forms, of different documents."""
    left, right = (numbers(like[name]).astype(np.int64) for name in ("left", "right"))
    size = int(max(form.max(initial=0), left.max(initial=0), right.max(initial=0))) + 1
    each = np.bincount(form, minlength=size)
    width = int(document.max(initial=0)) + 1
    codes, counts = np.unique(form * width + document, return_counts=True)
    first, last = (np.searchsorted(codes, left * width + end) for end in (0, width))
    owner = np.repeat(np.arange(len(left)), last - first)
    place = np.arange(len(owner)) - np.repeat(np.cumsum(last - first) - (last - first), last - first) + first[owner]
    wanted = right[owner] * width + codes[place] % width
    met = np.searchsorted(codes, wanted)
    same = np.minimum(met, len(codes) - 1)
    within = np.where((met < len(codes)) & (codes[same] == wanted), counts[same], 0)
    return int((each[left] * each[right]).sum() - (counts[place] * within).sum())
