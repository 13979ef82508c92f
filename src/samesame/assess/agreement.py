"""How far two clusterings agree: over all pairs of documents, which are counted and never listed.

Gwet's AC1 and Cohen's kappa, as in DURIAN (Yang, Callan 2006, section 5.2). A program is a coder like any other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Counts:
    """Pairs or documents that are the same in both (a), in the first only (b), in the second only (c), in none (d)."""

    a: int
    b: int
    c: int
    d: int

    @property
    def ac1(self) -> float | None:
        """Agreement beyond chance, where chance is `2P(1 − P)`, P the mean share of "same". None of nothing."""
        m = self.a + self.b + self.c + self.d
        if not m:
            return None
        same = (2 * self.a + self.b + self.c) / (2 * m)
        return _beyond((self.a + self.d) / m, 2 * same * (1 - same))

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa. None of nothing, and where both say the same of everything."""
        m = self.a + self.b + self.c + self.d
        if not m:
            return None
        first, second = (self.a + self.b) / m, (self.a + self.c) / m
        chance = first * second + (1 - first) * (1 - second)
        return None if chance == 1 else _beyond((self.a + self.d) / m, chance)

    @property
    def precision(self) -> float | None:
        """The share of the first's that is the second's, too."""
        return self.a / (self.a + self.b) if self.a + self.b else None

    @property
    def recall(self) -> float | None:
        """The share of the second's that is the first's, too."""
        return self.a / (self.a + self.c) if self.a + self.c else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        whole = 2 * self.a + self.b + self.c
        return 2 * self.a / whole if whole else None


def _beyond(observed: float, chance: float) -> float:
    return (observed - chance) / (1 - chance)


@dataclass(frozen=True)
class Contingency:
    """How many documents are in each cluster of the first and of the second; clusters are numbers from 0 on."""

    first: Codes
    second: Codes
    count: Codes
    first_sizes: Codes
    second_sizes: Codes

    @classmethod
    def of(cls, first: Codes, second: Codes) -> Contingency:
        """The table of two clusterings of the same documents; cells without documents are left out.

        >>> table = Contingency.of(np.array([0, 0, 1]), np.array([0, 0, 0]))
        >>> table.pairs(), table.documents(0, 0)
        (Counts(a=1, b=0, c=2, d=0), Counts(a=2, b=0, c=1, d=0))
        """
        width = int(second.max(initial=0)) + 1
        cells, count = np.unique(first * width + second, return_counts=True)
        return cls(cells // width, cells % width, count, np.bincount(first), np.bincount(second))

    def pairs(self) -> Counts:
        """Pairs of documents in the same cluster of both, of one, of none."""
        same, first, second = (_pairs(sizes) for sizes in (self.count, self.first_sizes, self.second_sizes))
        everything = _pairs(self.first_sizes.sum(keepdims=True))
        return Counts(same, first - same, second - same, everything - first - second + same)

    def documents(self, first: int, second: int) -> Counts:
        """Documents that are in a cluster of the first (-1: none such) and in one of the second."""
        both = int(self.count[(self.first == first) & (self.second == second)].sum())
        ours = int(self.first_sizes[first]) if first >= 0 else 0
        theirs, everything = int(self.second_sizes[second]), int(self.first_sizes.sum())
        return Counts(both, ours - both, theirs - both, everything - ours - theirs + both)

    def counterparts(self, first_counts: npt.NDArray[np.bool_], second_counts: npt.NDArray[np.bool_]) -> Codes:
        """For each cluster of the second the one of the first that stands for it, or -1.

        No cluster stands for two. Those that share most documents go first; of several, the first in number. Only
        clusters that count are taken.
        """
        partner, taken = np.full(len(self.second_sizes), -1), np.zeros(len(self.first_sizes), np.bool_)
        usable = np.flatnonzero(first_counts[self.first] & second_counts[self.second])
        for cell in usable[np.lexsort((self.first[usable], self.second[usable], -self.count[usable]))].tolist():
            one, other = self.first[cell], self.second[cell]
            if not taken[one] and partner[other] < 0:
                partner[other], taken[one] = one, True
        return partner


def _pairs(sizes: Codes) -> int:
    return sum(size * (size - 1) // 2 for size in sizes.tolist())


def mean(values: list[float | None]) -> float | None:
    """The mean of those that are there."""
    there = [value for value in values if value is not None]
    return sum(there) / len(there) if there else None
