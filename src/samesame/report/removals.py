"""The table of removals: documents that were left out, and those that stay in their place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame.arrays import combined, constant, to_arrow, words_array
from samesame.match.groups import Numbers
from samesame.match.pairs import Measured
from samesame.model import RELATIONS, Removal
from samesame.results import Table

REMOVAL_SCHEMA = pa.schema(
    [
        ("id", pa.large_string()),
        ("kept", pa.large_string()),
        ("relation", pa.large_string()),
        ("method", pa.large_string()),
        ("left_coverage", pa.float64()),
        ("right_coverage", pa.float64()),
        ("rule", pa.large_string()),
    ]
)
# Where another collection was given, a row also tells which one the kept document is of.
ACROSS_SCHEMA = pa.schema(
    [*list(REMOVAL_SCHEMA)[:2], pa.field("kept_side", pa.large_string()), *list(REMOVAL_SCHEMA)[2:]]
)
SIDES = ("in", "against")


@dataclass(frozen=True, slots=True)
class Removing:
    """Documents that go, by id, and those that stay in their place.

    `relation` is an index into RELATIONS; `by_rule` says whether the rule prefers the one that stays, or that one
    contains the other; `kept_side`, an index into SIDES, says of which side the kept one is (None: there is only one).
    """

    ids: pa.ChunkedArray
    kept: pa.ChunkedArray
    relation: Numbers
    measured: Measured
    by_rule: npt.NDArray[np.bool_]
    kept_side: Numbers | None = None


def removal_table(rows: Removing, method: str, keep: str) -> pa.Table:
    """The rows of removals, sorted by id."""
    sides = np.zeros(len(rows.ids), np.int64) if rows.kept_side is None else rows.kept_side
    rules = np.where(sides > 0, 2, ~rows.by_rule)
    columns = {
        "id": combined(rows.ids),
        "kept": combined(rows.kept),
        "kept_side": words_array(SIDES).take(to_arrow(sides)),
        "relation": words_array(RELATIONS).take(to_arrow(rows.relation)),
        "method": pa.repeat(constant(method), len(rows.ids)),
        "left_coverage": to_arrow(rows.measured.left_share),
        "right_coverage": to_arrow(rows.measured.right_share),
        "rule": words_array([keep, "contained", "against"]).take(to_arrow(rules)),
    }
    schema = REMOVAL_SCHEMA if rows.kept_side is None else ACROSS_SCHEMA
    return pa.table([columns[name] for name in schema.names], schema=schema).sort_by("id")


class Removals(Table[Removal]):
    """The documents left out, each with the one that stays in its place."""

    def _row(self, values: dict[str, object]) -> Removal:
        return Removal(**cast("dict[str, Any]", values))
