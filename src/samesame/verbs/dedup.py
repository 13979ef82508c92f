"""The verb `dedup`: a collection without its copies."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from samesame.engines import engine_named
from samesame.methods import MethodSettings, settings_of
from samesame.model import Document
from samesame.read.documents import PUBLIC, SCHEMA, Documents, Progress, documents_in
from samesame.read.verb import Source, documents_of, refusing_repeated, without_metadata
from samesame.report.files import output_format, write_table_to
from samesame.report.matches import Summary, count_relations
from samesame.report.targets import check_outputs
from samesame.report.whole import whole_file
from samesame.results import to_pandas, to_polars
from samesame.sign.statistics import Statistics
from samesame.verbs.copies import KeptCopies
from samesame.verbs.keep import Keep, check_keep
from samesame.verbs.kept import KeptRows, kept_batches
from samesame.verbs.removals import Gathered, Removals, removal_table
from samesame.verbs.run import Clock, Wish

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


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
        """Writes the documents that stay to a file, or to a folder with one file an input.

        `csv_safe` defuses cells of CSV and TSV that a spreadsheet would take for formulas.
        """
        KeptCopies(self._documents, self._rows, csv_safe=csv_safe).write(out)

    def __repr__(self) -> str:
        return f"Deduplication({len(self):,} kept, {len(self.removed):,} removed)"


def dedup(
    source: Source,
    *,
    out: str | Path | None = None,
    removed: str | Path | None = None,
    keep: Keep = "earliest",
    previous: str | Path | None = None,
    method: str | MethodSettings = "overlap",
    preset: str | None = None,
    stats: Statistics | str | Path | None = None,
    engine: str = "local",
    memory: str | int = "2GiB",
    threads: int = 0,
    csv_safe: bool = False,
    progress: Progress | None = None,
    **parameters: Any,
) -> Deduplication:
    """Leaves out the copies of a collection.

    Of identical documents and of near copies one stays: the earliest (without times the one with the smallest id),
    the longest, or the first in the order of reading. A document that is contained in another goes for that one. Only
    what is itself covered by the document that stays may go, so no longer text is lost. `previous` names what an
    earlier run wrote: whoever stayed then stays again. `out` and `removed` write files; JSONL keeps its lines to the
    byte. An input that changes while it is read is an error, and nothing is written. `csv_safe` defuses cells of CSV
    and TSV that a spreadsheet would take for formulas.

    >>> import samesame as ss
    >>> clean = ss.dedup({"a": "Keep the ferry!", "b": "keep the ferry", "c": "Close the port."})
    >>> [document.id for document in clean]
    ['a', 'c']
    >>> [(removal.id, removal.kept, removal.rule) for removal in clean.removed]
    [('b', 'a', 'earliest')]
    """
    check_keep(keep)
    settings = settings_of(method, parameters, preset)
    documents = refusing_repeated(documents_of(source))
    if removed is not None:
        output_format(removed)
    targets = [] if out is None else KeptCopies.targets(documents, out)
    check_outputs([*targets, ("removed", removed)], [documents, previous, stats])
    clock = Clock()
    gathered = Gathered(without_metadata(documents), keep, previous, progress)
    wish = Wish(settings=settings, stats=stats, memory=memory, threads=threads)
    job = wish.job(clock, (gathered,))
    gathered.ordered = settings.signing is not None
    stars = engine_named(engine).stars(job, gathered.prefer)
    clock("report")
    removals, gone = removal_table(stars, gathered, job)
    relations = count_relations(removals.to_arrow())
    summary = clock.summary(documents, len(stars.groups.labels), relations, settings.note())
    result = Deduplication(documents, gathered.rows(gone), removals, summary)
    if out is not None:
        clock("write")
    with contextlib.ExitStack() as stack:
        # Both files are whole before the first of them gets its name.
        if removed is not None:
            partial = stack.enter_context(whole_file(Path(removed)))
            write_table_to(partial, Path(removed), removals.to_arrow(), csv_safe=csv_safe)
        if out is not None:
            result.write(out, csv_safe=csv_safe)
    clock(None)
    return result
