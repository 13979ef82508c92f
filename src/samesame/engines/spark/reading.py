"""Reads the sides of a plan with Spark: files and data frames on the cluster, what is in memory from here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import numpy as np

from samesame.arrays import to_numpy
from samesame.engines.base import Live
from samesame.engines.noting import Noting, no_value
from samesame.engines.numbered import document_table
from samesame.engines.spark.flow import Flow
from samesame.engines.spark.parsing import BLOCK, FILE, LINE, LINES, ROW, Source, file_key
from samesame.engines.spark.repeated import refuse_or_drop
from samesame.engines.spark.wire import RECORDS, WIRE, Sent, pieces_of, report
from samesame.errors import ParameterError
from samesame.index import Index
from samesame.match.keep import Field
from samesame.match.wishes import NOTHING
from samesame.model import Problem
from samesame.plan.model import Collection, IndexAt
from samesame.read.distributed import Frame
from samesame.read.documents import Documents
from samesame.read.fields import FieldsMet
from samesame.read.inputs import Input
from samesame.read.problems import Problems
from samesame.read.rows import unusable
from samesame.read.side import Side
from samesame.steps.frames import made

if TYPE_CHECKING:
    from pyspark import RDD
    from pyspark.sql import DataFrame

# A data frame has numbers for so many partitions.
PARTITIONS = 1 << 20
FORMATS = ("jsonl", "parquet")


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
                sent.append(self._from_here(_index_side(side), number, None))
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
        kinds = groupby(enumerate(side.sources), key=lambda pair: _kind(pair[1]))
        for kind, group in kinds:
            members = list(group)
            if not number:
                self.kinds.add(kind)
            source = Source(number, options, self.next, at=members[0][0], noting=noting, keeps=keeps)
            if kind == "memory":
                documents = Documents([one for _, one in members], options, self.live.problems_of(number))
                yield self._from_here(documents, number, source)
            elif kind == "frame":
                for at, one in members:
                    frame = _frame_of(one)
                    _refuse_unusable(frame, options)
                    self.schema = frame.schema
                    yield self._of("records", frame, replace(source, first=self.next, at=at))
                    self.next += PARTITIONS
            else:
                yield self._files(kind, members, source)

    def _files(self, kind: str, members: Sequence[tuple[int, Any]], source: Source) -> RDD[Any]:
        frame, files = self._opened(kind, [one for _, one in members])
        order = _in_order(files, members)
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
            _refuse_unusable(own, source.options)
            self.schema = own.schema
            return self._of("records", frame, source)
        return self._of("lines", frame, replace(source, lines=self._lines(frame)))

    def _opened(self, kind: str, inputs: Sequence[Input]) -> tuple[DataFrame, list[str]]:
        """The rows of files with their places, and the names that Spark has for the files."""
        from pyspark.sql import functions as f

        paths = [one.address or _plain(one.path or Path()) for one in inputs]
        session = self.flow.session
        if kind == "parquet":
            frame = session.read.option("mergeSchema", "true").parquet(*paths)
            place = f.col("_metadata.file_path").alias(FILE), f.col("_metadata.row_index").alias(ROW)
            return frame.select(*place, *(f.col(f"`{name}`") for name in frame.columns)), frame.inputFiles()
        frame = session.read.option("lineSep", "\n").text(paths)
        place = f.col("_metadata.file_path").alias(FILE), f.col("_metadata.file_block_start").alias(BLOCK)
        return frame.select(*place, f.col("value").cast("binary").alias(LINE)), frame.inputFiles()

    def _lines(self, frame: DataFrame) -> dict[tuple[str, int], int]:
        """How many lines stand before each block of a file, where a file has several: only counts come here."""
        size = self.flow.session.conf.get
        largest = min(
            _bytes(size("spark.sql.files.maxPartitionBytes")), _bytes(size("spark.sql.files.openCostInBytes"))
        )
        if all(length <= largest for length in _lengths(self.flow, frame.inputFiles())):
            return {}
        counted = frame.groupBy(FILE, BLOCK).count().collect()
        before: dict[tuple[str, int], int] = {}
        for _, blocks in groupby(sorted((row[0], row[1], row[2]) for row in counted), key=lambda row: row[0]):
            lines = 0
            for name, block, count in blocks:
                before[file_key(name), block] = lines
                lines += count
        return before

    def _of(self, name: str, frame: DataFrame, source: Source) -> RDD[Any]:
        """The pieces of a data frame."""
        return frame.mapInArrow(self.flow.in_batches(name, source), WIRE).rdd.map(_sent())

    def _from_here(self, side: Side | Documents, number: int, source: Source | None) -> RDD[Any]:
        """What is read in this process: data in memory, and indexes."""
        sent = list(_read_here(side, number, self.next, source, self.flow.partitions))
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


def _kind(source: object) -> str:
    if isinstance(source, Frame):
        return "frame"
    if not isinstance(source, Input):
        return "memory"
    if source.format not in FORMATS or (source.path is None and not source.address):
        raise ParameterError(
            f"engine: Spark reads JSONL and Parquet; '{source.name}' is {source.format}; write it as JSONL first: "
            f"samesame read {source.name} --out documents.jsonl"
        )
    return source.format


def _frame_of(one: Frame) -> DataFrame:
    if one.frame is None:
        raise ParameterError("source: the data frame did not come with the plan; hand one over: ss.run(plan, frame)")
    frame: DataFrame = one.frame
    return frame


def _refuse_unusable(frame: DataFrame, options: Any) -> None:
    """Refuses columns of which no documents can be made, before anything runs."""
    from pyspark.sql.pandas.types import to_arrow_schema

    if message := unusable(to_arrow_schema(frame.schema), options):
        raise ParameterError(f"text_field: {message}")


def _plain(path: Path) -> str:
    """A path as Spark takes it: not as a pattern."""
    return "file://" + re.sub(r"([\\{}\[\]*?])", r"\\\1", str(path.absolute()))


def _in_order(files: Sequence[str], members: Sequence[tuple[int, Input]]) -> list[tuple[str, str, int]]:
    """Files as Spark names them, in the order of the inputs, with the name for people and the number of the input."""
    local = {str(one.path.absolute()): (at, one.name) for at, one in members if one.path}
    addresses = [(one.address, at) for at, one in members if one.address]
    found = []
    for name in files:
        path = unquote(urlsplit(name).path)
        at, shown = local.get(path, (-1, name))
        if at < 0:
            at = next((number for address, number in addresses if name.startswith(address)), members[0][0])
        found.append((at, name, shown))
    return [(name, shown, at) for at, name, shown in sorted(found)]


def _lengths(flow: Flow, files: Sequence[str]) -> Iterator[int]:
    """The sizes of files, from the file system that they are on."""
    jvm = flow.session._jvm
    assert jvm is not None
    for name in files:
        path = jvm.org.apache.hadoop.fs.Path(jvm.java.net.URI(name))
        yield (
            path.getFileSystem(flow.session._jsparkSession.sessionState().newHadoopConf()).getFileStatus(path).getLen()
        )


def _bytes(value: str | None) -> int:
    """A size as Spark's settings have it, such as 128MB or 134217728b.

    >>> _bytes("134217728b"), _bytes("128MB"), _bytes("4194304")
    (134217728, 134217728, 4194304)
    """
    units = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
    text = (value or "0").strip().lower().removesuffix("b")
    return int(text[:-1]) * units[text[-1]] if text and text[-1] in units else int(text or 0)


def _index_side(side: IndexAt) -> Side:
    return side.opened or Index(side.path)


def _read_here(
    side: Side | Documents, number: int, file: int, source: Source | None, partitions: int
) -> Iterator[Sent]:
    count = 0
    for batch in side.batches():
        document = np.arange(count, count + batch.num_rows) + (file << LINES)
        noted = (
            None
            if source is None or source.noting is None
            else source.noting.note(batch, document, batch.column("file"))
        )
        yield from pieces_of("documents", document_table(batch, number, document, noted), 0, partitions)
        count += batch.num_rows
        wishes = None if noted is None else bool((to_numpy(noted["wish_kind"]) != NOTHING).any())
        yield report(number, batch.num_rows, wishes=wishes)


def _sent() -> Any:
    def sent(row: Any) -> Sent:
        return row[0], (row[1], row[2], bytes(row[3]))

    return sent
