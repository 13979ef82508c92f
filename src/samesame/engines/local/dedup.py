"""`dedup` on the local engine: who stays and who goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import constant, to_arrow, to_numpy
from samesame.engines.base import Outcome
from samesame.engines.gathered import Gathered
from samesame.engines.local.again import overlaps_of
from samesame.engines.local.matching import Matching
from samesame.engines.local.run import Run
from samesame.limits import Limits
from samesame.match.candidates import Wishes
from samesame.match.groups import Numbers
from samesame.match.keep import Standing, standing
from samesame.match.pairs import Measured, Pairs, numbers
from samesame.match.sentences import FEW_PAIRS
from samesame.match.stars import star_pairs
from samesame.model import RELATIONS
from samesame.plan.model import Plan, Step
from samesame.report.cluster_ids import cluster_id_table
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


@dataclass(frozen=True, slots=True)
class Choice:
    """Who stands for each group of identical documents, and who goes for whom among those."""

    who: Standing
    stars: Stars


def choose(run: Run, steps: Sequence[Step]) -> None:
    """join to measure: who stays. Stars are chosen while pairs are found, so not all pairs need to be known."""
    matching = run.take(Matching)
    ahead = matching.intake.starts[-1]
    # The order of preference matters only between documents that could go for one another.
    starred = any(step.name in ("against", "stars") for step in steps)
    traits = run.take(Gathered).traits(ahead)
    who = standing(matching.groups, traits, ordered=starred, within=matching.job.within)
    run.leave(Choice(who, _stars(matching, who, ahead) if starred else _no_stars()))


def remove(run: Run, steps: Sequence[Step]) -> None:
    """remove: the removals, and the documents that stay."""
    matching, gathered = run.take(Matching), run.take(Gathered)
    run.live.stage("report")
    table, gone, kept_for = _removals(run.plan, matching, run.take(Choice))
    ahead = matching.intake.starts[-1]
    figures = {"documents": gathered.count}
    kept, clusters = gathered.rows(gone - ahead), None
    if run.plan.deduplicating.clusters is not None:
        reference = np.arange(gathered.count)
        reference[gone] = kept_for
        clusters = cluster_id_table(matching.groups.ids, reference)
    relations = count_relations(table)
    run.leave(Outcome(table=table, figures=figures, relations=relations, kept=kept, clusters=clusters))


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


def _removals(plan: Plan, matching: Matching, choice: Choice) -> tuple[pa.Table, Numbers, Numbers]:
    """The removals, and the numbers of the documents that go and of those that stay for them."""
    who, stars = choice.who, choice.stars
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
        kept_side=(kept < matching.intake.starts[-1]).astype(np.int64) if matching.job.ahead else None,
    )
    return removal_table(removing, plan.method.name, plan.deduplicating.keep), gone, kept
