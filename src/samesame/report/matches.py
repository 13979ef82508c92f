"""The table of matches: its schema, complete from the start, and its rows."""

from __future__ import annotations

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

SPAN = pa.struct(
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
        ("spans", pa.large_list(SPAN)),
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


def match_table(found: Found, method: Method, *, all_pairs: bool = False) -> pa.Table:
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
    if pairs.partial is not None:
        relation = np.where(pairs.partial[rows], RELATIONS.index("partial"), relation)
    measured = (pairs.measured or Measured(rows, rows, rows)).take(rows)
    columns = [left, right, relation, pairs.left_score[rows], pairs.right_score[rows]]
    columns += [measured.left_share, measured.right_share, measured.jaccard]
    same = RELATIONS.index("exact" if "exact" in method.relations else "near")
    ones = np.ones(len(exact_left))
    exact = [exact_left, exact_right, np.full(len(exact_left), same), *[ones] * 5]
    spans = pa.nulls(len(exact_left) + len(left), MATCH_SCHEMA.field("spans").type)
    if pairs.spans is not None:
        # Copies have the same words, but these may stand elsewhere in them.
        own = (left == pairs.left[rows]) & (right == pairs.right[rows])
        located = pairs.spans.cast(spans.type).take(pa.array(rows, mask=~own))
        spans = pa.concat_arrays([located, spans[len(left) :]])
    columns = [np.concatenate(parts) for parts in zip(columns, exact, strict=True)]
    return _table(groups.ids, columns, spans, method.name)


def _table(ids: pa.ChunkedArray, columns: list[npt.NDArray[Any]], spans: pa.Array, method: str) -> pa.Table:
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
        _turned(spans, turned).take(pa.array(order)),
    ]
    return pa.Table.from_arrays(rows, schema=MATCH_SCHEMA)


def _turned(spans: pa.Array, turned: npt.NDArray[np.bool_]) -> pa.Array:
    """With left and right exchanged where `turned` says so."""
    if spans.null_count == len(spans):
        return spans
    fields = [spans.values.field(name) for name in ("right_start", "right_end", "left_start", "left_end", "kind")]
    values = pa.StructArray.from_arrays(fields, fields=list(SPAN))
    other = pa.LargeListArray.from_arrays(spans.offsets, values, mask=spans.is_null())
    turned_spans = pa.concat_arrays([spans, other]).take(pa.array(np.arange(len(spans)) + len(spans) * turned))
    return _in_order(turned_spans)


def _in_order(spans: pa.Array) -> pa.Array:
    """The spans of each row by where they start in the left text, then in the right one."""
    values, lengths = spans.flatten(), pc.list_value_length(spans).fill_null(0)
    row = np.repeat(np.arange(len(spans)), lengths.to_numpy())
    starts = (values.field(name).to_numpy() for name in ("right_start", "left_start"))
    order = np.lexsort((*starts, row))
    offsets = pa.array(np.r_[0, np.cumsum(lengths.to_numpy())], pa.int64())
    return pa.LargeListArray.from_arrays(offsets, values.take(pa.array(order)), mask=spans.is_null())


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
