"""measure: counts what the documents of pairs share in 4-word shingles, in which coverages are given for every method.

If these are the features of the method, verifying has counted them. Otherwise the documents of pairs are signed again,
each once, and sent to their pairs.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import to_arrow
from samesame.steps.fetch import answered, asked_for
from samesame.steps.frames import NO_TEXT, array, columns_of, made, numbers
from samesame.steps.stage import Task, stage
from samesame.steps.verify import counts_of


@stage("measure.counted", takes=("pairs",), gives=("measured",))
def counted(task: Task, pairs: pa.Table) -> tuple[pa.Table]:
    """The pairs as they are: their features are the 4-word shingles."""
    return (pairs,)


@stage("measure.ask", takes=("pairs",), gives=("wanted",))
def ask(task: Task, pairs: pa.Table) -> tuple[pa.Table]:
    """Asks for the shingles of the documents of pairs."""
    return (asked_for(task, np.concatenate([numbers(pairs, "left"), numbers(pairs, "right")])),)


@stage("measure.send", takes=("wanted", "documents"), gives=("sent",))
def send(task: Task, wanted: pa.Table, documents: pa.Table) -> tuple[pa.Table]:
    """Makes the shingles of documents, or takes those of an index, and sends them to the partitions that asked."""
    documents = documents.filter(to_arrow(np.isin(numbers(documents, "document"), numbers(wanted, "document"))))
    texts = array(documents, "text")
    signed = task.signing.sign_plain(texts.fill_null(NO_TEXT), None, 1)
    features = pc.if_else(texts.is_null(), array(documents, "plain"), signed.cast(array(documents, "plain").type))
    rows, to = answered(wanted, documents)
    sent = {"document": numbers(documents, "document")[rows], "features": features.take(to_arrow(rows))}
    return (made("sent", {**sent, "to": to}),)


@stage("measure", takes=("pairs", "sent"), gives=("measured",))
def measure(task: Task, pairs: pa.Table, sent: pa.Table) -> tuple[pa.Table]:
    """The pairs with what both share."""
    sides = numbers(pairs, "left"), numbers(pairs, "right")
    found = counts_of(task, numbers(sent, "document"), array(sent, "features"), *sides)
    counts = {"shared": found.shared, "left_size": found.left, "right_size": found.right}
    return (made("measured", {**columns_of(pairs), **counts}),)
