"""The texts that the passages of matches are found in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow

if TYPE_CHECKING:
    from samesame.engines.base import Side
    from samesame.limits import Limits
    from samesame.match.groups import Numbers


def held_texts(sides: Sequence[Side], wanted: Numbers, limits: Limits) -> _core.HeldTexts:
    """Reads some documents again, by number and in order. Texts beyond half the memory wait on disk."""
    held = _core.HeldTexts(limits.memory // 2)
    count = 0
    for side in sides:
        for batch in side.batches(again=True) if len(wanted) else ():
            here = wanted[np.searchsorted(wanted, count) : np.searchsorted(wanted, count + batch.num_rows)]
            if len(here):
                texts = batch.column("text").take(to_arrow(here - count))
                held.push(to_arrow(here, pa.uint32()), texts)
            count += batch.num_rows
    return held
