"""Confidence intervals by resampling groups of documents.

Pairs of documents are not independent: versions of one text, mails of one thread and copies of one source come
together. So whole groups are drawn with replacement. A pair within a group counts as often as the group was drawn, a
pair of two groups as often as the product of both says. Differences of two methods are taken draw by draw.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from experiments.judged import TRUE, UNKNOWN, Judged, Numbers, Scored, Shares

DRAWS = 1000
LEVEL = 0.95
CHUNK = 5_000


class Interval(NamedTuple):
    """The middle 95 % of the draws."""

    low: float
    high: float


def interval(draws: Shares) -> Interval:
    """The middle 95 %."""
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(draws, [tail, 1 - tail])
    return Interval(float(low), float(high))


def drawn(groups: int, draws: int = DRAWS, seed: int = 1) -> npt.NDArray[np.float64]:
    """How often each group is drawn, a row per draw."""
    random = np.random.default_rng(seed)
    return random.multinomial(groups, np.full(groups, 1 / groups), size=draws).astype(np.float64)


def f1_draws(judged: Judged, pairs: Scored, told: npt.NDArray[np.bool_], counts: npt.NDArray[np.float64]) -> Shares:
    """F1 of the pairs that are told, in every draw."""
    labels = judged.labels(pairs.left, pairs.right)
    judged_too = told & (labels != UNKNOWN)
    ends = [judged.groups[side] for side in (pairs.left, pairs.right)]
    found = weighed(ends[0][judged_too], ends[1][judged_too], counts)
    true = weighed(ends[0][told & (labels == TRUE)], ends[1][told & (labels == TRUE)], counts)
    wanted = weighed(*judged.true_groups(), counts)
    both = found + wanted
    return np.divide(2 * true, both, out=np.zeros_like(both), where=both > 0)


def weighed(left: Numbers, right: Numbers, counts: npt.NDArray[np.float64]) -> Shares:
    """How many pairs there are in each draw, pairs given by the groups of their ends."""
    ends, times = np.unique(np.stack([np.minimum(left, right), np.maximum(left, right)]), axis=1, return_counts=True)
    total = np.zeros(len(counts))
    for start in range(0, len(times), CHUNK):
        part = slice(start, start + CHUNK)
        one, other = counts[:, ends[0, part]], counts[:, ends[1, part]]
        total += np.where(ends[0, part] == ends[1, part], one, one * other) @ times[part]
    return total
