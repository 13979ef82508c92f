"""align: finds the passages of rows for which the method gave none."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.align.passages import Aligner
from samesame.align.spans import SPANS
from samesame.arrays import to_arrow, to_numpy
from samesame.steps.fetch import answered, asked_for
from samesame.steps.frames import array, columns_of, made, numbers, places_of
from samesame.steps.stage import Task, stage


@stage("align.ask", takes=("found",), gives=("wanted",))
def ask(task: Task, found: pa.Table) -> tuple[pa.Table]:
    """Asks for the texts of rows without spans."""
    missing = found.filter(pc.is_null(found["spans"]))
    return (asked_for(task, np.concatenate([numbers(missing, "left"), numbers(missing, "right")])),)


@stage("align.send", takes=("wanted", "documents"), gives=("texts",))
def send(task: Task, wanted: pa.Table, documents: pa.Table) -> tuple[pa.Table]:
    """Sends texts to the partitions that asked for them."""
    rows, to = answered(wanted, documents)
    taken = documents.take(to_arrow(rows))
    return (made("texts", {**columns_of(taken), "to": to}),)


@stage("align", takes=("found", "texts"), gives=("matches",))
def align(task: Task, found: pa.Table, texts: pa.Table) -> tuple[pa.Table]:
    """Adds the missing spans."""
    known = array(found, "spans")
    missing = np.flatnonzero(to_numpy(known.is_null()))
    documents = numbers(texts, "document")
    sides = (places_of(numbers(found, side)[missing], documents) for side in ("left", "right"))
    left, right = (to_arrow(side, pa.uint32()) for side in sides)
    spans = _core.align_pairs(array(texts, "text"), left, right, Aligner().core, 1).cast(SPANS)
    place = np.arange(len(known))
    place[missing] = len(known) + np.arange(len(spans))
    return (made("matches", {**columns_of(found), "spans": pa.concat_arrays([known, spans]).take(to_arrow(place))}),)
