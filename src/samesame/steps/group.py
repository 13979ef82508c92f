"""group: documents with the same key are identical; the one with the smallest id stands for them."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import combined, to_arrow, to_numpy
from samesame.match.groups import Groups, Numbers
from samesame.plan.model import FindOptions
from samesame.steps.frames import NO_BYTES, columns_of, expand, made, numbers
from samesame.steps.stage import Task, stage


@stage("group", takes=("keys",), gives=("members", "same"))
def group(task: Task, keys: pa.Table) -> tuple[pa.Table, pa.Table]:
    """All documents with the first of their group, and the pairs of identical ones.

    All documents with one key are in this partition, so a partition is grouped like a whole collection.
    """
    keys = keys.take(pc.sort_indices(keys, sort_keys=[("side", "ascending"), ("document", "ascending")]))
    labels = labels_of(keys)
    groups = groups_of(task, keys, labels)
    documents = numbers(keys, "document")
    all_pairs = isinstance(task.plan.options, FindOptions) and task.plan.options.all_pairs
    firsts = groups.first(np.arange(len(documents)))
    lowest = np.full(len(documents), np.iinfo(np.int64).max)
    np.minimum.at(lowest, labels, documents)
    members = made("members", {**columns_of(keys), "first": documents[firsts], "group": lowest[labels]})
    left, right = _all_pairs(groups) if all_pairs else groups.pairs()
    names = {"left": "document", "left_id": "id", "left_side": "side"}
    columns = {name: keys[of].take(to_arrow(left)) for name, of in names.items()}
    columns |= {name.replace("left", "right"): keys[of].take(to_arrow(right)) for name, of in names.items()}
    return members, made("same", {**columns, "first": documents[firsts[left]]})


def groups_of(task: Task, keys: pa.Table, labels: Numbers) -> Groups:
    """The groups of documents that are sorted by side: two sides are grouped apart, unless one goes ahead."""
    sides = numbers(keys, "side")
    if task.plan.ahead:
        return Groups(keys["id"], labels, ahead=sides > 0)
    return Groups(keys["id"], labels, int(np.searchsorted(sides, 1)) if len(task.plan.sides) > 1 else None)


def labels_of(keys: pa.Table) -> Numbers:
    """A number per distinct key and kind."""
    both = [keys[name].cast(pa.large_binary()).fill_null(NO_BYTES) for name in ("key", "kind")]
    joined = pc.binary_join_element_wise(*both, NO_BYTES)
    return to_numpy(pc.dictionary_encode(combined(joined)).indices).astype(np.int64)


def _all_pairs(groups: Groups) -> tuple[Numbers, Numbers]:
    """All pairs of documents of a group; with two sides, all of one side with all of the other."""
    firsts = groups.first(np.arange(len(groups.labels)))
    left, right = groups.paired()
    pairs, lefts = expand(left, firsts)
    rows, rights = expand(right[pairs], firsts)
    lefts = lefts[rows]
    if groups.split is not None:
        return lefts, rights
    once = to_numpy(pc.less(groups.ids.take(to_arrow(lefts)), groups.ids.take(to_arrow(rights))))
    return lefts[once], rights[once]
