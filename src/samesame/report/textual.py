"""Inputs that the core reads, to be written: files of records, of rows, and those that are documents themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, words_array
from samesame.errors import InputError
from samesame.read.documents import Documents, ReadOptions
from samesame.read.inputs import Input
from samesame.read.problems import Problems
from samesame.read.schema import PUBLIC, SCHEMA
from samesame.report.kept import Positions, changed, names_of
from samesame.report.parts import Part, Placed

ROW_FORMATS = ("csv", "tsv")
# Columns that the fields of JSON may become; and rows at a time, of which each column takes a few bytes at least.
WIDEST = 2_000
ROWS = 4096
NONE = words_array([])


class CorePart(Part):
    """Inputs that the core reads: known again by file, line and id."""

    def records(self) -> Iterator[Placed]:
        """The documents that are written. `metadata` is the whole record of JSON and CSV."""
        chosen = self.chosen
        options = replace(chosen.documents.options, metadata=True)
        documents = Documents(self.sources, options, Problems(), whole=True)
        found = 0
        for batch in documents.batches(again=True):
            positions = chosen.rows.positions(batch, self.first)
            written = chosen.among(positions)
            found += int(written.sum())
            yield batch.filter(to_arrow(written)), positions[written]
        if found != len(chosen.of_files(self.first, len(self.sources))):
            # Whoever writes looks at all files in the end; here they are looked at for the name of the right one.
            chosen.rows.stamps.check(chosen.documents)
            raise changed(names_of(documents))

    def _copying(self, source: Input, positions: Positions) -> dict[str, Any]:
        """What the core is told to copy records of a file and to know them again."""
        options, rows = self.chosen.documents.options, self.chosen.rows
        return {
            "path": source.path,
            "kept": to_arrow(rows.lines(positions)),
            "ids": to_arrow(rows.ids[positions]),
            "name": source.name,
            "id_field": options.id_field,
            "longest": options.max_record,
            "encoding": options.encoding,
        }

    def _marks(self, positions: Positions) -> pa.RecordBatch | None:
        return None if self.chosen.marks is None else self.chosen.marks.batch(positions)


class PlainDocuments(CorePart):
    """What has no columns: files of text, pages, mails; texts of Python. They are written as documents."""

    def schemas(self) -> Iterator[tuple[str, pa.Schema]]:
        """The columns of documents."""
        yield self.chosen.documents.file_name(self.first), pa.schema([SCHEMA.field(name) for name in PUBLIC])

    def batches(self) -> Iterator[Placed]:
        """Documents."""
        for batch, positions in self.records():
            yield batch.select(PUBLIC), positions

    def lines(self) -> Iterator[bytes]:
        """Documents as `samesame read` writes them."""
        for batch, positions in self.records():
            lines, marks = _core.json_lines(batch), self._marks(positions)
            yield lines if marks is None else _core.record_lines(lines_of(lines), marks)


class RecordFiles(CorePart):
    """JSON: what the fields of the records hold is found by a reading of its own."""

    @cached_property
    def _shapes(self) -> _core.Shapes:
        shapes = _core.Shapes()
        for batch, _ in self.records():
            shapes.add(batch.column("metadata"), self.chosen.documents.options.threads)
            width = len(shapes.columns(NONE, 1).schema)
            if width > WIDEST:
                raise InputError(
                    f"{self._name}: more than {WIDEST:,} different fields are too many columns; write JSONL"
                )
        return shapes

    @property
    def _name(self) -> str:
        return names_of(Documents(self.sources, self.chosen.documents.options, Problems()))

    def schemas(self) -> Iterator[tuple[str, pa.Schema]]:
        """The fields of all records together: that records differ needs no word."""
        schema = self._columns(NONE).schema
        if len(schema):
            yield self._name, schema

    def _columns(self, records: pa.Array) -> pa.RecordBatch:
        return self._shapes.columns(records, self.chosen.documents.options.threads)

    def batches(self) -> Iterator[Placed]:
        """The fields as columns."""
        for batch, positions in self.records():
            for start in range(0, batch.num_rows, ROWS):
                records = batch.column("metadata").slice(start, ROWS)
                yield self._columns(records), positions[start : start + ROWS]

    def lines(self) -> Iterator[bytes]:
        """The records as they are written."""
        for batch, positions in self.records():
            yield _core.record_lines(batch.column("metadata"), self._marks(positions))


class LineFiles(RecordFiles):
    """JSONL, whose lines are copied to the byte."""

    def copy(self, out: Path, partial: Path) -> None:
        """Adds the lines that stay to a file, which errors call `out`."""
        for number, source in enumerate(self.sources, self.first):
            positions = self.chosen.of_files(number)
            if not len(positions):
                continue  # it may be one that could not be opened
            _core.copy_lines(**self._copying(source, positions), out=partial, shown=str(out))


class RowFiles(RecordFiles):
    """CSV and TSV: all cells are text."""

    @cached_property
    def _names(self) -> dict[str, list[str]]:
        """The columns of each file that has documents, or could have some."""
        options = self.chosen.documents.options
        found = {source.name: csv_names(source, options) for source in self.sources}
        return {name: names for name, names in found.items() if options.text_field in names}

    @cached_property
    def _shapes(self) -> _core.Shapes:
        return _core.Shapes(list(dict.fromkeys(name for names in self._names.values() for name in names)))

    def schemas(self) -> Iterator[tuple[str, pa.Schema]]:
        """The columns of each file."""
        for file, names in self._names.items():
            yield file, pa.schema([(name, pa.large_string()) for name in names])

    def can_copy(self, format: str) -> bool:
        """Whether all files have the same columns, written as that format has them."""
        alike = len({tuple(names) for names in self._names.values()}) <= 1
        return alike and all(source.format == format for source in self.sources)

    def copy(self, out: Path, partial: Path) -> None:
        """Adds the rows that stay to an empty file to the byte, below the header of the first file."""
        header = True
        for number, source in enumerate(self.sources, self.first):
            if source.name not in self._names:
                continue
            positions = self.chosen.of_files(number)
            copying = self._copying(source, positions)
            delimiter = _delimiter(source, self.chosen.documents.options)
            _core.copy_rows(**copying, delimiter=delimiter, header=header, out=partial, shown=str(out))
            header = False


def _delimiter(source: Input, options: ReadOptions) -> str:
    return "\t" if source.format == "tsv" else options.separator


def csv_names(source: Input, options: ReadOptions) -> list[str]:
    """The columns of a CSV file; none where it cannot be read, which was told when it was tried."""
    if source.path is None:
        return []
    try:
        return _core.csv_names(source.path, _delimiter(source, options), options.encoding, options.max_record) or []
    except _core.InputError:
        return []


def lines_of(data: bytes) -> pa.LargeStringArray:
    """Lines as an array, each with its end."""
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n")) + 1
    offsets = np.concatenate([[0], ends]).astype(np.int64)
    return pa.Array.from_buffers(pa.large_string(), len(ends), [None, pa.py_buffer(offsets), pa.py_buffer(data)])
