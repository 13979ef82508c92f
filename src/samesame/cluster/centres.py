"""Which documents are the centres of clusters, and which centre each other document belongs to.

Nodes are groups of identical documents, links are the pairs of them that a method matches. A *star* is a centre and
documents that are each linked with it: no chain of links joins documents that do not match the centre.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from samesame.cluster.components import both_ways, connected
from samesame.match.groups import Numbers
from samesame.match.pairs import Shares
from samesame.match.stars import star_pairs

Flags = npt.NDArray[np.bool_]
NO_LINK = -1


@dataclass(frozen=True, slots=True)
class Nodes:
    """Groups of identical documents.

    How many documents each has, its rank (the earliest first), and whether it was a reference in an earlier run.
    """

    sizes: Numbers
    ranks: Numbers
    fixed: Flags

    def __len__(self) -> int:
        return len(self.sizes)


@dataclass(frozen=True, slots=True)
class Links:
    """Pairs of nodes that match, and how close they are; the closer, the larger the number."""

    left: Numbers
    right: Numbers
    closeness: Shares


@dataclass(frozen=True, slots=True)
class Assigned:
    """For each node its centre (its own number if it is one), and the link between the two, or NO_LINK."""

    centre: Numbers
    link: Numbers


def stars(nodes: Nodes, links: Links, threads: int = 1) -> Assigned:
    """Centres are taken in order; the nodes linked with a centre are none. Each joins the centre closest to it.

    >>> nodes = Nodes(np.array([1, 1, 1]), np.arange(3), np.zeros(3, bool))
    >>> chain = Links(np.array([0, 1]), np.array([1, 2]), np.array([0.5, 0.9]))
    >>> stars(nodes, chain).centre.tolist()
    [1, 1, 1]
    """
    order = _order(nodes, links)
    kept, _ = star_pairs(links.left, links.right, order, nodes.fixed, threads=threads)
    is_centre = kept == np.arange(len(nodes))
    return _closest(nodes, links, is_centre, order)


def components(nodes: Nodes, links: Links) -> Assigned:
    """One cluster per connected component: its first node in order is the centre. Chains join what does not match."""
    component = connected(len(nodes), links.left, links.right)
    order = _order(nodes, links)
    centre_of = np.zeros(len(nodes), np.int64)
    centre_of[component[order[::-1]]] = order[::-1]
    centre = centre_of[component]
    link = np.full(len(nodes), NO_LINK)
    for one, other in ((links.left, links.right), (links.right, links.left)):
        direct = np.flatnonzero(centre[one] == other)
        link[one[direct]] = direct
    link[centre == np.arange(len(nodes))] = NO_LINK
    return Assigned(centre, link)


def _order(nodes: Nodes, links: Links) -> Numbers:
    """Earlier references first, then those with most identical copies, those that most others match, the earliest."""
    reach = np.zeros(len(nodes), np.int64)
    np.add.at(reach, links.left, nodes.sizes[links.right])
    np.add.at(reach, links.right, nodes.sizes[links.left])
    return np.lexsort((nodes.ranks, -reach, -nodes.sizes, ~nodes.fixed))


def _closest(nodes: Nodes, links: Links, is_centre: Flags, order: Numbers) -> Assigned:
    """Assigns each node to the closest of the centres that it is linked with; of several, to the first in order."""
    place = np.empty(len(nodes), np.int64)
    place[order] = np.arange(len(nodes))
    node, other = both_ways(links.left, links.right)
    link = np.tile(np.arange(len(links.left)), 2)
    joins = ~is_centre[node] & is_centre[other]
    node, other, link = node[joins], other[joins], link[joins]
    best = np.lexsort((place[other], -links.closeness[link], node))
    first = best[np.r_[True, node[best][1:] != node[best][:-1]]] if len(best) else best
    centre, by = np.arange(len(nodes)), np.full(len(nodes), NO_LINK)
    centre[node[first]], by[node[first]] = other[first], link[first]
    return Assigned(centre, by)
