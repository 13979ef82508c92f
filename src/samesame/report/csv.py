"""CSV and TSV. Lists and structs are JSON within their cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyarrow as pa

from samesame.plain import json_line, plain, rows

# A spreadsheet takes a cell that begins so for a formula, which can start programs and send data away.
FORMULA = tuple("=+-@\t\r\n＝＋－＠")


class CsvWriter:
    """Writes batches as rows. With `safe`, texts that would be taken for formulas get an apostrophe before them."""

    def __init__(self, stream: pa.NativeFile, schema: pa.Schema, delimiter: str, *, safe: bool = False) -> None:
        self._stream = stream
        self._delimiter = delimiter
        self._safe = safe
        self._put([schema.names])

    def write(self, batch: pa.RecordBatch) -> None:
        """Adds a batch."""
        self._put(row.values() for row in rows(batch))

    def _put(self, lines: Iterable[Iterable[Any]]) -> None:
        text = (self._delimiter.join(self._quoted(_cell(value)) for value in line) for line in lines)
        self._stream.write("".join(line + "\n" for line in text).encode())

    def _quoted(self, value: Any) -> str:
        text = "" if value is None else str(value)
        if self._safe and isinstance(value, str) and text.startswith(FORMULA):
            text = f"'{text}"
        # Python's own writer leaves a carriage return bare, and readers take that for the end of the line.
        special = any(mark in text for mark in (self._delimiter, '"', "\n", "\r"))
        return '"' + text.replace('"', '""') + '"' if special else text


def _cell(value: Any) -> Any:
    if isinstance(value, list | dict | tuple):
        return json_line(value)
    return value if value is None or isinstance(value, str | int | float) else plain(value)
