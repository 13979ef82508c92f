"""stars: which documents stay and which go, chosen per component of documents that cover one another.

No decision depends on more than a component: documents that stay, go or cover rays of one another are linked. So
components are found first (`components`), in a few rounds over the links, and then each is decided in one partition by
the algorithm of the core. A partition therefore holds the pairs of whole components: a component of n near copies has
up to n² pairs, which are those that `find` reports; identical documents are one node, however many there are. The local
engine has all documents and needs no pairs for sets and trees.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame import _core
from samesame.arrays import constant, to_arrow, to_numpy
from samesame.cluster import components
from samesame.match.groups import Groups, Numbers, Sides
from samesame.match.keep import preferred
from samesame.match.stars import star_pairs
from samesame.model import RELATIONS
from samesame.steps.against import of_this_side, turned
from samesame.steps.frames import array, columns_of, made, numbers, places_of
from samesame.steps.stage import Task, stage
from samesame.steps.stand import traits_of

NEAR, CONTAINED = RELATIONS.index("near"), RELATIONS.index("contained")


@stage("stars.link", takes=("pairs", "starts"), gives=("star_links",))
def link(task: Task, pairs: pa.Table, starts: pa.Table) -> tuple[pa.Table]:
    """The links between documents of this side of which one covers the other."""
    pairs = _covering(task, pairs, starts)
    node, other = components.both_ways(numbers(pairs, "left"), numbers(pairs, "right"))
    return (made("star_links", {"node": node, "other": other}),)


@stage("stars.large", takes=("star_links",), gives=("star_hooks", "star_loose"))
def hook_larger(task: Task, links: pa.Table) -> tuple[pa.Table, pa.Table]:
    """The first half of a round; lists the nodes that are no star yet."""
    (node, other), loose = components.hook_larger(numbers(links, "node"), numbers(links, "other"))
    return made("star_hooks", {"node": node, "other": other}), made("star_loose", {"node": loose})


@stage("stars.small", takes=("star_hooks",), gives=("star_links",))
def hook_smaller(task: Task, hooks: pa.Table) -> tuple[pa.Table]:
    """The second half of a round."""
    node, other = components.hook_smaller(numbers(hooks, "node"), numbers(hooks, "other"))
    return (made("star_links", {"node": node, "other": other}),)


@stage(
    "stars.place",
    takes=("star_links", "standing", "signatures", "pairs", "starts", "gone_ahead"),
    gives=("nodes", "covers"),
)
def place(
    task: Task,
    links: pa.Table,
    standing: pa.Table,
    signatures: pa.Table,
    pairs: pa.Table,
    starts: pa.Table,
    gone_ahead: pa.Table,
) -> tuple[pa.Table, pa.Table]:
    """Brings groups and their pairs to the partition of their component. Groups without pairs stay where they are.

    Those that went for the other side are not brought; the pairs that they are in are dropped there.
    """
    node, component = components.smallest(numbers(links, "node"), numbers(links, "other"))
    standing = standing.filter(standing["stands"])
    standing = standing.filter(to_arrow(~np.isin(numbers(standing, "first"), numbers(gone_ahead, "first"))))
    at = places_of(numbers(standing, "first"), node)
    standing, at = standing.filter(to_arrow(at >= 0)), at[at >= 0]
    weights = _weights(task, numbers(standing, "first"), signatures)
    nodes = made("nodes", {**columns_of(standing), **weights, "component": component[at]})
    pairs = _covering(task, pairs, starts)
    of_pair = component[places_of(numbers(pairs, "left"), node)]
    return nodes, made("covers", {**columns_of(pairs), "component": of_pair})


@stage("stars", takes=("nodes", "covers", "gone_ahead", "pairs_ahead"), gives=("gone", "pairs"))
def choose(
    task: Task, nodes: pa.Table, covers: pa.Table, gone_ahead: pa.Table, pairs_ahead: pa.Table
) -> tuple[pa.Table, pa.Table]:
    """Groups that go, each with the document that stays in its place; and the pairs of these, to be measured."""
    nodes = nodes.sort_by("document")
    firsts = numbers(nodes, "first")
    there = np.isin(numbers(covers, "left"), firsts) & np.isin(numbers(covers, "right"), firsts)
    covers = covers.filter(to_arrow(there))
    sides = _sides(covers, firsts)
    mutual = numbers(covers, "relation") == NEAR
    order = _preferred(task, nodes)
    kept, _ = star_pairs(
        *sides, order, to_numpy(nodes["fixed"]), mutual=mutual, sizes=_sizes(task, nodes, covers, sides)
    )
    gone = np.flatnonzero(kept != np.arange(len(firsts)))
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    by_rule = rank[kept[gone]] < rank[gone]
    told = {"first": firsts[gone], "kept": nodes["id"].take(to_arrow(kept[gone])), "by_rule": by_rule}
    told["kept_side"] = np.zeros(len(gone), np.int8)
    pairs = _with_those_who_stay(covers, sides, kept)
    return pa.concat_tables([made("gone", told), gone_ahead]), pa.concat_tables([pairs, pairs_ahead])


def _sides(covers: pa.Table, firsts: Numbers) -> Sides:
    """Both documents of each pair, as indices of the nodes."""
    left, right = (places_of(numbers(covers, side), firsts) for side in ("left", "right"))
    return left, right


def _preferred(task: Task, nodes: pa.Table) -> Numbers:
    """The nodes in the order of preference; they are given in the order of reading."""
    everybody = np.arange(nodes.num_rows)
    return preferred(Groups(nodes["id"], everybody), everybody, traits_of(task, nodes))


def _covering(task: Task, pairs: pa.Table, starts: pa.Table) -> pa.Table:
    """The pairs of this side of which one covers the other. Of sequences of sentences only near ones do."""
    counted = [NEAR] if task.signing.joined == "sentences" else [NEAR, CONTAINED]
    here = of_this_side(numbers(pairs, "left"), starts) & of_this_side(numbers(pairs, "right"), starts)
    return pairs.filter(to_arrow(here & np.isin(numbers(pairs, "relation"), counted)))


def _weights(task: Task, firsts: Numbers, signatures: pa.Table) -> dict[str, npt.NDArray[np.uint64]]:
    """The weights of documents, if they decide which one is larger: pairs do not have them."""
    if task.signing.joined != "paths":
        return dict.fromkeys(("upper", "lower"), np.zeros(len(firsts), np.uint64))
    at = places_of(firsts, numbers(signatures, "document"))
    upper, lower = _core.path_weights(array(signatures, "signature").take(to_arrow(at)))
    return {"upper": to_numpy(upper), "lower": to_numpy(lower)}


def _sizes(task: Task, nodes: pa.Table, covers: pa.Table, sides: Sides) -> Numbers:
    """A number per node that is larger for larger documents: by weight, or by the number of features."""
    if task.signing.joined == "paths":
        return _ranks(to_numpy(nodes["lower"]), to_numpy(nodes["upper"]))
    sizes = np.zeros(nodes.num_rows, np.int64)
    for side, name in zip(sides, ("left_size", "right_size"), strict=True):
        sizes[side] = to_numpy(covers[name].fill_null(constant(0, pa.int64())))
    return sizes


def _ranks(lower: npt.NDArray[np.uint64], upper: npt.NDArray[np.uint64]) -> Numbers:
    """The rank of each number among all distinct ones; numbers are given by their halves."""
    order = np.lexsort((lower, upper))
    lower, upper = lower[order], upper[order]
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.r_[0, np.cumsum((lower[1:] != lower[:-1]) | (upper[1:] != upper[:-1]))][: len(order)]
    return ranks


def _with_those_who_stay(covers: pa.Table, sides: Sides, kept: Numbers) -> pa.Table:
    """The pairs of a document that goes, left, and the one that stays in its place."""
    left, right = sides
    goes = kept[left] == right
    back = (kept[right] == left) & ~goes
    either = goes | back
    return made("pairs", turned(covers.filter(to_arrow(either)), back[either]))
