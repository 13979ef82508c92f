"""The passages of all matches of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow

if TYPE_CHECKING:
    from samesame.align.passages import Aligner
    from samesame.engines.base import Limits, Side
    from samesame.match.groups import Numbers


def spans_of(sides: Sequence[Side], left: Numbers, right: Numbers, aligner: Aligner, limits: Limits) -> pa.Array:
    """Reads the documents of the pairs again and aligns them. Texts beyond half the memory wait on disk."""
    held = _core.HeldTexts(limits.memory // 2)
    wanted = np.unique(np.r_[left, right])
    count = 0
    for side in sides:
        for batch in side.batches(again=True) if len(wanted) else ():
            here = wanted[np.searchsorted(wanted, count) : np.searchsorted(wanted, count + batch.num_rows)]
            if len(here):
                texts = batch.column("text").take(to_arrow(here - count))
                held.push(to_arrow(here, pa.uint32()), texts)
            count += batch.num_rows
    pairs = to_arrow(left, pa.uint32()), to_arrow(right, pa.uint32())
    return held.align(*pairs, aligner.core, limits.threads)
