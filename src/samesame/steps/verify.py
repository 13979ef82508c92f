"""verify: counts what candidates share, and keeps those that pass.

The left document of a candidate is in the same partition; the features of the right one are sent there.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.match.groups import Numbers
from samesame.match.pairs import Measured
from samesame.model import RELATIONS
from samesame.steps.fetch import answered, asked_for
from samesame.steps.frames import array, made, numbers, places_of
from samesame.steps.meet import distinct
from samesame.steps.rule import rule_of
from samesame.steps.stage import Task, stage

NEAR, CONTAINED = RELATIONS.index("near"), RELATIONS.index("contained")


@stage("verify.ask", takes=("candidates",), gives=("wanted",))
def ask(task: Task, candidates: pa.Table) -> tuple[pa.Table]:
    """Asks for the features of right documents."""
    return (asked_for(task, numbers(candidates, "right")),)


@stage("verify.send", takes=("wanted", "signatures"), gives=("sent",))
def send(task: Task, wanted: pa.Table, signatures: pa.Table) -> tuple[pa.Table]:
    """Sends features to the partitions that asked for them."""
    rows, to = answered(wanted, signatures)
    taken = signatures.take(to_arrow(rows))
    return (made("sent", {"document": taken["document"], "to": to, "features": taken["signature"]}),)


@stage("verify", takes=("candidates", "signatures", "sent"), gives=("pairs",))
def verify(task: Task, candidates: pa.Table, signatures: pa.Table, sent: pa.Table) -> tuple[pa.Table]:
    """The pairs that pass. If only one direction passes, the left document is inside the right one."""
    left, right = distinct(numbers(candidates, "left"), numbers(candidates, "right"))
    here = signatures.filter(to_arrow(np.isin(numbers(signatures, "document"), left)))
    held = (
        np.concatenate([numbers(here, "document"), numbers(sent, "document")]),
        pa.concat_arrays([array(here, "signature"), array(sent, "features")]),
    )
    counted = counts_of(task, *held, left, right)
    rule = rule_of(task)
    forth, back = (scores >= rule.threshold for scores in counted.scores(rule.measure))
    turn = back & ~forth
    left, right, counted = np.where(turn, right, left), np.where(turn, left, right), counted.turned(turn)
    left_score, right_score = counted.scores(rule.measure)
    found = {
        "left": left,
        "right": right,
        "relation": np.where(forth & back, NEAR, CONTAINED),
        "left_score": left_score,
        "right_score": right_score,
        "shared": counted.shared,
        "left_size": counted.left,
        "right_size": counted.right,
    }
    return (made("pairs", found).filter(to_arrow(forth | back)),)


def counts_of(task: Task, documents: Numbers, features: pa.Array, left: Numbers, right: Numbers) -> Measured:
    """What the documents of each pair share, and how many features each has. A document may be given twice."""
    overlaps = _core.Overlaps(task.plan.limits.memory // 2)
    known, once = np.unique(documents, return_index=True)
    overlaps.push(to_arrow(np.arange(len(known)), pa.uint32()), features.take(to_arrow(once)), 1)
    lefts, rights = (to_arrow(places_of(side, known), pa.uint32()) for side in (left, right))
    return Measured(*(to_numpy(column).astype(np.int64) for column in overlaps.of(lefts, rights, 1)))
