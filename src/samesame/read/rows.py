"""Rows with any columns as documents.

Whether a row is left out does not depend on what is read of it, so all readings agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import constant, to_arrow, to_numpy
from samesame.model import Problem
from samesame.plain import json_line
from samesame.read.column_times import column_times, values_of
from samesame.read.metadata import is_object
from samesame.read.nested import nested_schema, with_nested
from samesame.read.problems import too_long
from samesame.read.schema import SCHEMA
from samesame.read.soundness import joined, row_lengths

if TYPE_CHECKING:
    from samesame.read.documents import ReadOptions
    from samesame.read.problems import Problems

STRINGS = (pa.string(), pa.large_string())
# Which rows have it, and the message about them.
Fault = tuple[npt.NDArray[np.bool_], str]


def unusable(schema: pa.Schema, options: ReadOptions) -> str | None:
    """Why no documents can be made of these columns; None if they can."""
    schema = nested_schema(schema, options)
    names = schema.names
    if options.text_field not in names:
        return f"no column '{options.text_field}' (there are: {', '.join(names)}); --text-field names another"
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        return f"the column '{twice[0]}' stands there twice"
    kind = schema.field(options.text_field).type
    # An empty frame of pandas has columns of null, and one without any text: then each row is a bad record.
    if _spelled_out(kind) not in (*STRINGS, pa.null()):
        return f"the column '{options.text_field}' holds {kind}, not text"
    if options.own_id_field in names and not _is_written(schema.field(options.own_id_field).type):
        return f"the column '{options.id_field}' holds {schema.field(options.id_field).type}, not strings or numbers"
    return None


def _spelled_out(kind: pa.DataType) -> pa.DataType:
    """The type of the values if a column only refers to them."""
    if pa.types.is_dictionary(kind) or pa.types.is_run_end_encoded(kind):
        return _spelled_out(kind.value_type)
    return pa.large_string() if kind == pa.string_view() else kind


def _is_written(kind: pa.DataType) -> bool:
    """Whether Arrow can convert values of this type to strings."""
    try:
        pa.nulls(0, _spelled_out(kind)).cast(pa.large_string())
    except pa.ArrowException:
        return False
    return True


def documents(
    batch: pa.RecordBatch, name: str, number: int, first_row: int, options: ReadOptions, problems: Problems
) -> pa.RecordBatch:
    """A validated batch with usable columns as a batch of documents; `first_row` counts from 1."""
    rows = to_arrow(np.arange(first_row, first_row + batch.num_rows, dtype=np.uint64))
    long = [(row_lengths(batch) > options.max_record, too_long(options.max_record))]
    batch, rows = _good(batch, rows, long, name, problems)
    # What is too long is gone, so that what is left can be spelled out.
    batch = _decoded_strings(with_nested(batch, options))
    batch, rows = _good(batch, rows, _faults(batch, options), name, problems)
    columns = [
        _ids(batch, name, options, rows),
        batch.column(options.text_field).cast(pa.large_string()),
        _times(batch, name, options, rows, problems),
        _metadata(batch, name, options, rows, problems),
        to_arrow(np.full(batch.num_rows, number, np.uint32)),
        rows,
    ]
    return pa.record_batch(columns, schema=SCHEMA)


def _good(
    batch: pa.RecordBatch, rows: pa.Array, faults: Iterable[Fault], name: str, problems: Problems
) -> tuple[pa.RecordBatch, pa.Array]:
    """The rows without a fault, with their numbers; the others are reported."""
    good = np.ones(batch.num_rows, np.bool_)
    for bad, message in faults:
        for row in np.flatnonzero(good & bad):
            problems.add(Problem(name, rows[int(row)].as_py(), message))
        good &= ~bad
    return (batch, rows) if good.all() else (_only(batch, good), rows.filter(to_arrow(good)))


def _decoded_strings(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Decodes strings that are in dictionaries."""
    for i, (field, column) in enumerate(zip(batch.schema, batch.columns, strict=True)):
        if pa.types.is_dictionary(field.type) and _spelled_out(field.type) in STRINGS:
            batch = batch.set_column(i, field.name, _decoded(column))
    return batch


