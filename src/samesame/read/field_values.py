"""The values of a field of the records, as columns that can be put in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import constant
from samesame.errors import ParameterError

if TYPE_CHECKING:
    from samesame.read.documents import ReadOptions

TIME, TEXT = 1, 2


def field_values(batch: pa.RecordBatch, name: str, options: ReadOptions) -> tuple[pa.Array, pa.Array, pa.Array]:
    """Of each document what its value is (0 a number, 1 a time, 2 a text, 3 nothing), the number, and the text.

    Numbers and times may be written as texts, as all values of CSV are. A time is a number of microseconds.
    """
    if name == options.time_field:
        return _times(batch.column("time"))
    texts = _texts(batch, name, options)
    kinds, numbers = _core.sortable_values(texts)
    is_text = pc.equal(kinds, constant(TEXT, pa.int8()))
    return kinds, numbers, pc.if_else(is_text, texts, pa.nulls(len(texts), texts.type))


def _times(times: pa.Array) -> tuple[pa.Array, pa.Array, pa.Array]:
    numbers = times.cast(pa.int64()).fill_null(constant(0, pa.int64())).cast(pa.float64(), safe=False)
    kinds = pc.if_else(times.is_valid(), constant(TIME, pa.int8()), constant(3, pa.int8()))
    return kinds, numbers, pa.nulls(len(times), pa.large_string())


def _texts(batch: pa.RecordBatch, name: str, options: ReadOptions) -> pa.Array:
    own = {options.own_id_field: "id", options.text_field: "text"}
    if name in own:
        return batch.column(own[name])
    texts, nested = _core.field_texts(batch.column("metadata"), name)
    if nested is not None:
        id_ = batch.column("id")[nested].as_py()
        raise ParameterError(
            f"keep: the field '{name}' of the document '{id_}' holds a list or an object; expected a number, a time "
            "or a text"
        )
    return texts
