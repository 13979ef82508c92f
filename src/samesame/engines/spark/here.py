"""What is read in this process, not on executors: documents in memory, and indexes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from samesame.arrays import to_numpy
from samesame.engines.noting import Noting
from samesame.engines.numbered import document_table
from samesame.engines.spark.parsing import LINES
from samesame.engines.spark.wire import Sent, pieces_of, report
from samesame.index import Index
from samesame.match.wishes import NOTHING
from samesame.plan.model import IndexAt
from samesame.read.documents import Documents
from samesame.read.side import Side


def index_side(side: IndexAt) -> Side:
    """The index that stands for a side."""
    return side.opened or Index(side.path)


def read_here(side: Side | Documents, number: int, file: int, noting: Noting | None, partitions: int) -> Iterator[Sent]:
    """The pieces of the documents of a side; `file` is the number that stands for it."""
    count = 0
    for batch in side.batches():
        document = np.arange(count, count + batch.num_rows) + (file << LINES)
        noted = None if noting is None else noting.note(batch, document, batch.column("file"))
        yield from pieces_of("documents", document_table(batch, number, document, noted), 0, partitions)
        count += batch.num_rows
        wishes = None if noted is None else bool((to_numpy(noted["wish_kind"]) != NOTHING).any())
        yield report(number, batch.num_rows, wishes=wishes)
