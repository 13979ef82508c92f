"""The rows that a user sees, as Spark holds them: with plain strings and lists, and signed numbers."""

from __future__ import annotations

import pyarrow as pa

from samesame.engines.collect import match_rows, removal_rows
from samesame.engines.worker import schema_of
from samesame.plan.model import Plan
from samesame.report.matches import ACROSS_SCHEMA, MATCH_SCHEMA
from samesame.report.removals import ACROSS_SCHEMA as REMOVAL_ACROSS
from samesame.report.removals import REMOVAL_SCHEMA

_SIGNED = {pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint32(): pa.int64(), pa.uint64(): pa.int64()}


def told(plan: Plan, name: str, table: pa.Table) -> pa.Table:
    """Rows of the last table as rows for the user."""
    if plan.verb == "find":
        table = match_rows(plan, table)
    elif name == "removals":
        table = removal_rows(plan, table)
    return table.cast(plain(table.schema))


def schema_told(plan: Plan, name: str) -> pa.Schema:
    """The schema of these rows, as the other engines give them."""
    across = len(plan.sides) > 1
    if plan.verb == "find":
        return ACROSS_SCHEMA if across else MATCH_SCHEMA
    if name == "removals":
        return REMOVAL_ACROSS if across else REMOVAL_SCHEMA
    return schema_of(name, plan)


def plain(schema: pa.Schema) -> pa.Schema:
    """The same with types that Spark has.

    >>> plain(pa.schema([("a", pa.large_list(pa.large_string())), ("b", pa.uint32())])).types
    [ListType(list<item: string>), DataType(int64)]
    """
    return pa.schema([field.with_type(plain_type(field.type)) for field in schema])


def plain_type(kind: pa.DataType) -> pa.DataType:
    """A type that Spark has."""
    if pa.types.is_large_string(kind):
        return pa.string()
    if pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind):
        return pa.binary()
    if pa.types.is_struct(kind):
        return pa.struct([field.with_type(plain_type(field.type)) for field in kind])
    if pa.types.is_large_list(kind) or pa.types.is_list(kind):
        return pa.list_(kind.value_field.with_type(plain_type(kind.value_type)))
    return _SIGNED.get(kind, kind)
