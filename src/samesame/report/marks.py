"""What `dedup` says of each document where it marks instead of removing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import combined, to_arrow, to_numpy
from samesame.errors import InputError, ParameterError
from samesame.report.kept import KeptRows, Positions
from samesame.report.removals import ACROSS_SCHEMA

# Whether it stays; for those that would go the columns of `removed`: whom it would go for, how and how much.
# `kept_side` only if another collection was given.
TOLD = ("kept", "kept_side", "relation", "left_coverage", "right_coverage")
STAYS = pa.field("stays", pa.bool_())
NAMES = (STAYS.name, *TOLD)


def refuse_taken(names: Iterable[str]) -> None:
    """Refuses columns that have the name of a mark: one of the two would be lost."""
    taken = [name for name in names if name in NAMES]
    if taken:
        raise ParameterError(
            f"mark: the input has a field '{taken[0]}' already, which would be written twice; rename it, or leave mark "
            "out"
        )


@dataclass(frozen=True, slots=True)
class Marks:
    """For each document that was read its row among the removals; -1 for one that stays. 8 bytes each."""

    row: Positions
    # The columns of removals that are told.
    told: dict[str, pa.Array]

    @property
    def schema(self) -> pa.Schema:
        """The columns of marks."""
        return pa.schema([STAYS, *(ACROSS_SCHEMA.field(name) for name in self.told)])

    @staticmethod
    def of(rows: KeptRows, removals: pa.Table) -> Marks:
        """Documents are known by the hashes of their ids, which were noted when they were read."""
        hashes = to_numpy(_core.fingerprints(combined(removals["id"])))
        order = np.argsort(hashes, kind="stable")
        ordered = hashes[order]
        if np.any(ordered[1:] == ordered[:-1]):
            raise InputError("mark: two of the ids have the same hash of 64 bits; change one of them")
        gone = np.flatnonzero(~rows.mask)
        at = np.minimum(np.searchsorted(ordered, rows.ids[gone]), max(len(ordered) - 1, 0))
        assert not len(gone) or np.array_equal(ordered[at], rows.ids[gone])
        row = np.full(len(rows.mask), -1)
        row[gone] = order[at]
        return Marks(row, {name: combined(removals[name]) for name in TOLD if name in removals.column_names})

    def batch(self, positions: Positions) -> pa.RecordBatch:
        """The marks of some documents."""
        rows = self.row[positions]
        stays = to_arrow(rows < 0)
        places = pc.if_else(stays, pa.nulls(1, pa.int64())[0], to_arrow(rows, pa.int64()))
        return pa.record_batch([stays, *(column.take(places) for column in self.told.values())], schema=self.schema)

    def beside(self, batch: pa.RecordBatch, positions: Positions) -> pa.RecordBatch:
        """A batch with the marks of its rows in further columns."""
        marks = self.batch(positions)
        schema = marked_schema(batch.schema, self.schema)
        return pa.record_batch([*batch.columns, *marks.columns], schema=schema)


def marked_schema(schema: pa.Schema, marks: pa.Schema) -> pa.Schema:
    """The schema of a table with its marks."""
    refuse_taken(schema.names)
    return pa.schema([*schema, *marks], schema.metadata)
