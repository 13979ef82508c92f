"""The table of removals: who was left out, and who stays in its place."""

from __future__ import annotations

from typing import Any, cast

import pyarrow as pa

from samesame.model import Removal
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


class Removals(Table[Removal]):
    """The documents left out, each with the one that stays in its place."""

    def _row(self, values: dict[str, object]) -> Removal:
        return Removal(**cast("dict[str, Any]", values))
