"""The stream of documents over all inputs: batches in a stable order, every id once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.model import Document, Problem
from samesame.read import memory
from samesame.read.columnar import read_columnar
from samesame.read.inputs import Input
from samesame.read.problems import Problems
from samesame.results import to_pandas, to_polars

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

SCHEMA = pa.schema(
    [
        pa.field("id", pa.large_string(), nullable=False),
        pa.field("text", pa.large_string(), nullable=False),
        pa.field("time", pa.timestamp("us", tz="UTC")),
        pa.field("metadata", pa.large_string()),
        pa.field("file", pa.uint32(), nullable=False),
        pa.field("line", pa.uint64(), nullable=False),
    ]
)
# What a user gets to see; file and line are for messages.
PUBLIC = ["id", "text", "time", "metadata"]

Clean = Literal["none", "tags", "article"]
# Told as reading goes on: documents, bytes read, bytes in all (0: unknown).
Progress = Callable[[int, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """How inputs are read. `max_record` is in bytes; `threads` 0 means one a core."""

    id_field: str = "id"
    text_field: str = "text"
    time_field: str = "time"
    clean: Clean = "article"
    metadata: bool = True
    max_record: int = 128 << 20
    threads: int = 0


class Documents:
    """Documents that are read when they are asked for, each time anew, in constant memory.

    >>> import samesame as ss
    >>> documents = ss.read(["Good morning.", "Good night."])
    >>> [document.text for document in documents]
    ['Good morning.', 'Good night.']
    """

    def __init__(self, sources: Sequence[Input | object], options: ReadOptions, problems: Problems) -> None:
        self.sources = sources
        self.options = options
        self.problems = problems

    def batches(self, *, progress: Progress | None = None, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches of the documents. `again`: the problems have been told by an earlier reading."""
        problems = self.problems.quietly() if again else self.problems
        if not again:
            problems.clear()
        ids = _core.Ids()
        count = done = 0
        for batch, done in self._all(problems):
            batch = self._unique(batch, ids, problems)
            count += batch.num_rows
            if progress:
                progress(count, done, self.size)
            if batch.num_rows:
                yield batch

    @property
    def size(self) -> int:
        """Bytes of the inputs on disk; 0 where that cannot be told."""
        return sum(source.size for source in self.sources if isinstance(source, Input))

    def file_name(self, number: int) -> str:
        """What messages call the input of that number."""
        source = self.sources[number]
        return source.name if isinstance(source, Input) else memory.NAME

    def _all(self, problems: Problems) -> Iterator[tuple[pa.RecordBatch, int]]:
        """Batches of all sources with the bytes read so far."""
        done = 0
        numbered = list(enumerate(self.sources))
        for kind, group in groupby(numbered, key=lambda pair: _kind(pair[1])):
            members = list(group)
            for batch, read in self._group(kind, members, problems):
                yield batch, done + read
            done += sum(source.size for _, source in members if isinstance(source, Input))

    def _group(
        self, kind: str, members: list[tuple[int, Any]], problems: Problems
    ) -> Iterator[tuple[pa.RecordBatch, int]]:
        if kind == "core":
            yield from self._core_batches(members, problems)
            return
        taken: list[int] = []
        for number, source in members:
            for batch in self._others(kind, number, source, problems, taken.append):
                yield batch, sum(taken)

    def _others(
        self, kind: str, number: int, source: Any, problems: Problems, advance: Callable[[int], None]
    ) -> Iterator[pa.RecordBatch]:
        if kind == "columnar":
            return read_columnar(source, number, self.options, problems, advance)
        if kind == "table":
            return memory.read_table(source, number, self.options, problems)
        return memory.read_objects(source, number, self.options, problems)

    def _core_batches(
        self, members: list[tuple[int, Input]], problems: Problems
    ) -> Iterator[tuple[pa.RecordBatch, int]]:
        options = self.options
        first = members[0][0]
        reader = _core.Reader(
            [(source.path, source.name, source.format) for _, source in members],
            fields=(options.id_field, options.text_field, options.time_field),
            max_record=options.max_record,
            clean=options.clean,
            metadata=options.metadata,
            threads=options.threads,
        )
        while (step := reader.next()) is not None:
            batch, found = step
            for file, line, message in found:
                problems.add(Problem(members[file][1].name, line, message))
            if first:
                file_numbers = to_arrow(to_numpy(batch.column("file")) + first, pa.uint32())
                batch = batch.set_column(SCHEMA.get_field_index("file"), SCHEMA.field("file"), file_numbers)
            yield batch, reader.bytes
        problems.count += reader.unnamed

    def _unique(self, batch: pa.RecordBatch, ids: _core.Ids, problems: Problems) -> pa.RecordBatch:
        repeated = ids.repeated(batch.column("id"), batch.column("file"), batch.column("line"))
        if not repeated:
            return batch
        keep = np.ones(batch.num_rows, np.bool_)
        for row, file, line in repeated:
            keep[row] = False
            here = batch.slice(row, 1).to_pylist()[0]
            before = Problem(self.file_name(file), line, "").__str__().removesuffix(": ")
            message = f"the id '{here['id']}' stands already at {before}; left out"
            problems.add(Problem(self.file_name(here["file"]), here["line"], message))
        return batch.filter(to_arrow(keep))

    def __iter__(self) -> Iterator[Document]:
        for batch in self.batches():
            for row in batch.select(PUBLIC).to_pylist():
                metadata = json.loads(row.pop("metadata") or "{}")
                yield Document(**row, metadata=metadata)

    def to_arrow(self) -> pa.Table:
        """All documents as an Arrow table: id, text, time, metadata (JSON)."""
        schema = pa.schema([SCHEMA.field(name) for name in PUBLIC])
        return pa.Table.from_batches((batch.select(PUBLIC) for batch in self.batches()), schema)

    def to_pandas(self) -> pd.DataFrame:
        """All documents as a pandas data frame."""
        return to_pandas(self.to_arrow())

    def to_polars(self) -> pl.DataFrame:
        """All documents as a Polars data frame."""
        return to_polars(self.to_arrow())


def _kind(source: object) -> str:
    """Who reads it. Neighbours of one kind are read together."""
    if isinstance(source, Input):
        return "columnar" if source.format in ("parquet", "arrow") else "core"
    return "table" if memory.is_table(source) else "objects"


def texts_of(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Array]:
    """The text column of each batch."""
    for batch in batches:
        yield batch.column("text")
