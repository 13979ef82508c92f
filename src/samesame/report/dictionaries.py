"""Columns of dictionaries for an Arrow file, which has one dictionary a column, whatever the batches bring."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa
import pyarrow.compute as pc

# A dictionary is held in memory; a larger one is no dictionary, and its column is written value by value.
LARGEST = 64 << 20


class Dictionaries:
    """The dictionaries of all batches as one for each column."""

    def __init__(self, batches: Iterable[pa.RecordBatch], schema: pa.Schema) -> None:
        self._values = {i: pa.nulls(0, kind.value_type) for i, kind in enumerate(schema.types) if _is_dictionary(kind)}
        for batch in batches:
            joined = {i: _joined(known, batch.column(i).dictionary) for i, known in self._values.items()}
            self._values = {i: values for i, values in joined.items() if values.nbytes <= LARGEST}
        fields = [self._field(i, field) for i, field in enumerate(schema)]
        self.schema = pa.schema(fields, schema.metadata)

    def _field(self, i: int, field: pa.Field) -> pa.Field:
        """The index becomes wider where the dictionaries together are larger than each of them."""
        kind, values = field.type, self._values.get(i)
        if values is None:
            return field.with_type(spelled_out(kind))
        wide = kind.index_type if len(values) <= 1 << (kind.index_type.bit_width - 1) else pa.int32()
        return field.with_type(pa.dictionary(wide, kind.value_type, kind.ordered))

    def encoded(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """A batch with these dictionaries."""
        columns = [self._encoded(i, column) for i, column in enumerate(batch.columns)]
        return pa.record_batch(columns, schema=self.schema)

    def _encoded(self, i: int, column: pa.Array) -> pa.Array:
        kind = self.schema.field(i).type
        if i not in self._values:
            return column if column.type == kind else column.cast(kind)
        values = self._values[i]
        indices = column.indices
        if not column.dictionary.equals(values):
            indices = pc.index_in(column.dictionary, value_set=values).take(indices)
        return pa.DictionaryArray.from_arrays(indices.cast(kind.index_type), values, ordered=kind.ordered)


def spelled_out(kind: pa.DataType) -> pa.DataType:
    """The type with the values of dictionaries, also of those within lists and structures: these are not joined."""
    if _is_dictionary(kind):
        return kind.value_type
    if pa.types.is_struct(kind):
        return pa.struct([kind.field(i).with_type(spelled_out(kind.field(i).type)) for i in range(kind.num_fields)])
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        make = pa.list_ if pa.types.is_list(kind) else pa.large_list
        return make(kind.value_field.with_type(spelled_out(kind.value_type)))
    return kind


def has_dictionaries(schema: pa.Schema) -> bool:
    """Whether a column refers to values of a dictionary."""
    return any(spelled_out(kind) != kind for kind in schema.types)


def _is_dictionary(kind: pa.DataType) -> bool:
    return bool(pa.types.is_dictionary(kind))


def _joined(known: pa.Array, values: pa.Array) -> pa.Array:
    """The values of both, those that are known first."""
    if not len(known) or known.equals(values):
        return values
    new = values.filter(pc.invert(pc.is_in(values, value_set=known)))
    return pa.concat_arrays([known, pc.unique(new)]) if len(new) else known
