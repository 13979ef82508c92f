"""pdc, third job, second half: the diagonals of each pair of documents grow from its seeds.

All seeds of a pair are in the partition of the document with the smaller number. The sequences of both documents are
sent there, each once however many pairs it is in, together with the pairs of like forms: no dots are shuffled.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.match.groups import Numbers
from samesame.match.sentences import FEW_PAIRS, PAIR_BYTES, located_pairs
from samesame.steps.fetch import answered, asked_for
from samesame.steps.forms import settings_of
from samesame.steps.frames import array, made, numbers, places_of
from samesame.steps.stage import Task, stage


@stage("pdc.ask", takes=("seeds",), gives=("wanted",))
def ask(task: Task, seeds: pa.Table) -> tuple[pa.Table]:
    """Asks for the sequences of the documents with seeds."""
    return (asked_for(task, np.concatenate([numbers(seeds, "left"), numbers(seeds, "right")])),)


@stage("pdc.send", takes=("wanted", "sequences"), gives=("sent_sequences",))
def send(task: Task, wanted: pa.Table, sequences: pa.Table) -> tuple[pa.Table]:
    """Sends sequences to the partitions that asked for them."""
    rows, to = answered(wanted, sequences)
    taken = sequences.take(to_arrow(rows))
    sent = {"document": taken["document"], "to": to, "sentences": taken["sentences"]}
    return (made("sent_sequences", sent),)


@stage("pdc.ask_like", takes=("sent_sequences",), gives=("wanted",))
def ask_like(task: Task, sequences: pa.Table) -> tuple[pa.Table]:
    """Asks for the like forms of those forms that have any."""
    sentences = array(sequences, "sentences").flatten()
    linked = to_numpy(sentences.field("linked"))
    return (asked_for(task, to_numpy(sentences.field("form"))[linked]),)


@stage("pdc.send_like", takes=("wanted", "like"), gives=("sent_like",))
def send_like(task: Task, wanted: pa.Table, like: pa.Table) -> tuple[pa.Table]:
    """Sends the pairs of like forms to the partitions that asked for the left one."""
    rows, to = answered(wanted, like.rename_columns({"left": "document"}))
    taken = like.take(to_arrow(rows))
    return (made("sent_like", {"to": to, "left": taken["left"], "right": taken["right"]}),)


@stage("pdc.diagonals", takes=("seeds", "sent_sequences", "sent_like"), gives=("pairs",))
def diagonals(task: Task, seeds: pa.Table, sequences: pa.Table, like: pa.Table) -> tuple[pa.Table]:
    """The pairs with diagonals, and the positions of these."""
    settings, memory = settings_of(task), task.plan.limits.memory // 2
    sequences = sequences.take(pc.sort_indices(sequences["document"]))
    documents = numbers(sequences, "document")
    sentences = array(sequences, "sentences")
    values = sentences.flatten()
    forms = np.unique(to_numpy(values.field("form")))
    forms = forms[forms >= 0]
    good = to_numpy(values.field("good"))
    found = _core.seeded_diagonals(
        _with_forms(sentences, forms),
        _like(like, forms),
        _seeds(seeds, documents),
        array(seeds, "size"),
        bridge=settings.bridge,
        most=max(memory // PAIR_BYTES, FEW_PAIRS),
        frequent=int(to_numpy(values.field("places"))[good].max(initial=0)),
        threads=1,
    )
    pairs = located_pairs(pa.Table.from_batches([found]), sentences, settings.threshold)
    sides = {"left": documents[pairs.left], "right": documents[pairs.right]}
    scores = {"left_score": pairs.left_score, "right_score": pairs.right_score}
    return (made("pairs", {**sides, **scores, "relation": pairs.relation, "spans": pairs.spans}),)


def _with_forms(sentences: pa.LargeListArray, forms: Numbers) -> pa.LargeListArray:
    """The sentences in the form of the core: forms are numbered from 0."""
    values = sentences.flatten()
    place = places_of(to_numpy(values.field("form")), forms)
    known = pc.if_else(
        to_arrow(place >= 0), to_arrow(np.maximum(place, 0), pa.uint32()), pa.nulls(len(place), pa.uint32())
    )
    columns = {"form": known, "good": values.field("good"), "key": values.field("key")}
    offsets = to_arrow(np.r_[0, np.cumsum(to_numpy(pc.list_value_length(sentences)))], pa.int64())
    structs = pa.StructArray.from_arrays(list(columns.values()), names=list(columns))
    return pa.LargeListArray.from_arrays(offsets, structs)


def _like(like: pa.Table, forms: Numbers) -> tuple[pa.Array, pa.Array]:
    """The pairs of like forms here, each once."""
    left, right = (places_of(numbers(like, side), forms) for side in ("left", "right"))
    here = (left < right) & (left >= 0)
    return to_arrow(left[here], pa.uint32()), to_arrow(right[here], pa.uint32())


def _seeds(seeds: pa.Table, documents: Numbers) -> tuple[pa.Array, pa.Array, pa.Array, pa.Array]:
    left, right = (to_arrow(places_of(numbers(seeds, side), documents), pa.uint32()) for side in ("left", "right"))
    return left, array(seeds, "left_at"), right, array(seeds, "right_at")
