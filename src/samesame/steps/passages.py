"""passages: what documents share, each passage once with all its places.

windows    the hash of every run of `min_words` words; those that stand in one place alone are dropped, most of them
pieces     windows that are left and follow one another, by document
passages   the passages of the pieces, with their places as words
locate     the places in the texts, and what stands there
tell       the rows, with the marks around a passage that all its places have

Windows, places and rows are distributed over the partitions. Finding the passages is not: which part of a piece occurs
elsewhere, and how far it can be extended, is read off one sorted order of all suffixes of all pieces. This single task
holds the shared windows, eight bytes each, and 32 bytes per stretch that always occurs together; if this needs more
than the memory of the plan, it is refused, as by the local engine.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import constant, to_arrow, to_numpy
from samesame.report.passages import passage_batch
from samesame.steps.frames import array, columns_of, made, numbers, places_of
from samesame.steps.stage import Task, stage

# A window that does not count, because it overlaps itself.
NONE = 0


@stage("windows", takes=("documents",), gives=("windowed", "windows"))
def windows(task: Task, documents: pa.Table) -> tuple[pa.Table, pa.Table]:
    """The windows of each document, and how often each distinct window occurs here."""
    options = task.plan.locating
    shingles, words = _core.passage_shingles(array(documents, "text"), options.words.key(), options.min_words, 1)
    windowed = made("windowed", {**columns_of(documents), "windows": shingles, "words": to_numpy(words)})
    window, count = np.unique(to_numpy(shingles.flatten()), return_counts=True)
    window, count = window[window != NONE], count[window != NONE]
    here = np.full(len(window), task.partition)
    return windowed, made("windows", {"window": window, "count": count, "to": here})


@stage("windows.repeated", takes=("windows",), gives=("repeated",))
def repeated(task: Task, windows: pa.Table) -> tuple[pa.Table]:
    """Sends to partitions which of their windows occur repeatedly."""
    _, which = np.unique(to_numpy(windows["window"]), return_inverse=True)
    places = np.zeros(int(which.max(initial=-1)) + 1, np.int64)
    np.add.at(places, which, numbers(windows, "count"))
    return (made("repeated", columns_of(windows.filter(to_arrow(places[which] > 1)))),)


@stage("pieces", takes=("windowed", "repeated"), gives=("pieces",))
def pieces(task: Task, windowed: pa.Table, repeated: pa.Table) -> tuple[pa.Table]:
    """Shared windows that are consecutive in a document, with the word at which the first begins."""
    lists = array(windowed, "windows")
    values, lengths = to_numpy(lists.flatten()), to_numpy(pc.list_value_length(lists)).astype(np.int64)
    row = np.repeat(np.arange(len(lengths)), lengths)
    word = np.arange(len(values)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    shared = np.flatnonzero(np.isin(values, to_numpy(repeated["window"])))
    begins = np.r_[True, (np.diff(shared) > 1) | (np.diff(row[shared]) > 0)][: len(shared)]
    offsets = to_arrow(np.r_[np.flatnonzero(begins), len(shared)])
    runs = pa.LargeListArray.from_arrays(offsets, to_arrow(values[shared]))
    first = shared[begins]
    of = columns_of(windowed.take(to_arrow(row[first])))
    return (made("pieces", {**of, "to": np.zeros(len(first), np.int64), "word": word[first], "windows": runs}),)


@stage("passages", takes=("pieces",), gives=("passage_places",))
def passages(task: Task, pieces: pa.Table) -> tuple[pa.Table]:
    """The passages of all pieces, which are in one partition, one place per row."""
    options = task.plan.locating
    pieces = pieces.sort_by([("id", "ascending"), ("document", "ascending"), ("word", "ascending")])
    documents = numbers(pieces, "document")
    begins = np.r_[True, documents[1:] != documents[:-1]][: len(documents)]
    found = _core.passage_places(
        to_arrow(np.cumsum(begins) - 1, pa.uint32()),
        _small(pieces, "word"),
        array(pieces, "windows"),
        to_arrow(numbers(pieces, "words")[begins], pa.uint32()),
        size=options.min_words,
        count=options.min_count,
        boilerplate=options.boilerplate,
        memory=task.plan.limits.memory,
        threads=1,
    )
    table = pa.Table.from_batches([found])
    columns = {name: numbers(table, name) for name in table.column_names if name != "boilerplate"}
    columns["document"] = documents[begins][columns["document"]]
    return (made("passage_places", {**columns, "boilerplate": table["boilerplate"]}),)


@stage("locate", takes=("documents", "passage_places"), gives=("located",))
def locate(task: Task, documents: pa.Table, places: pa.Table) -> tuple[pa.Table]:
    """Locates the places in the texts; the text is given for the first place of a passage."""
    rows = places_of(numbers(places, "document"), numbers(documents, "document"))
    order = to_arrow(np.argsort(rows, kind="stable"))
    places, rows = places.take(order), np.sort(rows)
    texts, options = array(documents, "text"), task.plan.locating.words.key()
    words, lengths = _small(places, "word"), _small(places, "words")
    found = _core.passage_locate(texts, options, to_arrow(rows, pa.uint32()), words, lengths, 1)
    located = {name: to_numpy(found.column(name)).astype(np.int64) for name in ("start", "end", "marks")}
    first = pc.equal(places["place"], constant(0, pa.int64()))
    text = pc.if_else(first, found.column("text"), pa.nulls(len(rows), pa.large_string()))
    ids = documents["id"].take(to_arrow(rows))
    return (made("located", {**columns_of(places), **located, "id": ids, "text": text}),)


@stage("tell", takes=("located",), gives=("passages",))
def tell(task: Task, located: pa.Table) -> tuple[pa.Table]:
    """The rows of passages. `passage` is the rank among all; those with too few sentences are left out."""
    located = located.sort_by([("passage", "ascending"), ("place", "ascending")])
    firsts = located.filter(pc.equal(located["place"], constant(0, pa.int64())))
    told = _core.passage_told(
        _small(firsts, "words"),
        _small(firsts, "count"),
        array(firsts, "boilerplate"),
        array(firsts, "text"),
        to_arrow(np.arange(located.num_rows), pa.uint32()),
        _small(located, "start"),
        _small(located, "end"),
        _small(located, "marks"),
    )
    order = numbers(firsts, "passage")
    least = task.plan.locating.min_sentences
    if least > 1:
        sentences = pc.list_value_length(_core.sentences(told.column("text"), 1))
        enough = to_arrow(to_numpy(sentences) >= least)
        told, order = told.filter(enough), order[to_numpy(enough)]
    batch = passage_batch(told, array(located, "id"), 1)
    return (made("passages", {**columns_of(pa.Table.from_batches([batch])), "passage": order}),)


def _small(table: pa.Table, name: str) -> pa.Array:
    """A column in the form of the core."""
    return to_arrow(numbers(table, name), pa.uint32())
