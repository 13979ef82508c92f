"""remove: the rows of removals, and the documents that stay."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame.arrays import to_arrow, to_numpy
from samesame.match.groups import Numbers
from samesame.model import RELATIONS
from samesame.steps.frames import array, columns_of, made, numbers, places_of, signed
from samesame.steps.stage import Task, stage

COUNTS = ("shared", "left_size", "right_size")


@stage("remove", takes=("standing", "gone", "measured", "signatures"), gives=("removals",))
def remove(task: Task, standing: pa.Table, gone: pa.Table, measured: pa.Table, signatures: pa.Table) -> tuple[pa.Table]:
    """All documents of the groups that go; of other groups, the copies of the document that stands for it."""
    leaving = np.isin(numbers(standing, "first"), numbers(gone, "first"))
    others = _others(task, standing.filter(to_arrow(~leaving)), signatures)
    return (pa.concat_tables([_groups(standing.filter(to_arrow(leaving)), gone, measured), others]),)


@stage("keep", takes=("documents", "removals"), gives=("kept",))
def keep(task: Task, documents: pa.Table, removals: pa.Table) -> tuple[pa.Table]:
    """The documents of this side that stay, including those without words."""
    documents = documents.filter(to_arrow(numbers(documents, "side") == 0))
    stay = ~np.isin(numbers(documents, "document"), numbers(removals, "document"))
    return (made("kept", columns_of(documents.filter(to_arrow(stay)))),)


def _groups(members: pa.Table, gone: pa.Table, measured: pa.Table) -> pa.Table:
    """The documents of groups that go."""
    firsts = numbers(members, "first")
    group = gone.take(to_arrow(places_of(firsts, numbers(gone, "first"))))
    found = measured.take(to_arrow(places_of(firsts, numbers(measured, "left"))))
    # A document that goes for one that the rule would not prefer goes because a larger text contains it, or contains
    # the ones that went for it.
    near = numbers(found, "relation") == RELATIONS.index("near")
    by_rule = near & to_numpy(group["by_rule"])
    columns = {name: found[name] for name in ("relation", *COUNTS)}
    told = {"kept": group["kept"], "by_rule": by_rule, "kept_side": group["kept_side"]}
    return made("removals", {**columns_of(members), **columns, **told})


def _others(task: Task, members: pa.Table, signatures: pa.Table) -> pa.Table:
    """Documents that go for the one that stands for their group, if the method could sign it."""
    if task.plan.chosen.signing is not None:
        known = numbers(signatures, "document")[signed(array(signatures, "signature"))]
        members = members.filter(to_arrow(np.isin(numbers(members, "first"), known)))
    stands = members.filter(members["stands"])
    at = places_of(numbers(members, "first"), numbers(stands, "first"))
    goes = _goes(task, members, numbers(stands, "side")[at])
    copies, at = members.filter(to_arrow(goes)), at[goes]
    relation = RELATIONS.index("exact" if "exact" in task.plan.method.relations else "near")
    ones = np.ones(len(at), np.int64)
    kept = stands.take(to_arrow(at))
    told = {"relation": relation * ones, "kept": kept["id"], "kept_side": kept["side"], "by_rule": ones > 0}
    return made("removals", {**columns_of(copies), **dict.fromkeys(COUNTS, ones), **told})


def _goes(task: Task, members: pa.Table, kept_side: Numbers) -> npt.NDArray[np.bool_]:
    """Which documents go for the one that stands for their group, given the side of that one."""
    ahead = kept_side > 0
    stays = to_numpy(members["stands"]) | (numbers(members, "side") > 0) | (to_numpy(members["fixed"]) & ~ahead)
    return ~stays & (ahead | (not task.plan.deduplicating.against_only))
