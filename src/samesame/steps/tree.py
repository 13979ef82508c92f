"""The corpus tree of codet over partitions: which documents can contain others, then whether they do.

A node is identified by a hash of the words down to it, so that any partition can hold it. A document is contained in
those that share more than the threshold of it. It sorts the nodes that it shares, rarest first, and searches the other
visitors only at the first ones: as many that the rest is not enough alone. So the visitors of a very frequent sentence
are compared only where it could decide. All nodes are shuffled once, the shared ones once more to sort them, then the
first ones, the candidates, and their signatures. The signatures decide, in integers: no sums are shuffled.
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
from samesame.steps.fetch import asked_for
from samesame.steps.frames import array, made, numbers, places_of
from samesame.steps.join import merged, rest_of
from samesame.steps.meet import across, compared_within, meetings, runs_of
from samesame.steps.stage import Task, stage

# Bounds are shares of a document in units of 2^-32, rounded up after a margin for earlier rounding.
FINE = 1 << 32
MARGIN = 1 + 1e-9


@stage("tree.nodes", takes=("signatures",), gives=("tree_nodes",))
def nodes(task: Task, signatures: pa.Table) -> tuple[pa.Table]:
    """The nodes that the paths of each document visit."""
    row, node, visits, gain = _core.visited_nodes(array(signatures, "signature"))
    document, side = (numbers(signatures, name)[to_numpy(row)] for name in ("document", "side"))
    return (made("tree_nodes", {"node": node, "document": document, "side": side, "visits": visits, "gain": gain}),)


@stage("tree.shared", takes=("tree_nodes",), gives=("shared_nodes",))
def shared(task: Task, nodes: pa.Table) -> tuple[pa.Table]:
    """The nodes with several visitors, and what a node adds at most to the containment in one of these."""
    order = np.argsort(to_numpy(nodes["node"]), kind="stable")
    node, visits, gain = (to_numpy(nodes[name])[order] for name in ("node", "visits", "gain"))
    document, side = (numbers(nodes, name)[order] for name in ("document", "side"))
    starts, lengths = runs_of(node)
    others = np.zeros(len(node), np.int64)
    most = np.zeros(len(node))
    several = np.zeros(len(node), np.bool_)
    # A side that goes ahead looks for nobody.
    for own in range(1 if task.plan.ahead else len(task.plan.sides)):
        # Across two sides, the others are those of the other one.
        apart = len(task.plan.sides) > 1 and not compared_within(task)
        meant = side != own if apart else np.ones(len(side), np.bool_)
        here = side == own
        others[here] = np.repeat(_each(np.add, meant.astype(np.int64), starts), lengths)[here]
        most[here] = np.repeat(_each(np.maximum, np.where(meant, visits, 0), starts), lengths)[here]
        several |= here & (others > (not apart))
    found = {"document": document, "node": node, "holders": others, "most": gain * most}
    return (made("shared_nodes", {name: column[several] for name, column in found.items()}),)


def _each(of: np.ufunc, values: npt.NDArray[Any], starts: Numbers) -> npt.NDArray[Any]:
    """A function applied to each run of values."""
    return np.asarray(of.reduceat(values, starts) if len(starts) else values)


@stage("tree.probe", takes=("shared_nodes", "signatures"), gives=("probes",))
def probe(task: Task, shared_nodes: pa.Table, signatures: pa.Table) -> tuple[pa.Table]:
    """The nodes at which a document looks for containers: those from which on enough is shared to pass.

    Two documents of which one contains the other share such a node: the rest alone is not enough. Nodes have the same
    order for all documents, those with few visitors first.
    """
    document, node = numbers(shared_nodes, "document"), to_numpy(shared_nodes["node"])
    order = np.lexsort((node, numbers(shared_nodes, "holders"), document))
    document, node = document[order], node[order]
    wholes = to_numpy(_core.path_wholes(array(signatures, "signature")))
    whole = wholes[places_of(document, numbers(signatures, "document"))]
    # A share of 1 is enough, whatever follows.
    share = np.minimum(to_numpy(shared_nodes["most"])[order] / whole, 1) * MARGIN
    rest = rest_of(document, np.ceil(share * FINE).astype(np.int64))
    asks = rest >= int(_threshold(task) * FINE)
    return (made("probes", {"node": node[asks], "document": document[asks]}),)


def _threshold(task: Task) -> float:
    settings = task.plan.chosen
    assert isinstance(settings, CoDet)
    return settings.threshold


@stage("tree.meet", takes=("tree_nodes", "probes"), gives=("containers",))
def meet(task: Task, nodes: pa.Table, probes: pa.Table) -> tuple[pa.Table]:
    """Documents that look for containers at a node, each with all other visitors of the node."""
    node = np.concatenate([to_numpy(nodes["node"]), to_numpy(probes["node"])])
    document = np.concatenate([numbers(nodes, "document"), numbers(probes, "document")])
    side = np.append(numbers(nodes, "side"), np.zeros(probes.num_rows, np.int64))
    is_probe = np.arange(len(node)) >= nodes.num_rows
    order = np.lexsort((is_probe, document, node))
    node, document, side, is_probe = node[order], document[order], side[order], is_probe[order]
    # A document is listed once per node, with whether it asks there.
    starts, lengths = runs_of(node, document)
    asks = is_probe[starts + lengths - 1]
    node, document, side = node[starts], document[starts], side[starts]
    chosen = _different(node, document, asks)
    node, document, side, asks = node[chosen], document[chosen], side[chosen], asks[chosen]
    left, right = np.zeros(0, np.int64), np.zeros(0, np.int64)
    for own, other in meetings(node, asks):
        apart = (own != other) & across(task, side[own], side[other])
        left, right = _once(np.r_[left, document[own[apart]]], np.r_[right, document[other[apart]]])
    return (made("containers", {"left": left, "right": right}),)


def _different(node: npt.NDArray[np.uint64], document: Numbers, asks: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Without nodes at which no document asks, or with the same documents as another node.

    Of nodes with the same visitors the first is kept: it comes first for all of them, so most of them ask there.
    """
    starts, lengths = runs_of(node)
    asked = _each(np.logical_or, asks, starts).astype(np.bool_)
    here = np.repeat(asked, lengths)
    _, first = merged(document[here], lengths[asked])
    chosen = np.zeros(len(node), np.bool_)
    chosen[here] = np.repeat(first, lengths[asked])
    return chosen


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
