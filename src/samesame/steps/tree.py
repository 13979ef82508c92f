"""The corpus tree of codet over partitions: which documents can contain others, then whether they do.

A node is identified by a hash of the words down to it, so that any partition can hold it. A document is contained in
those that share more than the threshold of it. Visitors of nodes are counted before anything moves, as features are
(`join`): a document sorts the nodes that it shares, rarest first, and looks for others only at the first ones: as many
that the rest is not enough alone. Only the visitors of these nodes are sent, those of a very frequent one to several
places. The signatures decide, in integers: no sums are shuffled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.match.groups import Numbers, Sides
from samesame.methods.codet import CoDet
from samesame.model import RELATIONS
from samesame.steps import join
from samesame.steps.fetch import asked_for
from samesame.steps.frames import array, made, numbers, places_of
from samesame.steps.join import merged, rest_of
from samesame.steps.meet import across, compared_within, meetings, runs_of
from samesame.steps.stage import Task, stage

# Bounds are shares of a document in units of 2^-32, rounded up after a margin for earlier rounding.
FINE = 1 << 32
MARGIN = 1 + 1e-9
# The documents of a node are counted by side.
SIDES = ("here", "there")


@stage("tree.nodes", takes=("signatures",), gives=("node_counts",))
def nodes(task: Task, signatures: pa.Table) -> tuple[pa.Table]:
    """How many documents here visit each node, of either side, and how often one does at most."""
    row, node, visits, _ = _visited(signatures)
    side = numbers(signatures, "side")[row]
    order = np.argsort(node, kind="stable")
    starts, _ = runs_of(node[order])
    found: dict[str, Any] = {"node": node[order][starts], "to": np.full(len(starts), task.partition)}
    for own, name in enumerate(SIDES):
        here = side[order] == own
        found[name] = _each(np.add, here.astype(np.int64), starts)
        found[f"most_{name}"] = _each(np.maximum, np.where(here, visits[order], 0), starts)
    return (made("node_counts", found),)


def _visited(signatures: pa.Table) -> tuple[Numbers, npt.NDArray[np.uint64], Numbers, npt.NDArray[np.float64]]:
    """The nodes that documents visit: the row of the document, the node, how often, and what a visit adds."""
    row, node, visits, gain = (to_numpy(column) for column in _core.visited_nodes(array(signatures, "signature")))
    return row.astype(np.int64), node, visits.astype(np.int64), gain


def _each(of: np.ufunc, values: npt.NDArray[Any], starts: Numbers) -> npt.NDArray[Any]:
    """A function applied to each run of values."""
    return np.asarray(of.reduceat(values, starts) if len(starts) else values)


@stage("tree.count", takes=("node_counts",), gives=("shared_nodes",))
def count(task: Task, counts: pa.Table) -> tuple[pa.Table]:
    """Tells partitions how many documents in all visit their nodes, if there are several."""
    node = to_numpy(counts["node"])
    order = np.argsort(node, kind="stable")
    starts, lengths = runs_of(node[order])
    back = np.empty(len(order), np.int64)
    back[order] = np.repeat(np.arange(len(starts)), lengths)
    found = {}
    for name in SIDES:
        found[name] = _each(np.add, numbers(counts, name)[order], starts)[back]
        found[f"most_{name}"] = _each(np.maximum, numbers(counts, f"most_{name}")[order], starts)[back]
    told = made("shared_nodes", {"node": counts["node"], "to": counts["to"], **found})
    return (told.filter(to_arrow(found["here"] + found["there"] > 1)),)


class _Ranked:
    """The nodes that documents here share with others, few visitors first, and at which of them they look for others.

    Two documents of which one contains the other share such a node: the rest alone is not enough.
    """

    def __init__(self, task: Task, signatures: pa.Table, shared: pa.Table) -> None:
        row, node, _, gain = _visited(signatures)
        at = places_of(node.view(np.int64), to_numpy(shared["node"]).view(np.int64))
        row, node, gain, at = row[at >= 0], node[at >= 0], gain[at >= 0], at[at >= 0]
        side = numbers(signatures, "side")[row]
        others, most = _others(task, side, shared, at)
        order = np.lexsort((node, others, row))
        self.row, self.node, self.side = row[order], node[order], side[order]
        self.document = numbers(signatures, "document")[self.row]
        whole = to_numpy(_core.path_wholes(array(signatures, "signature")))[self.row]
        # A share of 1 is enough, whatever follows. Where there are no others, nothing is shared.
        share = np.minimum((gain * most)[order] / whole, 1) * MARGIN
        rest = rest_of(self.row, np.ceil(share * FINE).astype(np.int64))
        self.asks = (others[order] > 0) & (rest >= int(_threshold(task) * FINE))


def _others(task: Task, side: Numbers, shared: pa.Table, at: Numbers) -> tuple[Numbers, Numbers]:
    """For each visit, how many others visit the node with whom it counts, and how often one of them does at most."""
    counts = [numbers(shared, name)[at] for name in SIDES]
    mosts = [numbers(shared, f"most_{name}")[at] for name in SIDES]
    if len(task.plan.sides) > 1 and not compared_within(task):
        # Across two sides, the others are those of the other one.
        others, most = np.where(side > 0, counts[0], counts[1]), np.where(side > 0, mosts[0], mosts[1])
    else:
        others, most = counts[0] + counts[1] - 1, np.maximum(*mosts)
    # A side that goes ahead looks for nobody.
    looks = (side == 0) | (not task.plan.ahead)
    return np.where(looks, others, 0), np.where(looks, most, 0)


def _threshold(task: Task) -> float:
    settings = task.plan.chosen
    assert isinstance(settings, CoDet)
    return settings.threshold


@stage("tree.probe", takes=("signatures", "shared_nodes"), gives=("probes",))
def probe(task: Task, signatures: pa.Table, shared: pa.Table) -> tuple[pa.Table]:
    """The nodes at which documents here look for containers."""
    ranked = _Ranked(task, signatures, shared)
    return (made("probes", {"node": np.unique(ranked.node[ranked.asks])}),)


@stage("tree.reply", takes=("node_counts", "probes"), gives=("wanted_nodes",))
def reply(task: Task, counts: pa.Table, probes: pa.Table) -> tuple[pa.Table]:
    """Tells partitions at which of their nodes anybody looks, and over how many places each is divided."""
    counts = counts.filter(to_arrow(np.isin(to_numpy(counts["node"]), to_numpy(probes["node"]))))
    _, which = np.unique(to_numpy(counts["node"]), return_inverse=True)
    salts = join.salts_of(which, numbers(counts, "here") + numbers(counts, "there"))
    return (made("wanted_nodes", {"node": counts["node"], "to": counts["to"], "salts": salts}),)


@stage("tree.place", takes=("signatures", "shared_nodes", "wanted_nodes"), gives=("node_places",))
def place(task: Task, signatures: pa.Table, shared: pa.Table, wanted: pa.Table) -> tuple[pa.Table]:
    """The visitors at the places of these nodes; those that look for others go to all places of a divided one."""
    ranked = _Ranked(task, signatures, shared)
    at = places_of(ranked.node.view(np.int64), to_numpy(wanted["node"]).view(np.int64))
    rows = np.flatnonzero(at >= 0)
    salts = numbers(wanted, "salts")[at[rows]]
    divided = join.divided(ranked.document[rows], ranked.node[rows], ranked.asks[rows], salts)
    told = {name: getattr(ranked, name)[rows[divided.row]] for name in ("node", "document", "side", "asks")}
    return (made("node_places", {**told, "place": divided.place, "has": divided.own}),)


@stage("tree.meet", takes=("node_places",), gives=("containers",))
def meet(task: Task, places: pa.Table) -> tuple[pa.Table]:
    """Documents that look for containers at a node, each with all other visitors of the node."""
    places = _different(places)
    document, side = (numbers(places, name) for name in ("document", "side"))
    left, right = np.zeros(0, np.int64), np.zeros(0, np.int64)
    has = to_numpy(places["has"])
    for own, other in meetings(to_numpy(places["place"]), to_numpy(places["asks"]), has=has):
        apart = (document[own] != document[other]) & across(task, side[own], side[other])
        left, right = _once(np.r_[left, document[own[apart]]], np.r_[right, document[other[apart]]])
    return (made("containers", {"left": left, "right": right}),)


def _different(places: pa.Table) -> pa.Table:
    """By place, without nodes that have the same documents as another one; who is met first.

    Of nodes with the same visitors the first is kept: it comes first for all of them, so most of them ask there. That
    is not known of the parts of a divided node.
    """
    node, place = to_numpy(places["node"]), to_numpy(places["place"])
    order = np.lexsort((numbers(places, "document"), place, node))
    places, node, place = places.take(to_arrow(order)), node[order], place[order]
    _, lengths = runs_of(node, place)
    _, first = merged(numbers(places, "document"), lengths)
    chosen = np.repeat(first, lengths) | (node != place)
    places = places.filter(to_arrow(chosen))
    order = np.lexsort((~to_numpy(places["has"]), to_numpy(places["place"])))
    return places.take(to_arrow(order))


def _once(left: Numbers, right: Numbers) -> Sides:
    """Each pair once."""
    order = np.lexsort((right, left))
    left, right = left[order], right[order]
    once, _ = runs_of(left, right)
    return left[once], right[once]


@stage("tree.ask", takes=("containers",), gives=("wanted",))
def ask(task: Task, containers: pa.Table) -> tuple[pa.Table]:
    """Asks for the signatures of documents that may contain documents here."""
    return (asked_for(task, numbers(containers, "right")),)


@stage("tree.verify", takes=("containers", "signatures", "sent"), gives=("pairs",))
def verify(task: Task, containers: pa.Table, signatures: pa.Table, sent: pa.Table) -> tuple[pa.Table]:
    """The pairs of which the left one is contained. If both are, the pair is found twice and listed once."""
    left, right = _once(numbers(containers, "left"), numbers(containers, "right"))
    here = signatures.filter(to_arrow(np.isin(numbers(signatures, "document"), left)))
    lists = pa.concat_arrays([array(here, "signature"), array(sent, "features").cast(task.plan.signature)])
    left_row = to_arrow(places_of(left, numbers(here, "document")), pa.uint32())
    right_row = to_arrow(here.num_rows + places_of(right, numbers(sent, "document")), pa.uint32())
    left_score, right_score = (to_numpy(score) for score in _core.path_shares(lists, left_row, right_row, 1))
    threshold = _threshold(task)
    passes, back = left_score > threshold, right_score > threshold
    near, contained = RELATIONS.index("near"), RELATIONS.index("contained")
    found = {
        "left": left,
        "right": right,
        "relation": np.where(back, near, contained),
        "left_score": left_score,
        "right_score": right_score,
    }
    return (made("pairs", found).filter(to_arrow(passes & (~back | (left < right)))),)
