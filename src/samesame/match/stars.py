"""Stars from pairs that are already known, chosen by the core."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.match.groups import Numbers

Flags = npt.NDArray[np.bool_]


def star_pairs(
    left: Numbers,
    right: Numbers,
    order: Numbers,
    fixed: Flags,
    *,
    mutual: Flags | None = None,
    sizes: Numbers | None = None,
    ahead: int = 0,
    within: bool = True,
    threads: int = 1,
) -> tuple[Numbers, Flags]:
    """For each document the one that stays in its place, and whether it covers that one, too.

    Of a pair the right document covers the left one; where `mutual` says so (None: always), the left one also covers
    the right one. `order` is by preference, with those that must stay (`fixed`) first; of two documents of which one
    contains the other, the one with the larger number in `sizes` is decided first. The first `ahead` of the order are
    of another collection and stay; with `within`, the others go for one another, too.

    >>> chain = np.array([0, 1]), np.array([1, 2])
    >>> star_pairs(*chain, np.array([0, 1, 2]), np.zeros(3, bool))[0].tolist()
    [0, 0, 2]
    """
    back = np.ones(len(left), np.bool_) if mutual is None else mutual
    sizes = np.zeros(len(fixed), np.int64) if sizes is None else sizes
    sides = to_arrow(left, pa.uint32()), to_arrow(right, pa.uint32())
    passes = to_arrow(np.ones(len(left), np.bool_)), to_arrow(back)
    wishes = to_arrow(sizes, pa.uint64()), to_arrow(order, pa.uint32()), to_arrow(fixed)
    kept, both = _core.star_pairs(*sides, *passes, *wishes, ahead, within, threads)
    return to_numpy(kept).astype(np.int64), to_numpy(both)
