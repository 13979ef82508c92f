"""Columns of spans: their type, and exchanging left and right."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import constant, to_arrow, to_numpy

SPAN = pa.struct(
    [
        ("left_start", pa.int64()),
        ("left_end", pa.int64()),
        ("right_start", pa.int64()),
        ("right_end", pa.int64()),
        ("kind", pa.large_string()),
    ]
)
SPANS = pa.large_list(SPAN)


def turned_spans(spans: pa.Array, turned: npt.NDArray[np.bool_]) -> pa.Array:
    """Exchanges left and right in the rows where `turned` is true."""
    if spans.null_count == len(spans):
        return spans
    fields = [spans.values.field(name) for name in ("right_start", "right_end", "left_start", "left_end", "kind")]
    values = pa.StructArray.from_arrays(fields, fields=list(SPAN))
    other = pa.LargeListArray.from_arrays(spans.offsets, values, mask=spans.is_null())
    return _in_order(pa.concat_arrays([spans, other]).take(to_arrow(np.arange(len(spans)) + len(spans) * turned)))


def _in_order(spans: pa.Array) -> pa.Array:
    """Sorts the spans of each row by their start in the left text, then in the right one."""
    values, lengths = spans.flatten(), to_numpy(pc.list_value_length(spans).fill_null(constant(0, pa.int64())))
    row = np.repeat(np.arange(len(spans)), lengths)
    starts = (to_numpy(values.field(name)) for name in ("right_start", "left_start"))
    order = np.lexsort((*starts, row))
    offsets = to_arrow(np.r_[0, np.cumsum(lengths)], pa.int64())
    return pa.LargeListArray.from_arrays(offsets, values.take(to_arrow(order)), mask=spans.is_null())
