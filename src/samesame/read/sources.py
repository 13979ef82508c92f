"""What a user of Python may pass as documents. Everything else is refused with an error that says how to pass it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow as pa

from samesame.arrays import combined
from samesame.errors import ParameterError
from samesame.model import Document
from samesame.plain import values
from samesame.read.folders import is_there
from samesame.read.memory import EXPECTED, is_table

# What Arrow raises for values that it has no type for.
UNFIT = (pa.ArrowException, TypeError, ValueError, OverflowError)
# Items of a list that are examined to distinguish paths from texts.
LOOKED_AT = 100


def in_memory(source: Any) -> pa.Table | list[Any]:
    """What is in memory as a table, or as a list of texts, documents, mappings or pairs; or of paths."""
    if isinstance(source, Mapping):
        return _of_mapping(source)
    if is_dataset(source):
        return _of_arrow(source.with_format("arrow")[:])
    if isinstance(source, pa.Array | pa.ChunkedArray) or is_table(source):
        return _of_arrow(source)
    if not isinstance(source, Iterable):
        raise ParameterError(f"source: expected a path, texts or a table, got {type(source).__name__}")
    items = list(source)
    _refuse_misunderstandings(items)
    return items


def is_dataset(source: Any) -> bool:
    """Whether it is a dataset of Hugging Face: it hands its rows over as a table of Arrow, but by another name."""
    return type(source).__module__.split(".")[0] == "datasets" and type(source).__name__ == "Dataset"


def are_paths(items: pa.Table | list[Any]) -> bool:
    """Whether a list names files."""
    return isinstance(items, list) and bool(items) and all(isinstance(item, os.PathLike) for item in items)


def _of_mapping(source: Mapping[Any, Any]) -> list[Any]:
    """{id: text}, the shortest form. A dictionary of splits or of columns is something else."""
    if source and not any(isinstance(value, str) for value in source.values()):
        key, value = next(iter(source.items()))
        raise ParameterError(
            f"source: a mapping is {{id: text}}, but the value of {key!r} is of type {type(value).__name__}; "
            f"choose a part of it, such as source[{key!r}], or make it a table"
        )
    return [Document(str(id_), text) for id_, text in source.items()]


def _of_arrow(source: Any) -> pa.Table | list[Any]:
    """A table; or a column of texts, such as a series.

    A stream is read completely, because it can be read only once.
    """
    if isinstance(source, pa.Table):
        return source
    try:
        return pa.table(source)
    except UNFIT:
        if _is_frame(source) and source.columns.is_unique:
            return _rows_of_frame(source)
        # no table, so it is a column
    try:
        column = source if isinstance(source, pa.Array) else combined(pa.chunked_array(source))
        column.validate(full=True)
        texts: list[Any] = column.to_pylist()
    except Exception as error:
        name = type(source).__name__
        raise ParameterError(f"source: expected a table or a column of texts, got {name}: {error}") from error
    _refuse_misunderstandings(texts)
    return texts


def _is_frame(source: Any) -> bool:
    """Whether it is a frame of pandas, or of a library that extends it."""
    kinds = type(source).__mro__
    return any(kind.__module__.split(".")[0] == "pandas" and kind.__name__ == "DataFrame" for kind in kinds)


def _rows_of_frame(frame: Any) -> list[dict[str, Any]]:
    """The rows of a frame with a column that has no type in Arrow, such as one of numbers and strings."""
    columns = [_values_of(frame[name]) for name in frame.columns]
    names = [str(name) for name in frame.columns]
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def _values_of(series: Any) -> list[Any]:
    try:
        return list(values(pa.array(series, from_pandas=True)))
    except UNFIT:
        return [None if missing else value for value, missing in zip(series, series.isna(), strict=True)]


def _refuse_misunderstandings(items: list[Any]) -> None:
    """Raises for a list that cannot be read, or that probably means something else than how it would be read."""
    if not items or are_paths(items):
        return
    if any(isinstance(item, os.PathLike) for item in items):
        raise ParameterError("source: paths and other things in one list; give paths alone, all as pathlib.Path")
    if all(_names_a_file(item) for item in items[:LOOKED_AT]):
        raise ParameterError(
            "source: a list of strings is a list of texts, but these are names of files; give pathlib.Path objects to "
            "read the files, or Documents if the names are the texts"
        )
    if not any(isinstance(item, str | Document | Mapping | tuple) for item in items):
        raise ParameterError(
            f"source: expected {EXPECTED} for each item; the first is of type {type(items[0]).__name__}"
        )


def _names_a_file(item: object) -> bool:
    return isinstance(item, str) and item not in ("", ".", "..", "/") and is_there(item)
