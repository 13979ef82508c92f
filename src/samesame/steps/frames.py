"""Small operations on tables that stages share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import combined, constant, to_arrow, to_numpy
from samesame.match.groups import Numbers
from samesame.steps.tables import TABLES

# Scalars made in a way that does not import pandas, which takes longer than most stages.
NO_TEXT = constant("")
NO_BYTES = NO_TEXT.cast(pa.large_binary())


def made(name: str, columns: Mapping[str, Any]) -> pa.Table:
    """The table with that name from columns: Arrow arrays or numpy arrays; a column that is not given is null."""
    schema = TABLES[name].schema
    count = max((len(column) for column in columns.values()), default=0)
    arrays = [_column(columns.get(field.name), field.type, count) for field in schema]
    if "signature" in columns:
        schema = schema.set(schema.get_field_index("signature"), pa.field("signature", columns["signature"].type))
    return pa.table(arrays, schema=schema)


def _column(values: Any, type: pa.DataType, count: int) -> Any:
    if values is None:
        return pa.nulls(count, type)
    return to_arrow(values, type) if isinstance(values, np.ndarray) else values


def columns_of(table: pa.Table) -> dict[str, pa.ChunkedArray]:
    """The columns of a table by name."""
    return dict(zip(table.column_names, table.columns, strict=True))


def numbers(table: pa.Table, name: str) -> Numbers:
    """A column of integers."""
    return to_numpy(table[name]).astype(np.int64)


def array(table: pa.Table, name: str) -> pa.Array:
    """A column as one array."""
    return combined(table[name])


def halves(table: pa.Table, name: str) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """A column of 128-bit keys as two columns of numbers, which sort and compare."""
    keys = array(table, name)
    both = np.frombuffer(keys.buffers()[1] or b"", np.uint64).reshape(-1, 2)[keys.offset : keys.offset + len(keys)]
    return both[:, 0], both[:, 1]


def signed(signatures: pa.Array) -> npt.NDArray[np.bool_]:
    """For each signature, whether it has content: a list that is not empty, or a value."""
    lists = pa.types.is_large_list(signatures.type)
    counts = (
        pc.list_value_length(signatures).fill_null(constant(0, pa.int64()))
        if lists
        else signatures.is_valid().cast(pa.int8())
    )
    return np.asarray(to_numpy(counts) > 0)


def places_of(wanted: Numbers, among: Numbers) -> Numbers:
    """The index of each number among others, which are all different; -1 if it is not there."""
    order = np.argsort(among, kind="stable")
    at = np.minimum(np.searchsorted(among[order], wanted), max(len(among) - 1, 0))
    if not len(among):
        return np.full(len(wanted), -1)
    return np.where(among[order][at] == wanted, order[at], -1)


def expand(wanted: Numbers, among: Numbers) -> tuple[Numbers, Numbers]:
    """All indices of each number among others: rows of `wanted`, and for each an index into `among`."""
    order = np.argsort(among, kind="stable")
    start, end = np.searchsorted(among[order], wanted, "left"), np.searchsorted(among[order], wanted, "right")
    counts = end - start
    rows = np.repeat(np.arange(len(wanted)), counts)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    return rows, order[start[rows] + within]
