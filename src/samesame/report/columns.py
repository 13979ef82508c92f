"""Which columns the core can write as text: those of matches, passages and removals."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from samesame.arrays import to_numpy

_EXACT = (pa.large_string(), pa.int64(), pa.bool_())


def all_in_core(schema: pa.Schema) -> bool:
    """Whether the core can write all columns as they are."""
    return all(pa.types.is_float64(type) or _exact(type) for type in schema.types)


def all_finite(batch: pa.RecordBatch) -> bool:
    """Whether all numbers of a batch can be written as JSON. The core gives no warning for those that cannot."""
    numbers = (column for column in batch.columns if pa.types.is_float64(column.type))
    return all(bool(np.isfinite(to_numpy(column.drop_null())).all()) for column in numbers)


def _exact(type: pa.DataType) -> bool:
    """No floats inside lists: they would have to be searched for NaN, and no table of samesame has them."""
    if pa.types.is_large_list(type) and pa.types.is_struct(type.value_type):
        return all(_exact(field.type) for field in type.value_type)
    return type in _EXACT
