"""The table of matches: its schema, complete from the start, and its rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import pyarrow as pa

from samesame.model import RELATIONS, Match, Span
from samesame.results import Table

_SPAN = pa.struct(
    [
        ("left_start", pa.int64()),
        ("left_end", pa.int64()),
        ("right_start", pa.int64()),
        ("right_end", pa.int64()),
        ("kind", pa.large_string()),
    ]
)
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
        ("spans", pa.large_list(_SPAN)),
    ]
)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run did: documents and bytes read, bad records, seconds; pairs by relation."""

    documents: int
    bytes: int
    problems: int
    seconds: float
    relations: dict[str, int] = field(default_factory=dict)


class Matches(Table[Match]):
    """The matches of a run, sorted by left and right id.

    >>> import samesame as ss
    >>> matches = ss.find({"a": "Same words.", "b": "same words", "c": "Other words."}, method="exact")
    >>> matches
    Matches(1 rows)
    >>> matches.to_arrow()["relation"].to_pylist()
    ['exact']
    """

    def __init__(self, table: pa.Table, summary: Summary) -> None:
        super().__init__(table)
        self.summary = summary

    def _row(self, values: dict[str, object]) -> Match:
        spans = cast("list[dict[str, Any]] | None", values.pop("spans"))
        located = None if spans is None else tuple(Span(**span) for span in spans)
        return Match(**cast("dict[str, Any]", values), spans=located)


def exact_rows(left: pa.Array, right: pa.Array, method: str) -> pa.Table:
    """Matches of documents with the same words: every measure is 1."""
    count = len(left)
    ones = pa.repeat(1.0, count)
    columns = [
        left,
        right,
        pa.repeat(pa.scalar("exact", pa.large_string()), count),
        pa.repeat(pa.scalar(method, pa.large_string()), count),
        *[ones] * 5,
        pa.nulls(count, MATCH_SCHEMA.field("spans").type),
    ]
    return pa.Table.from_arrays(columns, schema=MATCH_SCHEMA)


def count_relations(table: pa.Table) -> dict[str, int]:
    """How many matches there are of each relation, in the order of the design."""
    counted = {row["values"]: row["counts"] for row in table["relation"].value_counts().to_pylist()}
    return {relation: counted[relation] for relation in RELATIONS if relation in counted}
