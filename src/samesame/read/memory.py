"""Texts that are already in Python: strings, documents, mappings, tables of any library that supports Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from samesame.arrays import moments_array, to_arrow, words_array
from samesame.errors import ParameterError
from samesame.model import Document, Problem
from samesame.plain import json_line
from samesame.read.nested import inside, nested_schema
from samesame.read.rows import documents, unusable
from samesame.read.schema import SCHEMA
from samesame.read.soundness import sound_pieces
from samesame.read.times import no_time, parse_time

if TYPE_CHECKING:
    from samesame.read.documents import ReadOptions
    from samesame.read.fields import FieldsMet
    from samesame.read.problems import Problems

NAME = "memory"
ROWS = 4096


def is_table(source: object) -> bool:
    """Whether `source` is a table of Arrow, pandas, Polars or DuckDB."""
    return hasattr(source, "__arrow_c_stream__") or hasattr(source, "__dataframe__")


def read_table(
    table: pa.Table, number: int, options: ReadOptions, problems: Problems, met: FieldsMet
) -> Iterator[pa.RecordBatch]:
    """The documents of a table."""
    met.add(nested_schema(table.schema, options).names)
    if message := unusable(table.schema, options):
        raise ParameterError(f"text_field: {message}")
    row = 1
    for batch in table.to_batches():
        for piece in _sound(batch, row, options.max_record):
            yield documents(piece, NAME, number, row, options, problems)
            row += piece.num_rows


def _sound(batch: pa.RecordBatch, row: int, longest: int) -> Iterator[pa.RecordBatch]:
    try:
        yield from sound_pieces(batch, longest)
    except pa.ArrowException as error:
        raise ParameterError(f"source: the table is broken in the batch at row {row}: {error}") from error


def read_objects(
    source: Iterable[object], number: int, options: ReadOptions, problems: Problems, met: FieldsMet
) -> Iterator[pa.RecordBatch]:
    """The documents of an iterable of strings, documents, pairs of id and text, or mappings with the fields' names."""
    items = iter(source)
    row = 1
    while chunk := list(islice(items, ROWS)):
        yield _batch(chunk, number, row, options, problems, met)
        row += len(chunk)


def _batch(
    chunk: list[object], number: int, row: int, options: ReadOptions, problems: Problems, met: FieldsMet
) -> pa.RecordBatch:
    ids, texts, moments, others, lines = [], [], [], [], []
    paths = options.paths
    for line, item in enumerate(chunk, row):
        if isinstance(item, Mapping):
            met.add(name for name in item if isinstance(name, str))
            met.add(name for name in paths if inside(item, name)[0])
        try:
            id_, text, time, metadata = _fields(item, f"{NAME}:{line}", options)
        except (ValueError, TypeError, RecursionError) as error:
            problems.add(Problem(NAME, line, str(error)))
            continue
        ids.append(id_)
        texts.append(text)
        moments.append(_time(time, line, problems))
        others.append(metadata if options.metadata else None)
        lines.append(line)
    files = np.full(len(lines), number, np.uint32)
    arrays = [words_array(ids), words_array(texts), moments_array(moments), words_array(others)]
    return pa.record_batch([*arrays, to_arrow(files), to_arrow(np.array(lines, np.uint64))], schema=SCHEMA)


def _fields(item: object, default: str, options: ReadOptions) -> tuple[str, str, object, str | None]:
    """Id, text, time and metadata of an item, or an error that says why it is no document.

    Everything is checked whatever the options are: every reading must leave out the same items.
    """
    if isinstance(item, str):
        return default, _encodable(item, "text"), None, None
    rest: dict[Any, Any] = {}
    id_: Any
    text: Any
    time: Any = None
    if isinstance(item, Document):
        id_, text, time, rest = item.id, item.text, item.time, dict(item.metadata)
    elif isinstance(item, Mapping):
        rest = dict(item)
        id_, text, time = (
            rest.pop(name) if name in rest else inside(item, name)[1]
            for name in (options.own_id_field, options.text_field, options.time_field)
        )
    elif isinstance(item, tuple) and len(item) == 2:
        id_, text = item
    else:
        raise TypeError(f"expected {EXPECTED}; got {type(item).__name__}")
    if not isinstance(text, str):
        raise TypeError(f"the field '{options.text_field}' must be a string; got {type(text).__name__}")
    chosen = default if id_ is None or id_ == "" or options.ids == "path" else str(id_)
    metadata = json_line(rest) if rest else ""
    return (
        _encodable(chosen, "id"),
        _encodable(text, "text"),
        time,
        _encodable(metadata, "metadata") or None,
    )


EXPECTED = "a string, a Document, a mapping or a pair (id, text)"


def _encodable(text: str, what: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"a lone surrogate in the {what}, at character {error.start + 1}") from error
    return text


def _time(value: object, line: int, problems: Problems) -> datetime | None:
    try:
        return parse_time(value)
    except (ValueError, TypeError) as error:
        problems.add(Problem(NAME, line, no_time(value, error)))
        return None
