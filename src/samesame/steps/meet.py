"""Pairs of documents that share a value: a feature, a band or a block of bits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame.match.groups import Numbers, Sides
from samesame.steps.frames import made
from samesame.steps.stage import Task

# Pairs that are made at a time before those that cannot pass are dropped.
AT_ONCE = 1 << 20


def runs_of(*columns: npt.NDArray[Any]) -> Sides:
    """Where runs of equal values start in columns that are sorted together, and how long they are."""
    count = len(columns[0])
    new = np.ones(count, np.bool_)
    if count:
        new[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    starts = np.flatnonzero(new)
    return starts, np.diff(np.append(starts, count))


def meetings(
    values: npt.NDArray[Any],
    asking: npt.NDArray[np.bool_],
    *,
    has: npt.NDArray[np.bool_] | None = None,
    at_once: int = AT_ONCE,
) -> Iterator[Sides]:
    """Pairs of rows with the same value: each row that asks, with all rows of its value including itself; in parts.

    Equal values must be consecutive. With `has` only those rows are met; of equal values they must come first. A part
    has at most `at_once` pairs, or those of a single row.
    """
    starts, lengths = runs_of(values)
    rows = np.flatnonzero(asking)
    run = np.repeat(np.arange(len(starts)), lengths)[rows]
    if has is not None and len(starts):
        lengths = np.add.reduceat(has.astype(np.int64), starts)
    ends = np.cumsum(lengths[run])
    at = 0
    while at < len(rows):
        before = ends[at] - lengths[run[at]]
        until = max(at + 1, int(np.searchsorted(ends, before + at_once, "right")))
        yield _spread(rows[at:until], starts[run[at:until]], lengths[run[at:until]])
        at = until


def _spread(rows: Numbers, starts: Numbers, counts: Numbers) -> Sides:
    lefts = np.repeat(rows, counts)
    within = np.arange(len(lefts)) - np.repeat(np.cumsum(counts) - counts, counts)
    return lefts, np.repeat(starts, counts) + within


def across(task: Task, left_side: Numbers, right_side: Numbers) -> npt.NDArray[np.bool_]:
    """Whether two documents may match: with two sides, only documents of different sides.

    If the second side goes ahead, also two of the first, unless `against_only` is set.
    """
    if len(task.plan.sides) < 2:
        return np.ones(len(left_side), np.bool_)
    if compared_within(task):
        return np.asarray((left_side == 0) | (right_side == 0))
    return np.asarray(left_side != right_side)


def compared_within(task: Task) -> bool:
    """Whether of two sides the first one is also compared with itself."""
    return task.plan.ahead and not task.plan.deduplicating.against_only


def distinct(left: Numbers, right: Numbers) -> Sides:
    """Each pair once, the smaller number left."""
    left, right = np.minimum(left, right), np.maximum(left, right)
    order = np.lexsort((right, left))
    left, right = left[order], right[order]
    once, _ = runs_of(left, right)
    return left[once], right[once]


def candidates(parts: list[Sides]) -> pa.Table:
    """The table `candidates` of pairs found in parts."""
    none = np.zeros(0, np.int64)
    left, right = (np.concatenate([none, *(part[side] for part in parts)]) for side in (0, 1))
    left, right = distinct(left, right)
    return made("candidates", {"left": left, "right": right})
