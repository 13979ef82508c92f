"""Connected components in rounds: large star and small star (Kiveris et al. 2014).

Each round links the neighbours of a node to the smallest of them: first those that are larger than the node, then the
node itself with those that are smaller. After a number of rounds that grows with the logarithm of the longest chain,
every node is linked to the smallest of its component and to nothing else. Two rows per link and round are shuffled; a
round makes no more links than there were.
"""

from __future__ import annotations

import numpy as np

from samesame.match.groups import Numbers

Links = tuple[Numbers, Numbers]


def both_ways(left: Numbers, right: Numbers) -> Links:
    """Each link from both ends."""
    return np.r_[left, right], np.r_[right, left]


def hook_larger(node: Numbers, other: Numbers) -> tuple[Links, Numbers]:
    """Links the larger neighbours of each node to the smallest of all of them; lists nodes that are no star yet.

    Takes all links of a node. In a star a node has only larger neighbours, or a single smaller one.

    >>> chain = both_ways(np.array([1, 2]), np.array([2, 3]))
    >>> (linked, to), loose = hook_larger(*chain)
    >>> list(zip(linked.tolist(), to.tolist())), loose.tolist()
    ([(2, 1), (3, 1)], [2])
    """
    node, other, starts, lengths = _by_node(node, other)
    least = _least(node, other, starts, lengths)
    larger = other > node
    smaller = np.add.reduceat(~larger, starts, dtype=np.int64) if len(starts) else starts
    loose = node[starts][(smaller > 0) & (lengths > 1)]
    return (other[larger], least[larger]), loose


def hook_smaller(node: Numbers, other: Numbers) -> Links:
    """Links each node and its neighbours, all of which are smaller, to the smallest of these; listed from both ends.

    >>> links = hook_smaller(np.array([3, 3]), np.array([1, 2]))
    >>> sorted(zip(*(side.tolist() for side in links)))
    [(1, 2), (1, 3), (2, 1), (3, 1)]
    """
    node, other, starts, lengths = _by_node(node, other)
    least = _least(node, other, starts, lengths)
    left, right, _, _ = _by_node(np.r_[node[starts], other], np.r_[least[starts], least])
    moved = left != right
    return both_ways(left[moved], right[moved])


def smallest(node: Numbers, other: Numbers) -> Links:
    """For stars: each node, and the smallest of its component."""
    node, other, starts, lengths = _by_node(node, other)
    return node[starts], _least(node, other, starts, lengths)[starts]


def connected(count: int, left: Numbers, right: Numbers) -> Numbers:
    """For each of so many nodes the smallest of its component.

    >>> connected(4, np.array([3, 0]), np.array([1, 3])).tolist()
    [0, 0, 2, 0]
    """
    node, other = both_ways(left, right)
    loose = node
    while len(loose):
        hooks, loose = hook_larger(node, other)
        node, other = hook_smaller(*hooks)
    component = np.arange(count)
    linked, least = smallest(node, other)
    component[linked] = least
    return component


def _by_node(node: Numbers, other: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Each link once, sorted by node; where each node starts, and how many links it has."""
    order = np.lexsort((other, node))
    node, other = node[order], other[order]
    if not len(node):
        return node, other, node, node
    once = np.r_[True, (node[1:] != node[:-1]) | (other[1:] != other[:-1])]
    node, other = node[once], other[once]
    starts = np.flatnonzero(np.r_[True, node[1:] != node[:-1]])
    return node, other, starts, np.diff(np.r_[starts, len(node)])


def _least(node: Numbers, other: Numbers, starts: Numbers, lengths: Numbers) -> Numbers:
    """For each link, the smallest of its node and all neighbours of that node."""
    least = np.minimum.reduceat(other, starts) if len(starts) else starts
    return np.repeat(np.minimum(least, node[starts]), lengths)
