"""Times in columns of any type. Everything that Python's `datetime` can hold is accepted; other times are reported."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import constant, to_arrow, to_numpy
from samesame.plain import values
from samesame.read.times import WATERSHED, OutOfRange, no_time, parse_time

UTC = pa.timestamp("us", tz="UTC")
# The years 1 to 9999 in microseconds since 1970.
FIRST, LAST = -62_135_596_800_000_000, 253_402_300_799_999_999
# What a unit is in microseconds, as a factor and a divisor.
_SECOND, _MILLISECOND = (10**6, 1), (10**3, 1)
_UNITS = {"s": _SECOND, "ms": _MILLISECOND, "us": (1, 1), "ns": (1, 10**3), "day": (86_400 * 10**6, 1)}

# A row, and what is wrong with it.
Fault = tuple[int, str]
Ticks = npt.NDArray[np.int64]


def column_times(column: pa.Array) -> tuple[pa.Array, list[Fault]]:
    """A column as timestamps in UTC, and the rows without a valid time: these are kept without it."""
    kind = column.type
    if pa.types.is_timestamp(kind):
        return _from_numbers(column, _UNITS[kind.unit])
    if pa.types.is_date64(kind):
        return _from_numbers(column, _MILLISECOND)
    if pa.types.is_date32(kind):
        return _from_numbers(column.cast(pa.int32()), _UNITS["day"])
    if pa.types.is_integer(kind) and not pa.types.is_uint64(kind):
        return _from_numbers(column, None)
    if kind in (pa.string(), pa.large_string()):
        try:
            return _from_numbers(column.cast(UTC), _UNITS["us"])
        except pa.ArrowException:
            pass  # another way to write it, or invalid: value by value
    return _one_by_one(column)


def _from_numbers(column: pa.Array, unit: tuple[int, int] | None) -> tuple[pa.Array, list[Fault]]:
    """Times that are numbers in a unit; if None, seconds or milliseconds, decided by their size."""
    valid = to_numpy(column.is_valid())
    numbers = to_numpy(column.cast(pa.int64()).fill_null(constant(0, pa.int64())))
    micros, inside = _micros(numbers, unit or _SECOND)
    if unit is None:
        fine, fine_inside = _micros(numbers, _MILLISECOND)
        large = (numbers > WATERSHED) | (numbers < -WATERSHED)
        micros, inside = np.where(large, fine, micros), np.where(large, fine_inside, inside)
    bad = np.flatnonzero(valid & ~inside)
    times = pc.if_else(to_arrow(valid & inside), to_arrow(micros, pa.int64()), pa.nulls(1, pa.int64())[0])
    return times.cast(UTC), [(int(row), no_time(int(numbers[row]), OutOfRange())) for row in bad]


def _micros(numbers: Ticks, unit: tuple[int, int]) -> tuple[Ticks, npt.NDArray[np.bool_]]:
    """Numbers as microseconds, and which of them are in the range of Python's years; the others are 0."""
    factor, divisor = unit
    limits = np.iinfo(np.int64)
    low = max(-(-FIRST * divisor // factor), limits.min)
    high = min(LAST * divisor // factor, limits.max)
    inside = (numbers >= low) & (numbers <= high)
    return np.where(inside, numbers, 0) * factor // divisor, inside


def _one_by_one(column: pa.Array) -> tuple[pa.Array, list[Fault]]:
    """Value by value, so that a bad time affects only its row."""
    found, faults = values_of(column)
    times: list[datetime | None] = []
    for row, value in enumerate(found):
        try:
            times.append(parse_time(value))
        except (ValueError, TypeError) as error:
            faults.append((row, no_time(value, error)))
            times.append(None)
    return pa.array(times, UTC), sorted(faults)


def values_of(column: pa.Array) -> tuple[list[Any], list[Fault]]:
    """The values of a column as Python objects, and the rows whose value Python cannot hold, which are None.

    Values that `plain` can format, such as a date of the year 300000, are strings.
    """
    try:
        return values(column), []
    except Exception:
        return _values_one_by_one(column)


def _values_one_by_one(column: pa.Array) -> tuple[list[Any], list[Fault]]:
    found: list[Any] = []
    faults: list[Fault] = []
    for row in range(len(column)):
        try:
            found += values(column.slice(row, 1))
        except Exception as error:
            found.append(None)
            faults.append((row, f"{type(error).__name__}: {error}"))
    return found, faults
