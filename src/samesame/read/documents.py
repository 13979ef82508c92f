"""The stream of documents over all inputs: batches in a stable order, every id once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.errors import InputError, ParameterError
from samesame.model import Document, Problem
from samesame.plain import rows
from samesame.read import memory
from samesame.read.columnar import COLUMNAR, read_columnar
from samesame.read.distributed import Frame, refuse_elsewhere, refuse_frame
from samesame.read.fields import FieldsMet
from samesame.read.inputs import Input
from samesame.read.problems import Problems
from samesame.read.schema import PUBLIC, SCHEMA
from samesame.results import to_pandas, to_polars

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

Clean = Literal["none", "tags", "article"]
# Where ids come from: the field of that name, or file and line.
IdsFrom = Literal["field", "path"]
# A name that no field has.
NO_FIELD = "\0"
# They end rows, or stand around cells.
NO_DELIMITERS = '"\r\n\0'
# The advice given with a repeated id.
WAY_OUT = "--ids path (ids='path') makes ids of file and line"
# Called as reading goes on: documents, bytes read, bytes in all (0: unknown).
Progress = Callable[[int, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """How inputs are read. `max_record` is in bytes; `threads` 0 means one per core.

    A repeated id makes a record bad; with `refuse_repeated` it is an error instead, for callers that must not lose a
    document. With `metadata_field`, of the metadata of columns only that field is read.
    """

    id_field: str = "id"
    text_field: str = "text"
    time_field: str = "time"
    ids: IdsFrom = "field"
    clean: Clean = "article"
    delimiter: str = ","
    encoding: str = "utf-8"
    metadata: bool = True
    metadata_field: str | None = None
    max_record: int = 128 << 20
    threads: int = 0
    refuse_repeated: bool = False

    def __post_init__(self) -> None:
        if self.ids not in get_args(IdsFrom):
            raise ParameterError(f"ids: expected 'field' or 'path', got '{self.ids}'")
        if self.ids == "path" and self.id_field != "id":
            raise ParameterError("ids: 'path' makes ids of file and line; leave out id_field")
        if self.clean not in get_args(Clean):
            raise ParameterError(f"clean: expected 'none' or 'tags' or 'article', got '{self.clean}'")
        if len(self.separator) != 1 or not self.separator.isascii() or self.separator in NO_DELIMITERS:
            raise ParameterError(
                f"delimiter: expected one ASCII character, such as ';', or 'tab'; got {self.delimiter!r}"
            )
        _core.check_encoding(self.encoding)

    @property
    def separator(self) -> str:
        """What stands between the cells of CSV."""
        return "\t" if self.delimiter in ("tab", "\\t") else self.delimiter

    @property
    def paths(self) -> list[str]:
        """Those of the wanted fields that may lie in objects."""
        return [name for name in (self.own_id_field, self.text_field, self.time_field) if "." in name]

    @property
    def own_id_field(self) -> str:
        """The field whose value becomes the id; if ids are made of file and line, it is a field like any other."""
        return NO_FIELD if self.ids == "path" else self.id_field


class Documents:
    """Documents that are read each time they are asked for, in constant memory.

    >>> import samesame as ss
    >>> documents = ss.read(["Good morning.", "Good night."])
    >>> [document.text for document in documents]
    ['Good morning.', 'Good night.']
    """

    def __init__(
        self,
        sources: Sequence[Input | object],
        options: ReadOptions,
        problems: Problems,
        *,
        given: object = None,
        whole: bool = False,
    ) -> None:
        self.sources = sources
        self.options = options
        self.problems = problems
        # What the user handed over, if that is in memory: a frame of pandas is kept as a table of Arrow.
        self.given = given
        # Whether `metadata` of JSON and CSV is the whole record, as it is written.
        self.whole = whole

    def batches(self, *, progress: Progress | None = None, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches of the documents.

        With `again`, problems are not reported, because an earlier reading did so.
        """
        problems = self.problems.quietly() if again else self.problems
        if not again:
            problems.clear()
            problems.hold()
        ids, met = _core.Ids(), FieldsMet(self.options)
        size = self.size if progress else 0
        count = done = 0
        for batch, done in self.unchecked(problems, met):
            batch = self._unique(batch, ids, problems)
            count += batch.num_rows
            if progress:
                progress(count, done, size)
            if batch.num_rows:
                problems.release()
                yield batch
        if not again:
            self._check(met, count)

    def _check(self, met: FieldsMet, documents: int) -> None:
        """A misspelt field is one error, not one bad record per document."""
        try:
            met.check(documents)
        except ParameterError:
            self.problems.drop()
            raise
        self.problems.release()

    @property
    def skipped(self) -> list[str]:
        """Files of folders that were skipped because their format is unknown."""
        return self.problems.skipped

    @property
    def size(self) -> int:
        """Bytes of the inputs on disk; 0 if unknown."""
        return sum(source.size for source in self.sources if isinstance(source, Input))

    def file_name(self, number: int) -> str:
        """The name of the input with that number in messages."""
        source = self.sources[number]
        return source.name if isinstance(source, Input) else memory.NAME

    def unchecked(self, problems: Problems, met: FieldsMet) -> Iterator[tuple[pa.RecordBatch, int]]:
        """Batches of all sources with the bytes read so far; ids may be repeated."""
        done = 0
        numbered = list(enumerate(self.sources))
        for kind, group in groupby(numbered, key=lambda pair: _kind(pair[1])):
            members = list(group)
            for batch, read in self._group(kind, members, problems, met):
                yield batch, done + read
            done += sum(source.size for _, source in members if isinstance(source, Input))

    def _group(
        self, kind: str, members: list[tuple[int, Any]], problems: Problems, met: FieldsMet
    ) -> Iterator[tuple[pa.RecordBatch, int]]:
        if kind == "core":
            yield from self._core_batches(members, problems, met)
            return
        taken: list[int] = []
        for number, source in members:
            if kind == "columnar":
                batches = read_columnar(source, number, self.options, problems, met, taken.append)
            else:
                read = memory.read_table if kind == "table" else memory.read_objects
                batches = read(source, number, self.options, problems, met)
            for batch in batches:
                yield batch, sum(taken)

    def _core_batches(
        self, members: list[tuple[int, Input]], problems: Problems, met: FieldsMet
    ) -> Iterator[tuple[pa.RecordBatch, int]]:
        options = self.options
        first = members[0][0]
        reader = _core.Reader(
            [(source.path, source.name, source.format) for _, source in members],
            fields=(options.own_id_field, options.text_field, options.time_field),
            max_record=options.max_record,
            clean=options.clean,
            metadata=options.metadata,
            threads=options.threads,
            whole=self.whole,
            delimiter=options.separator,
            encoding=options.encoding,
        )
        while (step := reader.next()) is not None:
            batch, found = step
            for file, line, message in found:
                problems.add(Problem(members[file][1].name, line, message))
            if first:
                file_numbers = to_arrow(to_numpy(batch.column("file")) + first, pa.uint32())
                batch = batch.set_column(SCHEMA.get_field_index("file"), SCHEMA.field("file"), file_numbers)
            yield batch, reader.bytes
        met.add_core(*reader.fields)
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
            message = f"the id '{here['id']}' stands already at {before}"
            problem = Problem(self.file_name(here["file"]), here["line"], f"{message}; left out; {WAY_OUT}")
            if self.options.refuse_repeated:
                raise InputError(str(replace(problem, message=f"{message}; {WAY_OUT}")))
            problems.add(problem)
        return batch.filter(to_arrow(keep))

    def __iter__(self) -> Iterator[Document]:
        for batch in self.batches():
            yield from documents_in(batch.select(PUBLIC))

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
    """The reader for this kind of source. Consecutive sources of one kind are read together."""
    if isinstance(source, Frame):
        refuse_frame()
    if isinstance(source, Input):
        if source.address:
            refuse_elsewhere(source.address)
        return "columnar" if source.format in COLUMNAR else "core"
    return "table" if isinstance(source, pa.Table) else "objects"


def documents_in(batch: pa.RecordBatch) -> Iterator[Document]:
    """The documents of a batch with the columns `PUBLIC`."""
    for row in rows(batch):
        metadata = json.loads(row.pop("metadata") or "{}")
        yield Document(**row, metadata=metadata)


def texts_of(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Array]:
    """The text column of each batch."""
    for batch in batches:
        yield batch.column("text")
