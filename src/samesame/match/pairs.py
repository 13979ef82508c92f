"""Pairs of documents that pass a method's measure, by number, with what was measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.match.groups import Groups, Numbers

Shares = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Measured:
    """For each pair, the features that both documents share and the features that each has."""

    shared: Numbers
    left: Numbers
    right: Numbers

    @property
    def left_share(self) -> Shares:
        """The share of the left document that is in the right one."""
        return share(self.shared, self.left)

    @property
    def right_share(self) -> Shares:
        """The share of the right document that is in the left one."""
        return share(self.shared, self.right)

    @property
    def jaccard(self) -> Shares:
        """The number shared, divided by the size of the union."""
        return share(self.shared, self.left + self.right - self.shared)

    @property
    def max(self) -> Shares:
        """The number shared, divided by the size of the larger set."""
        return share(self.shared, np.maximum(self.left, self.right))

    def scores(self, measure: str) -> tuple[Shares, Shares]:
        """The scores under a measure, in each direction."""
        if measure == "coverage":
            return self.left_share, self.right_share
        score = self.jaccard if measure == "jaccard" else self.max
        return score, score

    def take(self, rows: Any) -> Measured:
        """Some of the pairs, or the pairs in another order."""
        return Measured(self.shared[rows], self.left[rows], self.right[rows])

    def turned(self, which: npt.NDArray[np.bool_]) -> Measured:
        """Exchanges left and right in the rows where `which` is true."""
        return Measured(self.shared, np.where(which, self.right, self.left), np.where(which, self.left, self.right))


def share(part: Numbers, whole: Numbers) -> Shares:
    """The quotient; 0 for an empty whole."""
    return np.divide(part, whole, out=np.zeros(len(part)), where=whole > 0)


@dataclass(frozen=True, slots=True)
class Located:
    """Pairs for which the method knows the spans: their documents by number, and the spans of each."""

    left: Numbers
    right: Numbers
    spans: pa.LargeListArray


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs with their scores, stored by the core.

    If only one direction passes, the left document is inside the right one.

    `measured` says whether they have been counted in 4-word shingles.
    """

    found: _core.Pairs
    measured: bool = False
    located: Located | None = None

    def __len__(self) -> int:
        return len(self.found)


@dataclass(frozen=True, slots=True)
class Found:
    """What a method found: groups of identical documents, and pairs between signed documents of different groups.

    `signed` says for each document whether the method could sign it: only then it matches its copies. Pairs have the
    indices of documents among `firsts`.
    """

    groups: Groups
    firsts: Numbers
    pairs: Pairs
    signed: npt.NDArray[np.bool_]


def no_pairs() -> Pairs:
    """No pairs."""
    none = np.zeros(0, np.int64)
    return Pairs(given_pairs(none, none, none, np.zeros(0), np.zeros(0), memory=0), measured=True)


def given_pairs(
    left: Numbers, right: Numbers, relation: Numbers, left_score: Shares, right_score: Shares, *, memory: int
) -> _core.Pairs:
    """Pairs found in Python; the relation is an index into `RELATIONS`."""
    left, right, relation = (to_arrow(column, pa.uint32()) for column in (left, right, relation))
    return _core.Pairs.of(left, right, relation, to_arrow(left_score), to_arrow(right_score), memory)


def numbers(array: pa.Array) -> Numbers:
    """An Arrow array as a numpy array of integers."""
    return to_numpy(array).astype(np.int64)
