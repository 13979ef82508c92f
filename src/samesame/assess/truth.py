"""Matches and truth as pairs of ids: from files, tables and Python values.

A row that is no pair is reported and left out. A clean file is never turned into Python objects, however large it is.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import lzma
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from numbers import Real
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from samesame import _core
from samesame.assess.clusters import LABELS
from samesame.assess.metrics import PAIR, STRING, Pairs, checked
from samesame.errors import InputError, ParameterError
from samesame.model import Match, Member, Problem
from samesame.read.columnar import raw_batches, raw_schema
from samesame.read.inputs import Input, resolve
from samesame.read.memory import is_table
from samesame.read.problems import Problems
from samesame.read.schema import SCHEMA
from samesame.read.spool import spooled
from samesame.results import Table

UNREADABLE = (pa.ArrowException, OSError, EOFError, lzma.LZMAError)
# The formats that the core unpacks, by their first bytes.
PACKINGS = {"gzip": b"\x1f\x8b", "zstd": b"\x28\xb5\x2f\xfd", "bz2": b"BZh"}
TABLES = ("jsonl", "csv", "tsv", "parquet", "arrow")
NAMED = (("left", "right"), ("id1", "id2"), ("a", "b"), ("first", "second"))
EXPECTED = "the columns left and right (or id1 and id2, a and b, first and second, or ids in the first two columns)"
ROWS = 65_536
# The longest row, in bytes.
LONGEST = 128 << 20
Numbered = tuple[int, object]


@dataclass(frozen=True, slots=True)
class Opened:
    """Files that were named; standard input is one of them by now, so that it can be read several times."""

    given: str
    files: Sequence[Input]


@contextlib.contextmanager
def opened(source: Any, problems: Problems) -> Iterator[Any]:
    """A file, folder or glob as files; anything else as it is."""
    if not isinstance(source, str | os.PathLike):
        yield source
        return
    with spooled(resolve([source], None, problems)) as files:
        yield Opened(os.fspath(source), files)


def columns_of(source: Any) -> list[str]:
    """The names of the columns, as far as they can be known without reading it all; none if they cannot."""
    if isinstance(source, Opened):
        return first_fields(source.files[0]) if source.files and source.files[0].format in TABLES else []
    if isinstance(source, Table) or is_table(source):
        return list((source.to_arrow() if isinstance(source, Table) else pa.table(source)).column_names)
    first = source[0] if isinstance(source, Sequence) and not isinstance(source, str) and len(source) else None
    first = _labelled(first)
    return [str(name) for name in first] if isinstance(first, Mapping) else []


def _labelled(item: object) -> object:
    """A member of a cluster as a mapping."""
    return {name: getattr(item, name) for name in LABELS} if isinstance(item, Member) else item


def label_tables(source: Any, what: str, problems: Problems) -> Iterator[tuple[str, pa.Table]]:
    """Names and tables with those of the columns in LABELS that are there, and line."""
    if isinstance(source, Opened):
        for one in source.files:
            if one.format not in TABLES:
                raise InputError(f"{one.name}: {what}: expected a table: .jsonl .csv .tsv .parquet .arrow")
            # Later records may have fields that the first has not.
            fields = LABELS if one.format == "jsonl" else _label_columns(first_fields(one), one.name, what)
            yield one.name, read_columns(one, fields, problems)
    elif isinstance(source, Table) or is_table(source):
        table = source.to_arrow() if isinstance(source, Table) else pa.table(source)
        yield what, arrow_columns(table, _label_columns(table.column_names, what, what), what)
    elif isinstance(source, Iterable):
        yield what, from_records(enumerate(map(_labelled, source), 1), LABELS, what, problems)
    else:
        raise ParameterError(f"{what}: expected a file, a table or mappings; got {type(source).__name__}")


def _label_columns(names: Sequence[str], where: str, what: str) -> list[str]:
    missing = [name for name in ("id", "cluster") if name not in names]
    if missing:
        raise InputError(
            f"{where}: {what}: expected the columns id and cluster (and perhaps edit), as MATCHES has clusters; got "
            f"{', '.join(names) or 'none'}"
        )
    wanted = [name for name in LABELS if name in names]
    require_once(wanted, names, where)
    return wanted


def load_pairs(source: Any, what: str, problems: Problems) -> Pairs:
    """The pairs of a file, a folder, a table or an iterable; `what` is the parameter's name."""
    notes: list[str] = []
    parts = _sources(source, what, problems, notes)
    tables = [checked(table, name, problems) for name, table in parts if table.num_rows]
    if len({table["relation"].type for table in tables}) > 1:
        given = source.given if isinstance(source, Opened) else source
        raise InputError(f"{what}: some files of '{given}' have relations and some have none; give them apart")
    left, right = (strings([table[side] for table in tables]) for side in PAIR[:2])
    codes = [table["relation"].to_numpy() for table in tables if table["relation"].type == pa.int64()]
    # A source without any rows agrees with every other in its relations.
    relation = np.concatenate(codes) if codes else None if tables else np.zeros(0, np.int64)
    return Pairs(left, right, relation, tuple(notes))


