"""What makes a document a member, from the link between it and the reference of its cluster."""

from __future__ import annotations

import numpy as np

from samesame.cluster.centres import NO_LINK, Assigned, Links
from samesame.match.groups import Numbers
from samesame.match.pairs import Measured, Shares
from samesame.model import RELATIONS

# As seen from the member; the first ones are those of RELATIONS. `component`: no match with the reference, but a chain.
# Those behind it are of DURIAN: what makes a must-link, and near enough with and without a family-link.
RULES = (*RELATIONS, "contains", "component", "key_block", "word_overlap", "user", "family", "distance")
EXACT, CONTAINED = RULES.index("exact"), RULES.index("contained")
CONTAINS, COMPONENT, NO_RULE = RULES.index("contains"), RULES.index("component"), -1


def rules_of(assigned: Assigned, links: Links, relation: Numbers, measured: Measured) -> tuple[Numbers, Shares]:
    """For each node the rule that made it a member, and the share of the reference that it has (NaN: not compared).

    Of a `contained` link the left node is inside the right one.
    """
    nodes = np.arange(len(assigned.centre))
    is_centre, linked = assigned.centre == nodes, assigned.link != NO_LINK
    rule = np.where(is_centre, NO_RULE, COMPONENT)
    coverage = np.full(len(nodes), np.nan)
    link = assigned.link[linked]
    is_left = links.left[link] == nodes[linked]
    rule[linked] = np.where((relation[link] == CONTAINED) & ~is_left, CONTAINS, relation[link])
    # The reference is the other end.
    coverage[linked] = np.where(is_left, measured.right_share[link], measured.left_share[link])
    coverage[is_centre] = 1.0
    return rule, coverage
