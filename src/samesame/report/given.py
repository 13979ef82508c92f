"""What stays of something in memory, in the kind that it was handed over in."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame.arrays import to_arrow
from samesame.read.documents import Documents
from samesame.read.inputs import Input
from samesame.report.marks import marked_schema, refuse_taken

Rows = npt.NDArray[np.int64]
COVERAGES = ("left_coverage", "right_coverage")


def rows_in(documents: Documents) -> int | None:
    """How many rows were handed over; None where documents come from files."""
    [first, *others] = documents.sources or [None]
    if first is None or others or isinstance(first, Input):
        return None
    return len(first)  # type: ignore[arg-type]  # a table or a list


def same_kind(documents: Documents, rows: Rows, marks: pa.RecordBatch | None, table: Callable[[], pa.Table]) -> Any:
    """Some rows of what was handed over; `table` makes one of Arrow where the kind has no columns for marks."""
    given, [source] = documents.given, documents.sources
    for kind in type(given).__mro__:
        if take := _LIBRARIES.get((kind.__module__.split(".")[0], kind.__name__)):
            return take(given, rows, marks)
    if isinstance(source, pa.Table):
        return table()
    if marks is not None:
        return _marked(source, rows, marks, table)
    if isinstance(given, Mapping):
        chosen = set(rows.tolist())
        return {id_: text for row, (id_, text) in enumerate(given.items()) if row in chosen}
    return _list(given, source, rows)


def _list(given: object, source: Any, rows: Rows) -> Any:
    """A column of texts stays one; anything else that can be gone through is a list."""
    if isinstance(given, pa.Array | pa.ChunkedArray):
        return given.take(to_arrow(rows))
    if type(given).__name__ == "Series":
        return given.iloc[rows] if hasattr(given, "iloc") else given[rows]  # type: ignore[index]
    return [source[row] for row in rows.tolist()]


def _marked(source: Any, rows: Rows, marks: pa.RecordBatch, table: Callable[[], pa.Table]) -> Any:
    items = [source[row] for row in rows.tolist()]
    if not items or not all(isinstance(item, Mapping) for item in source):
        return table()
    for item in items:
        refuse_taken(item)
    return [{**item, **mark} for item, mark in zip(items, marks.to_pylist(), strict=True)]


def selected(table: pa.Table, rows: Rows, marks: pa.RecordBatch | None) -> pa.Table:
    """Some rows of a table, in ascending order, with their marks beside them."""
    try:
        found = table.take(to_arrow(rows))
    except pa.ArrowNotImplementedError:
        # Not every type can be taken from; all can be cut and joined.
        edges = np.flatnonzero(np.diff(rows, prepend=-2) != 1)
        runs = np.split(rows, edges[1:]) if len(rows) else []
        slices = [table.slice(int(run[0]), len(run)) for run in runs]
        found = pa.concat_tables([table.slice(0, 0), *slices]).combine_chunks()
    if marks is None:
        return found
    schema = marked_schema(table.schema, marks.schema)
    return pa.table([*found.columns, *marks.columns], schema=schema)


def _of_pandas(frame: Any, rows: Rows, marks: pa.RecordBatch | None) -> Any:
    # A copy, or pandas warns whoever changes it that the original stays as it is.
    found = frame.iloc[rows].copy()
    if marks is None:
        return found
    refuse_taken(frame.columns)
    return found.assign(**{name: marks.column(name).to_pandas().set_axis(found.index) for name in marks.schema.names})


def _of_polars(frame: Any, rows: Rows, marks: pa.RecordBatch | None) -> Any:
    found = frame[rows]
    if marks is None:
        return found
    import polars as pl

    refuse_taken(frame.columns)
    return found.hstack(pl.DataFrame(marks))


def _of_datasets(dataset: Any, rows: Rows, marks: pa.RecordBatch | None) -> Any:
    found = dataset.select(rows)
    if marks is None:
        return found
    refuse_taken(dataset.column_names)
    # Features are told, as a column of null has none.
    value = importlib.import_module("datasets").Value
    for field, column in zip(marks.schema, marks.columns, strict=True):
        kind = "string" if pa.types.is_large_string(field.type) else "float64" if field.name in COVERAGES else "bool"
        found = found.add_column(field.name, column.to_pylist(), feature=value(kind))
    return found


# None of these libraries is imported for it: whoever hands such an object over has done so.
_LIBRARIES: dict[tuple[str, str], Callable[[Any, Rows, pa.RecordBatch | None], Any]] = {
    ("pandas", "DataFrame"): _of_pandas,
    ("polars", "DataFrame"): _of_polars,
    ("datasets", "Dataset"): _of_datasets,
}
