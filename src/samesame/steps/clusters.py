"""cluster: the references of each component of matches, and which one each other document joins.

As with `stars`, no decision depends on more than a component, so components are found first, in rounds over the links,
and each is decided in one partition.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import to_arrow, to_numpy
from samesame.cluster import components
from samesame.cluster.centres import Links, Nodes
from samesame.cluster.centres import components as by_component
from samesame.cluster.centres import stars as by_star
from samesame.cluster.membership import EXACT, NO_RULE, rules_of
from samesame.match.groups import Groups, Numbers
from samesame.match.keep import Traits, preferred
from samesame.match.pairs import Measured
from samesame.steps.frames import array, columns_of, made, numbers, places_of, signed
from samesame.steps.stage import Task, stage


@stage("cluster.link", takes=("measured",), gives=("star_links",))
def link(task: Task, measured: pa.Table) -> tuple[pa.Table]:
    """The links between documents that match."""
    node, other = components.both_ways(numbers(measured, "left"), numbers(measured, "right"))
    return (made("star_links", {"node": node, "other": other}),)


@stage("cluster.place", takes=("star_links", "standing", "signatures", "measured"), gives=("cluster_nodes", "covers"))
def place(
    task: Task, links: pa.Table, standing: pa.Table, signatures: pa.Table, measured: pa.Table
) -> tuple[pa.Table, pa.Table]:
    """Brings groups and their pairs to the partition of their component; a group without pairs is one by itself."""
    node, component = components.smallest(numbers(links, "node"), numbers(links, "other"))
    standing = _matchable(task, standing, signatures)
    groups, sizes = np.unique(numbers(standing, "first"), return_counts=True)
    standing = standing.filter(standing["stands"])
    firsts = numbers(standing, "first")
    at = places_of(firsts, node)
    of_group = firsts.copy()
    of_group[at >= 0] = component[at[at >= 0]]
    size = sizes[places_of(firsts, groups)]
    nodes = made("cluster_nodes", {**columns_of(standing), "component": of_group, "size": size})
    of_pair = component[places_of(numbers(measured, "left"), node)]
    return nodes, made("covers", {**columns_of(measured), "component": of_pair})


@stage("cluster", takes=("cluster_nodes", "covers"), gives=("assigned",))
def assign(task: Task, nodes: pa.Table, covers: pa.Table) -> tuple[pa.Table]:
    """For each group the reference of its cluster, and what made it a member."""
    nodes = nodes.sort_by("document")
    firsts, documents = numbers(nodes, "first"), numbers(nodes, "document")
    covers = covers.sort_by([("left", "ascending"), ("right", "ascending")])
    counts = Measured(*(numbers(covers, name) for name in ("shared", "left_size", "right_size")))
    left, right = (places_of(numbers(covers, side), firsts) for side in ("left", "right"))
    links = Links(left, right, counts.jaccard)
    given = Nodes(numbers(nodes, "size"), _ranks(nodes), to_numpy(nodes["fixed"]))
    chosen = by_star(given, links) if task.plan.clustering.kind == "stars" else by_component(given, links)
    rule, coverage = rules_of(chosen, links, numbers(covers, "relation"), counts)
    columns = {"first": firsts, "reference": documents[chosen.centre], "rule": rule.astype(np.int8)}
    return (made("assigned", {**columns, "coverage": coverage}),)


@stage("cluster.members", takes=("standing", "signatures", "assigned"), gives=("clustered",))
def members(task: Task, standing: pa.Table, signatures: pa.Table, assigned: pa.Table) -> tuple[pa.Table]:
    """All documents of the groups. Copies of the reference are members for being identical."""
    standing = _matchable(task, standing, signatures)
    at = places_of(numbers(standing, "first"), numbers(assigned, "first"))
    documents, reference = numbers(standing, "document"), numbers(assigned, "reference")[at]
    rule = numbers(assigned, "rule")[at]
    rule = np.where((rule == NO_RULE) & (documents != reference), EXACT, rule).astype(np.int8)
    coverage = to_numpy(assigned["coverage"])[at]
    columns = {"document": documents, "reference": reference, "rule": rule, "coverage": coverage}
    return (made("clustered", columns),)


@stage("cluster.tell", takes=("documents", "clustered"), gives=("told_members",))
def tell(task: Task, documents: pa.Table, clustered: pa.Table) -> tuple[pa.Table]:
    """A row for every document. Those without words, and those that the method cannot sign, are alone."""
    document = numbers(documents, "document")
    at = places_of(document, numbers(clustered, "document"))
    known = at >= 0
    reference, rule = document.copy(), np.full(len(document), NO_RULE, np.int8)
    coverage = np.full(len(document), np.nan)
    reference[known], rule[known] = numbers(clustered, "reference")[at[known]], numbers(clustered, "rule")[at[known]]
    coverage[known] = to_numpy(clustered["coverage"])[at[known]]
    columns = {"document": document, "id": documents["id"], "reference": reference, "rule": rule, "coverage": coverage}
    noted = {"time": documents["time"], "characters": pc.utf8_length(documents["text"])}
    return (made("told_members", {**columns, **noted}),)


def _matchable(task: Task, standing: pa.Table, signatures: pa.Table) -> pa.Table:
    """The documents that can match: those that the method could sign, and their copies."""
    if task.plan.chosen.signing is None:
        return standing
    known = numbers(signatures, "document")[signed(array(signatures, "signature"))]
    return standing.filter(to_arrow(np.isin(numbers(standing, "first"), known)))


def _ranks(nodes: pa.Table) -> Numbers:
    """The rank of each node: the earliest first. They are given in the order of reading."""
    everybody = np.arange(nodes.num_rows)
    none = np.zeros(nodes.num_rows, np.int64)
    traits = Traits(numbers(nodes, "time"), none, none > 0, none > 0)
    order = preferred(Groups(nodes["id"], everybody), everybody, traits)
    ranks = np.empty(len(order), np.int64)
    ranks[order] = everybody
    return ranks
