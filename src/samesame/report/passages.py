"""The table of passages: its schema and its rows."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import combined, to_arrow, to_numpy
from samesame.model import Passage, Place
from samesame.report.matches import OfRun, Summary
from samesame.report.overflow import Overflow
from samesame.report.written import Writable
from samesame.results import Batches

PLACE = pa.struct([("id", pa.large_string()), ("start", pa.int64()), ("end", pa.int64())])
PASSAGE_SCHEMA = pa.schema(
    [
        ("passage", pa.int64()),
        ("text", pa.large_string()),
        ("words", pa.int64()),
        ("count", pa.int64()),
        ("boilerplate", pa.bool_()),
        ("places", pa.large_list(PLACE)),
    ]
)
ROWS = 1024  # written at a time


class Passages(Writable[Passage], OfRun):
    """The passages of a run: those with most places first, then the longest.

    >>> import samesame as ss
    >>> passages = ss.passages({"a": "One two three four.", "b": "Zero, one two three four."}, min_words=3)
    >>> passages
    Passages(1 rows)
    >>> passages.to_arrow()["count"].to_pylist()
    [2]
    """

    def __init__(self, rows: pa.Table | Batches, summary: Summary, places: int, boilerplate: int) -> None:
        super().__init__(rows)
        self.summary = summary
        self.places, self.boilerplate = places, boilerplate

    def _row(self, values: dict[str, object]) -> Passage:
        places = cast("list[dict[str, Any]]", values.pop("places"))
        return Passage(**cast("dict[str, Any]", values), places=tuple(Place(**place) for place in places))

    @property
    def _rows_at_a_time(self) -> int:
        return ROWS


def passages_of(
    finder: _core.PassageFinder,
    ids: pa.ChunkedArray,
    *,
    min_sentences: int,
    limit: int,
    threads: int,
) -> tuple[Overflow, int, int]:
    """The rows of all passages, the number of their places, and the number of passages that are boilerplate."""
    rows, names, places, boilerplate = Overflow(PASSAGE_SCHEMA, limit), combined(ids), 0, 0
    while (found := finder.portion()) is not None:
        if min_sentences > 1:
            sentences = pc.list_value_length(_core.sentences(found.column("text"), threads))
            found = found.filter(pc.greater_equal(sentences, min_sentences))
        batch = passage_batch(found, names, rows.num_rows + 1)
        places += pc.sum(batch.column("count")).as_py() or 0
        boilerplate += pc.sum(batch.column("boilerplate")).as_py() or 0
        rows.add(batch)
    return rows, places, boilerplate


def passage_batch(found: pa.RecordBatch, ids: pa.LargeStringArray, first: int) -> pa.RecordBatch:
    """The rows of passages from the core's result, with the ids of their documents, numbered from `first` on."""
    listed = found.column("places")
    values = listed.flatten()
    # A filtered list array keeps the places of removed rows, and its offsets may begin anywhere.
    lengths = pc.list_value_length(listed)
    offsets = to_arrow(np.r_[0, np.cumsum(to_numpy(lengths))], pa.int64())
    names = ids.take(values.field("document"))
    columns = [names, values.field("start").cast(pa.int64()), values.field("end").cast(pa.int64())]
    places = pa.LargeListArray.from_arrays(offsets, pa.StructArray.from_arrays(columns, fields=list(PLACE)))
    rows = [
        to_arrow(np.arange(first, first + found.num_rows), pa.int64()),
        found.column("text"),
        found.column("words").cast(pa.int64()),
        lengths.cast(pa.int64()),
        found.column("boilerplate"),
        places,
    ]
    return pa.RecordBatch.from_arrays(rows, schema=PASSAGE_SCHEMA)
