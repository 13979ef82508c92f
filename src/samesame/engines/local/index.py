"""An index on disk, made or extended by the local engine: documents are keyed and signed as they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.engines.base import Outcome
from samesame.engines.local.job import counted, held_to_count, weights_of
from samesame.engines.local.run import Run
from samesame.index.parts import Addition, keeping, sign
from samesame.index.staging import building
from samesame.index.writer import add, fill, writing
from samesame.model import Problem
from samesame.plan.model import Collection, Plan, Step
from samesame.read.documents import Documents, Progress
from samesame.read.side import DocumentSide, Question, Side
from samesame.sign.statistics import Statistics


def write_index(run: Run, steps: Sequence[Step]) -> None:
    """count, key, sign, write: makes an index, or adds to one; the figure `documents` says how many went in."""
    plan, live = run.plan, run.live
    options = plan.indexing
    [collection] = plan.sides
    assert isinstance(collection, Collection)
    documents = collection.open(live.problems_of(0))
    if options.add:
        with writing(options.path, live.tell) as index:
            index.check(plan.chosen)
            new = NewSide(documents, index.core, live.progress)
            count = add(index, _addition(plan, new, plan.statistics))
    else:
        with building(options.path, live.tell) as folder:
            side: Side = DocumentSide(documents, live.progress)
            statistics = plan.statistics
            if any(step.name == "count" for step in steps):
                side = held_to_count(plan, side)
                statistics = counted(plan, live, (side,))
            count = fill(folder, plan.chosen, statistics, _addition(plan, side, statistics))
    run.leave(Outcome(table=pa.table({}), figures={"documents": count}))


def _addition(plan: Plan, side: Side, statistics: Statistics | None) -> Addition:
    signing = plan.chosen.signing
    assert signing is not None
    weights = weights_of(plan, statistics)
    signed = (sign(batch, signing, weights, plan.limits.threads) for batch in side.batches())
    return Addition(signed=signed, keeping=keeping(signing), size=side.size, limits=plan.limits)


@dataclass(frozen=True, slots=True)
class NewSide:
    """Documents that an index does not have yet, read once; the others are named and left out."""

    documents: Documents
    known: _core.IndexReader
    progress: Progress | None = None

    @property
    def size(self) -> int:
        """Bytes of input."""
        return self.documents.size

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches, always in the same order."""
        for batch in self.documents.batches(progress=self.progress, again=again):
            new = self._new(batch)
            if new.num_rows:
                yield new

    def narrowed(self, question: Question) -> tuple[Side, int]:
        """All of them."""
        return self, 0

    def _new(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        repeated = np.flatnonzero(to_numpy(self.known.rows_of(batch.column("id")).is_valid()))
        for row in repeated:
            here = batch.slice(int(row), 1).to_pylist()[0]
            message = f"the id '{here['id']}' is in the index already; left out"
            self.documents.problems.add(Problem(self.documents.file_name(here["file"]), here["line"], message))
        stay = np.delete(np.arange(batch.num_rows), repeated)
        return batch.take(to_arrow(stay)) if len(repeated) else batch
