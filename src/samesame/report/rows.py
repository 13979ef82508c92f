"""The rows of matches, made by the core from what an engine found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.align.spans import SPANS, turned_spans
from samesame.arrays import combined, to_arrow, to_numpy
from samesame.match.groups import Numbers, ranks_of
from samesame.match.pairs import Found, Located, numbers
from samesame.report.matches import ACROSS_SCHEMA, MATCH_SCHEMA
from samesame.report.overflow import Overflow
from samesame.results import Batches

if TYPE_CHECKING:
    from samesame.align.passages import Aligner
    from samesame.limits import Limits
    from samesame.methods.base import Method, MethodSettings


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a run sorted by ids: in one part if they fit into the memory, otherwise in several."""

    core: _core.MatchRows
    schema: pa.Schema
    located: Located | None
    threads: int

    @property
    def relations(self) -> dict[str, int]:
        """The number of rows per relation."""
        return {name: count for name, count in self.core.counts if count}

    @property
    def num_rows(self) -> int:
        """How many there are in all."""
        return sum(self.relations.values())

    def table(self) -> pa.Table | Batches:
        """All rows as a table, if they fit."""
        return self if self.core.parts > 1 else pa.Table.from_batches(self, self.schema)

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        for batch, _, _ in self.numbered():
            yield batch

    def numbered(self) -> Iterator[tuple[pa.RecordBatch, Numbers, Numbers]]:
        """Batches of rows, and the document numbers of each row."""
        for part in range(self.core.parts):
            for batch in self.core.batches(part, self.threads):
                *columns, left, right = batch.columns
                left, right = numbers(left), numbers(right)
                spans = pa.nulls(len(left), SPANS) if self.located is None else spans_of(self.located, left, right)
                yield pa.RecordBatch.from_arrays([*columns, spans], schema=self.schema), left, right

    def without_spans(self) -> Numbers:
        """The documents of rows whose passages the method has not located."""
        wanted: set[int] = set()
        for batch, *pair in self.numbered():
            missing = to_numpy(batch.column("spans").is_null())
            wanted.update(np.unique(np.concatenate([side[missing] for side in pair])).tolist())
        return np.array(sorted(wanted), np.int64)

    def with_spans(self, held: _core.HeldTexts, aligner: Aligner) -> pa.Table | Batches:
        """All rows with the passages of each match; passages that the method itself located are kept."""
        batches = (self._aligned(*numbered, held, aligner) for numbered in self.numbered())
        if self.core.parts == 1:
            return pa.Table.from_batches(batches, self.schema)
        rows = Overflow(self.schema, limit=0)
        for batch in batches:
            rows.add(batch)
        return rows

    def _aligned(
        self, batch: pa.RecordBatch, left: Numbers, right: Numbers, held: _core.HeldTexts, aligner: Aligner
    ) -> pa.RecordBatch:
        known = batch.column("spans")
        missing = to_numpy(known.is_null())
        pairs = to_arrow(left[missing], pa.uint32()), to_arrow(right[missing], pa.uint32())
        found = held.align(*pairs, aligner.core, self.threads).cast(SPANS)
        place = np.arange(len(known))
        place[missing] = len(known) + np.arange(len(found))
        spans = pa.concat_arrays([known, found]).take(to_arrow(place))
        return pa.RecordBatch.from_arrays([*batch.columns[:-1], spans], schema=self.schema)


def match_rows(
    found: Found, method: Method[MethodSettings], relations: Sequence[str], *, all_pairs: bool = False, limits: Limits
) -> Rows:
    """The rows of all matches: identical documents, and pairs between their firsts or between all."""
    groups, firsts = found.groups, found.firsts
    left, right = groups.paired() if all_pairs else groups.pairs()
    if not found.signed.all():
        known = found.signed[left]
        left, right = left[known], right[known]
    first = groups.first(firsts)
    named = first[to_numpy(found.pairs.found.documents(len(firsts)))]
    told = _named(groups.labels, named)
    rank = np.zeros(len(groups.ids), np.int64)
    rank[told] = ranks_of(groups.ids.take(to_arrow(told)), shared=True)
    core = _core.MatchRows(
        found.pairs.found,
        firsts=to_arrow(first, pa.uint32()),
        labels=to_arrow(groups.labels[firsts], pa.uint32()),
        same=(to_arrow(left, pa.uint32()), to_arrow(right, pa.uint32())),
        names=combined(groups.ids),
        rank=to_arrow(rank, pa.uint32()),
        split=groups.split,
        groups=groups.arrays() if all_pairs else None,
        method=method.name,
        relations=list(relations),
        identical="exact" if "exact" in method.relations else "near",
        memory=limits.memory,
        threads=limits.threads,
    )
    located = found.pairs.located
    if located is not None:
        located = _between_groups(located, firsts, groups.labels)
    return Rows(core, MATCH_SCHEMA if groups.split is None else ACROSS_SCHEMA, located, limits.threads)


def _named(labels: Numbers, others: Numbers) -> Numbers:
    """The documents that can be in a row: those with copies, and some others."""
    shared = np.bincount(labels[labels >= 0], minlength=1) > 1
    named = shared[np.maximum(labels, 0)] & (labels >= 0)
    named[others] = True
    return np.flatnonzero(named)


def _between_groups(located: Located, firsts: Numbers, labels: Numbers) -> Located:
    """Pairs with the numbers of documents, sorted.

    With two sides, pairs of identical documents are among them and are dropped.
    """
    left, right = firsts[located.left], firsts[located.right]
    kept = np.flatnonzero(labels[left] != labels[right])
    kept = kept[np.lexsort((right[kept], left[kept]))]
    return Located(left[kept], right[kept], located.spans.cast(SPANS).take(to_arrow(kept)))


def spans_of(located: Located, left: Numbers, right: Numbers) -> pa.Array:
    """The spans of rows, null where they are not known. Copies have the same words, but perhaps at other positions."""
    as_found, turned = _places(located, left, right), _places(located, right, left)
    places = np.maximum(as_found, turned)
    known = pc.if_else(to_arrow(places >= 0), to_arrow(places), pa.nulls(len(places), pa.int64()))
    return turned_spans(located.spans.take(known), (as_found < 0) & (turned >= 0))


def _places(located: Located, left: Numbers, right: Numbers) -> Numbers:
    """The index of each pair among the located ones; -1 if it is not there."""
    count = np.int64(max(left.max(initial=0), right.max(initial=0), located.right.max(initial=0)) + 1)
    keys, wanted = located.left * count + located.right, left * count + right
    places = np.searchsorted(keys, wanted)
    found: npt.NDArray[np.bool_] = np.r_[keys, -1][places] == wanted
    return np.where(found, places, -1)
