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


@dataclass(frozen=True, slots=True)
class Removing:
    """Documents that go, by id, and those that stay in their place.

    `relation` is an index into RELATIONS; `by_rule` says whether the rule prefers the one that stays, or that one
    contains the other.
    """

    ids: pa.ChunkedArray
    kept: pa.ChunkedArray
    relation: Numbers
    measured: Measured
    by_rule: npt.NDArray[np.bool_]


def removal_table(rows: Removing, method: str, keep: str) -> pa.Table:
    """The rows of removals, sorted by id."""
    columns = [
        combined(rows.ids),
        combined(rows.kept),
        words_array(RELATIONS).take(to_arrow(rows.relation)),
        pa.repeat(constant(method), len(rows.ids)),
        to_arrow(rows.measured.left_share),
        to_arrow(rows.measured.right_share),
        words_array([keep, "contained"]).take(to_arrow((~rows.by_rule).astype(np.int64))),
    ]
    return pa.Table.from_arrays(columns, schema=REMOVAL_SCHEMA).sort_by("id")


class Removals(Table[Removal]):
    """The documents left out, each with the one that stays in its place."""

    def _row(self, values: dict[str, object]) -> Removal:
        return Removal(**cast("dict[str, Any]", values))
