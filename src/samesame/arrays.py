"""Conversions between numpy and Arrow, without copies.

pyarrow's own conversions import pandas if it is installed, which takes longer than most runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TICK = timedelta(microseconds=1)


def to_arrow(values: npt.NDArray[Any], type: pa.DataType | None = None) -> pa.Array:
    """Numbers or booleans as an Arrow array, of another type if one is given.

    >>> to_arrow(np.array([True, False, True])).to_pylist()
    [True, False, True]
    >>> to_arrow(np.arange(3), pa.uint32()).type
    DataType(uint32)
    """
    if values.dtype == np.bool_:
        bits = np.packbits(values, bitorder="little")
        return pa.Array.from_buffers(pa.bool_(), len(values), [None, pa.py_buffer(bits)])
    kind = pa.from_numpy_dtype(values.dtype) if type is None else type
    data = np.ascontiguousarray(values, str(kind))
    return pa.Array.from_buffers(kind, len(data), [None, pa.py_buffer(data)])


def to_numpy(array: pa.Array | pa.ChunkedArray) -> npt.NDArray[Any]:
    """Numbers or booleans without nulls as a numpy array, which is read-only.

    >>> to_numpy(pa.chunked_array([[1, 2], [3]])).tolist()
    [1, 2, 3]
    >>> to_numpy(pa.array([False, True, True])[1:]).tolist()
    [True, True]
    """
    if isinstance(array, pa.ChunkedArray):
        array = combined(array)
    assert array.null_count == 0
    data = array.buffers()[1]
    if pa.types.is_boolean(array.type):
        bits = np.unpackbits(np.frombuffer(data or b"", np.uint8), bitorder="little")
        return bits[array.offset : array.offset + len(array)].astype(np.bool_)
    dtype = np.dtype(str(array.type))
    return np.frombuffer(data or b"", dtype)[array.offset : array.offset + len(array)]


def combined(array: pa.ChunkedArray) -> pa.Array:
    """All chunks as one array, also if there are none (pyarrow would import pandas for this).

    >>> len(combined(pa.chunked_array([], pa.uint32())))
    0
    """
    return array.combine_chunks() if array.num_chunks else pa.nulls(0, array.type)


def words_array(words: Sequence[str | None]) -> pa.LargeStringArray:
    """Python strings as an Arrow array.

    >>> words_array(["near", None, "contained"]).to_pylist()
    ['near', None, 'contained']
    """
    encoded = [b"" if word is None else word.encode() for word in words]
    offsets = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    buffers = [_present(words), pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.large_string(), len(encoded), buffers)


def moments_array(moments: Sequence[datetime | None]) -> pa.TimestampArray:
    """Moments with a zone as Arrow timestamps in microseconds, UTC.

    >>> [str(moment) for moment in moments_array([datetime(2026, 3, 2, tzinfo=UTC), None]).to_pylist()]
    ['2026-03-02 00:00:00+00:00', 'None']
    """
    ticks = [0 if moment is None else (moment - EPOCH) // TICK for moment in moments]
    buffers = [_present(moments), pa.py_buffer(np.array(ticks, np.int64))]
    return pa.Array.from_buffers(pa.timestamp("us", tz="UTC"), len(ticks), buffers)


def _present(values: Sequence[object]) -> pa.Buffer | None:
    """Which values are not None, as Arrow's bitmap; None if all are."""
    held = np.array([value is not None for value in values], np.bool_)
    return None if held.all() else pa.py_buffer(np.packbits(held, bitorder="little"))


def constant(value: int | str, type: pa.DataType | None = None) -> pa.Scalar:
    """A number or a string as an Arrow scalar.

    >>> constant(-1, pa.int64()), constant("near")
    (<pyarrow.Int64Scalar: -1>, <pyarrow.LargeStringScalar: 'near'>)
    """
    return words_array([value])[0] if isinstance(value, str) else to_arrow(np.array([value]), type)[0]
