"""Texts that are already in Python: strings, documents, mappings, tables of any library that speaks Arrow."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from samesame.errors import ParameterError
from samesame.model import Document, Problem
from samesame.read.columnar import documents

if TYPE_CHECKING:
    from samesame.read.documents import ReadOptions
    from samesame.read.problems import Problems

NAME = "memory"
ROWS = 4096


def is_table(source: object) -> bool:
    """Whether `source` is a table: of Arrow, pandas, Polars, DuckDB."""
    return hasattr(source, "__arrow_c_stream__") or hasattr(source, "__dataframe__")


def read_table(source: Any, number: int, options: ReadOptions, problems: Problems) -> Iterator[pa.RecordBatch]:
    """The documents of a table that speaks Arrow."""
    table = source if isinstance(source, pa.Table) else pa.table(source)
    if options.text_field not in table.column_names:
        names = ", ".join(table.column_names)
        raise ParameterError(f"text_field: the table has no column '{options.text_field}' (it has: {names})")
    row = 1
    for batch in table.to_batches(max_chunksize=ROWS):
        yield documents(batch, NAME, number, row, options, problems)
        row += batch.num_rows


def read_objects(
    source: Iterable[object], number: int, options: ReadOptions, problems: Problems
) -> Iterator[pa.RecordBatch]:
    """The documents of an iterable of strings, documents or mappings with the fields' names."""
    items = iter(source)
    row = 1
    while chunk := list(islice(items, ROWS)):
        yield _batch(chunk, number, row, options, problems)
        row += len(chunk)


def _batch(chunk: list[object], number: int, row: int, options: ReadOptions, problems: Problems) -> pa.RecordBatch:
    from samesame.read.documents import SCHEMA

    columns: tuple[list[Any], ...] = ([], [], [], [], [], [])
    for line, item in enumerate(chunk, row):
        try:
            values = (*_fields(item, f"{NAME}:{line}", options), number, line)
            values[1].encode()
        except (ValueError, TypeError) as error:
            problems.add(Problem(NAME, line, str(error)))
            continue
        for column, value in zip(columns, values, strict=True):
            column.append(value)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, SCHEMA, strict=True)]
    return pa.record_batch(arrays, schema=SCHEMA)


def _fields(item: object, default: str, options: ReadOptions) -> tuple[str, str, datetime | None, str | None]:
    if isinstance(item, str):
        return default, item, None, None
    if isinstance(item, Document):
        return item.id or default, item.text, _time(item.time), _json(item.metadata, options)
    if isinstance(item, Mapping):
        return _mapping_fields(dict(item), default, options)
    raise TypeError(f"expected a string, a Document or a mapping; got {type(item).__name__}")


def _mapping_fields(
    item: dict[str, Any], default: str, options: ReadOptions
) -> tuple[str, str, datetime | None, str | None]:
    id_, text, time = (item.pop(name, None) for name in (options.id_field, options.text_field, options.time_field))
    if not isinstance(text, str):
        raise TypeError(f"the field '{options.text_field}' must be a string; got {type(text).__name__}")
    return str(id_) if id_ not in (None, "") else default, text, _time(time), _json(item, options)


def _time(value: object) -> datetime | None:
    if value is None:
        return None
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    if not isinstance(moment, datetime):
        raise TypeError(f"the time must be a datetime or ISO 8601; got {type(value).__name__}")
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _json(metadata: Mapping[str, Any], options: ReadOptions) -> str | None:
    if not metadata or not options.metadata:
        return None
    return json.dumps(dict(metadata), ensure_ascii=False, default=str)
