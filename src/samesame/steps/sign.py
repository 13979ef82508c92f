"""sign: signs the firsts, which stand for their copies."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import to_arrow
from samesame.steps.count import weights_of
from samesame.steps.frames import array, columns_of, made, numbers
from samesame.steps.stage import Task, stage


@stage("sign", takes=("documents", "members", "words", "totals"), gives=("signatures",))
def sign(task: Task, documents: pa.Table, members: pa.Table, words: pa.Table, totals: pa.Table) -> tuple[pa.Table]:
    """The signatures of the firsts, which stay in the partitions of the documents."""
    return (signatures_of(task, _firsts(documents, members), words, totals),)


@stage("sign.pick", takes=("signed", "members"), gives=("signatures",))
def pick(task: Task, signed: pa.Table, members: pa.Table) -> tuple[pa.Table]:
    """The signatures of the firsts, if all documents were signed to decide which are identical."""
    return (_firsts(signed, members),)


def _firsts(documents: pa.Table, members: pa.Table) -> pa.Table:
    return documents.filter(to_arrow(np.isin(numbers(documents, "document"), numbers(members, "first"))))


def signatures_of(task: Task, documents: pa.Table, words: pa.Table, totals: pa.Table) -> pa.Table:
    """Documents with their signatures. Documents of an index have stored ones."""
    kept = documents.filter(pc.is_null(documents["text"]))
    read = documents.filter(pc.is_valid(documents["text"]))
    signed = task.signing.sign(array(read, "text"), weights_of(task, words, totals), 1)
    tables = [_signatures(task, read, signed)]
    if kept.num_rows:
        tables.append(_signatures(task, kept, array(kept, "features")))
    return pa.concat_tables(tables)


def _signatures(task: Task, documents: pa.Table, signatures: pa.Array) -> pa.Table:
    return made("signatures", {**columns_of(documents), "signature": signatures.cast(task.plan.signature)})