def strings(columns: Sequence[pa.ChunkedArray]) -> pa.ChunkedArray:
    """Columns of strings one after the other, without copying."""
    return pa.chunked_array([chunk for column in columns for chunk in column.chunks], STRING)


def _sources(source: Any, what: str, problems: Problems, notes: list[str]) -> Iterator[tuple[str, pa.Table]]:
    """Names and tables with the columns left, right, relation (strings or null) and line."""
    if isinstance(source, Opened):
        for one in source.files:
            yield one.name, _file_pairs(one, what, problems, notes)
    elif isinstance(source, Table) or is_table(source):
        table = source.to_arrow() if isinstance(source, Table) else pa.table(source)
        yield what, _named(arrow_columns(table, _pair_columns(table.column_names, what, what, notes), what))
    elif isinstance(source, Iterable):
        yield what, _named(from_records(enumerate(map(_record, source), 1), PAIR, what, problems))
    else:
        raise ParameterError(f"{what}: expected a file, a table or pairs; got {type(source).__name__}")


def _record(item: object) -> object:
    """A row of Python values as a mapping, if it can be read as a pair."""
    if isinstance(item, Match):
        return {"left": item.left, "right": item.right, "relation": item.relation}
    if isinstance(item, Sequence) and not isinstance(item, str | bytes) and len(item) in (2, 3):
        return dict(zip(PAIR, item, strict=False))
    return item


def _file_pairs(source: Input, what: str, problems: Problems, notes: list[str]) -> pa.Table:
    if source.format not in TABLES:
        raise InputError(f"{source.name}: {what}: expected a file of pairs: .jsonl .csv .tsv .parquet .arrow")
    fields = first_fields(source)
    names = list(PAIR) if not fields and source.format == "jsonl" else _pair_columns(fields, source.name, what, notes)
    if source.format == "jsonl":
        # Later records may have a relation even if the first has none.
        names = [*names[:2], "relation"]
    return _named(read_columns(source, names, problems))


def _pair_columns(names: Sequence[str], where: str, what: str, notes: list[str]) -> list[str]:
    """The columns that hold left, right and relation."""
    chosen = _chosen_columns(names, where, what, notes)
    require_once(chosen, names, where)
    return chosen


def _chosen_columns(names: Sequence[str], where: str, what: str, notes: list[str]) -> list[str]:
    relation = ["relation"] if "relation" in names else []
    for pair in NAMED:
        if set(pair) <= set(names):
            return [*pair, *relation]
    first = [name for name in names if name and name != "relation"][:2]
    if len(first) < 2 or "text" in names:
        hint = "; for a collection name also the family field" if what == "truth" else ""
        raise InputError(f"{where}: {what}: expected {EXPECTED}; got {', '.join(names) or 'none'}{hint}")
    notes.append(f"{where}: the columns '{first[0]}' and '{first[1]}' are read as left and right")
    return [*first, *relation]


def require_once(wanted: Sequence[str], names: Sequence[str], where: str) -> None:
    """Refuses a column name that occurs several times, because it is unclear which column is meant."""
    for name in wanted:
        if (count := list(names).count(name)) > 1:
            raise InputError(f"{where}: {count} columns are called '{name}'; rename all but the one that is meant")


def _named(table: pa.Table) -> pa.Table:
    """The table with the column names of a pair; an empty relation becomes null."""
    *columns, lines = table.columns
    relation = columns[2] if len(columns) > 2 else pa.chunked_array([pa.nulls(table.num_rows, STRING)])
    relation = pc.if_else(pc.equal(relation, ""), pa.scalar(None, STRING), relation)
    return pa.table([*columns[:2], relation, lines], names=[*PAIR, "line"])


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
