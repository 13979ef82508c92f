"""Stars from pairs that are already known, for methods without sets of features."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from samesame.match.groups import Numbers


def star_pairs(left: Numbers, right: Numbers, order: Numbers, fixed: npt.NDArray[np.bool_], count: int) -> Numbers:
    """For each of `count` documents the one that stays in its place.

    In the order of preference, a document goes if it is paired with one that stays.

    >>> chain = np.array([0, 1]), np.array([1, 2])
    >>> star_pairs(*chain, np.array([0, 1, 2]), np.zeros(3, bool), 3).tolist()
    [0, 0, 2]
    """
    rank = np.zeros(count, np.int64)
    rank[order] = np.arange(len(order))
    earlier, later = np.minimum(rank[left], rank[right]), np.maximum(rank[left], rank[right])
    # The pairs of each document with those before it, which stand in their order.
    sorting = np.lexsort((earlier, later))
    earlier, later = earlier[sorting], later[sorting]
    starts = np.flatnonzero(np.r_[True, later[1:] != later[:-1]]) if len(later) else later
    stays = np.ones(len(order), np.bool_)
    kept = np.arange(count)
    ends = np.r_[starts[1:], len(later)][: len(starts)]
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        document, before = order[later[start]], earlier[start:end]
        staying = stays[before]
        if staying.any() and not fixed[document]:
            stays[later[start]] = False
            kept[document] = order[before[staying.argmax()]]
    return kept
