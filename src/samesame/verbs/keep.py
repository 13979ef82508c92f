"""Which document of a group stays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from samesame.errors import ParameterError
from samesame.match.groups import Groups, Numbers

Keep = Literal["earliest", "longest", "first"]
# No document is as late as one without a time.
NEVER = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class Traits:
    """What the rules look at, per document: time (microseconds, NEVER without) and length (code points)."""

    times: Numbers
    lengths: Numbers


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
    removed = ranked != kept
    return ranked[removed], kept[removed]


def _criteria(members: Numbers, traits: Traits, keep: Keep) -> tuple[npt.NDArray[np.int64], ...]:
    """Sort keys, the weightiest last."""
    if keep == "first":
        return (members,)
    times = traits.times[members]
    return (times,) if keep == "earliest" else (times, -traits.lengths[members])
