"""Pairs of documents that pass a method's measure, by number, with what was measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame.arrays import to_numpy
from samesame.match.groups import Groups, Numbers

Shares = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Measured:
    """For each pair what both sides share and what each has, in features."""

    shared: Numbers
    left: Numbers
    right: Numbers

    @property
    def left_share(self) -> Shares:
        """How much of the left one stands in the right one."""
        return share(self.shared, self.left)

    @property
    def right_share(self) -> Shares:
        """How much of the right one stands in the left one."""
        return share(self.shared, self.right)

    @property
    def jaccard(self) -> Shares:
        """What they share by what they have together."""
        return share(self.shared, self.left + self.right - self.shared)

    @property
    def max(self) -> Shares:
        """What they share by what the larger one has."""
        return share(self.shared, np.maximum(self.left, self.right))

    def take(self, rows: Any) -> Measured:
        """Some of the pairs, or in another order."""
        return Measured(self.shared[rows], self.left[rows], self.right[rows])

    def turned(self, which: npt.NDArray[np.bool_]) -> Measured:
        """With left and right exchanged where `which` says so."""
        return Measured(self.shared, np.where(which, self.right, self.left), np.where(which, self.left, self.right))


def share(part: Numbers, whole: Numbers) -> Shares:
    """One by the other; nothing of nothing is 0."""
    return np.divide(part, whole, out=np.zeros(len(part)), where=whole > 0)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs with their scores. Where only one way passes, the left one is inside the right one.

    `measured` is over 4-word shingles; None where these have still to be counted. `partial` are pairs where neither way
    passes. `spans` are the places of what a pair shares, where the method knows them.
    """

    left: Numbers
    right: Numbers
    left_score: Shares
    right_score: Shares
    mutual: npt.NDArray[np.bool_]
    measured: Measured | None = None
    partial: npt.NDArray[np.bool_] | None = None
    spans: pa.LargeListArray | None = None

    def __len__(self) -> int:
        return len(self.left)


@dataclass(frozen=True, slots=True)
class Found:
    """What a method found: sets of identical documents, and pairs between their firsts.

    `signed` tells for each document whether the method could make anything of it: only then it matches its copies.
    """

    groups: Groups
    pairs: Pairs
    signed: npt.NDArray[np.bool_]


def no_pairs() -> Pairs:
    """None at all."""
    none, shares = np.zeros(0, np.int64), np.zeros(0)
    return Pairs(none, none, shares, shares, np.zeros(0, np.bool_), Measured(none, none, none))


def numbers(array: pa.Array) -> Numbers:
    """An Arrow array as numbers that can be counted with."""
    return to_numpy(array).astype(np.int64)
