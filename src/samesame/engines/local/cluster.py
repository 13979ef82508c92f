"""`cluster` on the local engine: references, and which one each document joins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import words_array
from samesame.cluster.centres import Links, Nodes, components, stars
from samesame.cluster.membership import EXACT, NO_RULE, rules_of
from samesame.engines.base import Outcome
from samesame.engines.gathered import Gathered, Noted
from samesame.engines.local.matching import Matching
from samesame.engines.local.run import Run
from samesame.match.groups import Numbers
from samesame.match.keep import standing
from samesame.match.pairs import Measured, Pairs, Shares, no_pairs, numbers
from samesame.model import RELATIONS
from samesame.plan.model import Step
from samesame.report.members import Membership, member_table


def group(run: Run, steps: Sequence[Step]) -> None:
    """stand, cluster: the rows of all documents, by cluster."""
    plan, matching, gathered = run.plan, run.take(Matching), run.take(Gathered)
    run.live.stage("cluster")
    groups = matching.groups
    signed = matching.intake.signed(groups)
    who = standing(groups, gathered.traits(), ordered=True)
    # A node is the place of a group in the order of preference.
    stands = who.standing[signed[who.standing]]
    node_of = np.full(len(groups.labels) + 1, -1)
    node_of[groups.labels[stands]] = np.arange(len(stands))
    node = np.where(signed, node_of[groups.labels], -1)
    links, relation, measured = _links(run.get(Pairs) or no_pairs(), node[matching.firsts])
    sizes = np.bincount(node[node >= 0], minlength=len(stands))
    nodes = Nodes(sizes, np.arange(len(stands)), np.zeros(len(stands), np.bool_))
    starred = plan.clustering.kind == "stars"
    assigned = stars(nodes, links, plan.limits.threads) if starred else components(nodes, links)
    rule, coverage = rules_of(assigned, links, relation, measured)
    found = _membership(groups.ids, node, stands[assigned.centre], rule, coverage, gathered.noted())
    run.leave(Outcome(table=member_table(found), figures={"documents": gathered.count}))


def _links(pairs: Pairs, node: Numbers) -> tuple[Links, Numbers, Measured]:
    """The pairs as links between nodes, with their relations and what was measured."""
    table = pairs.found.table()
    left, right = (node[numbers(table.column(side))] for side in ("left", "right"))
    relation = numbers(pc.index_in(table.column("relation"), value_set=words_array(RELATIONS)))
    measured = Measured(*(numbers(table.column(name)) for name in ("shared", "left_size", "right_size")))
    return Links(left, right, measured.jaccard), relation, measured


def _membership(
    ids: pa.ChunkedArray, node: Numbers, reference_of: Numbers, rule: Numbers, share: Shares, noted: Noted
) -> Membership:
    """From nodes to documents: copies of a reference are members for being identical; who has no node is alone."""
    known, everybody = node >= 0, np.arange(len(node))
    reference = np.where(known, reference_of[node] if len(reference_of) else everybody, everybody)
    rules, coverage = np.full(len(node), NO_RULE), np.full(len(node), np.nan)
    rules[known], coverage[known] = rule[node[known]], share[node[known]]
    rules[(rules == NO_RULE) & (reference != everybody)] = EXACT
    return Membership(ids, reference, rules, coverage, noted.times, noted.characters)
