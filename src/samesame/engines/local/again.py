"""Reads documents of pairs again: by number, in order, over all sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow
from samesame.engines.local.job import Job
from samesame.limits import Limits
from samesame.match.groups import Numbers
from samesame.methods.base import Sign
from samesame.read.side import Side


def again(sides: Sequence[Side], wanted: Numbers) -> Iterator[tuple[slice, pa.RecordBatch]]:
    """Batches of the documents with these numbers, which must ascend, with the slice of the numbers in each batch."""
    count = 0
    for side in sides:
        for batch in side.batches(again=True) if len(wanted) else ():
            start, end = np.searchsorted(wanted, [count, count + batch.num_rows])
            if end > start:
                yield slice(int(start), int(end)), batch.take(to_arrow(wanted[start:end] - count))
            count += batch.num_rows


def overlaps_of(job: Job, firsts: Numbers, wanted: Numbers, sign: Sign) -> _core.Overlaps:
    """The features of some signed documents, to count what they share.

    For an index these are the stored 4-word shingles.
    """
    overlaps = _core.Overlaps(job.limits.memory // 2)
    for which, batch in again(job.sides, firsts[wanted]):
        kept = "plain" in batch.schema.names
        features = batch.column("plain") if kept else sign(batch.column("text"), job.weights, job.limits.threads)
        overlaps.push(to_arrow(wanted[which], pa.uint32()), features, job.limits.threads)
    return overlaps


def texts_of(sides: Sequence[Side], wanted: Numbers, limits: Limits) -> _core.HeldTexts:
    """The texts of some documents. Beyond half the memory they are spilled."""
    held = _core.HeldTexts(limits.memory // 2)
    for which, batch in again(sides, wanted):
        held.push(to_arrow(wanted[which], pa.uint32()), batch.column("text"))
    return held
