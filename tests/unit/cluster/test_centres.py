"""Stars and components against naive twins."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from samesame.cluster.centres import NO_LINK, Links, Nodes, components, stars


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Nodes, Links]:
    count = draw(st.integers(1, 9))
    every = [(a, b) for a in range(count) for b in range(a)]
    pairs = draw(st.lists(st.sampled_from(every), unique=True)) if every else []
    pairs = [pair if draw(st.booleans()) else pair[::-1] for pair in pairs]
    closeness = [draw(st.sampled_from([0.2, 0.5, 1.0])) for _ in pairs]
    sizes = [draw(st.integers(1, 3)) for _ in range(count)]
    ranks = draw(st.permutations(range(count)))
    fixed = [draw(st.integers(0, 4)) == 0 for _ in range(count)]
    ends = np.array(pairs, np.int64).reshape(-1, 2)
    nodes = Nodes(np.array(sizes), np.array(ranks), np.array(fixed))
    return nodes, Links(ends[:, 0], ends[:, 1], np.array(closeness, np.float64))


def linked(links: Links) -> dict[tuple[int, int], int]:
    found = {}
    for number, (a, b) in enumerate(zip(links.left.tolist(), links.right.tolist(), strict=True)):
        found[a, b] = found[b, a] = number
    return found


def in_order(nodes: Nodes, links: Links) -> list[int]:
    def wanted(node: int) -> tuple[bool, int, int, int]:
        reach = sum(int(nodes.sizes[b]) for a, b in linked(links) if a == node)
        return not nodes.fixed[node], -int(nodes.sizes[node]), -reach, int(nodes.ranks[node])

    return sorted(range(len(nodes)), key=wanted)


@given(graphs())
def test_stars_are_those_of_the_definition(graph: tuple[Nodes, Links]) -> None:
    nodes, links = graph
    order, pairs = in_order(nodes, links), linked(links)
    centres: list[int] = []
    for node in order:
        if nodes.fixed[node] or not any((node, centre) in pairs for centre in centres):
            centres.append(node)
    expected = {}
    for node in range(len(nodes)):
        near = [centre for centre in centres if (node, centre) in pairs]
        # The first in order of the closest.
        best = max(near, key=lambda centre: (links.closeness[pairs[node, centre]], -order.index(centre)), default=node)
        expected[node] = node if node in centres else best
    assigned = stars(nodes, links)
    assert dict(enumerate(assigned.centre.tolist())) == expected
    for node, (centre, link) in enumerate(zip(assigned.centre.tolist(), assigned.link.tolist(), strict=True)):
        assert link == (NO_LINK if centre == node else pairs[node, centre])


@given(graphs())
def test_components_join_whatever_a_chain_of_links_joins(graph: tuple[Nodes, Links]) -> None:
    nodes, links = graph
    order, pairs = in_order(nodes, links), linked(links)
    left = set(range(len(nodes)))
    expected = {}
    for start in order:
        if start not in left:
            continue
        reached, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            for other in left - reached:
                if (here, other) in pairs:
                    reached.add(other)
                    waiting.append(other)
        left -= reached
        expected.update(dict.fromkeys(reached, start))
    assigned = components(nodes, links)
    assert dict(enumerate(assigned.centre.tolist())) == expected
    for node, (centre, link) in enumerate(zip(assigned.centre.tolist(), assigned.link.tolist(), strict=True)):
        assert link == (NO_LINK if centre == node else pairs.get((node, centre), NO_LINK))
