"""Tables to files: the suffix picks JSONL, CSV, Parquet or Arrow; text formats may be packed."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

import pyarrow as pa

from samesame.errors import ParameterError
from samesame.report.whole import whole_file as whole_file  # others take it from here

if TYPE_CHECKING:
    from samesame.read.documents import Documents

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


def refuse_inputs(documents: Documents, path: str | Path, option: str) -> None:
    """Refuses to write over what is being read."""
    for source in documents.sources:
        own = getattr(source, "path", None)
        if own is not None and Path(own).resolve() == Path(path).resolve():
            raise ParameterError(f"{option}: '{path}' is one of the inputs; choose another name")


class Writer(Protocol):
    """Takes batches of a table until it is closed."""

    def write(self, batch: pa.RecordBatch) -> None:
        """Adds a batch."""
        ...

    def close(self) -> None:
        """Ends the file."""
        ...


def output_format(path: str | Path) -> str:
    """The format that a file's name asks for, or an error that lists those there are."""
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    packed = bool(suffixes) and suffixes[-1] in PACKED
    if packed:
        suffixes.pop()
    found = SUFFIXES.get(suffixes[-1]) if suffixes else None
    if found is None or (packed and found in ("parquet", "arrow")):
        raise ParameterError(
            f"out: '{path}' tells no format; end it in .jsonl, .csv, .tsv (also with .gz or .zst), .parquet or .arrow"
        )
    return found


@contextlib.contextmanager
def open_writer(
    path: str | Path, schema: pa.Schema, *, json_lines: Callable[[pa.RecordBatch], bytes] | None = None
) -> Iterator[Writer]:
    """A writer for a table of that schema. `json_lines` may replace the general way to write JSONL."""
    format = output_format(path)
    with whole_file(Path(path)) as partial, contextlib.ExitStack() as stack:
        writer = _writer(format, partial, Path(path), schema, json_lines or table_json_lines, stack)
        yield writer
        writer.close()


def _writer(
    format: str,
    partial: Path,
    path: Path,
    schema: pa.Schema,
    json_lines: Callable[[pa.RecordBatch], bytes],
    stack: contextlib.ExitStack,
) -> Writer:
    if format in ("parquet", "arrow"):
        return _ColumnarWriter(format, partial, schema)
    stream = stack.enter_context(pa.output_stream(str(partial), compression=PACKED.get(path.suffix.lower())))
    if format == "jsonl":
        return _LinesWriter(stream, json_lines)
    return _CsvWriter(stream, schema, "\t" if format == "tsv" else ",")


class _ColumnarWriter:
    def __init__(self, format: str, path: Path, schema: pa.Schema) -> None:
        if format == "parquet":
            import pyarrow.parquet as pq

            self._writer: Any = pq.ParquetWriter(str(path), schema, compression="zstd")
        else:
            # An Arrow file has one dictionary a column, whatever the batches bring; so none is written.
            schema = pa.schema([_spelled_out(field) for field in schema], schema.metadata)
            self._writer = pa.ipc.new_file(str(path), schema)
        self._schema = schema

    def write(self, batch: pa.RecordBatch) -> None:
        self._writer.write_batch(batch if batch.schema.equals(self._schema) else batch.cast(self._schema))

    def close(self) -> None:
        self._writer.close()


def _spelled_out(field: pa.Field) -> pa.Field:
    return field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field


class _LinesWriter:
    def __init__(self, stream: IO[bytes] | pa.NativeFile, json_lines: Callable[[pa.RecordBatch], bytes]) -> None:
        self._stream = stream
        self._json_lines = json_lines

    def write(self, batch: pa.RecordBatch) -> None:
        self._stream.write(self._json_lines(batch))

    def close(self) -> None:
        pass


class _CsvWriter:
    def __init__(self, stream: pa.NativeFile, schema: pa.Schema, delimiter: str) -> None:
        self._stream = stream
        self._delimiter = delimiter
        self._put([schema.names])

    def write(self, batch: pa.RecordBatch) -> None:
        self._put([[_cell(value) for value in row.values()] for row in batch.to_pylist()])

    def _put(self, rows: list[list[Any]]) -> None:
        lines = (self._delimiter.join(self._quoted(value) for value in row) for row in rows)
        self._stream.write("".join(line + "\n" for line in lines).encode())

    def _quoted(self, value: Any) -> str:
        # Python's own writer leaves a carriage return bare, and readers take that for the end of the line.
        text = "" if value is None else str(value)
        special = any(mark in text for mark in (self._delimiter, '"', "\n", "\r"))
        return '"' + text.replace('"', '""') + '"' if special else text

    def close(self) -> None:
        pass


def _cell(value: Any) -> Any:
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return _plain(value) if isinstance(value, datetime) else value


def _plain(value: object) -> str:
    return value.isoformat().replace("+00:00", "Z") if isinstance(value, datetime) else str(value)


def table_json_lines(batch: pa.RecordBatch) -> bytes:
    """Rows as JSON objects, one a line. Nulls are written, so that every line has every field."""
    lines = [json.dumps(row, ensure_ascii=False, default=_plain) for row in batch.to_pylist()]
    return "".join(line + "\n" for line in lines).encode()


def write_table(table: pa.Table, path: str | Path) -> None:
    """Writes a whole table to a file."""
    with open_writer(path, table.schema) as writer:
        for batch in table.to_batches(max_chunksize=8192):
            writer.write(batch)


def print_json_lines(table: pa.Table) -> None:
    """Writes a table to standard output as JSONL."""
    for batch in table.to_batches(max_chunksize=8192):
        sys.stdout.buffer.write(table_json_lines(batch))
    sys.stdout.buffer.flush()
