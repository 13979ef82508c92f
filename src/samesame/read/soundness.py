"""Arrow data from outside: fully validated before it is used, and cut so that it fits into memory.

Arrow does not check offsets, dictionary indices and views. A wrong one makes its kernels read beyond their buffers, so
no kernel may run before the check. Dictionaries and views can refer to one long value many times, so their rows are
decoded a piece at a time.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import constant, to_arrow, to_numpy

ROWS = 8192
# Bytes of strings per piece. A longer row is a piece of its own.
PIECE = 32 << 20

Lengths = npt.NDArray[np.int64]
_BINARY = {
    pa.string(): pa.binary(),
    pa.large_string(): pa.large_binary(),
    pa.string_view(): pa.binary_view(),
}
_PLAIN = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}


def sound_pieces(batch: pa.RecordBatch, longest: int) -> Iterator[pa.RecordBatch]:
    """A batch in pieces of bounded size, without views and run-end encoding.

    Raises ArrowException if the batch is broken.

    Rows of more than `longest` bytes are not counted, because they will not be decoded.
    """
    check(batch)
    lengths = row_lengths(batch)
    ends = np.cumsum(np.where(lengths > longest, 0, lengths))
    start = 0
    while start < batch.num_rows:
        before = int(ends[start - 1]) if start else 0
        fitting = int(np.searchsorted(ends, before + PIECE, side="right"))
        stop = min(max(fitting, start + 1), start + ROWS)
        yield _plain(batch.slice(start, stop - start))
        start = stop


def check(batch: pa.RecordBatch) -> None:
    """Raises ArrowException if a buffer does not have what the batch declares.

    Strings that are not UTF-8 pass if they are whole columns, because these are reported row by row later. Numbers and
    dates always pass: they refer to nothing.
    """
    batch.validate()
    for column in batch.columns:
        if pa.types.is_primitive(column.type):
            continue
        try:
            column.validate(full=True)
        except pa.ArrowInvalid:
            _as_bytes(column).validate(full=True)


def _as_bytes(column: pa.Array) -> pa.Array:
    """A column of strings as bytes, which may be any."""
    if isinstance(column, pa.DictionaryArray):
        # The constructor checks that the indices are within bounds.
        return pa.DictionaryArray.from_arrays(column.indices, _as_bytes(column.dictionary))
    kind = _BINARY.get(column.type)
    return column if kind is None else column.view(kind)


def row_lengths(batch: pa.RecordBatch) -> Lengths:
    """Bytes that the strings of each row take when they are decoded."""
    total = np.zeros(batch.num_rows, np.int64)
    for column in batch.columns:
        lengths = _lengths(column)
        if lengths is not None:
            total += lengths
    return total


def _lengths(column: pa.Array) -> Lengths | None:
    """The length of each value in bytes; None for values without a length."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        values = _lengths(column.dictionary)
        return None if values is None else _looked_up(values, column.indices)
    if pa.types.is_run_end_encoded(kind):
        values = _lengths(column.values)
        if values is None:
            return None
        runs = pa.RunEndEncodedArray.from_arrays(column.run_ends, to_arrow(values))
        return to_numpy(pc.run_end_decode(runs.slice(column.offset, len(column))).cast(pa.int64()))
    if kind in _PLAIN:
        return _view_lengths(column)
    if kind in (pa.string(), pa.large_string(), pa.binary(), pa.large_binary()):
        return to_numpy(pc.binary_length(column).cast(pa.int64()).fill_null(constant(0, pa.int64())))
    return None


def _looked_up(values: Lengths, indices: pa.Array) -> Lengths:
    valid = to_numpy(indices.is_valid())
    if not valid.any():
        return np.zeros(len(indices), np.int64)
    places = to_numpy(indices.fill_null(constant(0, indices.type)))
    return np.where(valid, values[np.where(valid, places, 0)] if len(values) else 0, 0)


def _view_lengths(column: pa.Array) -> Lengths:
    """A view has 16 bytes, and the first four are the length."""
    views = np.frombuffer(column.buffers()[1] or b"", np.int32)[::4]
    here = views[column.offset : column.offset + len(column)].astype(np.int64)
    return np.where(to_numpy(column.is_valid()), here, 0)


def _plain(batch: pa.RecordBatch) -> pa.RecordBatch:
    schema = plain_schema(batch.schema)
    if schema is batch.schema:
        return batch
    return in_schema(batch, schema)


def _spelled_out(column: pa.Array, kind: pa.DataType) -> pa.Array:
    if column.type == kind:
        return column
    if pa.types.is_run_end_encoded(column.type):
        return _spelled_out(pc.run_end_decode(column), kind)
    if pa.types.is_dictionary(kind):
        values = _spelled_out(column.dictionary, kind.value_type)
        return pa.DictionaryArray.from_arrays(column.indices, values, ordered=kind.ordered)
    return column.cast(kind)


def in_schema(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """A validated batch with the types of the schema.

    Columns that are dictionaries only for the reading are decoded.
    """
    pairs = zip(batch.columns, schema, strict=True)
    return pa.record_batch([_spelled_out(column, field.type) for column, field in pairs], schema=schema)


def plain_schema(schema: pa.Schema) -> pa.Schema:
    """The schema without views, which Polars uses, and run-end encoding: neither can be filtered."""
    kinds = [_plain_type(field.type) for field in schema]
    if all(kind == field.type for kind, field in zip(kinds, schema, strict=True)):
        return schema
    fields = [field.with_type(kind) for field, kind in zip(schema, kinds, strict=True)]
    return pa.schema(fields, schema.metadata)


def _plain_type(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_run_end_encoded(kind):
        return _plain_type(kind.value_type)
    if pa.types.is_dictionary(kind):
        return pa.dictionary(kind.index_type, _plain_type(kind.value_type), kind.ordered)
    if pa.types.is_struct(kind):
        return pa.struct([kind.field(i).with_type(_plain_type(kind.field(i).type)) for i in range(kind.num_fields)])
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        make = pa.list_ if pa.types.is_list(kind) else pa.large_list
        return make(kind.value_field.with_type(_plain_type(kind.value_type)))
    return _PLAIN.get(kind, kind)


def joined(batches: list[pa.RecordBatch]) -> list[pa.RecordBatch]:
    """Validated batches as one, or as few if one cannot hold them."""
    few: list[pa.RecordBatch] = pa.Table.from_batches(batches).combine_chunks().to_batches()
    return few
