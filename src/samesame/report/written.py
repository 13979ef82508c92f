"""Results of many rows as files or lines, with the count of rows told as they are written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from samesame import _core
from samesame.report.files import open_writer, put_lines
from samesame.results import Table

if TYPE_CHECKING:
    import pyarrow as pa

Row = TypeVar("Row")
# Told how many rows are written, of how many.
RowsTold: TypeAlias = Callable[[int, int], None]


class Writable(Table[Row]):
    """Rows that can be written: the core makes their lines."""

    @property
    def _rows_at_a_time(self) -> int:
        raise NotImplementedError

    def write(self, path: str | Path, *, csv_safe: bool = False, progress: RowsTold | None = None) -> None:
        """Writes the rows to a file; its suffix selects JSONL, CSV, TSV, Parquet or Arrow. Spark writes a folder.

        `csv_safe` escapes cells of CSV and TSV that a spreadsheet would take for formulas. `progress` is told how many
        rows are written, of how many.
        """
        if (write := getattr(self._table, "write", None)) is not None:
            write(path)  # rows on a cluster are written there
            return
        with open_writer(path, self._table.schema, json_lines=_core.row_lines, csv_safe=csv_safe) as writer:
            for batch in self._told(progress):
                writer.write(batch)

    def print_json_lines(self, progress: RowsTold | None = None) -> None:
        """Writes the rows to standard output as JSONL."""
        for batch in self._told(progress):
            put_lines(_core.row_lines(batch))
        sys.stdout.buffer.flush()

    def _told(self, progress: RowsTold | None) -> Iterator[pa.RecordBatch]:
        done = 0
        for batch in self.batches(self._rows_at_a_time):
            yield batch
            done += batch.num_rows
            if progress:
                progress(done, len(self))
