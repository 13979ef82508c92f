"""Which document of a group stays, and who comes first between groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from samesame.arrays import to_arrow
from samesame.errors import ParameterError
from samesame.match.groups import Groups, Numbers, ranks_of

Rule = Literal["earliest", "longest", "first", "sources"]
# A rule, or a field of the records: its highest value stays, or, with ':min', its lowest.
Keep: TypeAlias = str
Flags = npt.NDArray[np.bool_]
# No document is as late as one without a time.
NEVER = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the records that decides who stays: the one with its highest value, or with its lowest."""

    name: str
    highest: bool = True


def rule_or_field(keep: Keep) -> Rule | Field:
    """What was asked for.

    >>> rule_or_field("longest"), rule_or_field("quality"), rule_or_field("rank:min"), rule_or_field("first:max").name
    ('longest', Field(name='quality', highest=True), Field(name='rank', highest=False), 'first')
    """
    if keep in get_args(Rule):
        return keep  # type: ignore[return-value]
    name, mark, end = keep.rpartition(":")
    return Field(name, end == "max") if mark and name and end in ("min", "max") else Field(keep)


def check_keep(keep: object) -> None:
    """Refuses what is neither a rule nor the name of a field."""
    if not isinstance(keep, str) or not keep:
        raise ParameterError(f"keep: expected {EXPECTED}; got {keep!r}")


EXPECTED = "'earliest', 'longest', 'first', 'sources' or a field of the records"


@dataclass(frozen=True, slots=True)
class Traits:
    """What decides, per document.

    Its time (microseconds, NEVER without); what the rule looks at, as a number of which the smallest stays; whether it
    must stay; whether it is of another collection, which goes ahead: those all stay.
    """

    times: Numbers
    wishes: Numbers
    fixed: Flags
    ahead: Flags


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


def standing(groups: Groups, traits: Traits, *, ordered: bool, within: bool = True) -> Standing:
    """Who stands for each group. Without `ordered` in whatever order.

    Without `within`, only copies of documents of the other collection go.
    """
    copies, originals = choose(groups, traits, within=within)
    stand = groups.labels >= 0
    stand[copies] = False
    fixed = np.flatnonzero(traits.fixed & stand)
    chosen = np.flatnonzero(stand)
    if ordered:
        chosen = preferred(groups, chosen, traits)
    # Of several identical ones that stay, the first stands for all.
    _, first = np.unique(groups.labels[chosen], return_index=True)
    return Standing(chosen[np.sort(first)], fixed, copies, originals)


def choose(groups: Groups, traits: Traits, *, within: bool = True) -> tuple[Numbers, Numbers]:
    """Pairs (removed, kept). Ties go to the earlier document, then to the smaller id, without times to the first."""
    members, starts = groups.members()  # by id within a group
    if not len(members):
        return members, members
    group = np.zeros(len(members), np.int64)
    group[starts[1:]] = 1
    group = np.cumsum(group)
    order = np.lexsort((*_criteria(members, np.arange(len(members)), traits), group))
    ranked = members[order]
    kept = np.repeat(ranked[starts], np.diff(np.r_[starts, len(members)]))
    stays = traits.ahead[ranked] | (traits.fixed[ranked] & ~traits.ahead[kept])
    removed = (ranked != kept) & ~stays
    if not within:
        removed &= traits.ahead[kept]
    return ranked[removed], kept[removed]


def preferred(groups: Groups, documents: Numbers, traits: Traits) -> Numbers:
    """Documents in the order in which they should stay."""
    timed = np.flatnonzero(traits.times[documents] != NEVER)
    by_id = np.zeros(len(documents), np.int64)
    by_id[timed] = ranks_of(groups.ids.take(to_arrow(documents[timed])))
    return documents[np.lexsort(_criteria(documents, by_id, traits))]


def _criteria(members: Numbers, by_id: Numbers, traits: Traits) -> tuple[Numbers, ...]:
    """Sort keys, the weightiest last."""
    times = traits.times[members]
    # The order of input decides only where no time does.
    ties = np.where(times == NEVER, members, by_id)
    ahead, fixed = (-flags[members].astype(np.int64) for flags in (traits.ahead, traits.fixed))
    return ties, times, traits.wishes[members], fixed, ahead
