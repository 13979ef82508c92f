"""Times in columns: what Python's datetime can hold; what lies beyond is named and kept without."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest

import samesame as ss
from samesame.read.column_times import FIRST, LAST, column_times
from samesame.read.times import parse_time

FIRST_TIME, LAST_TIME = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
UNITS = {"s": 10**6, "ms": 10**3, "us": 1}


@pytest.mark.parametrize("zone", [None, "UTC", "Europe/Berlin", "Nowhere/Nothing"])
@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_timestamps_of_all_units_within_and_beyond_the_years_of_python(unit: str, zone: str | None) -> None:
    if unit == "ns":
        numbers, bad = [-(1 << 63) + 1, 1_741_000_000_123_456_789, None], []
    else:
        first, last = -(-FIRST // UNITS[unit]), LAST // UNITS[unit]
        numbers, bad = [first, last, first - 1, last + 1, None, (1 << 63) - 1, 0], [2, 3, 5]
    column = pa.array(numbers, pa.int64()).cast(pa.timestamp(unit, tz=zone))
    times, faults = column_times(column)
    assert times.validate(full=True) is None and [row for row, _ in faults] == bad
    for row, (number, time) in enumerate(zip(numbers, times.to_pylist(), strict=True)):
        if number is None or row in bad:
            assert time is None
        else:
            micros = number // 1000 if unit == "ns" else number * UNITS[unit]
            assert (time - datetime(1970, 1, 1, tzinfo=UTC)) // (datetime.resolution) == micros


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (pa.array([0, 19_000, 2**31 - 5, -(2**31)], pa.int32()).cast(pa.date32()), [True, True, False, False]),
        (pa.array([0, 10**15, -(10**15)], pa.int64()).cast(pa.date64()), [True, False, False]),
        (pa.array([1_741_000_000, 1_741_000_000_000, 1 << 62, -(1 << 63)]), [True, True, False, False]),
        (pa.array([1 << 63], pa.uint64()), [False]),
        (pa.array(["0000-01-01", "9999-12-31T23:59:59Z", "2025-03-03", "300000-01-01"]), [False, True, True, False]),
        (pa.array([1.5, float("inf"), -float("inf"), 1e300]), [True, False, False, False]),
        (pa.array([1 << 62], pa.int64()).cast(pa.duration("s")), [False]),
        (pa.array([pa.MonthDayNano([1, 2, 3])]), [False]),
        (pa.array([Decimal("1.5")], pa.decimal256(70, 3)), [False]),
        (pa.array([True]), [False]),
        (pa.array([[1]]), [False]),
        (pa.array([{"a": 1}]), [False]),
        (pa.array([b"\xff"]), [False]),
    ],
    ids=lambda value: str(value.type) if isinstance(value, pa.Array) else None,
)
def test_what_is_no_time_costs_only_itself(column: pa.Array, expected: list[bool]) -> None:
    times, faults = column_times(column)
    assert [time is not None for time in times.to_pylist()] == expected
    assert [row for row, _ in faults] == [row for row, good in enumerate(expected) if not good]
    documents = ss.read(pa.table({"text": ["t"] * len(column), "time": column}))
    assert [document.time is not None for document in documents] == expected
    assert [problem.line for problem in documents.problems] == [row + 1 for row, _ in faults]


def test_missing_times_are_none_and_no_fault() -> None:
    for kind in (pa.null(), pa.float64(), pa.string(), pa.duration("s"), pa.dictionary(pa.int8(), pa.string())):
        documents = ss.read(pa.table({"text": ["t"], "time": pa.nulls(1, kind)}))
        assert [document.time for document in documents] == [None] and not documents.problems.count
    assert column_times(pa.array([float("nan")]))[1] == []


@pytest.mark.parametrize(
    "value", [10**5000, "9" * 6000, LAST_TIME, "0001-01-01T00:00:00+14:00", float("inf"), {}], ids=range(6)
)
def test_parse_time_raises_nothing_unexpected(value: Any) -> None:
    documents = ss.read([{"text": "t", "time": value}])
    assert len(list(documents)) == 1
    try:
        assert parse_time(value) is not None and not documents.problems.count
    except (ValueError, TypeError):
        assert documents.problems.count == 1
