"""Fields inside of objects, named by a path: `meta.body` is the field `body` of the object `meta`.

A field whose own name has the dot comes first. What holds the field stays in the metadata as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from samesame.read.documents import ReadOptions


def inside(item: object, path: str) -> tuple[bool, Any]:
    """Whether a path leads to a value, and that.

    >>> inside({"meta": {"body": "Hi"}}, "meta.body"), inside({"meta": "Hi"}, "meta.body")
    ((True, 'Hi'), (False, None))
    """
    for name in path.split("."):
        if not isinstance(item, Mapping) or name not in item:
            return False, None
        item = item[name]
    return True, item


def with_nested(batch: pa.RecordBatch, options: ReadOptions) -> pa.RecordBatch:
    """A sound batch with a column more for each field that lies in a structure, under its path."""
    for name, indices in _paths(batch.schema, options):
        column = pc.struct_field(batch.column(indices[0]), indices[1:])
        batch = batch.append_column(name, column)
    return batch


def nested_schema(schema: pa.Schema, options: ReadOptions) -> pa.Schema:
    """The columns as `with_nested` gives them."""
    for name, indices in _paths(schema, options):
        kind = schema.field(indices[0]).type
        for index in indices[1:]:
            kind = kind.field(index).type
        schema = schema.append(pa.field(name, kind))
    return schema


def _paths(schema: pa.Schema, options: ReadOptions) -> Iterator[tuple[str, list[int]]]:
    """The fields that are wanted and lie in structures, with the way there, by the places of columns and fields."""
    for name in dict.fromkeys((options.own_id_field, options.text_field, options.time_field)):
        if "." in name and name not in schema.names and (indices := _indices(schema, name)):
            yield name, indices


def _indices(schema: pa.Schema, path: str) -> list[int]:
    """The way to a field; empty if there is none, or if a name of it stands there twice."""
    first, *rest = path.split(".")
    indices = [schema.get_field_index(first)]
    kind = schema.field(indices[0]).type if indices[0] >= 0 else None
    for name in rest:
        if kind is None or not pa.types.is_struct(kind):
            return []
        indices.append(kind.get_field_index(name))
        kind = kind.field(indices[-1]).type if indices[-1] >= 0 else None
    return [] if kind is None else indices
