"""The table of matches: its full schema, and its rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import pyarrow as pa

from samesame.align.spans import SPANS
from samesame.model import RELATIONS, Match, Problem, Span
from samesame.report.written import Writable
from samesame.results import Batches

MATCH_SCHEMA = pa.schema(
    [
        ("left", pa.large_string()),
        ("right", pa.large_string()),
        ("relation", pa.large_string()),
        ("method", pa.large_string()),
        ("left_score", pa.float64()),
        ("right_score", pa.float64()),
        ("left_coverage", pa.float64()),
        ("right_coverage", pa.float64()),
        ("jaccard", pa.float64()),
        ("spans", SPANS),
    ]
)
# With two sides, a row also has the side of each document.
SIDES = [pa.field(name, pa.large_string()) for name in ("left_side", "right_side")]
ACROSS_SCHEMA = pa.schema([*list(MATCH_SCHEMA)[:2], *SIDES, *list(MATCH_SCHEMA)[2:]])
# Rows written at a time; more if there are many, because a Parquet file has an entry for each write.
ROWS, MANY_ROWS, MANY = 1 << 13, 1 << 15, 1 << 20


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run did: documents and bytes read, bad records, seconds in all and per stage; pairs by relation.

    `problems` counts the bad records and `bad_records` has the first ten thousand of them, both also of `against`.
    `spilled` is how many pairs were written to temporary files, because they did not fit into the memory.
    """

    documents: int
    bytes: int
    problems: int
    seconds: float
    relations: dict[str, int] = field(default_factory=dict)
    stages: dict[str, float] = field(default_factory=dict)
    note: str | None = None
    spilled: int = 0
    bad_records: tuple[Problem, ...] = ()


class OfRun:
    """What a run gave, whatever the verb."""

    summary: Summary

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The bad records, which were left out, each with file, line and what is wrong with it."""
        return self.summary.bad_records


class Matches(Writable[Match], OfRun):
    """The matches of a run, sorted by left and right id.

    Rows that do not fit into the memory are made when they are read.

    >>> import samesame as ss
    >>> matches = ss.find({"a": "Same words.", "b": "same words", "c": "Other words."}, method="exact")
    >>> matches
    Matches(1 rows)
    >>> matches.to_arrow()["relation"].to_pylist()
    ['exact']
    """

    def __init__(self, table: pa.Table | Batches, summary: Summary) -> None:
        super().__init__(table)
        self.summary = summary

    def _row(self, values: dict[str, object]) -> Match:
        spans = cast("list[dict[str, Any]] | None", values.pop("spans"))
        located = None if spans is None else tuple(Span(**span) for span in spans)
        return Match(**cast("dict[str, Any]", values), spans=located)

    @property
    def _rows_at_a_time(self) -> int:
        return ROWS if len(self) < MANY else MANY_ROWS


def count_relations(table: pa.Table) -> dict[str, int]:
    """How many matches there are of each relation, in the order of RELATIONS."""
    counted = {row["values"]: row["counts"] for row in table["relation"].value_counts().to_pylist()}
    return {relation: counted[relation] for relation in RELATIONS if relation in counted}
