"""Makes the first table of the steps from the documents of a plan: numbered in the order of reading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from samesame.arrays import constant, to_arrow
from samesame.engines.base import Live
from samesame.engines.gathered import Gathered
from samesame.engines.shuffle import Shuffle
from samesame.engines.sides import open_sides
from samesame.match.keep import NEVER
from samesame.plan.model import Collection, DedupOptions, Plan
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
    sides = open_sides(plan, live)
    if isinstance(plan.options, DedupOptions) and isinstance(plan.sides[0], Collection):
        gathered = Gathered(plan.sides[0].open(live.problems_of(0)), plan.options, live.progress)
        sides = (gathered,)
    count = 0
    parts = (table for number, side in enumerate(sides) for table in _tables(side, number, gathered))
    for part, table in enumerate(parts):
        shuffle.write("documents", part, _counted(table, count))
        count += table.num_rows
    _write_statistics(plan, shuffle)
    return Read(count, gathered)


def _tables(side: Side, number: int, gathered: Gathered | None) -> Iterator[pa.Table]:
    for batch in side.batches():
        columns = {name: batch.column(name) for name in batch.schema.names if name in _KEPT}
        times = columns.get("time")
        columns["time"] = pa.nulls(batch.num_rows, pa.int64()) if times is None else times.cast(pa.int64())
        columns["time"] = columns["time"].fill_null(constant(NEVER))
        columns["side"] = to_arrow(np.full(batch.num_rows, number, np.int8))
        columns["fixed"] = to_arrow(np.zeros(batch.num_rows, np.bool_) if gathered is None else gathered.fixed_now())
        yield made("documents", columns)


def _counted(table: pa.Table, count: int) -> pa.Table:
    """Adds the numbers of the documents, of which `count` came before."""
    numbers = to_arrow(np.arange(count, count + table.num_rows))
    return table.set_column(table.column_names.index("document"), "document", numbers)


_KEPT = ("id", "text", "time", "key", "features", "plain")


def _write_statistics(plan: Plan, shuffle: Shuffle) -> None:
    if plan.statistics is not None:
        words = plan.statistics.table
        shuffle.write("words", 0, made("words", {"word": words["word"], "documents": words["documents"]}))
        shuffle.write("totals", 0, made("totals", {"documents": np.array([plan.statistics.documents])}))
