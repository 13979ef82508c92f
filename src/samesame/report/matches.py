"""The table of matches: its schema, complete from the start, and its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.match.groups import Numbers
from samesame.match.pairs import Found, Measured
from samesame.model import RELATIONS, Match, Span
from samesame.results import Table

if TYPE_CHECKING:
    from samesame.methods.base import Method

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
    """What a run did: documents and bytes read, bad records, seconds in all and of each stage; pairs by relation."""

    documents: int
    bytes: int
    problems: int
    seconds: float
    relations: dict[str, int] = field(default_factory=dict)
    stages: dict[str, float] = field(default_factory=dict)
    note: str | None = None


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


@dataclass(frozen=True, slots=True)
class Rows:
    """A table of matches, and the numbers of the documents in each row."""

    table: pa.Table
    left: Numbers
    right: Numbers

    def only(self, wanted: Sequence[str]) -> Rows:
        """The matches of these relations."""
        kept = pc.is_in(self.table["relation"], value_set=pa.array(wanted, pa.large_string()))
        chosen = kept.to_numpy()
        return Rows(self.table.filter(kept), self.left[chosen], self.right[chosen])

    def with_spans(self, spans: pa.Array) -> Rows:
        """With the passages of each match."""
        place = MATCH_SCHEMA.get_field_index("spans")
        field = MATCH_SCHEMA.field("spans")
        return Rows(self.table.set_column(place, field, spans.cast(field.type)), self.left, self.right)


def match_table(found: Found, method: Method, *, all_pairs: bool = False) -> Rows:
    """The rows of all matches: identical documents, and pairs between their firsts or between all."""
    groups, pairs = found.groups, found.pairs
    exact_left, exact_right = groups.pairs(all_pairs=all_pairs)
    if not found.signed.all():
        known = found.signed[exact_left]
        exact_left, exact_right = exact_left[known], exact_right[known]
    # Across two sides identical documents come as pairs, too.
    other = groups.labels[pairs.left] != groups.labels[pairs.right]
    rows = np.flatnonzero(other)
    left, right = groups.first(pairs.left[rows]), groups.first(pairs.right[rows])
    if all_pairs:
        rows = rows[groups.expansion(left, right)]
        left, right = groups.expand(left, right)
    relation = np.where(pairs.mutual[rows], RELATIONS.index("near"), RELATIONS.index("contained"))
    measured = (pairs.measured or Measured(rows, rows, rows)).take(rows)
    columns = [left, right, relation, pairs.left_score[rows], pairs.right_score[rows]]
    columns += [measured.left_share, measured.right_share, measured.jaccard]
    same = RELATIONS.index("exact" if "exact" in method.relations else "near")
    ones = np.ones(len(exact_left))
    exact = [exact_left, exact_right, np.full(len(exact_left), same), *[ones] * 5]
    return _table(groups.ids, [np.concatenate(parts) for parts in zip(columns, exact, strict=True)], method.name)


def _table(ids: pa.ChunkedArray, columns: list[npt.NDArray[Any]], method: str) -> Rows:
    """Rows from columns of numbers, sorted by ids; where both sides pass, the smaller id comes left."""
    rank = _ranks(ids, np.unique(np.r_[columns[0], columns[1]]))
    turned = (rank[columns[0]] > rank[columns[1]]) & (columns[2] != RELATIONS.index("contained"))
    for first, second in ((0, 1), (3, 4), (5, 6)):
        a, b = columns[first], columns[second]
        columns[first], columns[second] = np.where(turned, b, a), np.where(turned, a, b)
    # Numbers are sorted many times faster than the ids themselves.
    order = np.argsort(rank[columns[0]] * (len(rank) + 1) + rank[columns[1]], kind="stable")
    left, right, relation, *shares = (column[order] for column in columns)
    names = ids.combine_chunks()
    rows = [
        names.take(pa.array(left)),
        names.take(pa.array(right)),
        pa.array(RELATIONS, pa.large_string()).take(pa.array(relation)),
        pa.repeat(pa.scalar(method, pa.large_string()), len(order)),
        *(pa.array(column, pa.float64()) for column in shares),
        pa.nulls(len(order), MATCH_SCHEMA.field("spans").type),
    ]
    return Rows(pa.Table.from_arrays(rows, schema=MATCH_SCHEMA), left, right)


def _ranks(ids: pa.ChunkedArray, documents: Numbers) -> Numbers:
    """For each of the documents the place of its id in the order of code points; equal ids have one place."""
    names = ids.take(pa.array(documents))
    order = pc.sort_indices(names).to_numpy()
    ordered = names.take(pa.array(order)).combine_chunks()
    other = np.ones(len(order), np.bool_)
    other[1:] = pc.not_equal(ordered[1:], ordered[:-1]).to_numpy(zero_copy_only=False)
    rank = np.zeros(len(ids), np.int64)
    rank[documents[order]] = np.cumsum(other)
    return rank


def count_relations(table: pa.Table) -> dict[str, int]:
    """How many matches there are of each relation, in the order of the design."""
    counted = {row["values"]: row["counts"] for row in table["relation"].value_counts().to_pylist()}
    return {relation: counted[relation] for relation in RELATIONS if relation in counted}
