"""Which document of a group stays, and who comes first between groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from samesame.arrays import to_arrow
from samesame.errors import ParameterError
from samesame.match.groups import Groups, Numbers, ranks_of

Keep = Literal["earliest", "longest", "first"]
Flags = npt.NDArray[np.bool_]
# No document is as late as one without a time.
NEVER = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class Traits:
    """What the rules look at, per document: time (microseconds, NEVER without), length (code points), must it stay."""

    times: Numbers
    lengths: Numbers
    fixed: Flags


@dataclass(frozen=True, slots=True)
class Standing:
    """Who stands for the groups of identical documents, by number.

    `standing` has one document of each group, in the order of preference; `fixed` are those that must stay; `copies`
    are documents that go for another one of their group, the `originals`.
    """

    standing: Numbers
    fixed: Numbers
    copies: Numbers
    originals: Numbers


def standing(groups: Groups, traits: Traits, keep: Keep, *, ordered: bool) -> Standing:
    """Who stands for each group. Without `ordered` in whatever order."""
    copies, originals = choose(groups, traits, keep)
    stand = groups.labels >= 0
    stand[copies] = False
    fixed = np.flatnonzero(traits.fixed & stand)
    chosen = np.flatnonzero(stand)
    if ordered:
        chosen = preferred(groups, chosen, traits, keep)
    # Of several identical ones that must stay, the first stands for all.
    _, first = np.unique(groups.labels[chosen], return_index=True)
    return Standing(chosen[np.sort(first)], fixed, copies, originals)


def check_keep(keep: str) -> None:
    """Refuses a rule that is none."""
    if keep not in get_args(Keep):
        raise ParameterError(f"keep: expected 'earliest' or 'longest' or 'first', got '{keep}'")


def choose(groups: Groups, traits: Traits, keep: Keep) -> tuple[Numbers, Numbers]:
    """Pairs (removed, kept). Ties go to the earlier document, then to the smaller id."""
    members, starts = groups.members()  # by id within a group
    if not len(members):
        return members, members
    group = np.zeros(len(members), np.int64)
    group[starts[1:]] = 1
    group = np.cumsum(group)
    by_id = np.arange(len(members))
    order = np.lexsort((by_id, *_criteria(members, traits, keep), group))
    ranked = members[order]
    kept = np.repeat(ranked[starts], np.diff(np.r_[starts, len(members)]))
    removed = (ranked != kept) & ~traits.fixed[ranked]
    return ranked[removed], kept[removed]


def preferred(groups: Groups, documents: Numbers, traits: Traits, keep: Keep) -> Numbers:
    """Documents in the order in which they should stay."""
    by_id = ranks_of(groups.ids.take(to_arrow(documents)))
    return documents[np.lexsort((by_id, *_criteria(documents, traits, keep)))]


def _criteria(members: Numbers, traits: Traits, keep: Keep) -> tuple[npt.NDArray[np.int64], ...]:
    """Sort keys, the weightiest last."""
    fixed_first = -traits.fixed[members].astype(np.int64)
    if keep == "first":
        return (members, fixed_first)
    times = traits.times[members]
    return (times, fixed_first) if keep == "earliest" else (times, -traits.lengths[members], fixed_first)
