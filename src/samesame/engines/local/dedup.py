"""`dedup` on the local engine: who stays and who goes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import constant, to_arrow, to_numpy
from samesame.engines.base import Live, Outcome
from samesame.engines.local.again import overlaps_of
from samesame.engines.local.job import open_job
from samesame.engines.local.matching import Matching
from samesame.engines.sides import gather_sides
from samesame.limits import Limits
from samesame.match.candidates import Wishes
from samesame.match.groups import Numbers
from samesame.match.keep import Standing, standing
from samesame.match.pairs import Measured, Pairs, numbers
from samesame.match.sentences import FEW_PAIRS
from samesame.match.stars import star_pairs
from samesame.model import RELATIONS
from samesame.plan.model import Plan
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
    gathered, others = gather_sides(plan, live)
    within = not plan.deduplicating.against_only
    # The other side is read first: its documents stand for those that are identical with them.
    job = replace(open_job(plan, live, (*others, gathered)), ahead=bool(others), within=within)
    matching = Matching(job)
    ahead = matching.intake.starts[-1]
    # The order of preference matters only between documents that could go for one another.
    signing = plan.chosen.signing is not None
    who = standing(matching.groups, gathered.traits(ahead), ordered=signing, within=within)
    stars = _stars(matching, who, ahead) if signing else _no_stars()
    live.stage("report")
    table, gone = _removals(plan, matching, who, stars, ahead)
    figures = {"documents": gathered.count, "against": ahead}
    kept = gathered.rows(gone - ahead)
    return Outcome(table=table, figures=figures, relations=count_relations(table), kept=kept)


def _no_stars() -> Stars:
    none = np.zeros(0, np.int64)
    return Stars(none, none, none.astype(np.bool_), Measured(none, none, none))


def _stars(matching: Matching, who: Standing, ahead: int) -> Stars:
    groups, firsts, job = matching.groups, matching.firsts, matching.job
    # Candidates know each group by the document that was signed.
    place = np.zeros(len(groups.labels), np.int64)
    place[groups.labels[firsts]] = np.arange(len(firsts))
    order = place[groups.labels[who.standing]]
    fixed = np.isin(np.arange(len(firsts)), place[groups.labels[who.fixed]])
    wishes = Wishes(order, fixed, int((who.standing < ahead).sum()), job.within)
    job.stage("match")
    chosen = matching.candidates.stars(wishes)
    if chosen is None:
        pairs = matching.pairs(most=max(job.limits.memory // STAR_BYTES, FEW_PAIRS))
        chosen = *_from_pairs(pairs, place[groups.labels[firsts]], matching.intake.split or 0, wishes, job.limits), None
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


def _from_pairs(
    pairs: Pairs, place: Numbers, split: int, wishes: Wishes, limits: Limits
) -> tuple[Numbers, npt.NDArray[np.bool_]]:
    """Who stays, chosen from the pairs of signed documents, which are known by their places.

    Of this side only those go for one another that both cover: who only contains another, or shares a part with it,
    does not stand for it. Documents before `split` are of the other side, and stand for those that they contain, too.
    """
    table = pairs.found.table()
    left, right = numbers(table.column("left")), numbers(table.column("right"))
    near, contained = (to_numpy(pc.equal(table.column("relation"), constant(name))) for name in ("near", "contained"))
    counts = near | (contained & (left >= split) & (right < split))
    left, right, near = place[left[counts]], place[right[counts]], near[counts]
    return star_pairs(
        left,
        right,
        wishes.order,
        wishes.fixed,
        mutual=near,
        ahead=wishes.ahead,
        within=wishes.within,
        threads=limits.threads,
    )


def _removals(plan: Plan, matching: Matching, who: Standing, stars: Stars, ahead: int) -> tuple[pa.Table, Numbers]:
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
        kept_side=(kept < ahead).astype(np.int64) if matching.job.ahead else None,
    )
    return removal_table(removing, plan.method.name, plan.deduplicating.keep), gone
