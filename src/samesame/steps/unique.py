"""unique: documents whose id was read before are left out, or refused. For engines that read in several tasks."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.match.groups import Numbers
from samesame.steps.frames import columns_of, made, numbers
from samesame.steps.stage import Task, stage


def named(documents: pa.RecordBatch, side: int, number: Numbers) -> pa.Table:
    """The ids of documents, on the way to those that are alike."""
    ids = documents.column("id")
    sides = np.full(len(number), side, np.int8)
    return made("named", {"hash": _core.fingerprints(ids), "id": ids, "document": number, "side": sides})


@stage("unique.find", takes=("named",), gives=("again",))
def find(task: Task, named: pa.Table) -> tuple[pa.Table]:
    """The documents with the id of one that was read before, and that one."""
    if len(np.unique(to_numpy(named["hash"]))) == named.num_rows:
        return (made("again", {}),)
    order = [(name, "ascending") for name in ("side", "hash", "id", "document")]
    named = named.take(pc.sort_indices(named, sort_keys=order)).combine_chunks()
    again = np.zeros(named.num_rows, np.bool_)
    same = [pc.equal(named[name].slice(1), named[name].slice(0, named.num_rows - 1)) for name in ("side", "id")]
    again[1:] = to_numpy(same[0]) & to_numpy(same[1])
    documents = numbers(named, "document")
    first = np.maximum.accumulate(np.where(again, 0, np.arange(len(again))))
    found = made("again", {**columns_of(named), "before": documents[first]})
    return (found.filter(to_arrow(again)),)


@stage("unique.drop", takes=("documents", "again"), gives=("documents",))
def drop(task: Task, documents: pa.Table, repeated: pa.Table) -> tuple[pa.Table]:
    """The documents without those."""
    gone = np.isin(numbers(documents, "document"), numbers(repeated, "document"))
    return (documents.filter(to_arrow(~gone)),)
