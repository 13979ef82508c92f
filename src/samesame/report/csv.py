"""CSV and TSV. Lists and structs are written as JSON inside their cells.

The core writes the tables of samesame, which may have millions of rows; columns of other types are written here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyarrow as pa

from samesame import _core
from samesame.plain import json_line, plain, rows
from samesame.report.columns import all_in_core

# Spreadsheets take a cell that begins with one of these for a formula, which can start programs and send data away.
FORMULA = tuple("=+-@\t\r\n＝＋－＠")


class CsvWriter:
    """Writes batches as rows. With `safe`, texts that would be taken for formulas get an apostrophe before them."""

    def __init__(self, stream: pa.NativeFile, schema: pa.Schema, delimiter: str, *, safe: bool = False) -> None:
        self._stream = stream
        self._delimiter = delimiter
        self._safe = safe
        self._stream.write(self._lines([schema.names]))

    def write(self, batch: pa.RecordBatch) -> None:
        """Adds a batch."""
        if all_in_core(batch.schema):
            self._stream.write(_core.csv_lines(batch, self._delimiter, self._safe))
        else:
            self._stream.write(self.any_lines(batch))

    def any_lines(self, batch: pa.RecordBatch) -> bytes:
        """The rows of a batch whose columns may have any type."""
        return self._lines(row.values() for row in rows(batch))

    def _lines(self, lines: Iterable[Iterable[Any]]) -> bytes:
        text = (self._delimiter.join(self._quoted(_cell(value)) for value in line) for line in lines)
        return "".join(line + "\n" for line in text).encode()

    def _quoted(self, value: Any) -> str:
        text = "" if value is None else str(value)
        if self._safe and isinstance(value, str) and text.startswith(FORMULA):
            text = f"'{text}"
        # Python's own writer does not quote a carriage return alone, which readers take for the end of a line.
        special = any(mark in text for mark in (self._delimiter, '"', "\n", "\r"))
        return '"' + text.replace('"', '""') + '"' if special else text


def _cell(value: Any) -> Any:
    if isinstance(value, list | dict | tuple):
        return json_line(value)
    return value if value is None or isinstance(value, str | int | float) else plain(value)