def _faults(batch: pa.RecordBatch, options: ReadOptions) -> Iterable[Fault]:
    """Which rows are no documents, and why."""
    yield to_numpy(batch.column(options.text_field).is_null()), f"no text: '{options.text_field}' is null"
    for field, column in zip(batch.schema, batch.columns, strict=True):
        # An id of bytes becomes a string.
        checked = _spelled_out(field.type) in STRINGS or field.name == options.own_id_field
        if checked and (bad := _not_utf8(column)) is not None:
            yield bad, f"not valid UTF-8 in the column '{field.name}'"


def _not_utf8(column: pa.Array) -> npt.NDArray[np.bool_] | None:
    """The rows that are not UTF-8, which Arrow does not check when it reads; None if there are none."""
    kind = _spelled_out(column.type)
    if kind in STRINGS:
        try:
            column.validate(full=True)
        except pa.ArrowInvalid:
            pass
        else:
            return None
    elif not (pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind)):
        return None
    values = _decoded(column).cast(pa.large_binary()).to_pylist()
    return np.array([value is not None and not _is_utf8(value) for value in values], np.bool_)


def _is_utf8(value: bytes) -> bool:
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True


def _only(batch: pa.RecordBatch, good: npt.NDArray[np.bool_]) -> pa.RecordBatch:
    """The rows that are good."""
    try:
        return batch.filter(to_arrow(good))
    except pa.ArrowNotImplementedError:
        pass  # not every type can be filtered; all can be sliced and concatenated
    edges = np.flatnonzero(np.diff(good, prepend=False, append=False))
    runs = [batch.slice(start, stop - start) for start, stop in edges.reshape(-1, 2).tolist()]
    return joined(runs)[0] if runs else batch.slice(0, 0)


def _decoded(column: pa.Array) -> pa.Array:
    """The column with its values decoded."""
    if pa.types.is_dictionary(column.type):
        return column.dictionary_decode()
    return column


def _ids(batch: pa.RecordBatch, name: str, options: ReadOptions, rows: pa.Array) -> pa.Array:
    default = pc.binary_join_element_wise(constant(name), rows.cast(pa.large_string()), constant(":"))
    if options.own_id_field not in batch.schema.names:
        return default
    column = _decoded(batch.column(options.id_field))
    if pa.types.is_floating(column.type):
        # pandas makes floats of integers if one is missing.
        column = pc.if_else(pc.is_nan(column), pa.nulls(1, column.type)[0], column)
    given = column.cast(pa.large_string())
    empty = constant("")
    return pc.if_else(pc.equal(given.fill_null(empty), empty), default, given)


def _times(batch: pa.RecordBatch, name: str, options: ReadOptions, rows: pa.Array, problems: Problems) -> pa.Array:
    if options.time_field not in batch.schema.names:
        return pa.nulls(batch.num_rows, pa.timestamp("us", tz="UTC"))
    times, bad = column_times(_decoded(batch.column(options.time_field)))
    for row, message in bad:
        problems.add(Problem(name, rows[row].as_py(), message))
    return times


def _holding(field: str, names: list[str]) -> list[str]:
    """The column that is the field; or the one that its path begins with."""
    wanted = field if field in names else field.partition(".")[0]
    return [name for name in names if name == wanted]


def _metadata(batch: pa.RecordBatch, name: str, options: ReadOptions, rows: pa.Array, problems: Problems) -> pa.Array:
    own = {options.own_id_field, options.text_field, options.time_field}
    names = [name for name in batch.schema.names if name not in own]
    if options.metadata_field is not None and names != ["metadata"]:
        names = _holding(options.metadata_field, names)
    if not names or not options.metadata:
        return pa.nulls(batch.num_rows, pa.large_string())
    columns: list[list[object]] = []
    for column in names:
        values, bad = values_of(batch.column(column))
        columns.append(values)
        for row, reason in bad:
            message = f"the column '{column}' has a value that Python cannot hold: {reason}; kept without it"
            problems.add(Problem(name, rows[row].as_py(), message))
    if names == ["metadata"] and _spelled_out(batch.column("metadata").type) in STRINGS:
        return pa.array([_own_metadata(value) for value in columns[0]], pa.large_string())
    records = (dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True))
    return pa.array([json_line(record) for record in records], pa.large_string())


def _own_metadata(value: Any) -> str | None:
    """A JSON object, as `samesame read` writes it, is kept as it is; any other string is a field."""
    return value if value is None or is_object(value) else json_line({"metadata": value})
