"""Inputs that are tables, or lists of mappings, to be written: known again by the numbers of their rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame.arrays import to_arrow
from samesame.plain import json_line
from samesame.read.columnar import raw_batches, raw_schema
from samesame.read.memory import NAME, ROWS
from samesame.read.rows import unusable
from samesame.read.soundness import in_schema, joined, plain_schema, sound_pieces
from samesame.report.files import table_json_lines
from samesame.report.kept import Positions, changed
from samesame.report.marks import refuse_taken
from samesame.report.parts import Part, Placed
from samesame.report.union import fitted, text_of, united


class TablePart(Part):
    """Rows of one table."""

    def lines(self) -> Iterator[bytes]:
        """Rows with all their columns."""
        for batch, positions in self.batches():
            marks = self.chosen.marks
            yield table_json_lines(batch if marks is None else marks.beside(batch, positions))

    def _numbered(self, batches: Iterator[pa.RecordBatch], name: str) -> Iterator[Placed]:
        """The rows that are written."""
        positions = self.chosen.of_files(self.first)
        lines = self.chosen.rows.lines(positions).astype(np.int64)
        start = 1
        # Beyond the last row that is written the file may be broken.
        last = int(lines[-1]) if len(lines) else 0
        while start <= last:
            batch = next(batches, None)
            if batch is None:
                raise changed(name)
            low, high = np.searchsorted(lines, [start, start + batch.num_rows]).tolist()
            yield taken(batch, lines[low:high] - start), positions[low:high]
            start += batch.num_rows


class ColumnarFile(TablePart):
    """A Parquet or Arrow file."""

    @cached_property
    def _schema(self) -> pa.Schema | None:
        """None for one without documents: it cannot be read or has no texts, which was told when it was tried."""
        schema = raw_schema(self.sources[0])
        return None if schema is None or unusable(schema, self.chosen.documents.options) else schema

    def schemas(self) -> Iterator[tuple[str, pa.Schema]]:
        """Its columns."""
        if self._schema is not None:
            yield self.sources[0].name, self._schema

    def batches(self) -> Iterator[Placed]:
        """The rows that are written."""
        [source] = self.sources
        for batch, positions in self._numbered(
            raw_batches(source, self.chosen.documents.options.max_record), source.name
        ):
            yield in_schema(batch, self._schema), positions


class MemoryTable(TablePart):
    """A table of Arrow, as frames of pandas and Polars become one."""

    @property
    def _schema(self) -> pa.Schema:
        return plain_schema(self.sources[0].schema)

    def schemas(self) -> Iterator[tuple[str, pa.Schema]]:
        """Its columns."""
        yield NAME, self._schema

    def batches(self) -> Iterator[Placed]:
        """The rows that are written."""
        longest = self.chosen.documents.options.max_record
        pieces = (piece for batch in self.sources[0].to_batches() for piece in sound_pieces(batch, longest))
        for batch, positions in self._numbered(pieces, NAME):
            yield in_schema(batch, self._schema), positions


class Mappings(Part):
    """A list of mappings: their keys are the columns."""

    def schemas(self) -> Iterator[tuple[str, pa.Schema]]:
        """The keys of all of them together: that mappings differ needs no word."""
        if schemas := [(NAME, batch.schema) for batch, _ in self._pieces()]:
            yield NAME, united(schemas).schema

    def batches(self) -> Iterator[Placed]:
        """The values as columns."""
        for _, schema in self.schemas():
            for batch, positions in self._pieces():
                yield fitted(batch, schema), positions

    def lines(self) -> Iterator[bytes]:
        """Each mapping as it is."""
        marks = self.chosen.marks
        for items, positions in self._chosen():
            if marks is not None:
                refuse_taken(name for item in items for name in item)
            told = [{}] * len(items) if marks is None else marks.batch(positions).to_pylist()
            yield "".join(json_line({**item, **mark}) + "\n" for item, mark in zip(items, told, strict=True)).encode()

    def _chosen(self) -> Iterator[tuple[list[Mapping[Any, Any]], Positions]]:
        [items] = self.sources
        all_positions = self.chosen.of_files(self.first)
        for start in range(0, len(all_positions), ROWS):
            positions = all_positions[start : start + ROWS]
            yield [items[int(line) - 1] for line in self.chosen.rows.lines(positions)], positions

    def _pieces(self) -> Iterator[Placed]:
        """Columns whose types are those of the values in this piece."""
        for items, positions in self._chosen():
            names = list(dict.fromkeys(str(name) for item in items for name in item))
            rows = [{str(name): value for name, value in item.items()} for item in items]
            columns = [column_of([row.get(name) for row in rows]) for name in names]
            yield pa.record_batch(columns, names=names), positions


def column_of(values: list[Any]) -> pa.Array:
    """Values of Python as a column; text where they have no type in common."""
    try:
        column = pa.array(values)
        if _is_writable(column.type):
            return column
    except (pa.ArrowException, OverflowError, TypeError, ValueError):
        pass
    return pa.array([text_of(value) for value in values], pa.large_string())


def _is_writable(kind: pa.DataType) -> bool:
    """Parquet has no structure without fields."""
    fields = [kind.field(i) for i in range(kind.num_fields)]
    return (bool(fields) or not pa.types.is_struct(kind)) and all(_is_writable(field.type) for field in fields)


def taken(batch: pa.RecordBatch, rows: npt.NDArray[np.int64]) -> pa.RecordBatch:
    """Some rows of a batch, in ascending order."""
    if len(rows) == batch.num_rows:
        return batch
    try:
        return batch.take(to_arrow(rows))
    except pa.ArrowNotImplementedError:
        pass  # not every type can be taken from; all can be cut and joined
    slices = [batch.slice(row, 1) for row in rows.tolist()]
    return joined(slices)[0] if slices else batch.slice(0, 0)
