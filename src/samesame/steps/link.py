"""link: from pairs of firsts to the matches of documents that the user asked for."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.align.spans import SPANS, turned_spans
from samesame.arrays import to_arrow, to_numpy
from samesame.match.groups import Numbers
from samesame.model import RELATIONS
from samesame.steps.frames import array, columns_of, expand, made, numbers, signed
from samesame.steps.stage import Task, stage

# What is exchanged if the left document becomes the right one: the number, and these columns.
SIDED = ("", "_id", "_side", "_score", "_size")
CONTAINED = RELATIONS.index("contained")


@stage("link.left", takes=("measured", "members"), gives=("half",))
def left_documents(task: Task, measured: pa.Table, members: pa.Table) -> tuple[pa.Table]:
    """Adds the left document of each wanted pair; with `all_pairs` also its copies."""
    asked = [RELATIONS.index(relation) for relation in task.plan.finding.relations]
    measured = measured.filter(to_arrow(np.isin(numbers(measured, "relation"), asked)))
    pairs, member = _told(task, measured, "left", members)
    named = {"left": member["document"], "left_id": member["id"], "left_side": member["side"]}
    return (made("half", {**columns_of(pairs), **named, "group": member["group"]}),)


@stage("link.right", takes=("half", "members", "same", "signatures"), gives=("found",))
def right_documents(
    task: Task, half: pa.Table, members: pa.Table, same: pa.Table, signatures: pa.Table
) -> tuple[pa.Table]:
    """Adds the right document, puts the smaller id on the left, and adds the pairs of identical documents."""
    pairs, member = _told(task, half, "right", members)
    named = {"right": member["document"], "right_id": member["id"], "right_side": member["side"]}
    # With two sides, identical documents are among these pairs, too; they are reported as identical instead.
    other = to_arrow(numbers(pairs, "group") != numbers(member, "group"))
    pairs = made("found", {**columns_of(pairs), **named}).filter(other)
    return (pa.concat_tables([_in_order(pairs), _identical(task, same, signatures)]),)


def _told(task: Task, pairs: pa.Table, side: str, members: pa.Table) -> tuple[pa.Table, pa.Table]:
    """Pairs, and for each the documents that are reported: firsts, or all copies of these.

    Copies have the same words, but perhaps at other positions of their texts: only firsts keep the spans.
    """
    firsts = numbers(members, "first")
    is_first = firsts == numbers(members, "document")
    if not task.plan.finding.all_pairs:
        members, firsts, is_first = members.filter(to_arrow(is_first)), firsts[is_first], is_first[is_first]
    rows, places = expand(numbers(pairs, side), firsts)
    pairs, members = pairs.take(to_arrow(rows)), members.take(to_arrow(places))
    spans = pc.if_else(to_arrow(is_first[places]), array(pairs, "spans"), pa.nulls(len(rows), SPANS))
    return pairs.set_column(pairs.column_names.index("spans"), pa.field("spans", SPANS), spans), members


def _in_order(pairs: pa.Table) -> pa.Table:
    """The smaller id left; of equal ids that of the first side; a contained document stays left."""
    left, right = (pairs[name] for name in ("left_id", "right_id"))
    other_side = numbers(pairs, "left_side") > numbers(pairs, "right_side")
    later = to_numpy(pc.greater(left, right)) | (to_numpy(pc.equal(left, right)) & other_side)
    return turned(pairs, later & (numbers(pairs, "relation") != CONTAINED))


def turned(pairs: pa.Table, which: npt.NDArray[np.bool_]) -> pa.Table:
    """Exchanges left and right in the rows where `which` is true."""
    columns, mask = columns_of(pairs), to_arrow(which)
    for name in SIDED:
        left, right = columns[f"left{name}"], columns[f"right{name}"]
        columns[f"left{name}"], columns[f"right{name}"] = pc.if_else(mask, right, left), pc.if_else(mask, left, right)
    return made("found", {**columns, "spans": turned_spans(array(pairs, "spans"), which)})


def _identical(task: Task, same: pa.Table, signatures: pa.Table) -> pa.Table:
    """The pairs of identical documents, if the method could sign them."""
    method = task.plan.method
    relation = "exact" if "exact" in method.relations else "near"
    wanted = relation in task.plan.finding.relations
    if task.plan.chosen.signing is not None:
        known = numbers(signatures, "document")[signed(array(signatures, "signature"))]
        same = same.filter(to_arrow(np.isin(numbers(same, "first"), known)))
    same = same if wanted else same.slice(0, 0)
    ones = np.ones(same.num_rows)
    found: dict[str, Numbers | npt.NDArray[np.float64]] = dict.fromkeys(
        ("left_score", "right_score", "shared", "left_size", "right_size"), ones
    )
    relations = np.full(len(ones), RELATIONS.index(relation))
    return _in_order(made("found", {**columns_of(same), **found, "relation": relations}))
