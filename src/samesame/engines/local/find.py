"""`find` on the local engine: the rows of matches."""

from __future__ import annotations

from collections.abc import Sequence

from samesame.align.passages import Aligner
from samesame.engines.base import Outcome
from samesame.engines.local.again import texts_of
from samesame.engines.local.connect import components_of
from samesame.engines.local.matching import Matching
from samesame.engines.local.run import Run
from samesame.match.pairs import Found, Pairs, no_pairs
from samesame.plan.model import Step
from samesame.report.rows import match_rows


def link(run: Run, steps: Sequence[Step]) -> None:
    """link, align, connect: rows of documents from pairs of groups; if asked for, their passages and components."""
    plan, matching, pairs = run.plan, run.take(Matching), run.get(Pairs) or no_pairs()
    run.live.stage("report")
    groups, options = matching.groups, plan.finding
    found = Found(groups, matching.firsts, pairs, matching.intake.signed(groups))
    connects = any(step.name == "connect" for step in steps)
    rows = match_rows(found, plan.method, options.relations, all_pairs=options.all_pairs, limits=plan.limits)
    if any(step.name == "align" for step in steps):
        run.live.stage("align")
        held = texts_of(matching.job.sides, rows.without_spans(), plan.limits)
        table = rows.with_spans(held, Aligner())
    else:
        table = rows.table()
    clusters = components_of(groups.ids, rows) if connects else None
    figures = {"documents": len(groups.labels) + matching.unread, "spilled": rows.core.written}
    run.leave(Outcome(table=table, figures=figures, relations=rows.relations, clusters=clusters))
