"""Values that JSON and Python lack."""

from __future__ import annotations

import csv
import gzip
import json
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss
from samesame.plain import NotJson, json_line, rows
from samesame.report.files import write_table

YEAR_0 = -62_167_219_200
# Arrow's values, and what stands for them in JSON.
VALUES: list[tuple[pa.Array, Any]] = [
    (pa.array([b"caf\xc3\xa9"]), "café"),
    (pa.array([b"\xff\x00"]), "/wA="),
    (pa.array([b"\xff\x00"], pa.large_binary()), "/wA="),
    (pa.array([Decimal("1.50")]), "1.50"),
    (pa.array([date(2025, 3, 1)]), "2025-03-01"),
    (pa.array([time(1, 2, 3)]), "01:02:03"),
    (pa.array([timedelta(seconds=90, microseconds=5)]), "PT90.000005S"),
    (pa.array([timedelta(days=-1)]), "PT-86400S"),
    (pa.array([datetime(2025, 3, 1, tzinfo=UTC)]), "2025-03-01T00:00:00Z"),
    (pa.array([1], pa.timestamp("ns")), "1970-01-01T00:00:00.000000001"),
    (pa.array([YEAR_0], pa.timestamp("s")), "0000-01-01T00:00:00"),
    (pa.array([YEAR_0], pa.timestamp("s", tz="UTC")), "0000-01-01T00:00:00Z"),
    (pa.array([YEAR_0 // 86_400], pa.date32()), "0000-01-01"),
    (pa.array([2**62], pa.duration("s")), f"{2**62} s"),
    (pa.array([[YEAR_0, None]], pa.list_(pa.timestamp("s"))), ["0000-01-01T00:00:00", None]),
    (pa.array([{"a": YEAR_0}], pa.struct([("a", pa.timestamp("s"))])), {"a": "0000-01-01T00:00:00"}),
    (pa.array([[("k", YEAR_0)]], pa.map_(pa.string(), pa.timestamp("s"))), [["k", "0000-01-01T00:00:00"]]),
    (pa.array([[b"\xff"]]), ["/w=="]),
    (pa.array([2**60]), 2**60),
    (pa.array([None], pa.null()), None),
]


@pytest.mark.parametrize(("column", "expected"), VALUES)
def test_every_value_is_valid_json(column: pa.Array, expected: Any) -> None:
    [row] = rows(pa.record_batch([column], ["x"]))
    found = json.loads(json_line(row))["x"]
    assert found == expected


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_number_is_null_and_said(value: float) -> None:
    for row in ({"x": value}, {"x": [1.5, {"y": value, "z": b"\xff"}]}):
        with pytest.warns(NotJson, match="NaN and Infinity have no JSON; they are written as null"):
            line = json_line(row)
        json.loads(line, parse_constant=lambda name: pytest.fail(name))
    assert json.loads(line) == {"x": [1.5, {"y": None, "z": "/w=="}]}


def test_documents_of_any_columns_can_be_written_in_any_format(folder: Path) -> None:
    columns = {f"c{i}": column for i, (column, _) in enumerate(VALUES)}
    pq.write_table(pa.table({"id": ["a"], "text": ["one"], **columns}), "a.parquet")
    expected = {f"c{i}": value for i, (_, value) in enumerate(VALUES)}
    for out in ("o.jsonl", "o.csv", "o.parquet", "o.arrow", "o.tsv.gz"):
        ss.dedup("a.parquet", out=out)
    assert [dict(document.metadata) for document in ss.read("a.parquet")] == [expected]
    assert [dict(document.metadata) for document in ss.read("o.jsonl")] == [expected]
    with Path("o.csv").open(newline="") as file:
        [cells] = csv.DictReader(file)
    for name, value in expected.items():
        nested = isinstance(value, list | dict)
        assert (json.loads(cells[name]) if nested else cells[name]) == (value if nested else str(value or ""))
    assert pq.read_table("o.parquet")["c1"].to_pylist() == [b"\xff\x00"]
    assert "/wA=" in gzip.decompress(Path("o.tsv.gz").read_bytes()).decode()


def test_a_time_that_python_cannot_tell_is_named_and_stays_in_the_users_table(folder: Path) -> None:
    moments = pa.array([YEAR_0, 0], pa.timestamp("s", tz="UTC"))
    table = pa.table({"id": ["a", "b"], "text": ["one", "two"], "time": moments})
    write_table(table, "a.parquet")
    result = ss.dedup("a.parquet", out="o.parquet")
    assert (len(result), result.summary.problems) == (2, 1)
    assert pq.read_table("o.parquet")["time"].cast(pa.int64()).to_pylist()[0] < 0
    documents = ss.read("a.parquet")
    assert [document.time for document in documents] == [None, datetime(1970, 1, 1, tzinfo=UTC)]
    (problem,) = documents.problems
    assert "outside the years 1 to 9999" in problem.message
