"""The verb `dedup`: a collection without its copies."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.engines import Limits, engine_named
from samesame.errors import ParameterError
from samesame.limits import parse_size
from samesame.match.groups import Groups, Numbers, owned
from samesame.methods import method_named
from samesame.model import Document, Removal
from samesame.read.documents import Documents, Progress
from samesame.read.verb import Source, documents_of, without_metadata
from samesame.report.files import output_format, refuse_inputs, write_table
from samesame.report.matches import Summary
from samesame.results import Table, to_pandas, to_polars
from samesame.verbs.copies import KeptCopies, KeptRows
from samesame.verbs.find import summarise
from samesame.verbs.keep import NEVER, Keep, Traits, check_keep, choose

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

REMOVAL_SCHEMA = pa.schema(
    [
        ("id", pa.large_string()),
        ("kept", pa.large_string()),
        ("relation", pa.large_string()),
        ("method", pa.large_string()),
        ("left_coverage", pa.float64()),
        ("right_coverage", pa.float64()),
        ("rule", pa.large_string()),
    ]
)


class Removals(Table[Removal]):
    """The documents left out, each with the one that stays in its place."""

    def _row(self, values: dict[str, object]) -> Removal:
        return Removal(**cast("dict[str, Any]", values))


class Deduplication:
    """A collection without its copies: iterate it for the documents that stay; `removed` names the others.

    >>> import samesame as ss
    >>> ss.dedup({"a": "Keep the ferry!", "b": "keep the ferry", "c": "Close the port."})
    Deduplication(2 kept, 1 removed)
    """

    def __init__(self, documents: Documents, rows: KeptRows, removed: Removals, summary: Summary) -> None:
        self._documents = documents
        self._rows = rows
        self.removed = removed
        self.summary = summary

    def __len__(self) -> int:
        return int(self._rows.mask.sum())

    def __iter__(self) -> Iterator[Document]:
        for stays, document in zip(self._rows.mask, self._documents, strict=True):
            if stays:
                yield document

    def to_arrow(self) -> pa.Table:
        """The documents that stay as an Arrow table."""
        return self._documents.to_arrow().filter(pa.array(self._rows.mask))

    def to_pandas(self) -> pd.DataFrame:
        """The documents that stay as a pandas data frame."""
        return to_pandas(self.to_arrow())

    def to_polars(self) -> pl.DataFrame:
        """The documents that stay as a Polars data frame."""
        return to_polars(self.to_arrow())

    def write(self, out: str | Path) -> None:
        """Writes the documents that stay to a file, or to a folder with one file an input."""
        KeptCopies(self._documents, self._rows).write(out)

    def __repr__(self) -> str:
        return f"Deduplication({len(self):,} kept, {len(self.removed):,} removed)"


def dedup(
    source: Source,
    *,
    out: str | Path | None = None,
    removed: str | Path | None = None,
    keep: Keep = "earliest",
    method: str = "exact",
    engine: str = "local",
    memory: str | int = "2GiB",
    threads: int = 0,
    progress: Progress | None = None,
    **parameters: Any,
) -> Deduplication:
    """Leaves out the copies of a collection.

    Of each group of copies one stays: the earliest (without times the one with the smallest id), the longest, or the
    first in the order of reading. `out` and `removed` write files; JSONL keeps its lines to the byte.

    >>> import samesame as ss
    >>> clean = ss.dedup({"a": "Keep the ferry!", "b": "keep the ferry", "c": "Close the port."})
    >>> [document.id for document in clean]
    ['a', 'c']
    >>> [(removal.id, removal.kept, removal.rule) for removal in clean.removed]
    [('b', 'a', 'earliest')]
    """
    check_keep(keep)
    chosen = method_named(method)
    settings = chosen.settings(parameters)
    documents = documents_of(source)
    if out is not None:
        KeptCopies.check(documents, out)
    if removed is not None:
        _check_removed(documents, out, removed)
    started = time.perf_counter()
    gathered = _Gathered(lengths=keep == "longest")
    limits = Limits(memory=parse_size(memory), threads=threads)
    stream = gathered.through(without_metadata(documents).batches(progress=progress))
    groups = engine_named(engine).groups(stream, chosen, settings, limits)
    gone, stay = choose(groups, gathered.traits(), keep)
    removals = _removals(groups, gone, stay, chosen.name, keep)
    rows = gathered.rows(gone)
    summary = summarise(documents, len(groups.labels), removals.to_arrow(), started)
    result = Deduplication(documents, rows, removals, summary)
    if out is not None:
        result.write(out)
    if removed is not None:
        write_table(removals.to_arrow(), removed)
    return result


def _check_removed(documents: Documents, out: str | Path | None, removed: str | Path) -> None:
    output_format(removed)
    refuse_inputs(documents, removed, "removed")
    if out is not None and Path(removed).resolve() == Path(out).resolve():
        raise ParameterError(f"removed: '{removed}' is also the file for what stays; choose another name")


class _Gathered:
    """What is noted of each document while it streams by."""

    def __init__(self, *, lengths: bool) -> None:
        self._lengths = lengths
        self._batches: list[pa.RecordBatch] = []

    def through(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            texts = batch.column("text")
            lengths = pc.utf8_length(texts) if self._lengths else pa.nulls(len(texts), pa.int64()).fill_null(0)
            times = batch.column("time").cast(pa.int64()).fill_null(int(NEVER))
            columns = [owned(column) for column in (batch.column("file"), batch.column("line"), times, lengths)]
            self._batches.append(pa.record_batch(columns, ["file", "line", "time", "length"]))
            yield batch

    def _column(self, name: str) -> Numbers:
        if not self._batches:
            return np.zeros(0, np.int64)
        parts = [batch.column(name).to_numpy(zero_copy_only=False) for batch in self._batches]
        return np.concatenate(parts).astype(np.int64)

    def traits(self) -> Traits:
        return Traits(self._column("time"), self._column("length"))

    def rows(self, gone: Numbers) -> KeptRows:
        files = self._column("file")
        mask = np.ones(len(files), np.bool_)
        mask[gone] = False
        return KeptRows(mask, files, self._column("line"))


def _removals(groups: Groups, gone: Numbers, stay: Numbers, method: str, rule: str) -> Removals:
    count = len(gone)

    def word(value: str) -> pa.Array:
        return pa.repeat(pa.scalar(value, pa.large_string()), count)

    ids, kept = (groups.ids.take(pa.array(side)).combine_chunks() for side in (gone, stay))
    ones = pa.repeat(1.0, count)
    columns = [ids, kept, word("exact"), word(method), ones, ones, word(rule)]
    table = pa.Table.from_arrays(columns, schema=REMOVAL_SCHEMA)
    return Removals(table.sort_by("id"))
