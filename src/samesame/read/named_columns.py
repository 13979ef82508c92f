"""Named columns of a file or a table as strings, each row with its line: matches, truth, members of clusters.

A row that cannot be used is reported and left out. A clean file is never turned into Python objects, however large.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import lzma
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from numbers import Real

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from samesame import _core
from samesame.errors import InputError
from samesame.model import Problem
from samesame.read.columnar import raw_batches, raw_schema
from samesame.read.inputs import Input
from samesame.read.problems import Problems
from samesame.read.schema import SCHEMA

STRING = pa.large_string()
# The formats that have columns.
TABLES = ("jsonl", "csv", "tsv", "parquet", "arrow")
UNREADABLE = (pa.ArrowException, OSError, EOFError, lzma.LZMAError)
# The formats that the core unpacks, by their first bytes.
PACKINGS = {"gzip": b"\x1f\x8b", "zstd": b"\x28\xb5\x2f\xfd", "bz2": b"BZh"}
ROWS = 65_536
# The longest row, in bytes.
LONGEST = 128 << 20
Numbered = tuple[int, object]


def first_fields(source: Input) -> list[str]:
    """The names of a file's columns; for JSONL the fields of the first record."""
    if source.format in ("parquet", "arrow"):
        schema = raw_schema(source)
        if schema is None:
            raise InputError(f"{source.name}: cannot be read as {source.format}; is the file whole?")
        return list(schema.names)
    if source.format == "jsonl":
        records = (record for _, record in _json_records(source, Problems()))
        return list(next((record for record in records if isinstance(record, dict)), {}))
    with _opened(source) as stream:
        text = io.TextIOWrapper(stream, "utf-8-sig", "replace", newline="")
        try:
            header = next(csv.reader(text, delimiter="\t" if source.format == "tsv" else ","), [])
        except csv.Error as error:
            raise InputError(f"{source.name}: the first row is no header of a table: {error}") from error
    return [name.strip() for name in header]


def read_columns(source: Input, names: Sequence[str], problems: Problems) -> pa.Table:
    """Columns of a file as strings, and the line of each row; broken rows are reported."""
    if source.format == "jsonl":
        return from_records(_json_records(source, problems), names, source.name, problems)
    if source.format in ("csv", "tsv"):
        # A broken row is broken in every column and is reported once.
        parts = [_csv_column(source, name, Problems() if i else problems) for i, name in enumerate(names)]
        if len({part.num_rows for part in parts}) > 1:
            raise InputError(
                f"{source.name}: the columns {', '.join(names)} do not stand in its header as they are written"
            )
        return pa.table([*(part["text"] for part in parts), parts[0]["line"]], [*names, "line"])
    try:
        if source.format == "parquet":
            with pa.OSFile(os.fsencode(source.path or "")) as file, pq.ParquetFile(file) as parquet:
                table = parquet.read(columns=list(names))
                table.validate(full=True)
                return arrow_columns(table, names, source.name)
        batches = [batch.select(list(names)) for batch in raw_batches(source, LONGEST)]
    except (pa.ArrowException, OSError) as error:
        raise _unreadable(source, error) from error
    return arrow_columns(pa.Table.from_batches(batches, None if batches else raw_schema(source)), names, source.name)


def arrow_columns(table: pa.Table, names: Sequence[str], where: str) -> pa.Table:
    """Columns of a table as strings, and the number of each row."""
    columns = []
    for name in names:
        column = table.column(table.column_names.index(name))
        kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
        if not (pa.types.is_integer(kind) or kind in (pa.string(), STRING, pa.string_view(), pa.null())):
            raise InputError(f"{where}: the column '{name}': expected strings or whole numbers; got {kind}")
        try:
            column.validate(full=True)
        except pa.ArrowInvalid as error:
            raise InputError(f"{where}: the column '{name}' is damaged or not valid UTF-8: {error}") from error
        columns.append(column.cast(STRING))
    return pa.table([*columns, pa.array(np.arange(1, table.num_rows + 1, dtype=np.uint64))], [*names, "line"])


