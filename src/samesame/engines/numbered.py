"""Makes the first table of the steps from the documents of a plan: numbered in the order of reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from samesame.arrays import constant, to_arrow
from samesame.engines.base import Live
from samesame.engines.gathered import Gathered
from samesame.engines.shuffle import Shuffle
from samesame.engines.sides import gather_sides, open_sides
from samesame.match.groups import Numbers
from samesame.match.keep import NEVER
from samesame.plan.model import Plan
from samesame.read.side import Side
from samesame.steps.frames import made


@dataclass(frozen=True, slots=True)
class Read:
    """What was read: the number of documents, and for `dedup` what is known of them."""

    documents: int
    gathered: Gathered | None


def write_documents(plan: Plan, live: Live, shuffle: Shuffle) -> Read:
    """Reads all sides once and distributes the documents over the partitions; given statistics go to all of them."""
    gathered = None
    if plan.chooses:
        gathered, others = gather_sides(plan, live)
        sides: tuple[Side, ...] = (gathered, *others)
    else:
        sides = open_sides(plan, live)
    count = part = 0
    for number, side in enumerate(sides):
        if number:
            shuffle.write("starts", number, made("starts", {"start": np.array([count])}))
        for table in _tables(side, number, gathered, count):
            shuffle.write("documents", part, table)
            count, part = count + table.num_rows, part + 1
    _write_statistics(plan, shuffle)
    return Read(count, gathered)


def _tables(side: Side, number: int, gathered: Gathered | None, count: int = 0) -> Iterator[pa.Table]:
    for batch in side.batches():
        noted = gathered.noted_now() if gathered is not None and not number else None
        yield document_table(batch, number, np.arange(count, count + batch.num_rows), noted)
        count += batch.num_rows


def document_table(
    batch: pa.RecordBatch, side: int, document: Numbers, noted: Mapping[str, pa.Array] | None
) -> pa.Table:
    """The table `documents` of a batch that was read, with what is noted of each for the rules."""
    columns = {name: batch.column(name) for name in batch.schema.names if name in _KEPT}
    times = columns.get("time")
    columns["time"] = pa.nulls(batch.num_rows, pa.int64()) if times is None else times.cast(pa.int64())
    columns["time"] = columns["time"].fill_null(constant(NEVER))
    columns["side"] = to_arrow(np.full(batch.num_rows, side, np.int8))
    columns["document"] = to_arrow(document)
    return made("documents", {**columns, **(_nothing_noted(batch.num_rows) if noted is None else noted)})


def _nothing_noted(count: int) -> dict[str, pa.Array]:
    """No rule looks at these documents."""
    kinds, numbers = np.zeros(count, np.int8), np.zeros(count)
    return {"fixed": to_arrow(kinds > 0), "wish_kind": to_arrow(kinds), "wish_number": to_arrow(numbers)}


_KEPT = ("id", "text", "time", "key", "features", "plain")


def _write_statistics(plan: Plan, shuffle: Shuffle) -> None:
    if plan.statistics is not None:
        words = plan.statistics.table
        shuffle.write("words", 0, made("words", {"word": words["word"], "documents": words["documents"]}))
        shuffle.write("totals", 0, made("totals", {"documents": np.array([plan.statistics.documents])}))
