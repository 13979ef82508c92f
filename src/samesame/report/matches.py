"""The table of matches: its schema, complete from the start, and its rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import combined, to_arrow, to_numpy, words_array
from samesame.match.groups import Numbers
from samesame.match.pairs import Found, Measured, Pairs, Shares
from samesame.model import RELATIONS, Match, Span
from samesame.report.spans import SPANS, turned_spans
from samesame.results import Table

if TYPE_CHECKING:
    from samesame.methods.base import Method

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
        kept = pc.is_in(self.table["relation"], value_set=words_array(wanted))
        chosen = to_numpy(kept)
        return Rows(self.table.filter(kept), self.left[chosen], self.right[chosen])

    def with_spans(self, align: Callable[[Numbers, Numbers], pa.Array]) -> Rows:
        """With the passages of each match; what the method itself has located stays."""
        known = self.table["spans"].combine_chunks()
        missing = to_numpy(known.is_null())
        found = align(self.left[missing], self.right[missing]).cast(SPANS)
        place = np.arange(len(known))
        place[missing] = len(known) + np.arange(len(found))
        spans = pa.concat_arrays([known, found]).take(to_arrow(place))
        field = MATCH_SCHEMA.get_field_index("spans")
        return Rows(self.table.set_column(field, MATCH_SCHEMA.field(field), spans), self.left, self.right)


def match_table(found: Found, method: Method, *, all_pairs: bool = False, threads: int = 0) -> Rows:
    """The rows of all matches: identical documents, and pairs between their firsts or between all."""
    groups, pairs = found.groups, found.pairs
    exact_left, exact_right = groups.pairs(all_pairs=all_pairs)
    if not found.signed.all():
        known = found.signed[exact_left]
        exact_left, exact_right = exact_left[known], exact_right[known]
    # Across two sides identical documents come as pairs, too.
    source = np.flatnonzero(groups.labels[pairs.left] != groups.labels[pairs.right])
    left, right = groups.first(pairs.left[source]), groups.first(pairs.right[source])
    if all_pairs:
        origin, left, right = groups.expand(left, right)
        source = source[origin]
    # What was measured is told once a pair of firsts, and once for all identical documents.
    same = len(pairs)
    rows = _Sources(
        np.concatenate([left, exact_left]),
        np.concatenate([right, exact_right]),
        np.concatenate([source, np.full(len(exact_left), same)]),
    )
    return _table(groups.ids, rows, _measures(pairs, method), method.name, _spans(pairs, rows), threads)


def _spans(pairs: Pairs, rows: _Sources) -> pa.Array | None:
    """The spans of each row, if the method locates them. Copies have the same words, but these may stand elsewhere."""
    if pairs.spans is None:
        return None
    own = rows.source < len(pairs)
    source = rows.source[own]
    own[own] = (rows.left[own] == pairs.left[source]) & (rows.right[own] == pairs.right[source])
    places = pc.if_else(to_arrow(own), to_arrow(rows.source), pa.nulls(len(own), pa.int64()))
    return pairs.spans.cast(SPANS).take(places)


@dataclass(frozen=True, slots=True)
class _Sources:
    """The documents of each row, and which measures are theirs."""

    left: Numbers
    right: Numbers
    source: Numbers


@dataclass(frozen=True, slots=True)
class _Measures:
    """What was measured of each pair, and at the end of identical documents: relation, scores, coverages, Jaccard."""

    relation: Numbers
    scores: tuple[Shares, Shares]
    coverages: tuple[Shares, Shares]
    jaccard: Shares


def _measures(pairs: Pairs, method: Method) -> _Measures:
    measured = pairs.measured or Measured(*[np.zeros(len(pairs), np.int64)] * 3)
    relation = np.where(pairs.mutual, RELATIONS.index("near"), RELATIONS.index("contained"))
    if pairs.partial is not None:
        relation[pairs.partial] = RELATIONS.index("partial")
    same = RELATIONS.index("exact" if "exact" in method.relations else "near")
    return _Measures(
        np.append(relation, same),
        (np.append(pairs.left_score, 1.0), np.append(pairs.right_score, 1.0)),
        (np.append(measured.left_share, 1.0), np.append(measured.right_share, 1.0)),
        np.append(measured.jaccard, 1.0),
    )


def _table(
    ids: pa.ChunkedArray, rows: _Sources, measures: _Measures, method: str, spans: pa.Array | None, threads: int
) -> Rows:
    """Rows sorted by ids; where both sides pass, the smaller id comes left."""
    columns, (left, right, order, turned) = _core.match_rows(
        combined(ids),
        to_arrow(_ranks(ids, rows)),
        (to_arrow(rows.left), to_arrow(rows.right), to_arrow(rows.source)),
        to_arrow(measures.relation),
        to_arrow(measures.relation == RELATIONS.index("contained")),
        [to_arrow(column) for column in (*measures.scores, *measures.coverages, measures.jaccard)],
        words_array(RELATIONS),
        method,
        threads,
    )
    if spans is None:
        located = pa.nulls(len(order), SPANS)
    else:
        before = np.empty(len(order), np.bool_)
        before[to_numpy(order)] = to_numpy(turned)
        located = turned_spans(spans, before).take(order)
    return Rows(pa.Table.from_arrays([*columns, located], schema=MATCH_SCHEMA), to_numpy(left), to_numpy(right))


def _ranks(ids: pa.ChunkedArray, rows: _Sources) -> Numbers:
    """For each document of a row the place of its id in the order of code points; equal ids have one place."""
    named = np.zeros(len(ids), np.bool_)
    named[rows.left] = named[rows.right] = True
    documents = np.flatnonzero(named)
    names = ids.take(to_arrow(documents))
    order = to_numpy(pc.sort_indices(names))
    ordered = combined(names.take(to_arrow(order)))
    other = np.ones(len(order), np.bool_)
    other[1:] = to_numpy(pc.not_equal(ordered[1:], ordered[:-1]))
    rank = np.zeros(len(ids), np.int64)
    rank[documents[order]] = np.cumsum(other)
    return rank


def count_relations(table: pa.Table) -> dict[str, int]:
    """How many matches there are of each relation, in the order of the design."""
    counted = {row["values"]: row["counts"] for row in table["relation"].value_counts().to_pylist()}
    return {relation: counted[relation] for relation in RELATIONS if relation in counted}
