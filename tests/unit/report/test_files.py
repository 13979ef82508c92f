"""Tables to files and back."""

from __future__ import annotations

import csv
import gzip
import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss
from samesame.report.files import open_writer, output_format, write_table
from samesame.report.matches import MATCH_SCHEMA

ALL = ["x.jsonl", "x.ndjson", "x.csv", "x.tsv", "x.parquet", "x.arrow", "x.feather"]
PACKED = [f"x.{text}.{packed}" for text in ("jsonl", "csv", "tsv") for packed in ("gz", "zst")]
NASTY = ["plain", 'a "quote"', "a,b\tc", "two\nlines", "carriage\rreturn", "\r\n", "", " x ", "çığ 北京 🙂", "\0"]
SPAN = {"left_start": 0, "left_end": 4, "right_start": 2, "right_end": 6, "kind": "identical"}
ROW: dict[str, Any] = {
    "left": "a",
    "right": "b",
    "relation": "near",
    "method": "overlap",
    "left_score": 0.1,
    "right_score": 1.0,
    "left_coverage": 1 / 3,
    "right_coverage": 0.0,
    "jaccard": 0.5,
    "spans": [SPAN],
}


def unpacked(path: Path) -> bytes:
    if path.suffix == ".gz":
        return gzip.decompress(path.read_bytes())
    with pa.input_stream(str(path), compression="zstd" if path.suffix == ".zst" else None) as stream:
        data: bytes = stream.read()
        return data


def rows(path: Path) -> list[dict[str, Any]]:
    """What a file holds, read by other means than those that wrote it."""
    format = output_format(path)
    if format == "parquet":
        return list(pq.read_table(path).to_pylist())
    if format == "arrow":
        with pa.ipc.open_file(str(path)) as reader:
            return list(reader.read_all().to_pylist())
    text = unpacked(path).decode()
    if format == "jsonl":
        return [json.loads(line) for line in text.splitlines()]
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t" if format == "tsv" else ","))


@pytest.mark.parametrize("name", ALL + PACKED)
def test_a_match_survives_every_format(folder: Path, name: str) -> None:
    table = pa.Table.from_pylist([ROW, {**ROW, "right": "c", "spans": None}, {**ROW, "spans": []}], MATCH_SCHEMA)
    write_table(table, name)
    found = rows(Path(name))
    assert list(found[0]) == MATCH_SCHEMA.names
    if output_format(name) in ("csv", "tsv"):
        for row in found:
            row.update({key: float(row[key]) for key in MATCH_SCHEMA.names[4:9]})
            row["spans"] = json.loads(row["spans"]) if row["spans"] else None
    assert found == table.to_pylist()


@pytest.mark.parametrize("name", ALL + PACKED)
def test_nasty_texts_survive_every_format(folder: Path, name: str) -> None:
    table = pa.table({"id": [str(i) for i in range(len(NASTY))], "text": NASTY})
    write_table(table, name)
    assert [row["text"] for row in rows(Path(name))] == NASTY


@pytest.mark.parametrize("name", ALL + PACKED)
def test_what_is_written_is_read_back_by_samesame(folder: Path, name: str) -> None:
    moment = datetime(2025, 3, 3, 11, 6, 40, 250_000, tzinfo=UTC)
    documents = [ss.Document(f"d{i}", text, moment if i % 2 else None) for i, text in enumerate(NASTY)]
    write_table(ss.read(documents).to_arrow().drop_columns(["metadata"]), name)
    assert list(ss.read(name)) == documents


@pytest.mark.parametrize("name", ALL + PACKED)
def test_a_table_without_rows_is_a_file_with_columns(folder: Path, name: str) -> None:
    write_table(MATCH_SCHEMA.empty_table(), name)
    assert rows(Path(name)) == []
    if output_format(name) in ("csv", "tsv"):
        assert unpacked(Path(name)).decode().split() and unpacked(Path(name)).startswith(b"left")


@pytest.mark.parametrize("name", ["x.txt", "x", "x.gz", "x.parquet.gz", "x.arrow.zst", "jsonl", "x.jsonl.bz2"])
def test_a_name_without_a_format_is_an_error_that_lists_them(name: str) -> None:
    with pytest.raises(ss.ParameterError, match=r"tells no format; end it in \.jsonl, \.csv"):
        output_format(name)


@pytest.mark.parametrize("name", ALL + PACKED)
def test_a_failed_writing_leaves_nothing_and_harms_nothing(folder: Path, name: str) -> None:
    Path(name).write_text("an earlier result")
    with pytest.raises(KeyboardInterrupt), open_writer(name, MATCH_SCHEMA) as writer:
        writer.write(pa.RecordBatch.from_pylist([ROW], MATCH_SCHEMA))
        raise KeyboardInterrupt
    assert [path.name for path in folder.iterdir()] == [name]
    assert Path(name).read_text() == "an earlier result"
