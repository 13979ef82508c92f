"""Collections with known copies as arrays: which pairs are true, false or not judged, and how well scores tell them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float64]
TRUE, FALSE, UNKNOWN = 1, 0, -1
# Of a text that is contained, at least this share stands in the other one; of one that is not, less than the second.
# Between the two, people disagree: such pairs are not judged.
CONTAINED, APART = 0.8, 0.5


class Scores(NamedTuple):
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f1: float


class Scored(NamedTuple):
    """Pairs of documents by number, each with the share of the left and of the right one that is contained."""

    left: Numbers
    right: Numbers
    left_score: Shares
    right_score: Shares

    @property
    def score(self) -> Shares:
        """The larger share: one direction is enough."""
        return np.maximum(self.left_score, self.right_score)


@dataclass(frozen=True)
class Judged:
    """Texts by number with the pairs that are true, as (contained, container), and those that are not judged.

    `groups` are the units of resampling: documents of one family, thread or source go together. With `sides`, only
    pairs of documents of different sides are judged.
    """

    name: str
    texts: list[str]
    groups: Numbers
    truth: frozenset[tuple[int, int]]
    unknown: frozenset[tuple[int, int]] = frozenset()
    sides: npt.NDArray[np.bool_] | None = None
    directed: bool = False

    def codes(self, left: Numbers, right: Numbers) -> Numbers:
        """One number for each pair, whatever its direction."""
        return np.minimum(left, right) * len(self.texts) + np.maximum(left, right)

    def _codes_of(self, pairs: Iterable[tuple[int, int]]) -> Numbers:
        ends = np.array(sorted(pairs), np.int64).reshape(-1, 2)
        return np.unique(self.codes(ends[:, 0], ends[:, 1]))

    def labels(self, left: Numbers, right: Numbers) -> npt.NDArray[np.int8]:
        """TRUE, FALSE or UNKNOWN for each pair."""
        codes = self.codes(left, right)
        found = _among(codes, self._codes_of(self.truth)).astype(np.int8)
        found[(found == FALSE) & _among(codes, self._codes_of(self.unknown))] = UNKNOWN
        if self.sides is not None:
            found[self.sides[left] == self.sides[right]] = UNKNOWN
        return found

    @property
    def wanted(self) -> int:
        """How many pairs are true."""
        return len(self._codes_of(self.truth))

    def true_groups(self) -> tuple[Numbers, Numbers]:
        """The groups of both documents of each true pair."""
        codes = self._codes_of(self.truth)
        return self.groups[codes // len(self.texts)], self.groups[codes % len(self.texts)]


def _among(codes: Numbers, some: Numbers) -> npt.NDArray[np.bool_]:
    """Which codes are among some sorted ones; faster than `np.isin` where the codes are many and the others few."""
    if not len(some):
        return np.zeros(len(codes), np.bool_)
    found: npt.NDArray[np.bool_] = some[np.minimum(np.searchsorted(some, codes), len(some) - 1)] == codes
    return found


def scores(true: float, found: float, wanted: float) -> Scores:
    """Precision, recall and F1 from counts; nothing found has no precision, here 0."""
    both = found + wanted
    return Scores(true / found if found else 0.0, true / wanted if wanted else 0.0, 2 * true / both if both else 0.0)


def sweep(judged: Judged, pairs: Scored, levels: Sequence[float], *, strict: bool) -> list[Scores]:
    """Scores at each threshold; with `strict`, a pair must be above it."""
    labels = judged.labels(pairs.left, pairs.right)
    order = np.argsort(levels)
    reached = np.searchsorted(np.asarray(levels)[order], pairs.score, "left" if strict else "right")
    counts = [_at_least(reached[labels == label], len(levels)) for label in (TRUE, FALSE)]
    wanted, found = judged.wanted, [scores(0, 0, 0)] * len(levels)
    for place, (true, false) in zip(order.tolist(), zip(*counts, strict=True), strict=True):
        found[place] = scores(true, true + false, wanted)
    return found


def _at_least(reached: Numbers, levels: int) -> list[int]:
    """How many scores pass each of the levels, of which each passes so many."""
    return list(map(int, np.bincount(reached, minlength=levels + 1)[::-1].cumsum()[::-1][1:]))


def passing(score: Shares, level: float, *, strict: bool) -> npt.NDArray[np.bool_]:
    """Which scores pass."""
    return score > level if strict else score >= level


def direction(judged: Judged, pairs: Scored, level: float, *, strict: bool) -> tuple[int, int]:
    """How many true pairs are told, and for how many of them the contained document is among those that pass."""
    true = judged.labels(pairs.left, pairs.right) == TRUE
    ways = [passing(share, level, strict=strict) & true for share in (pairs.left_score, pairs.right_score)]
    ends = [(pairs.left, pairs.right), (pairs.right, pairs.left)]
    said = [
        set(zip(one[way].tolist(), other[way].tolist(), strict=True))
        for way, (one, other) in zip(ways, ends, strict=True)
    ]
    return int(np.count_nonzero(ways[0] | ways[1])), len((said[0] | said[1]) & judged.truth)
