"""Rows beyond a limit wait on disk and come back in order."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pytest

from samesame.errors import InputError
from samesame.report.overflow import Overflow

SCHEMA = pa.schema([("a", pa.int64()), ("b", pa.large_string())])


def batch(first: int, rows: int) -> pa.RecordBatch:
    numbers = list(range(first, first + rows))
    return pa.record_batch([pa.array(numbers), pa.array([f"é{n}" for n in numbers], pa.large_string())], schema=SCHEMA)


@pytest.mark.parametrize("limit", [0, 1, 500, 2_000, 1 << 20])
def test_rows_come_back_in_order_at_every_limit(limit: int) -> None:
    rows = Overflow(SCHEMA, limit)
    for first in range(0, 300, 30):
        rows.add(batch(first, 30).slice(0, 30 if first else 0))
    assert rows.on_disk == (limit < 1 << 20)
    assert rows.num_rows == 270
    assert pa.Table.from_batches(rows, rows.schema).column("a").to_pylist() == list(range(30, 300))
    assert pa.Table.from_batches(rows, rows.schema).column("b").to_pylist() == [f"é{n}" for n in range(30, 300)]


def test_two_may_read_at_a_time() -> None:
    rows = Overflow(SCHEMA, 0)
    for first in range(0, 50, 10):
        rows.add(batch(first, 10))
    assert [one.equals(other) for one, other in zip(rows, rows, strict=True)] == [True] * 5
    assert all(one.column(0)[9].as_py() + 1 == other.column(0)[0].as_py() for one, other in pairwise(rows))


def test_the_file_has_no_name_and_is_closed_with_the_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    rows = Overflow(SCHEMA, 0)
    rows.add(batch(0, 10))
    assert rows._file is not None
    number = rows._file.fileno()
    assert os.fstat(number).st_nlink == 0
    assert not list(tmp_path.iterdir())
    del rows
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(number)


def test_a_folder_that_takes_no_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    with pytest.raises(InputError, match=r"temporary file in .*gone: .*raise --memory"):
        Overflow(SCHEMA, 0).add(batch(0, 10))
