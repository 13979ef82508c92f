"""Finds pairs from signatures, in the way that the method requires."""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import Future
from dataclasses import dataclass
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
# The share of the memory for pairs; more pairs are spilled.
PAIR_SHARE = 4


@dataclass(frozen=True, slots=True)
class Wishes:
    """Documents in the order of preference, and which of them must stay; those come first.

    The first `ahead` are of another collection: they all stay, and whoever they cover goes. With `within`, the others
    go for one another, too.
    """

    order: Numbers
    fixed: npt.NDArray[np.bool_]
    ahead: int = 0
    within: bool = True

    def given(self) -> tuple[pa.Array, pa.Array, int, bool]:
        """As the core takes them."""
        return to_arrow(self.order, pa.uint32()), to_arrow(self.fixed), self.ahead, self.within


# For each document, the one that stays in its place, whether both pass, and what the two share if that is known.
Chosen: TypeAlias = "tuple[Numbers, npt.NDArray[np.bool_], Measured | None]"


class Candidates(ABC):
    """Collects the signatures of documents and finds the pairs that pass.

    Documents are numbered in the order of adding.
    """

    # Whether word shingles can be added as hashed words, without making lists of them.
    takes_hashed = False

    @abstractmethod
    def push(self, signatures: pa.Array) -> None:
        """Adds the signatures of the next documents."""

    def push_hashed(self, texts: _core.HashedTexts, rows: Numbers, size: int) -> Future[pa.BooleanArray]:
        """Adds the word shingles of some texts; returns later which of the texts have any."""
        raise NotImplementedError("takes_hashed says so")

    def choose(self, documents: Numbers) -> None:  # noqa: B027 (most compare all that they are given)
        """Restricts the comparison to these documents; the others are copies of them."""

    @abstractmethod
    def pairs(self, split: int | None, most: int | None = None, *, ahead: bool = False) -> Pairs:
        """The pairs that pass; with `split`, only pairs of a document before it and one from it on.

        With `ahead`, documents from it on are also paired with one another (only where `stars` gives None). More than
        `most` may be refused, if this is known before all of them are found.
        """

    def against(self, reader: _core.IndexReader, known: pa.UInt32Array) -> pa.UInt32Array | None:
        """Finds the pairs with documents of an index, by looking up what these share with the documents that came.

        Returns the kinds of documents of the index that are in a pair or in `known`, in the order of their numbers in
        the pairs. None: the method needs the signatures of all documents.
        """
        return None

    def stars(self, wishes: Wishes) -> Chosen | None:
        """The document that stays in the place of each, by the order of preference.

        None: this is decided from the pairs.
        """
        return None


class NoCandidates(Candidates):
    """For methods that find identical documents only."""

    def push(self, signatures: pa.Array) -> None:
        """Nothing to do."""

    def pairs(self, split: int | None, most: int | None = None, *, ahead: bool = False) -> Pairs:
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
        """Adds lists of features."""
        self._joining.wait()
        self.join.push(signatures, self._threads)

    def push_hashed(self, texts: _core.HashedTexts, rows: Numbers, size: int) -> Future[pa.BooleanArray]:
        """Adds the word shingles of some texts without listing them; returns later which of the texts have any."""
        self._joining.wait()
        return self._joining.start(self.join.push_hashed, texts, to_arrow(rows, pa.uint32()), size, self._threads)

    def pairs(self, split: int | None, most: int | None = None, *, ahead: bool = False) -> Pairs:
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

    def stars(self, wishes: Wishes) -> Chosen:
        """For each document, the one that stays in its place, whether both pass, and what the two share."""
        self._joining.wait()
        found = self.join.stars(self._measure, self._threshold, *wishes.given(), self._threads)
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
        """Adds bit strings."""
        self._signatures.append(signatures)

    def pairs(self, split: int | None, most: int | None = None, *, ahead: bool = False) -> Pairs:
        """All pairs within the distance."""
        if not self._signatures:
            return no_pairs()
        signatures = pa.concat_arrays(self._signatures)
        limits: Any = {"split": split, "ahead": ahead, "memory": self._memory // PAIR_SHARE, "threads": self._threads}
        return Pairs(_core.hamming_pairs(signatures, distance=self._distance, most=most, **limits))


class TreeCandidates(Candidates):
    """Paths of sentences in a corpus tree."""

    def __init__(self, *, threshold: float, memory: int, threads: int) -> None:
        self._threshold, self._memory, self._threads = threshold, memory, threads
        self._join = _core.TreeJoin(memory)
        # A tree grows in one thread; meanwhile the others sign the next batch.
        self._growing = Background()

    def push(self, signatures: pa.Array) -> None:
        """Adds lists of paths."""
        self._growing.wait()
        self._growing.start(self._join.push, signatures)

    def pairs(self, split: int | None, most: int | None = None, *, ahead: bool = False) -> Pairs:
        """All pairs of which one direction passes."""
        self._growing.wait()
        return Pairs(self._join.pairs(self._threshold, split, self._memory // PAIR_SHARE, self._threads))

    def stars(self, wishes: Wishes) -> Chosen:
        """For each document, the one that stays in its place, and whether both pass."""
        self._growing.wait()
        kept, mutual = self._join.stars(self._threshold, *wishes.given(), self._threads)
        return numbers(kept), to_numpy(mutual), None


class BandCandidates(Candidates):
    """MinHash signatures that agree in a band. Their scores are still to be verified."""

    def __init__(self, *, permutations: int, seed: int, bands: int, rows: int, memory: int, threads: int) -> None:
        self._permutations, self._seed, self._bands, self._rows = permutations, seed, bands, rows
        self._memory, self._threads = memory, threads
        self._signatures: list[pa.Array] = []

    def push(self, signatures: pa.Array) -> None:
        """Adds lists of features; only their minima are kept."""
        permutations, seed = self._permutations, self._seed
        self._signatures.append(_core.minhash(signatures, permutations=permutations, seed=seed, threads=self._threads))

    def pairs(self, split: int | None, most: int | None = None, *, ahead: bool = False) -> Pairs:
        """The candidates, not verified: their scores are not known yet."""
        if not self._signatures:
            return no_pairs()
        signatures = pa.concat_arrays(self._signatures)
        limits: Any = {"split": split, "ahead": ahead, "memory": self._memory // PAIR_SHARE, "threads": self._threads}
        return Pairs(_core.band_pairs(signatures, bands=self._bands, rows=self._rows, **limits))
