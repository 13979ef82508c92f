"""Tables of different columns as one: all columns of all of them, each with a type that can hold what they have."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

import pyarrow as pa

from samesame.errors import InputError
from samesame.plain import json_line, values

# Columns that the note about differences names; the others are counted.
NAMED = 5
# Of this key of a schema's metadata only the table that it was made for can be restored.
PANDAS = b"pandas"


@dataclass(frozen=True, slots=True)
class United:
    """One schema for several, and what is told of their differences; empty where there are none."""

    schema: pa.Schema
    note: str


def united(schemas: Iterable[tuple[str, pa.Schema]]) -> United:
    """The columns of all schemas, in the order they are met; each schema has the name of its input."""
    named = _different(schemas)
    if len(named) == 1:
        return United(named[0][1], "")
    names = list(dict.fromkeys(name for _, schema in named for name in schema.names))
    columns = [_column(name, named) for name in names]
    notes = [note for _, note in columns if note]
    more = f"; and {len(notes) - NAMED:,} more" if len(notes) > NAMED else ""
    metadata = {key: value for key, value in (named[0][1].metadata or {}).items() if key != PANDAS}
    note = f"columns differ: {'; '.join(notes[:NAMED])}{more}" if notes else ""
    return United(pa.schema([field for field, _ in columns], metadata or None), note)


def _different(schemas: Iterable[tuple[str, pa.Schema]]) -> list[tuple[str, pa.Schema]]:
    """Each schema once, with the first input that has it: there may be thousands of inputs."""
    found: dict[pa.Schema, tuple[str, pa.Schema]] = {}
    for name, schema in schemas:
        found.setdefault(schema.remove_metadata(), (name, schema))
    return list(found.values())


def _column(name: str, named: list[tuple[str, pa.Schema]]) -> tuple[pa.Field, str]:
    """A column of several tables, and what is told of it."""
    fields = {input_: schema.field(name) for input_, schema in named if name in schema.names}
    missing = [input_ for input_, schema in named if name not in schema.names]
    kinds = {_shown(field.type): input_ for input_, field in reversed(fields.items())}
    first = next(iter(fields.values()))
    kind = promoted(list(dict.fromkeys(field.type for field in fields.values())))
    nullable = bool(missing) or any(field.nullable for field in fields.values())
    field = pa.field(name, kind or pa.large_string(), nullable, first.metadata)
    if len(kinds) > 1:
        told = " and ".join(f"{kind_} in {input_}" for kind_, input_ in reversed(kinds.items()))
        return field, f"'{name}' is {told}, written as {_shown(kind) if kind else 'text'}"
    return field, f"'{name}' is missing in {missing[0]}" if missing else ""


def promoted(kinds: list[pa.DataType]) -> pa.DataType | None:
    """A type that holds the values of all these types; None where only text does."""
    if len(kinds) == 1:
        return kinds[0]
    plain = [kind.value_type if pa.types.is_dictionary(kind) else kind for kind in kinds]
    if not all(map(pa.types.is_dictionary, kinds)):
        kinds = plain
    schemas = [pa.schema([pa.field("x", kind)]) for kind in kinds]
    try:
        found = pa.unify_schemas(schemas, promote_options="permissive").field("x").type
    except pa.ArrowException:
        return None
    # Arrow would round the one and take the other for bytes.
    decimals = any(map(pa.types.is_decimal, kinds)) and pa.types.is_floating(found)
    strings = any(_is_string(kind) for kind in plain) and _is_binary(found)
    return None if decimals or strings else found


def _shown(kind: pa.DataType) -> str:
    """A type in words. Users see strings, however wide Arrow's offsets into them are."""
    return "string" if _is_string(kind) else str(kind)


def _is_string(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _is_binary(kind: pa.DataType) -> bool:
    return bool(pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind))


def fitted(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """A batch with the columns of a united schema."""
    return pa.record_batch([_fitted(batch, field) for field in schema], schema=schema)


def _fitted(batch: pa.RecordBatch, field: pa.Field) -> pa.Array:
    if field.name not in batch.schema.names:
        return pa.nulls(batch.num_rows, field.type)
    column = batch.column(field.name)
    if column.type == field.type:
        return column
    if pa.types.is_dictionary(column.type) and not pa.types.is_dictionary(field.type):
        column = column.dictionary_decode()
    if field.type == pa.large_string() and promoted([column.type, field.type]) is None:
        return pa.array([text_of(value) for value in values(column)], field.type)
    try:
        return column.cast(field.type)
    except pa.ArrowException as error:
        raise InputError(
            f"the column '{field.name}' is {column.type} in one input and {field.type} in another, and a value fits no "
            f"{field.type}: {error}; write JSONL, which keeps each as it is"
        ) from error


def text_of(value: object) -> str | None:
    """A string as it is, anything else as JSON."""
    if value is None or isinstance(value, str):
        return value
    written = json_line(value)
    # Dates, bytes and decimals are strings in JSON: here without quotes.
    return str(json.loads(written)) if written.startswith('"') else written
