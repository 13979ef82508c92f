"""The result of `dedup`: a collection without its copies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from samesame.engines.base import Outcome
from samesame.model import Document
from samesame.read.documents import Documents, documents_in
from samesame.read.schema import PUBLIC, SCHEMA
from samesame.report.copies import KeptCopies
from samesame.report.kept import KeptRows, kept_batches
from samesame.report.matches import Summary
from samesame.report.removals import Removals
from samesame.results import to_pandas, to_polars

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


class Deduplication:
    """A collection without its copies: iterate it for the documents that stay; `removed` lists the others.

    >>> import samesame as ss
    >>> ss.dedup({"a": "Keep the ferry!", "b": "keep the ferry", "c": "Close the port."})
    Deduplication(2 kept, 1 removed)
    """

    def __init__(self, documents: Documents, rows: KeptRows, removed: Removals, summary: Summary) -> None:
        self._documents = documents
        self._rows = rows
        self.removed = removed
        self.summary = summary

    @classmethod
    def of(cls, documents: Documents, outcome: Outcome, summary: Summary) -> Deduplication:
        """The result of a plan."""
        assert outcome.kept is not None
        return cls(documents, outcome.kept, Removals(outcome.table), summary)

    def __len__(self) -> int:
        return int(self._rows.mask.sum())

    def __iter__(self) -> Iterator[Document]:
        for batch in self._batches():
            yield from documents_in(batch)

    def to_arrow(self) -> pa.Table:
        """The documents that stay as an Arrow table."""
        return pa.Table.from_batches(self._batches(), pa.schema([SCHEMA.field(name) for name in PUBLIC]))

    def _batches(self) -> Iterator[pa.RecordBatch]:
        return kept_batches(self._documents, self._rows)

    def to_pandas(self) -> pd.DataFrame:
        """The documents that stay as a pandas data frame."""
        return to_pandas(self.to_arrow())

    def to_polars(self) -> pl.DataFrame:
        """The documents that stay as a Polars data frame."""
        return to_polars(self.to_arrow())

    def write(self, out: str | Path, *, csv_safe: bool = False) -> None:
        """Writes the documents that stay to a file, or to a folder with one file per input.

        `csv_safe` escapes cells of CSV and TSV that a spreadsheet would take for formulas.
        """
        KeptCopies(self._documents, self._rows, csv_safe=csv_safe).write(out)

    def __repr__(self) -> str:
        return f"Deduplication({len(self):,} kept, {len(self.removed):,} removed)"
