"""A collection on its way through `dedup`: what is noted of each document as it passes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import constant, to_arrow, to_numpy
from samesame.assess.previous import stayed_before
from samesame.match.groups import Numbers, owned
from samesame.match.keep import NEVER, Traits
from samesame.plan.model import DedupOptions
from samesame.read.documents import Documents, Progress
from samesame.read.side import Question, Side
from samesame.report.kept import KeptRows, Stamps, places


class Gathered:
    """Documents as a side of a run. Notes where each stands, and what the rules look at; about 50 bytes each."""

    def __init__(self, documents: Documents, options: DedupOptions, progress: Progress | None) -> None:
        self._documents, self._progress = documents, progress
        self._longest = options.keep == "longest"
        self._stamps = Stamps.of(documents)
        previous = options.previous
        self._stayed = None if previous is None else stayed_before(previous, documents.options)
        self._notes: list[pa.RecordBatch] = []

    @property
    def size(self) -> int:
        """Bytes of input."""
        return self._documents.size

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches, always in the same order."""
        for batch in self._documents.batches(progress=self._progress, again=again):
            if not again:
                self._notes.append(self._note(batch))
            yield batch

    def narrowed(self, question: Question) -> tuple[Side, int]:
        """All: which of them match is known when they are read."""
        return self, 0

    def _note(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        texts = batch.column("text")
        zeros = to_arrow(np.zeros(len(texts), np.int64))
        lengths = pc.utf8_length(texts) if self._longest else zeros
        times = batch.column("time").cast(pa.int64()).fill_null(constant(NEVER))
        fixed = zeros if self._stayed is None else pc.is_in(batch.column("id"), value_set=self._stayed)
        ids = _core.fingerprints(batch.column("id"))
        columns = [batch.column("file"), batch.column("line"), ids, times, lengths, fixed.cast(pa.int64())]
        names = ["file", "line", "id", "time", "length", "fixed"]
        return pa.record_batch([owned(column) for column in columns], names)

    def fixed_now(self) -> npt.NDArray[np.bool_]:
        """For each document of the batch that was read last whether it must stay."""
        return np.asarray(to_numpy(self._notes[-1].column("fixed")) > 0)

    def _column(self, name: str) -> Numbers:
        parts = [to_numpy(batch.column(name)).astype(np.int64) for batch in self._notes]
        return np.concatenate([np.zeros(0, np.int64), *parts])

    def traits(self) -> Traits:
        """What the rules look at."""
        return Traits(self._column("time"), self._column("length"), self._column("fixed") > 0)

    def rows(self, gone: Numbers) -> KeptRows:
        """Which documents stay when some go, by file and line."""
        at = places(self._column("file"), self._column("line"))
        mask = np.ones(len(at), np.bool_)
        mask[gone] = False
        return KeptRows.of(at, self._column("id").view(np.uint64), mask, self._stamps)
