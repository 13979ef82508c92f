"""`find` on the local engine: from signatures to the rows of matches."""

from __future__ import annotations

from samesame.align.passages import Aligner
from samesame.engines.base import Live, Outcome
from samesame.engines.local.again import texts_of
from samesame.engines.local.job import open_job
from samesame.engines.local.matching import Matching
from samesame.engines.sides import open_sides
from samesame.match.pairs import Found
from samesame.plan.model import Plan
from samesame.report.rows import match_rows


def run_find(plan: Plan, live: Live) -> Outcome:
    """The matches of a collection, or across two."""
    job = open_job(plan, live, open_sides(plan, live))
    matching = Matching(job, narrow=True)
    pairs = matching.pairs()
    matching.measure(pairs)
    live.stage("report")
    groups, options = matching.groups, plan.finding
    found = Found(groups, matching.firsts, pairs, matching.intake.signed(groups))
    rows = match_rows(found, plan.method, options.relations, all_pairs=options.all_pairs, limits=plan.limits)
    if options.spans:
        live.stage("align")
        held = texts_of(job.sides, rows.without_spans(), plan.limits)
        table = rows.with_spans(held, Aligner())
    else:
        table = rows.table()
    figures = {"documents": len(groups.labels) + matching.unread, "spilled": rows.core.written}
    return Outcome(table=table, figures=figures, relations=rows.relations)
