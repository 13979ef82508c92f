"""Values of Arrow columns of any type as JSON values.

Text stays text. Bytes become text if they are valid UTF-8, otherwise base64. Decimals are strings with all their
digits; dates, times and timestamps are ISO 8601, durations too (`PT90S`). NaN and the infinities become null.
"""

from __future__ import annotations

import base64
import json
import math
import re
import warnings
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pyarrow as pa

_MICROSECONDS = timedelta(microseconds=1)


class NotJson(UserWarning):
    """Some values cannot be expressed in JSON and were written as null."""


def json_line(row: object) -> str:
    """A value as one line of JSON.

    >>> json_line({"n": 1.5, "b": b"caf\\xc3\\xa9", "raw": b"\\xff", "d": timedelta(minutes=1.5)})
    '{"n": 1.5, "b": "café", "raw": "/w==", "d": "PT90S"}'
    """
    try:
        return json.dumps(row, ensure_ascii=False, default=plain, allow_nan=False)
    except ValueError:
        warnings.warn("NaN and Infinity have no JSON; they are written as null", NotJson, stacklevel=2)
        return json.dumps(_finite(row), ensure_ascii=False)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return value if value is None or isinstance(value, str | int) else plain(value)


def plain(value: object) -> Any:
    """A value that JSON lacks, as a string."""
    if isinstance(value, bytes):
        return _text(value)
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return f"PT{Decimal(value // _MICROSECONDS).scaleb(-6).normalize():f}S"
    return str(value)


def _text(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return base64.b64encode(value).decode()


def rows(batch: pa.RecordBatch) -> Iterator[dict[str, Any]]:
    """The rows of a batch as Python values.

    Values without a Python type, such as timestamps before the year 1, are strings.
    """
    columns = [values(column) for column in batch.columns]
    for row in zip(*columns, strict=True):
        yield dict(zip(batch.schema.names, row, strict=True))


def values(column: pa.Array) -> list[Any]:
    """The values of a column.

    >>> values(pa.array([-62_167_219_200, 0], pa.timestamp("s")))
    ['0000-01-01T00:00:00', datetime.datetime(1970, 1, 1, 0, 0)]
    """
    try:
        return list(column.to_pylist())
    except (ValueError, OverflowError, pa.ArrowException):
        return [_value(scalar) for scalar in column]


def _value(scalar: pa.Scalar) -> Any:
    """One value.

    The elements of a list or struct are converted one by one, because one without a Python type makes the whole fail.
    """
    try:
        return scalar.as_py()
    except (ValueError, OverflowError, pa.ArrowException):
        if isinstance(scalar, pa.MapScalar):
            return [(_value(pair["key"]), _value(pair["value"])) for pair in scalar.values]
        if isinstance(scalar, pa.ListScalar | pa.LargeListScalar | pa.FixedSizeListScalar):
            return [_value(item) for item in scalar.values]
        if isinstance(scalar, pa.StructScalar):
            return {name: _value(scalar[i]) for i, name in enumerate(scalar.type.names)}
        if isinstance(scalar, pa.StringScalar | pa.LargeStringScalar):
            return scalar.as_buffer().to_pybytes().decode(errors="backslashreplace")
        return _written(scalar)


def _written(scalar: pa.Scalar) -> str:
    """The value as Arrow prints it."""
    if pa.types.is_dictionary(scalar.type):
        return str(_value(scalar.value))
    if pa.types.is_duration(scalar.type):
        return f"{scalar.cast(pa.int64()).as_py()} {scalar.type.unit}"
    text = str(scalar.cast(pa.string()).as_py()).replace(" ", "T", 1)
    return re.sub(r"\.0+(?=\D|$)", "", text)  # Python's isoformat omits zero fractions, too
