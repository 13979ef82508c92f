"""pdc, third job, first half: compares windows of sentences to find the pairs of documents that may have a diagonal.

A diagonal begins with gamma dots in a row, or with a whole shorter document, at least one of them a good sentence. So
windows of that size are shuffled by the classes of their forms: a row per sentence, and further rows for windows of
smaller sizes only if a short document has the same classes. Windows with the same key give *seeds*; if the same good
sentence is before both windows, the windows before them give the seed. So n documents with a common passage make n²/2
seeds, however long it is, and a single sentence that n documents share makes none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import constant, to_arrow, to_numpy
from samesame.match.groups import Numbers
from samesame.steps.forms import halves, keys_of, settings_of
from samesame.steps.frames import array, made, numbers
from samesame.steps.meet import compared_within
from samesame.steps.stage import Task, stage
from samesame.steps.tables.pdc import SEQUENCE

# Bytes per seed.
SEED_BYTES = 64
# No form, or no good sentence before a window.
NONE = -1
_FACTOR = np.uint64(0x9E37_79B9_7F4A_7C15)


@stage("pdc.sequences", takes=("signatures", "formed"), gives=("sequences", "short"))
def sequences(task: Task, signatures: pa.Table, formed: pa.Table) -> tuple[pa.Table, pa.Table]:
    """The documents as sequences of forms; and the windows that are a whole short document."""
    settings = settings_of(task)
    gamma, common = settings.gamma, settings.common
    lists = array(signatures, "signature")
    sentences = lists.flatten()
    place = _places(sentences.field("signatures"), array(formed, "form"))

    def told(name: str, otherwise: int) -> Numbers:
        return np.append(numbers(formed, name), otherwise)[place]

    places = told("places", 0)
    good = (place >= 0) & (to_numpy(sentences.field("words")) >= _core.FEW_WORDS)
    columns: dict[str, Any] = {
        **{name: to_numpy(sentences.field(name)) for name in ("start", "end", "key")},
        "form": told("number", NONE),
        "class": told("class", NONE),
        "places": places,
        "good": good if common is None else good & (places <= common),
        "linked": np.append(to_numpy(formed["linked"]), False)[place],
    }
    arrays = [to_arrow(columns[field.name], field.type if field.type != pa.bool_() else None) for field in SEQUENCE]
    offsets = to_arrow(np.r_[0, np.cumsum(to_numpy(pc.list_value_length(lists)))], pa.int64())
    found = pa.LargeListArray.from_arrays(offsets, pa.StructArray.from_arrays(arrays, fields=list(SEQUENCE)))
    documents = _Documents(found)
    whole = [(size, keys[documents.of_size(size, rows)]) for size, rows, keys in documents.windows(gamma - 1)]
    keys = np.unique(np.concatenate([np.zeros(0, np.uint64), *(keys for _, keys in whole)]))
    whose = {name: signatures[name] for name in ("document", "side")}
    return made("sequences", {**whose, "sentences": found}), made("short", {"key": keys})


def _places(signatures: pa.LargeListArray, forms: pa.Array) -> Numbers:
    """For each sentence, the row of its form; -1 if it has no signatures, and so no form."""
    both = pa.concat_arrays([forms, keys_of(signatures)])
    high, low = halves(both)
    order = np.lexsort((low, high))
    # Sorting is stable: a form comes before the sentences that have it.
    is_form = order < len(forms)
    row = np.empty(len(order), np.int64)
    row[order] = order[np.maximum.accumulate(np.where(is_form, np.arange(len(order)), 0))] if len(order) else order
    empty = to_numpy(pc.list_value_length(signatures)) == 0
    return np.where(empty, NONE, row[len(forms) :])


class _Documents:
    """The sentences of all documents in one array."""

    def __init__(self, sequences: pa.LargeListArray) -> None:
        self.sentences = sequences.flatten()
        self.counts = to_numpy(pc.list_value_length(sequences)).astype(np.int64)
        self.starts = np.cumsum(self.counts) - self.counts
        self.document = np.repeat(np.arange(len(self.counts)), self.counts)
        self.at = np.arange(len(self.document)) - self.starts[self.document]
        self.left = self.counts[self.document] - self.at
        self.form = to_numpy(self.sentences.field("form"))
        self.good = to_numpy(self.sentences.field("good"))

    def of_size(self, size: int, rows: Numbers) -> npt.NDArray[np.bool_]:
        """Which windows of a size are whole documents."""
        return np.asarray((self.at[rows] == 0) & (self.left[rows] == size))

    def windows(self, largest: int) -> Iterator[tuple[int, Numbers, npt.NDArray[np.uint64]]]:
        """For each size, the windows that may begin a diagonal, by their first sentence, and their keys."""
        classes = to_numpy(self.sentences.field("class")).astype(np.uint64)
        formless = np.r_[0, np.cumsum(self.form < 0)]
        good = np.r_[0, np.cumsum(self.good)]
        rows = np.arange(len(classes))
        sums = np.zeros(len(classes), np.uint64)
        for size in range(1, largest + 1):
            rows, sums = rows[self.left[rows] >= size], sums[self.left[rows] >= size]
            sums = _mixed(sums * _FACTOR + classes[rows + size - 1])
            full = formless[rows + size] == formless[rows]
            rows, sums = rows[full], sums[full]
            if not len(rows):
                return
            may = good[rows + size] > good[rows]
            yield size, rows[may], sums[may]


def _mixed(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    numbers = (numbers ^ (numbers >> np.uint64(32))) * _FACTOR
    return numbers ^ (numbers >> np.uint64(29))


@stage("pdc.windows", takes=("sequences", "short"), gives=("sentence_windows",))
def windows(task: Task, sequences: pa.Table, short: pa.Table) -> tuple[pa.Table]:
    """The windows of gamma sentences; and smaller ones, if some document consists of exactly these classes."""
    gamma = settings_of(task).gamma
    documents, whole = _Documents(array(sequences, "sentences")), to_numpy(short["key"])
    parts = []
    for size, rows, keys in documents.windows(gamma if documents.counts.max(initial=0) >= gamma else gamma - 1):
        chosen = np.ones(len(rows), np.bool_) if size == gamma else np.isin(keys, whole)
        parts.append(_windows(sequences, documents, size, rows[chosen], keys[chosen]))
    return (pa.concat_tables([made("sentence_windows", {}), *parts]),)


def _windows(
    sequences: pa.Table, documents: _Documents, size: int, rows: Numbers, keys: npt.NDArray[np.uint64]
) -> pa.Table:
    document, at = documents.document[rows], documents.at[rows]
    before = np.maximum(rows - 1, 0)
    begun = (at > 0) & documents.good[before]
    found = {
        "key": keys,
        "document": numbers(sequences, "document")[document],
        "side": numbers(sequences, "side")[document],
        "at": at,
        "before": np.where(begun, documents.form[before], NONE),
        "size": np.full(len(rows), size),
        "whole": documents.of_size(size, rows),
    }
    return made("sentence_windows", found)


@stage("pdc.meet", takes=("sentence_windows",), gives=("seeds",))
def meet(task: Task, windows: pa.Table) -> tuple[pa.Table]:
    """The pairs of windows that a diagonal may begin with, the smaller document left."""
    parts = [_seeds(task, part, across=len(task.plan.sides) > 1) for part in _by_size(windows)]
    if compared_within(task):
        here = windows.filter(to_arrow(numbers(windows, "side") == 0))
        parts += [_seeds(task, part, across=False) for part in _by_size(here)]
    return (pa.concat_tables([made("seeds", {}), *parts]),)


def _by_size(windows: pa.Table) -> Iterator[pa.Table]:
    for size in np.unique(numbers(windows, "size")).tolist():
        yield windows.filter(pc.equal(windows["size"], constant(int(size), pa.uint32())))


def _seeds(task: Task, windows: pa.Table, *, across: bool) -> pa.Table:
    documents, dense = np.unique(numbers(windows, "document"), return_inverse=True)
    befores, before = np.unique(numbers(windows, "before"), return_inverse=True)
    begun = to_arrow(befores[before] != NONE)
    size = int(numbers(windows, "size")[0])
    found = _core.window_seeds(
        array(windows, "key"),
        to_arrow(numbers(windows, "side") > 0),
        pc.if_else(begun, to_arrow(before, pa.uint32()), pa.nulls(len(before), pa.uint32())),
        to_arrow(dense, pa.uint32()),
        array(windows, "at"),
        array(windows, "whole"),
        short=size < settings_of(task).gamma,
        across=across,
        most=task.plan.limits.memory // SEED_BYTES,
        threads=1,
    )
    left, left_at, right, right_at = (to_numpy(column).astype(np.int64) for column in found)
    turned = left > right
    seeds = {
        "left": documents[np.where(turned, right, left)],
        "left_at": np.where(turned, right_at, left_at),
        "right": documents[np.where(turned, left, right)],
        "right_at": np.where(turned, left_at, right_at),
        "size": np.full(len(left), size),
    }
    return made("seeds", seeds)
