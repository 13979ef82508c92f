"""`dedup` on the local engine: who stays and who goes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import constant, to_arrow
from samesame.engines.base import Live, Outcome
from samesame.engines.gathered import Gathered
from samesame.engines.local.again import overlaps_of
from samesame.engines.local.job import open_job
from samesame.engines.local.matching import Matching
from samesame.match.groups import Numbers
from samesame.match.keep import Standing, standing
from samesame.match.pairs import Measured, Pairs, numbers
from samesame.match.sentences import FEW_PAIRS
from samesame.match.stars import star_pairs
from samesame.model import RELATIONS
from samesame.plan.model import Collection, Plan
from samesame.report.matches import count_relations
from samesame.report.removals import Removing, removal_table

# Bytes per pair while stars are chosen.
STAR_BYTES = 200


@dataclass(frozen=True, slots=True)
class Stars:
    """Representatives that go, the one that stays in the place of each, and what the two share in 4-word shingles."""

    gone: Numbers
    kept: Numbers
    # Whether each one that goes also covers the one that stays.
    mutual: npt.NDArray[np.bool_]
    measured: Measured


def run_dedup(plan: Plan, live: Live) -> Outcome:
    """The removals of a collection, and the documents that stay."""
    [side] = plan.sides
    assert isinstance(side, Collection)
    gathered = Gathered(side.open(live.problems_of(0)), plan.deduplicating, live.progress)
    matching = Matching(open_job(plan, live, (gathered,)))
    # The order of preference matters only between documents that could replace one another.
    signing = plan.chosen.signing is not None
    who = standing(matching.groups, gathered.traits(), plan.deduplicating.keep, ordered=signing)
    stars = _stars(matching, who) if signing else _no_stars()
    live.stage("report")
    table, gone = _removals(plan, matching, who, stars)
    figures = {"documents": len(matching.groups.labels)}
    kept = gathered.rows(gone)
    return Outcome(table=table, figures=figures, relations=count_relations(table), kept=kept)


def _no_stars() -> Stars:
    none = np.zeros(0, np.int64)
    return Stars(none, none, none.astype(np.bool_), Measured(none, none, none))


def _stars(matching: Matching, who: Standing) -> Stars:
    groups, firsts, job = matching.groups, matching.firsts, matching.job
    # Candidates know each group by the document that was signed.
    place = np.zeros(len(groups.labels), np.int64)
    place[groups.labels[firsts]] = np.arange(len(firsts))
    order = place[groups.labels[who.standing]]
    fixed = np.isin(np.arange(len(firsts)), place[groups.labels[who.fixed]])
    job.stage("match")
    chosen = matching.candidates.stars(order, fixed)
    if chosen is None:
        left, right = _near(matching.pairs(most=max(job.limits.memory // STAR_BYTES, FEW_PAIRS)))
        signed = place[groups.labels[firsts]]
        chosen = *star_pairs(signed[left], signed[right], order, fixed, threads=job.limits.threads), None
    kept, mutual, measured = chosen
    gone = np.flatnonzero(kept != np.arange(len(firsts)))
    if measured is None:
        job.stage("measure")
        overlaps = overlaps_of(job, firsts, np.unique(np.r_[gone, kept[gone]]), job.settings.sign_plain)
        both = to_arrow(gone, pa.uint32()), to_arrow(kept[gone], pa.uint32())
        measured = Measured(*(numbers(column) for column in overlaps.of(*both, job.limits.threads)))
    else:
        measured = measured.take(gone)
    return Stars(firsts[gone], firsts[kept[gone]], mutual[gone], measured)


def _near(pairs: Pairs) -> tuple[Numbers, Numbers]:
    """The pairs in which both can stand for each other; containment and partial overlap are left out."""
    table = pairs.found.table()
    table = table.filter(pc.equal(table.column("relation"), constant("near")))
    return numbers(table.column("left")), numbers(table.column("right"))


def _removals(plan: Plan, matching: Matching, who: Standing, stars: Stars) -> tuple[pa.Table, Numbers]:
    """The removals, and the numbers of the documents that go."""
    groups, measured = matching.groups, stars.measured
    # For each label: the document that stands for it, and the row of `stars` if the whole group goes.
    stands, row = np.zeros(len(groups.labels), np.int64), np.full(len(groups.labels), -1)
    stands[groups.labels[who.standing]] = who.standing
    row[groups.labels[stars.gone]] = np.arange(len(stars.gone))
    leaving = np.flatnonzero((groups.labels >= 0) & (row[groups.labels] >= 0))
    rows = row[groups.labels[leaving]]
    stays = ~np.isin(who.copies, leaving) & matching.intake.signed(groups)[who.copies]
    gone = np.r_[leaving, who.copies[stays]]
    kept = np.r_[stands[groups.labels[stars.kept[rows]]], who.originals[stays]]
    # Identical documents share everything.
    ones = np.ones(int(stays.sum()), np.int64)
    columns = (measured.shared, measured.left, measured.right)
    relation = np.where(stars.mutual[rows], RELATIONS.index("near"), RELATIONS.index("contained"))
    # A document that goes for one that the rule would not prefer goes because a larger text contains it, or contains
    # the ones that went for it.
    rank = np.zeros(len(groups.labels), np.int64)
    rank[groups.labels[who.standing]] = np.arange(len(who.standing))
    by_rule = rank[groups.labels[kept[: len(rows)]]] < rank[groups.labels[leaving]]
    by_rule &= relation == RELATIONS.index("near")
    same = RELATIONS.index("exact" if "exact" in plan.method.relations else "near")
    removing = Removing(
        ids=groups.ids.take(to_arrow(gone)),
        kept=groups.ids.take(to_arrow(kept)),
        relation=np.r_[relation, same * ones],
        measured=Measured(*(np.r_[column[rows], ones] for column in columns)),
        by_rule=np.r_[by_rule, ones > 0],
    )
    return removal_table(removing, plan.method.name, plan.deduplicating.keep), gone
