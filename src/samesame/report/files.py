"""Writes tables to files: the suffix selects JSONL, CSV, Parquet or Arrow; text formats may be compressed."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import pyarrow as pa

from samesame import _core
from samesame.errors import ParameterError
from samesame.plain import json_line, rows
from samesame.read.schema import PUBLIC, SCHEMA
from samesame.report.columns import all_finite, all_in_core
from samesame.report.csv import CsvWriter
from samesame.report.visible import escaped_json
from samesame.report.whole import whole_file as whole_file  # imported from here by others

SUFFIXES = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
}
PACKED = {".gz": "gzip", ".zst": "zstd"}


class Writer(Protocol):
    """Receives the batches of a table."""

    def write(self, batch: pa.RecordBatch) -> None:
        """Adds a batch."""
        ...


def output_format(path: str | Path, option: str = "out", *, or_folder: bool = False) -> str:
    """The format that a file's name selects, or an error that lists those there are; `option` names the file.

    With `or_folder`, the error says how a folder is named.
    """
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    packed = bool(suffixes) and suffixes[-1] in PACKED
    if packed:
        suffixes.pop()
    found = SUFFIXES.get(suffixes[-1]) if suffixes else None
    if found is None or (packed and found in ("parquet", "arrow")):
        raise ParameterError(
            f"{option}: '{path}' tells no format; end it in .jsonl, .csv, .tsv (also with .gz or .zst), .parquet or "
            f".arrow{', or in / for a folder' if or_folder else ''}"
        )
    return found


JsonLines: TypeAlias = Callable[[pa.RecordBatch], bytes]


@contextlib.contextmanager
def open_writer(
    path: str | Path, schema: pa.Schema, *, json_lines: JsonLines | None = None, csv_safe: bool = False
) -> Iterator[Writer]:
    """A writer for a table of that schema. `json_lines` may replace the general way to write JSONL.

    With `csv_safe`, cells of CSV and TSV that a spreadsheet would take for formulas get an apostrophe before them.
    """
    output_format(path)
    with (
        whole_file(Path(path)) as partial,
        writer_to(partial, Path(path), schema, json_lines=json_lines, csv_safe=csv_safe) as writer,
    ):
        yield writer


@contextlib.contextmanager
def documents_writer(path: Path, *, csv_safe: bool = False) -> Iterator[Writer]:
    """A writer of documents, of whose columns only those are written that users see."""
    schema = pa.schema([SCHEMA.field(name) for name in PUBLIC])
    with open_writer(path, schema, json_lines=_core.json_lines, csv_safe=csv_safe) as writer:
        yield _Public(writer)


class _Public:
    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def write(self, batch: pa.RecordBatch) -> None:
        self._writer.write(batch.select(PUBLIC))


@contextlib.contextmanager
def writer_to(
    partial: Path, path: Path, schema: pa.Schema, *, json_lines: JsonLines | None = None, csv_safe: bool = False
) -> Iterator[Writer]:
    """A writer to `partial`, in the format that the name of `path` selects."""
    format = output_format(path)
    if format in ("parquet", "arrow"):
        columnar = _ColumnarWriter(format, partial, schema)
        yield columnar
        columnar.close()
        return
    with pa.output_stream(str(partial), compression=PACKED.get(path.suffix.lower())) as stream:
        if format == "jsonl":
            yield _LinesWriter(stream, json_lines or table_json_lines)
        else:
            yield CsvWriter(stream, schema, "\t" if format == "tsv" else ",", safe=csv_safe)


class _ColumnarWriter:
    def __init__(self, format: str, path: Path, schema: pa.Schema) -> None:
        if format == "parquet":
            import pyarrow.parquet as pq

            self._writer: Any = pq.ParquetWriter(str(path), schema, compression="zstd")
        else:
            # Of columns with dictionaries all batches must bring the same one: a file has no more.
            self._writer = pa.ipc.new_file(str(path), schema)
        self._schema = schema

    def write(self, batch: pa.RecordBatch) -> None:
        self._writer.write_batch(batch if batch.schema.equals(self._schema) else batch.cast(self._schema))

    def close(self) -> None:
        self._writer.close()


class _LinesWriter:
    def __init__(self, stream: pa.NativeFile, json_lines: JsonLines) -> None:
        self._stream = stream
        self._json_lines = json_lines

    def write(self, batch: pa.RecordBatch) -> None:
        self._stream.write(self._json_lines(batch))


def table_json_lines(batch: pa.RecordBatch) -> bytes:
    """Rows as JSON objects, one per line. Nulls are written, so that every line has every field."""
    if all_in_core(batch.schema) and all_finite(batch):
        return _core.row_lines(batch)
    return any_json_lines(batch)


def any_json_lines(batch: pa.RecordBatch) -> bytes:
    """The same for columns of any type, which may have numbers that JSON lacks; these give a warning."""
    return "".join(json_line(row) + "\n" for row in rows(batch)).encode()


def write_table(table: pa.Table, path: str | Path, *, csv_safe: bool = False) -> None:
    """Writes a whole table to a file."""
    output_format(path)
    with whole_file(Path(path)) as partial:
        write_table_to(partial, Path(path), table, csv_safe=csv_safe)


def write_table_to(partial: Path, path: Path, table: pa.Table, *, csv_safe: bool = False) -> None:
    """Writes a whole table to `partial`, in the format that the name of `path` selects."""
    with writer_to(partial, path, table.schema, csv_safe=csv_safe) as writer:
        for batch in table.to_batches(max_chunksize=8192):
            writer.write(batch)


def print_json_lines(table: pa.Table) -> None:
    """Writes a table to standard output as JSONL."""
    for batch in table.to_batches(max_chunksize=8192):
        put_lines(table_json_lines(batch))
    sys.stdout.buffer.flush()


def put_lines(lines: bytes) -> None:
    """Writes JSON lines to standard output; on a terminal, control characters are escaped, which JSON allows."""
    sys.stdout.buffer.write(escaped_json(lines.decode()).encode() if sys.stdout.isatty() else lines)
