"""Collects what `dedup` and `cluster` need of each document while it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import to_numpy
from samesame.engines.noting import WISHES, Noting, no_value
from samesame.match.groups import Numbers, owned
from samesame.match.keep import NEVER, Field, Traits, rule_or_field
from samesame.match.wishes import NOTHING, WISH, wish_ranks
from samesame.plan.model import ClusterOptions, DedupOptions
from samesame.read.documents import Documents, Progress
from samesame.read.side import Question, Side
from samesame.report.kept import KeptRows, Stamps, places


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
        self._noting = Noting.of(documents, options)
        self._stamps = Stamps.of(documents)
        self._clusters = isinstance(options, ClusterOptions)
        self._notes: list[pa.RecordBatch] = []
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
        noted = self._noting.note(batch, np.arange(self.count, self.count + batch.num_rows), batch.column("file"))
        columns = {
            "file": batch.column("file"),
            "line": batch.column("line"),
            "id": _core.fingerprints(batch.column("id")),
            **self._lengths(batch),
            **noted,
        }
        return pa.record_batch([owned(column) for column in columns.values()], list(columns))

    def _lengths(self, batch: pa.RecordBatch) -> dict[str, pa.Array]:
        """The lengths of the texts, which only `cluster` tells."""
        return {"characters": pc.utf8_length(batch.column("text"))} if self._clusters else {}

    def _check(self) -> None:
        """A field that no record has is misspelt, or is no rule."""
        if not isinstance(self._rule, Field) or not self.count:
            return
        if all((to_numpy(notes.column("wish_kind")) == NOTHING).all() for notes in self._notes):
            raise no_value(self._rule)

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
