"""`passages` on the local engine: repeated windows of words, and the passages that they form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow
from samesame.engines.base import Outcome
from samesame.engines.local.run import Run
from samesame.engines.sides import open_sides
from samesame.match.groups import owned, ranks_of
from samesame.plan.model import Step
from samesame.read.side import Side
from samesame.report.passages import passages_of


@dataclass(frozen=True, slots=True)
class Passaged:
    """Documents whose passages were found."""

    side: Side
    ids: pa.ChunkedArray
    finder: _core.PassageFinder


def find_passages(run: Run, steps: Sequence[Step]) -> None:
    """sign, join, passages: repeated windows, and what follows them."""
    options, limits = run.plan.locating, run.plan.limits
    [side] = open_sides(run.plan, run.live)
    finder = _core.PassageFinder(options.words.key(), options.min_words, limits.memory)
    run.live.stage("read and sign")
    parts = []
    for batch in side.batches():
        parts.append(owned(batch.column("id")))
        finder.push(batch.column("text"), limits.threads)
    ids = pa.chunked_array(parts, pa.large_string())
    run.live.stage("match")
    # Ranked by id, because the order of input must not matter.
    ranks = to_arrow(ranks_of(ids), pa.uint32())
    finder.find(ranks, count=options.min_count, boilerplate=options.boilerplate, threads=limits.threads)
    run.leave(Passaged(side, ids, finder))


def locate(run: Run, steps: Sequence[Step]) -> None:
    """locate: the places of the passages in the texts."""
    options, limits, passaged = run.plan.locating, run.plan.limits, run.take(Passaged)
    run.live.stage("locate")
    for batch in passaged.side.batches(again=True):
        passaged.finder.locate(batch.column("text"), limits.threads)
    run.live.stage("report")
    rows, places, marked = passages_of(
        passaged.finder,
        passaged.ids,
        min_sentences=options.min_sentences,
        limit=limits.memory // 4,
        threads=limits.threads,
    )
    figures = {"documents": len(passaged.ids), "places": places, "boilerplate": marked}
    run.leave(Outcome(table=rows, figures=figures))
