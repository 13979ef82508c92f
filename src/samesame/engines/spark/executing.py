"""What runs on executors: stages over the pieces of a partition, and what turns rows of Spark into pieces and back."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from samesame.arrays import to_arrow
from samesame.engines.spark import parsing, telling
from samesame.engines.spark.wire import NUMBER, RECORDS, REPORT, Piece, Sent, packed, pieces_of, records_of, table_of
from samesame.engines.worker import given_by, schema_of
from samesame.plan.model import Plan
from samesame.steps.frames import numbers
from samesame.steps.recipes import STAGES
from samesame.steps.stage import Stage, Task
from samesame.steps.tables import EVERYWHERE, TABLES


@dataclass(frozen=True, slots=True)
class Pass:
    """Consecutive stages that need no shuffle between them. `emits` are the tables that later passes take."""

    stages: tuple[str, ...]
    emits: frozenset[str]


@dataclass(frozen=True, slots=True)
class Job:
    """What a function is given on an executor, by broadcast."""

    plan: Plan
    partitions: int
    does: Any
    everywhere: dict[str, list[bytes]] = field(default_factory=dict)


Function: TypeAlias = Callable[[Job, int, Iterable[Any]], Iterator[Any]]


def call(name: str, given: bytes, partition: int, rows: Iterable[Any]) -> Iterator[Any]:
    """Calls a function of FUNCTIONS with what was broadcast."""
    job: Job = pickle.loads(given)
    return FUNCTIONS[name](job, partition, rows)


def stages(job: Job, partition: int, rows: Iterable[Sent]) -> Iterator[Sent]:
    """Runs the stages of a pass on the pieces of a partition. Nothing comes of an empty partition."""
    taken = taken_pieces([STAGES[name] for name in job.does.stages], rows)
    if not any(taken.values()):
        return
    task = Task(job.plan, partition, job.partitions)
    here: dict[str, pa.Table] = {}
    for name in job.does.stages:
        stage = STAGES[name]
        tables = [_table(table, job, here, taken) for table in stage.takes]
        for table_name, table in given_by(stage, task, tables):
            here[table_name] = table
            if table_name in job.does.emits:
                yield from pieces_of(table_name, table, partition, job.partitions)


def taken_pieces(of: Iterable[Stage], rows: Iterable[Sent]) -> dict[str, list[bytes]]:
    """The pieces of the tables that some stages take; others come along where several tables share a shuffle."""
    taken: dict[str, list[bytes]] = {table: [] for stage in of for table in stage.takes}
    for _, (name, _, data) in rows:
        if name in taken:
            taken[name].append(data)
    return taken


def _table(name: str, job: Job, here: dict[str, pa.Table], taken: dict[str, list[bytes]]) -> pa.Table:
    if name in here:
        return here[name]
    schema = schema_of(name, job.plan)
    pieces = job.everywhere.get(name, []) if TABLES[name].by == EVERYWHERE else taken[name]
    return table_of(pieces, schema)


def lines(job: Job, partition: int, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Lines of JSONL as pieces of documents."""
    return parsing.rows_of(parsing.from_lines(job.does, batches), job.does, job.partitions)


def records(job: Job, partition: int, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Rows of a data frame as pieces of documents."""
    return parsing.rows_of(parsing.from_rows(job.does, partition, batches), job.does, job.partitions)


def told(job: Job, partition: int, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Pieces of the last table as rows for the user."""
    for batch in batches:
        for data in batch.column("data"):
            table = table_of([data.as_buffer()], schema_of(job.does, job.plan))
            yield from telling.told(job.plan, job.does, table).to_batches()


def kept(job: Job, partition: int, rows: Iterable[Sent]) -> Iterator[bytes]:
    """The records of the documents that stay."""
    found: dict[str, list[bytes]] = {RECORDS: [], "kept": []}
    for _, (name, _, data) in rows:
        if name in found:
            found[name].append(data)
    documents = numbers(table_of(found["kept"], schema_of("kept", job.plan)), "document")
    for table in records_of(found[RECORDS]):
        staying = table.filter(to_arrow(np.isin(numbers(table, NUMBER), documents)))
        if staying.num_rows:
            yield packed(staying)


def unpacked(job: Job, partition: int, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Records as rows again."""
    for batch in batches:
        for table in records_of(value.as_buffer() for value in batch.column("data")):
            yield from table.to_batches()


def reports(job: Job, partition: int, rows: Iterable[Sent]) -> Iterator[str]:
    """What reading has to tell."""
    return (data.decode() for _, (name, _, data) in rows if name == REPORT)


def counts(job: Job, partition: int, rows: Iterable[Sent]) -> Iterator[int]:
    """How many rows of a table are here."""
    yield sum(count for _, (name, count, _) in rows if name == job.does)


def pieces(job: Job, partition: int, rows: Iterable[tuple[int, Piece]]) -> Iterator[bytes]:
    """The pieces of a table."""
    return (data for _, (name, _, data) in rows if name == job.does)


FUNCTIONS: dict[str, Function] = {
    function.__name__: function for function in (stages, lines, records, told, kept, unpacked, reports, counts, pieces)
}
