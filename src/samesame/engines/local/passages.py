"""`passages` on the local engine: repeated windows of words, and the passages that they form."""

from __future__ import annotations

import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow
from samesame.engines.base import Live, Outcome
from samesame.engines.sides import open_sides
from samesame.match.groups import owned, ranks_of
from samesame.plan.model import Plan
from samesame.report.passages import passages_of


def run_passages(plan: Plan, live: Live) -> Outcome:
    """The passages of a collection."""
    options, limits = plan.locating, plan.limits
    [side] = open_sides(plan, live)
    finder = _core.PassageFinder(options.words.key(), options.min_words, limits.memory)
    live.stage("read and sign")
    parts = []
    for batch in side.batches():
        parts.append(owned(batch.column("id")))
        finder.push(batch.column("text"), limits.threads)
    ids = pa.chunked_array(parts, pa.large_string())
    live.stage("match")
    # Ranked by id, because the order of input must not matter.
    ranks = to_arrow(ranks_of(ids), pa.uint32())
    finder.find(ranks, count=options.min_count, boilerplate=options.boilerplate, threads=limits.threads)
    live.stage("locate")
    for batch in side.batches(again=True):
        finder.locate(batch.column("text"), limits.threads)
    live.stage("report")
    rows, places, marked = passages_of(
        finder, ids, min_sentences=options.min_sentences, limit=limits.memory // 4, threads=limits.threads
    )
    return Outcome(table=rows, figures={"documents": len(ids), "places": places, "boilerplate": marked})
