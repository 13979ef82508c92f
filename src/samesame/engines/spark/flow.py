"""Tables as they go from pass to pass: one RDD of Spark for what a pass gives, partitioned for who takes it.

All have the same partitioner, so a pass over several tables is a union without another shuffle. Spark keeps the files
of a shuffle as long as its RDD is known, so a table that several passes take is made once; a task that is lost is run
again by Spark.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from samesame.engines.spark.executing import Job, Pass
from samesame.engines.spark.shipping import in_batches, there
from samesame.plan.model import Plan, Step
from samesame.steps.recipes import STAGES
from samesame.steps.tables import EVERYWHERE, TABLES

if TYPE_CHECKING:
    from pyspark import RDD, Broadcast
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType


def _partitioner() -> Callable[[int], int]:
    """The function that Spark partitions by: the number of the partition. It is sent by value (see `shipping`)."""

    def itself(partition: int) -> int:
        return partition

    return itself


@dataclass
class Flow:
    """The tables of a run."""

    session: SparkSession
    plan: Plan
    # The same without what is in memory here.
    bare: Plan
    partitions: int
    folder: str | None = None
    placed: dict[str, RDD[Any]] = field(default_factory=dict)
    everywhere: dict[str, list[bytes]] = field(default_factory=dict)
    by: Callable[[int], int] = field(default_factory=_partitioner)

    def given(self, does: Any, everywhere: Iterable[str] = ()) -> Broadcast[bytes]:
        """What a function gets on executors."""
        held = {name: self.everywhere[name] for name in everywhere}
        return self.session.sparkContext.broadcast(pickle.dumps(Job(self.bare, self.partitions, does, held)))

    def function(self, name: str, does: Any = None, everywhere: Iterable[str] = ()) -> Callable[..., Iterator[Any]]:
        """A function for `mapPartitionsWithIndex`."""
        return there(name, self.given(does, everywhere), self.folder)

    def in_batches(self, name: str, does: Any = None) -> Callable[[Iterable[Any]], Iterator[Any]]:
        """A function for `mapInArrow`."""
        return in_batches(name, self.given(does), self.folder)

    def place(self, sent: RDD[Any], tables: Iterable[str]) -> None:
        """Shuffles pieces to the partitions that they are for."""
        tables = list(tables)
        placed = sent.partitionBy(self.partitions, self.by)
        # Spark's own pages and its log of events show which tables a stage reads.
        placed.setName(f"samesame {' '.join(sorted(tables))}")
        self.placed.update(dict.fromkeys(tables, placed))

    def run(self, one: Pass) -> None:
        """Runs a pass."""
        taken = dict.fromkeys(table for name in one.stages for table in STAGES[name].takes)
        common = [table for table in taken if TABLES[table].by == EVERYWHERE and self._spread(table)]
        sources = {id(rdd): rdd for table in taken if (rdd := self.placed.get(table)) is not None}
        if not sources:
            return
        united = list(sources.values())
        rows = united[0] if len(united) == 1 else self.session.sparkContext.union(united)
        made = rows.mapPartitionsWithIndex(self.function("stages", one, common))
        gives = {table for name in one.stages for table in STAGES[name].gives}
        self.place(made, gives & one.emits)
        for table in gives:
            self.everywhere.pop(table, None)

    def _spread(self, table: str) -> bool:
        """Brings a table that all partitions take to the driver, once."""
        if table not in self.everywhere and table in self.placed:
            self.everywhere[table] = self.collect(table)
        return table in self.everywhere

    def collect(self, table: str) -> list[bytes]:
        """The pieces of a small table."""
        found: list[bytes] = self.pieces(table).collect()
        return found

    def pieces(self, table: str) -> RDD[bytes]:
        """The pieces of a table, partition by partition."""
        return self.placed[table].mapPartitionsWithIndex(self.function("pieces", table))

    def rows(self, table: str) -> int:
        """How many rows a table has."""
        if table not in self.placed:
            return 0
        return int(self.placed[table].mapPartitionsWithIndex(self.function("counts", table)).sum())

    def reports(self, table: str) -> list[dict[str, Any]]:
        """What reading told."""
        told = self.placed[table].mapPartitionsWithIndex(self.function("reports")).collect()
        return [json.loads(report) for report in told]

    def frame(self, table: str, schema: StructType) -> DataFrame:
        """The rows of the last table as a data frame for the user."""
        return self.as_frame(self.pieces(table), "told", table, schema)

    def as_frame(self, data: RDD[bytes], name: str, does: Any, schema: StructType) -> DataFrame:
        """Pieces as rows of a data frame, made by a function for `mapInArrow`."""
        pieces = self.session.createDataFrame(data.map(_row()), "data binary", verifySchema=False)
        return pieces.mapInArrow(self.in_batches(name, does), schema)

    def checkpoint(self, step: Step) -> None:
        """Cuts the lineage of what a round gave, where the user named a folder for that; rounds are few."""
        if self.session.sparkContext.getCheckpointDir() is None:
            return
        for table in {table for name in step.stages for table in STAGES[name].gives}:
            if table in self.placed:
                self.placed[table].checkpoint()


def _row() -> Callable[[bytes], tuple[bytes]]:
    def row(data: bytes) -> tuple[bytes]:
        return (data,)

    return row


def passes_of(steps: Iterable[Step], results: frozenset[str]) -> Iterator[tuple[Step, list[Pass]]]:
    """The passes of each step, each with what later ones take of it. `results` are taken by the engine itself."""
    grouped = [(step, list(_groups(step.stages))) for step in steps]
    names = [name for _, groups in grouped for group in groups for name in group]
    done = 0
    for step, groups in grouped:
        found = []
        for group in groups:
            done += len(group)
            later = names if step.until else names[done:]
            taken = frozenset(table for name in later for table in STAGES[name].takes)
            found.append(Pass(group, taken | results | ({step.until} if step.until else set())))
        yield step, found


def _groups(stages: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Consecutive stages of a step that need no shuffle between them."""
    group: list[str] = []
    made: set[str] = set()
    for name in stages:
        moved = {table for table in STAGES[name].takes if table in made and TABLES[table].by is not None}
        if group and moved:
            yield tuple(group)
            group, made = [], set()
        group.append(name)
        made |= set(STAGES[name].gives)
    if group:
        yield tuple(group)
