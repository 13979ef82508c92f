"""From signatures to pairs, in the way the method asks for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import Future
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.background import Background
from samesame.match.groups import Numbers
from samesame.match.pairs import Measured, Pairs, no_pairs, numbers

BYTES_A_FEATURE = 6  # of text, roughly: a word and its space
# Pairs are held in this share of the memory, then on disk.
PAIR_SHARE = 4


# For each document the one that stays in its place, whether both pass, and what the two share if that is known.
Chosen: TypeAlias = "tuple[Numbers, npt.NDArray[np.bool_], Measured | None]"


class Candidates(ABC):
    """Takes the signatures of documents as they come, and gives the pairs that pass, numbered as they came."""

    # Whether word shingles can be taken in as hashed words, without being listed.
    takes_hashed = False

    @abstractmethod
    def push(self, signatures: pa.Array) -> None:
        """Takes in the signatures of the next documents."""

    def push_hashed(self, texts: _core.HashedTexts, rows: Numbers, size: int) -> Future[pa.BooleanArray]:
        """Takes in the word shingles of some texts; will tell which of these have any."""
        raise NotImplementedError("takes_hashed says so")

    def choose(self, documents: Numbers) -> None:  # noqa: B027 (most compare all that they are given)
        """Only these documents are compared; the others are copies of them."""

    @abstractmethod
    def pairs(self, split: int | None, most: int | None = None) -> Pairs:
        """The pairs that pass; with `split`, only those of a document before it and one from it on.

        More than `most` may be refused, if that can be told before all of them are found.
        """

    def against(self, reader: _core.IndexReader, known: pa.UInt32Array) -> pa.UInt32Array | None:
        """Finds the pairs with documents of an index, by looking up what these share with the documents that came.

        Gives the kinds of documents there that are in a pair or in `known`; so they are numbered. None: this needs
        the signatures of all.
        """
        return None

    def stars(self, order: Numbers, fixed: npt.NDArray[np.bool_]) -> Chosen | None:
        """Who stays in the place of each document, in the order of preference. None: that is chosen from the pairs."""
        return None


class NoCandidates(Candidates):
    """For a method that only knows identical documents."""

    def push(self, signatures: pa.Array) -> None:
        """Nothing to do."""

    def pairs(self, split: int | None, most: int | None = None) -> Pairs:
        """No pairs."""
        return no_pairs()


class SetCandidates(Candidates):
    """Sets of features, joined exactly."""

    takes_hashed = True

    def __init__(self, *, measure: str, threshold: float, plain: bool, memory: int, threads: int, size: int) -> None:
        self._measure, self._threshold, self._threads = measure, threshold, threads
        self._plain = plain
        self.join = _core.SetJoin(memory, size // BYTES_A_FEATURE)
        self._joining = Background()
        self._found: Pairs | None = None

    def push(self, signatures: pa.Array) -> None:
        """Takes in lists of features."""
        self._joining.wait()
        self.join.push(signatures, self._threads)

    def push_hashed(self, texts: _core.HashedTexts, rows: Numbers, size: int) -> Future[pa.BooleanArray]:
        """Takes in the word shingles of some texts, without making lists of them; will tell which of these have any."""
        self._joining.wait()
        return self._joining.start(self.join.push_hashed, texts, to_arrow(rows, pa.uint32()), size, self._threads)

    def pairs(self, split: int | None, most: int | None = None) -> Pairs:
        """All pairs that pass."""
        if self._found is not None:
            return self._found
        self._joining.wait()
        return Pairs(self.join.pairs(self._measure, self._threshold, split, self._threads), self._plain)

    def against(self, reader: _core.IndexReader, known: pa.UInt32Array) -> pa.UInt32Array | None:
        """The pairs with documents of an index that passes; its kinds that are in them or known."""
        if not reader.looked_up:
            return None
        self._joining.wait()
        found, kinds = self.join.pairs_against(reader, self._measure, self._threshold, known, self._threads)
        self._found = Pairs(found, self._plain)
        return kinds

    def stars(self, order: Numbers, fixed: npt.NDArray[np.bool_]) -> Chosen:
        """For each document the one that stays in its place, whether both pass, and what the two share."""
        self._joining.wait()
        wishes = to_arrow(order, pa.uint32()), to_arrow(fixed)
        found = self.join.stars(self._measure, self._threshold, *wishes, self._threads)
        kept, shared, sizes = (numbers(column) for column in found)
        measured = Measured(shared, sizes, sizes[kept])
        mutual = measured.scores(self._measure)[1] >= self._threshold
        return kept, mutual, measured if self._plain else None


class HammingCandidates(Candidates):
    """Bit strings that differ in few bits. More than `most` pairs are refused as soon as they are found."""

    def __init__(self, *, distance: int, memory: int, threads: int) -> None:
        self._distance, self._memory, self._threads = distance, memory, threads
        self._signatures: list[pa.Array] = []

    def push(self, signatures: pa.Array) -> None:
        """Takes in bit strings."""
        self._signatures.append(signatures)

    def pairs(self, split: int | None, most: int | None = None) -> Pairs:
        """All pairs within the distance."""
        if not self._signatures:
            return no_pairs()
        signatures = pa.concat_arrays(self._signatures)
        limits: Any = {"split": split, "memory": self._memory // PAIR_SHARE, "threads": self._threads}
        return Pairs(_core.hamming_pairs(signatures, distance=self._distance, most=most, **limits))


class TreeCandidates(Candidates):
    """Paths of sentences in a corpus tree."""

    def __init__(self, *, threshold: float, memory: int, threads: int) -> None:
        self._threshold, self._memory, self._threads = threshold, memory, threads
        self._join = _core.TreeJoin(memory)
        # A tree grows by one thread; meanwhile the others sign the next batch.
        self._growing = Background()

    def push(self, signatures: pa.Array) -> None:
        """Takes in lists of paths."""
        self._growing.wait()
        self._growing.start(self._join.push, signatures)

    def pairs(self, split: int | None, most: int | None = None) -> Pairs:
        """All pairs of which one side passes."""
        self._growing.wait()
        return Pairs(self._join.pairs(self._threshold, split, self._memory // PAIR_SHARE, self._threads))

    def stars(self, order: Numbers, fixed: npt.NDArray[np.bool_]) -> Chosen:
        """For each document the one that stays in its place, and whether both pass."""
        self._growing.wait()
        wishes = to_arrow(order, pa.uint32()), to_arrow(fixed)
        kept, mutual = self._join.stars(self._threshold, *wishes, self._threads)
        return numbers(kept), to_numpy(mutual), None


class BandCandidates(Candidates):
    """MinHash signatures that agree in a band. Their scores are still to be verified."""

    def __init__(self, *, permutations: int, seed: int, bands: int, rows: int, memory: int, threads: int) -> None:
        self._permutations, self._seed, self._bands, self._rows = permutations, seed, bands, rows
        self._memory, self._threads = memory, threads
        self._signatures: list[pa.Array] = []

    def push(self, signatures: pa.Array) -> None:
        """Takes in lists of features; only their minima are kept."""
        permutations, seed = self._permutations, self._seed
        self._signatures.append(_core.minhash(signatures, permutations=permutations, seed=seed, threads=self._threads))

    def pairs(self, split: int | None, most: int | None = None) -> Pairs:
        """The candidates, not verified: their scores are not known yet."""
        if not self._signatures:
            return no_pairs()
        signatures = pa.concat_arrays(self._signatures)
        limits: Any = {"split": split, "memory": self._memory // PAIR_SHARE, "threads": self._threads}
        return Pairs(_core.band_pairs(signatures, bands=self._bands, rows=self._rows, **limits))
