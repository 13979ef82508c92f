"""Stars from pairs that are already known, for methods without sets of features."""

from __future__ import annotations

from collections import defaultdict

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
    neighbours: defaultdict[int, list[int]] = defaultdict(list)
    for a, b in zip(left.tolist(), right.tolist(), strict=True):
        neighbours[a].append(b)
        neighbours[b].append(a)
    rank = np.zeros(count, np.int64)
    rank[order] = np.arange(len(order))
    kept = np.arange(count)
    for document in sorted(neighbours, key=lambda document: rank[document]):
        staying = [other for other in neighbours[document] if rank[other] < rank[document] and kept[other] == other]
        if staying and not fixed[document]:
            kept[document] = min(staying, key=lambda other: rank[other])
    return kept
