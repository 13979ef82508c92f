"""Reads the sides of a plan with Spark: files and data frames on the cluster, what is in memory from here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from samesame.engines.base import Live
from samesame.engines.noting import Noting, no_value
from samesame.engines.spark.flow import Flow
from samesame.engines.spark.here import index_side, read_here
from samesame.engines.spark.parsing import FILE, LINES, ROW, Source, file_key
from samesame.engines.spark.repeated import refuse_or_drop
from samesame.engines.spark.sources import frame_of, in_order, kind_of, lines_before, opened, refuse_unusable
from samesame.engines.spark.wire import RECORDS, WIRE, Sent, pieces_of
from samesame.errors import ParameterError
from samesame.match.keep import Field
from samesame.model import Problem
from samesame.plan.model import Collection, IndexAt
from samesame.read.documents import Documents
from samesame.read.fields import FieldsMet
from samesame.read.problems import Problems
from samesame.read.side import Side
from samesame.steps.frames import made

if TYPE_CHECKING:
    from pyspark import RDD
    from pyspark.sql import DataFrame

# A data frame has numbers for so many partitions.
PARTITIONS = 1 << 20


@dataclass(frozen=True, slots=True)
class Read:
    """What was read: documents in all and of the first side; whether that is in memory here, or the schema of its rows.

    The schema is that of Spark, None if they are lines.
    """

    documents: int
    here: int
    in_memory: bool
    schema: Any


@dataclass
class Reader:
    """Reads the sides one after another; `next` is the number of the next file."""

    flow: Flow
    live: Live
    next: int = 0
    names: dict[int, str] = field(default_factory=dict)
    # The kinds of sources of the first side, and the schema of their rows.
    kinds: set[str] = field(default_factory=set)
    schema: Any = None

    def read(self, keeps: bool) -> Read:
        """Reads all sides; with `keeps` the records of the first one are kept, too."""
        sent: list[RDD[Any]] = []
        plan = self.flow.plan
        noting = None
        for number, side in enumerate(plan.sides):
            if number:
                start = made("starts", {"start": np.array([self.next << LINES])})
                self.flow.everywhere["starts"] = [data for _, (_, _, data) in pieces_of("starts", start, 0, 1)]
            if isinstance(side, IndexAt):
                sent.append(self._from_here(index_side(side), number, None))
                continue
            if not number and plan.chooses:
                noting = Noting.of(side.open(Problems()), plan.choosing)
            sent += self._collection(side, number, noting if not number else None, keeps and not number)
        if keeps and len(self.kinds) > 1:
            raise ParameterError(
                f"source: {' and '.join(sorted(self.kinds))} together cannot be written as one; give one kind of input"
            )
        tables = ("documents", "named", *((RECORDS,) if keeps else ()))
        united = sent[0] if len(sent) == 1 else self.flow.session.sparkContext.union(sent)
        self.flow.place(united, tables)
        self._statistics()
        return self._told(noting)

    def _collection(self, side: Collection, number: int, noting: Noting | None, keeps: bool) -> Iterator[RDD[Any]]:
        options = replace(side.options, metadata=noting is not None and isinstance(noting.rule, Field))
        kinds = groupby(enumerate(side.sources), key=lambda pair: kind_of(pair[1]))
        for kind, group in kinds:
            members = list(group)
            if not number:
                self.kinds.add(kind)
            source = Source(number, options, self.next, at=members[0][0], noting=noting, keeps=keeps)
            if kind == "memory":
                documents = Documents([one for _, one in members], options, self.live.problems_of(number))
                yield self._from_here(documents, number, noting)
            elif kind == "frame":
                for at, one in members:
                    frame = frame_of(one)
                    refuse_unusable(frame, options)
                    self.schema = frame.schema
                    yield self._of("records", frame, replace(source, first=self.next, at=at))
                    self.next += PARTITIONS
            else:
                yield self._files(kind, members, source)

    def _files(self, kind: str, members: Sequence[tuple[int, Any]], source: Source) -> RDD[Any]:
        frame, files = opened(self.flow.session, kind, [one for _, one in members])
        order = in_order(files, members)
        numbers = {file_key(name): self.next + place for place, (name, _, _) in enumerate(order)}
        source = replace(
            source,
            files=numbers,
            names={self.next + place: shown for place, (_, shown, _) in enumerate(order)},
            sources={self.next + place: at for place, (_, _, at) in enumerate(order)},
        )
        self.names.update(source.names)
        self.next += len(order)
        if kind == "parquet":
            own = frame.drop(FILE, ROW)
            refuse_unusable(own, source.options)
            self.schema = own.schema
            return self._of("records", frame, source)
        return self._of("lines", frame, replace(source, lines=lines_before(self.flow.session, frame)))

    def _of(self, name: str, frame: DataFrame, source: Source) -> RDD[Any]:
        """The pieces of a data frame."""
        return frame.mapInArrow(self.flow.in_batches(name, source), WIRE).rdd.map(_sent())

    def _from_here(self, side: Side | Documents, number: int, noting: Noting | None) -> RDD[Any]:
        """What is read in this process: data in memory, and indexes."""
        sent = list(read_here(side, number, self.next, noting, self.flow.partitions))
        self.next += 1
        slices = max(1, min(self.flow.partitions, len(sent)))
        return self.flow.session.sparkContext.parallelize(sent, slices)

    def _statistics(self) -> None:
        """Given statistics go to all partitions."""
        given = self.flow.plan.statistics
        if given is None:
            return
        words = made("words", {"word": given.table["word"], "documents": given.table["documents"]})
        totals = made("totals", {"documents": np.array([given.documents])})
        for name, table in (("words", words), ("totals", totals)):
            self.flow.everywhere[name] = [data for _, (_, _, data) in pieces_of(name, table, 0, 1)]

    def _told(self, noting: Noting | None) -> Read:
        """Bad records, misspelt fields and repeated ids are told here, before anything else is done."""
        reports = self.flow.reports("documents")
        counts = [0] * len(self.flow.plan.sides)
        for number, side in enumerate(self.flow.plan.sides):
            own = [one for one in reports if one["side"] == number]
            counts[number] = sum(one["documents"] for one in own)
            if isinstance(side, Collection):
                self._side_told(number, side, own, counts[number])
        rule = None if noting is None else noting.rule
        if isinstance(rule, Field) and counts[0] and not any(one["wishes"] for one in reports):
            raise no_value(rule)
        dropped = refuse_or_drop(self.flow, self.live, self.names)
        return Read(sum(counts) - sum(dropped), counts[0] - dropped[0], self.kinds == {"memory"}, self.schema)

    def _side_told(self, number: int, side: Collection, reports: list[dict[str, Any]], documents: int) -> None:
        met = FieldsMet(side.options)
        for one in reports:
            met.met.update(one["met"])
            met.names.update(dict.fromkeys(one["names"]))
        met.check(documents)
        problems = self.live.problems_of(number)
        for file, line, message in sorted(tuple(bad) for one in reports for bad in one["bad"]):
            problems.add(Problem(file, line, message))
        problems.count += sum(one["problems"] - len(one["bad"]) for one in reports)


def _sent() -> Any:
    def sent(row: Any) -> Sent:
        return row[0], (row[1], row[2], bytes(row[3]))

    return sent