def _csv_column(source: Input, name: str, problems: Problems) -> pa.Table:
    # The core reads CSV as documents; each column in turn is read as their text.
    one = [(source.path, source.name, source.format)]
    reader = _core.Reader(one, fields=("\0", name, "\0"), max_record=LONGEST, clean="none", metadata=False, threads=0)
    batches = []
    while (step := reader.next()) is not None:
        batches.append(step[0].select(["text", "line"]))
        for _, line, message in step[1]:
            problems.add(Problem(source.name, line, message))
    # In one piece, because batches hold more memory than their rows need.
    return pa.Table.from_batches(batches, pa.schema([SCHEMA.field(name) for name in ("text", "line")])).combine_chunks()


def _json_records(source: Input, problems: Problems) -> Iterator[Numbered]:
    with _opened(source) as stream:
        for line, raw in enumerate(stream, 1):
            try:
                if text := raw.decode("utf-8-sig").strip():
                    yield line, json.loads(text, parse_int=str, parse_float=str)
            except json.JSONDecodeError as error:
                problems.add(Problem(source.name, line, f"not valid JSON at column {error.colno}: {error.msg}"))
            except (ValueError, RecursionError) as error:
                problems.add(Problem(source.name, line, f"not valid: {error}"))


@contextlib.contextmanager
def _opened(source: Input) -> Iterator[io.BufferedReader]:
    try:
        with _unpacked(source) as stream:
            yield io.BufferedReader(stream)
    except UNREADABLE as error:
        raise _unreadable(source, error) from error


def _unreadable(source: Input, error: Exception) -> InputError:
    return InputError(f"{source.name}: cannot be read: {str(error).splitlines()[0]}; is the file whole?")


def _unpacked(source: Input) -> pa.NativeFile:
    # As in the core, compression is detected by the first bytes, not by the name, which standard input does not have.
    with pa.OSFile(os.fsencode(source.path or "")) as start:
        head = bytes(start.read(6))
    if head == b"\xfd7zXZ\x00":
        return pa.PythonFile(lzma.open(source.path or ""))
    packed = next((name for name, mark in PACKINGS.items() if head.startswith(mark)), None)
    file = pa.OSFile(os.fsencode(source.path or ""))
    return pa.CompressedInputStream(file, packed) if packed else file


def from_records(records: Iterable[Numbered], names: Sequence[str], where: str, problems: Problems) -> pa.Table:
    """The fields of numbered mappings as strings, and their numbers; what is no such mapping is reported."""
    for name in names:
        if not _is_text(name):
            raise InputError(f"{where}: the field {name!r} has a lone surrogate in its name, which is no text")
    schema = pa.schema([*((name, STRING) for name in names), ("line", pa.uint64())])
    records = iter(records)
    batches = []
    while chunk := list(islice(records, ROWS)):
        rows = []
        for line, record in chunk:
            try:
                if not isinstance(record, Mapping):
                    raise TypeError(f"expected a row with {', '.join(names)}; got {type(record).__name__}")
                rows.append((*(text_of(record.get(name), name) for name in names), line))
            except (TypeError, ValueError) as error:
                problems.add(Problem(where, line, f"{error}; left out"))
        columns = zip(*rows, strict=True) if rows else [()] * len(schema)
        batches.append(pa.record_batch([pa.array(c, f.type) for c, f in zip(columns, schema, strict=True)], schema))
    return pa.Table.from_batches(batches, schema)


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def text_of(value: object, name: str) -> str | None:
    """A string or number as a string; None for null. Raises for anything else."""
    if value is None or value != value:  # NaN is not equal to itself
        return None
    if isinstance(value, bool) or not isinstance(value, str | Real):
        raise TypeError(f"{name}: expected a string or a number; got {type(value).__name__}")
    str(value).encode()  # a lone surrogate cannot be encoded
    return str(value)


def require_once(wanted: Sequence[str], names: Sequence[str], where: str) -> None:
    """Refuses a column name that occurs several times, because it is unclear which column is meant."""
    for name in wanted:
        if (count := list(names).count(name)) > 1:
            raise InputError(f"{where}: {count} columns are called '{name}'; rename all but the one that is meant")
