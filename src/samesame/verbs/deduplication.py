"""What `dedup` gives: a collection without its copies, or with marks."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame.engines.base import Outcome
from samesame.errors import ParameterError
from samesame.model import Document
from samesame.read.documents import Documents, documents_in
from samesame.report.copies import Copies
from samesame.report.given import rows_in, same_kind, selected
from samesame.report.kept import KeptRows, kept_batches
from samesame.report.marks import Marks
from samesame.report.matches import OfRun, Summary
from samesame.report.parts import Chosen
from samesame.report.removals import Removals
from samesame.report.selection import parts_of, rows_of, schema_of
from samesame.results import to_pandas, to_polars

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    from pyspark.sql import DataFrame


class Deduplication(OfRun):
    """A collection without its copies: iterate it for the documents that stay; `removed` lists the others.

    `table` is what stays in the kind that was handed over, with all its columns, types and the order of its rows:

    >>> import samesame as ss
    >>> notes = [{"text": "Keep the ferry!", "page": 1}, {"text": "keep the ferry", "page": 2}]
    >>> clean = ss.dedup(notes)
    >>> clean
    Deduplication(1 kept, 1 removed)
    >>> clean.table
    [{'text': 'Keep the ferry!', 'page': 1}]
    >>> clean.mask
    array([ True, False])
    """

    def __init__(
        self, documents: Documents, rows: KeptRows, removed: Removals, summary: Summary, *, mark: bool = False
    ) -> None:
        self._documents = documents
        self._rows = rows
        self._mark = mark
        self.removed = removed
        self.summary = summary

    @classmethod
    def of(cls, documents: Documents, outcome: Outcome, summary: Summary, *, mark: bool = False) -> Deduplication:
        """What came of a plan."""
        assert isinstance(outcome.kept, KeptRows)
        return cls(documents, outcome.kept, Removals(outcome.table), summary, mark=mark)

    def __len__(self) -> int:
        return int(self._rows.mask.sum())

    def __iter__(self) -> Iterator[Document]:
        for batch in kept_batches(self._documents, self._rows):
            yield from documents_in(batch)

    @cached_property
    def mask(self) -> npt.NDArray[np.bool_]:
        """Which rows stay: of a table, list or dictionary one value per row, False also for bad records.

        A bad record, such as one without a text, is named in `problems` and never written. Of files there is one
        value per document that was read, in the order of reading: a line that is no record is no row.
        """
        length = rows_in(self._documents)
        if length is None:
            return self._rows.mask.copy()
        mask = np.zeros(length, np.bool_)
        mask[self._lines(self._rows.of_files(0))] = True
        return mask

    def _lines(self, positions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The rows of documents, from 0."""
        return self._rows.lines(positions).astype(np.int64) - 1

    @cached_property
    def _chosen(self) -> Chosen:
        marks = Marks.of(self._rows, self.removed.to_arrow()) if self._mark else None
        return Chosen(self._documents, self._rows, marks)

    @property
    def table(self) -> Any:
        """What stays, in the kind that was handed over; with marks all documents, each with its mark.

        A frame of pandas (its index is kept) or Polars, a table of Arrow, a dataset of Hugging Face, a list, a
        dictionary. Of files it is a table of Arrow; with marks also of what has no columns, as texts.
        """
        if rows_in(self._documents) is None:
            return self.to_arrow()
        positions = self._chosen.of_files(0)
        marks = None if self._chosen.marks is None else self._chosen.marks.batch(positions)
        return same_kind(self._documents, self._lines(positions), marks, self.to_arrow)

    def to_arrow(self) -> pa.Table:
        """What stays as an Arrow table, with all columns; with marks all documents."""
        [first, *others] = self._documents.sources or [None]
        if isinstance(first, pa.Table) and not others:
            positions = self._chosen.of_files(0)
            marks = None if self._chosen.marks is None else self._chosen.marks.batch(positions)
            return selected(first, self._lines(positions), marks)
        parts = parts_of(self._chosen)
        schema = schema_of(parts, warnings.warn)
        table = pa.Table.from_batches(rows_of(parts, schema), schema)
        self._rows.stamps.check(self._documents)
        return table

    def to_pandas(self) -> pd.DataFrame:
        """What stays as a pandas data frame."""
        table = self.table
        return table if type(table).__module__.startswith("pandas.") else to_pandas(self.to_arrow())

    def to_polars(self) -> pl.DataFrame:
        """What stays as a Polars data frame."""
        return to_polars(self.to_arrow())

    def to_spark(self) -> DataFrame:
        """What stays as a data frame of Spark, if the engine was Spark."""
        raise ParameterError("to_spark: the documents are not on a cluster; run with engine=ss.Spark(session) for that")

    def write(self, out: str | Path, *, csv_safe: bool = False) -> None:
        """Writes what stays to a file, or to a folder with one file an input; `-` is standard output.

        `csv_safe` escapes cells of CSV and TSV that a spreadsheet would take for formulas.
        """
        Copies(self._chosen, csv_safe=csv_safe).write(out)

    def __repr__(self) -> str:
        return f"Deduplication({len(self):,} kept, {len(self.removed):,} removed)"
