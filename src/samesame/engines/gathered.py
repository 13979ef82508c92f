"""Collects what `dedup` and `cluster` need of each document while it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import constant, to_arrow, to_numpy
from samesame.assess.previous import stayed_before
from samesame.errors import ParameterError
from samesame.match.groups import Numbers, owned
from samesame.match.keep import EXPECTED, NEVER, Field, Traits, rule_or_field
from samesame.match.wishes import NOTHING, WISH, wish_ranks
from samesame.plan.model import ClusterOptions, DedupOptions
from samesame.read.documents import Documents, Progress
from samesame.read.field_values import field_values
from samesame.read.inputs import Input
from samesame.read.side import Question, Side
from samesame.report.kept import KeptRows, Stamps, places

WISHES = [name for name, _ in WISH]


@dataclass(frozen=True, slots=True)
class Noted:
    """What `cluster` tells of documents: their times (microseconds, NEVER without) and lengths in code points."""

    times: Numbers
    characters: Numbers


class Gathered:
    """Documents as a side of a run.

    Records where each one is and what the rules look at, in about 50 bytes per document.
    """

    def __init__(self, documents: Documents, options: DedupOptions | ClusterOptions, progress: Progress | None) -> None:
        self._documents, self._progress = documents, progress
        self._keep, self._rule = options.keep, rule_or_field(options.keep)
        self._stamps = Stamps.of(documents)
        self._clusters = isinstance(options, ClusterOptions)
        previous = options.previous
        self._stayed = None if previous is None else stayed_before(previous, documents.options)
        self._notes: list[pa.RecordBatch] = []
        # Which of the given inputs each file comes from.
        given = [source.given if isinstance(source, Input) else 0 for source in documents.sources]
        self._given = np.array(given, np.int64)
        self.count = 0

    @property
    def size(self) -> int:
        """Bytes of input."""
        return self._documents.size

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches, always in the same order."""
        for batch in self._documents.batches(progress=self._progress, again=again):
            if not again:
                self._notes.append(self._note(batch))
                self.count += batch.num_rows
            yield batch
        if not again:
            self._check()

    def narrowed(self, question: Question) -> tuple[Side, int]:
        """All: which of them match is known when they are read."""
        return self, 0

    def _note(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        times = batch.column("time").cast(pa.int64()).fill_null(constant(NEVER))
        none = to_arrow(np.zeros(batch.num_rows, np.bool_))
        fixed = none if self._stayed is None else pc.is_in(batch.column("id"), value_set=self._stayed)
        columns = {
            "file": batch.column("file"),
            "line": batch.column("line"),
            "id": _core.fingerprints(batch.column("id")),
            "time": times,
            "fixed": fixed,
            **self._lengths(batch),
            **dict(zip(WISHES, self._wishes(batch), strict=True)),
        }
        return pa.record_batch([owned(column) for column in columns.values()], list(columns))

    def _lengths(self, batch: pa.RecordBatch) -> dict[str, pa.Array]:
        """The lengths of the texts, which only `cluster` tells."""
        return {"characters": pc.utf8_length(batch.column("text"))} if self._clusters else {}

    def _wishes(self, batch: pa.RecordBatch) -> tuple[pa.Array, pa.Array, pa.Array]:
        """What the rule looks at."""
        if isinstance(self._rule, Field):
            kinds, numbers, texts = field_values(batch, self._rule.name, self._documents.options)
            return kinds, pc.negate(numbers) if self._rule.highest else numbers, texts
        count = batch.num_rows
        match self._rule:
            case "earliest":
                numbers = np.zeros(count)
            case "longest":
                numbers = -to_numpy(pc.utf8_length(batch.column("text"))).astype(np.float64)
            case "first":
                numbers = np.arange(self.count, self.count + count, dtype=np.float64)
            case "sources":
                numbers = self._given[to_numpy(batch.column("file"))].astype(np.float64)
        return to_arrow(np.zeros(count, np.int8)), to_arrow(numbers), pa.nulls(count, pa.large_string())

    def _check(self) -> None:
        """A field that no record has is misspelt, or is no rule."""
        if not isinstance(self._rule, Field) or not self.count:
            return
        if all((to_numpy(notes.column("wish_kind")) == NOTHING).all() for notes in self._notes):
            raise ParameterError(
                f"keep: no record has a value in the field '{self._rule.name}'; expected {EXPECTED}, by default the "
                "one with the highest value, with ':min' the lowest"
            )

    def noted_now(self) -> dict[str, pa.Array]:
        """Of the batch that was read last: who must stay, and what the rule looks at."""
        return {name: self._notes[-1].column(name) for name in ("time", "fixed", *WISHES)}

    def _column(self, name: str) -> Numbers:
        parts = [to_numpy(batch.column(name)).astype(np.int64) for batch in self._notes]
        return np.concatenate([np.zeros(0, np.int64), *parts])

    def traits(self, ahead: int = 0) -> Traits:
        """What the rules look at; before these come so many documents of another collection."""
        before = np.zeros(ahead, np.int64)
        wishes = wish_ranks(
            pa.Table.from_batches([batch.select(WISHES) for batch in self._notes], pa.schema(WISH)), self._keep
        )
        times = np.r_[before + NEVER, self._column("time")]
        fixed = np.r_[before, self._column("fixed")] > 0
        return Traits(times, np.r_[before, wishes], fixed, np.arange(len(times)) < ahead)

    def noted(self) -> Noted:
        """Times and lengths of the documents, in the order of reading."""
        return Noted(self._column("time"), self._column("characters"))

    def rows(self, gone: Numbers) -> KeptRows:
        """Which documents stay if some go, by file and line."""
        at = places(self._column("file"), self._column("line"))
        mask = np.ones(len(at), np.bool_)
        mask[gone] = False
        return KeptRows.of(at, self._column("id").view(np.uint64), mask, self._stamps)
