"""Located passages: sentences of planted ones (the paper's Table 2), characters of natural ones by kind of reuse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from experiments.judged import Numbers, Shares, scores
from experiments.pdc_sentences import TAU, statistics_of
from experiments.planted import LONGEST, Planted
from experiments.resample import drawn, interval, weighed
from experiments.tables import Row, save
from samesame.match.pairs import numbers
from samesame.match.sentences import match_sequences, sentence_duplicates
from samesame.sign.sentences import SIGNATURES, sign_sentences

GAMMAS = (1, 2, 3, 4)
USUAL = 3


class Cells(NamedTuple):
    """Pairs of sentences, each sentence by its number in the whole collection."""

    left: Numbers
    right: Numbers

    def codes(self, size: int) -> Numbers:
        """One number for each pair, whatever its order."""
        return np.minimum(self.left, self.right) * size + np.maximum(self.left, self.right)


class Sentences:
    """The sentences of a planted collection: which pairs are true, and which are not judged."""

    def __init__(self, collection: Planted) -> None:
        signed = sign_sentences(collection.texts, "2-shingles")
        self.offsets: Numbers = signed.offsets.to_numpy()
        self.key = numbers(signed.flatten().field("key"))
        self.size = len(self.key)
        self.group = collection.groups[np.repeat(np.arange(len(signed)), np.diff(self.offsets))]
        pairs = [
            (self.offsets[c.donor] + c.donor_sentence, self.offsets[c.receiver] + c.receiver_sentence)
            for c in collection.truth
        ]
        ends = np.array(pairs, np.int64).reshape(-1, 2)
        self.truth = Cells(ends[:, 0], ends[:, 1])
        self.length = np.array([copied.length for copied in collection.truth])

    def cells(self, diagonals: pa.Table) -> Cells:
        """The pairs of sentences that lie in diagonals."""
        left, right, left_start, right_start, length = (numbers(diagonals.column(i)).astype(np.int64) for i in range(5))
        owner = np.repeat(np.arange(len(length)), length)
        step = np.arange(len(owner)) - np.repeat(np.cumsum(length) - length, length)
        one = self.offsets[left[owner]] + left_start[owner] + step
        return Cells(one, self.offsets[right[owner]] + right_start[owner] + step)


def located(sets: list[Planted], out: Path) -> None:
    """F1 of located sentence pairs by signature and gamma, with intervals; recall by the length of the passage."""
    rows: list[Row] = []
    lengths: list[Row] = []
    for collection in sets:
        sentences = Sentences(collection)
        counts = drawn(len(collection.texts))
        draws: dict[tuple[str, str], Shares] = {}
        for signature, gamma, bridge, cells in told(collection, sentences):
            row: Row = {"set": collection.name, "signature": signature, "gamma": gamma + (" bridged" if bridge else "")}
            measured, draws[signature, row["gamma"]] = measure(sentences, cells, counts)
            rows.append({**row, **measured})
            hits = np.isin(sentences.truth.codes(sentences.size), cells.codes(sentences.size))
            for length in range(1, LONGEST + 1):
                own = sentences.length == length
                lengths.append({**row, "length": length, "planted": int(own.sum()), "told": int(hits[own].sum())})
        for row in rows:
            if row["set"] == collection.name:
                own, usual = draws[row["signature"], row["gamma"]], draws[row["signature"], str(USUAL)]
                row["ahead of gamma 3 low"], row["ahead of gamma 3 high"] = interval(own - usual)
                row["ahead of imatch low"], row["ahead of imatch high"] = interval(own - draws["imatch", row["gamma"]])
        print("located", collection.name, flush=True)
    save(out / "located.csv", rows)
    save(out / "lengths.csv", lengths)


def told(collection: Planted, sentences: Sentences) -> Iterator[tuple[str, str, int, Cells]]:
    """What each signature and gamma tells; I-Match first, as the others are compared with it."""
    statistics = statistics_of(collection.texts)
    for signature in SIGNATURES:
        steps = sentence_duplicates(sign_sentences(collection.texts, signature, statistics=statistics), tau=TAU)
        for gamma, bridge in [*((gamma, 0) for gamma in GAMMAS), (USUAL, 1)]:
            yield signature, str(gamma), bridge, sentences.cells(match_sequences(*steps, gamma=gamma, bridge=bridge))


def measure(sentences: Sentences, cells: Cells, counts: Shares) -> tuple[Row, Shares]:
    """Scores with repeats that nobody planted left out and with them as false; and F1 of the first in every draw."""
    true = np.isin(cells.codes(sentences.size), sentences.truth.codes(sentences.size))
    judged = true | (sentences.key[cells.left] != sentences.key[cells.right])
    wanted = len(sentences.truth.left)
    row: Row = scores(int(true.sum()), int(judged.sum()), wanted)._asdict()
    row["f1 with repeats false"] = scores(int(true.sum()), len(true), wanted).f1
    ends = sentences.group[cells.left], sentences.group[cells.right]
    hits, found = (weighed(ends[0][some], ends[1][some], counts) for some in (true, judged))
    both = found + weighed(sentences.group[sentences.truth.left], sentences.group[sentences.truth.right], counts)
    draws = np.divide(2 * hits, both, out=np.zeros_like(both), where=both > 0)
    row["low"], row["high"] = interval(draws)
    return row, draws
