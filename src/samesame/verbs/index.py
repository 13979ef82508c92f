"""The verbs of an index on disk: build, add, remove."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow
from samesame.match.index import Index
from samesame.match.index.files import Tell
from samesame.match.index.staging import building
from samesame.match.index.writer import add, fill, remove, require_sets, writing
from samesame.methods import MethodSettings, method_named, settings_of
from samesame.model import Problem
from samesame.read.documents import Documents, Progress
from samesame.read.verb import Source, documents_of, without_metadata
from samesame.sign.statistics import Statistics
from samesame.verbs.run import Clock, DocumentSide, Wish


def build_index(
    path: str | Path,
    source: Source,
    *,
    method: str | MethodSettings = "overlap",
    preset: str | None = None,
    stats: Statistics | str | PathLike[str] | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    tell: Tell | None = None,
    **parameters: Any,
) -> Index:
    """Makes an index of a collection, for `find(..., against=path)`.

    The folder `path` keeps signatures and ids, no texts. It appears when it is whole. The parameters are those of the
    method; threshold and measure can be chosen anew with each `find`. `tell` takes words for people, such as that the
    rest of a killed build is replaced; without it they are warnings.

    >>> import samesame as ss, tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "letters"
    >>> index = ss.build_index(folder, {"a": "The ferry leaves at ten every morning."})
    >>> index.documents
    1
    >>> [(match.left, match.right) for match in ss.find({"b": "the ferry leaves at ten every morning"}, against=folder)]
    [('a', 'b')]
    """
    settings = settings_of(method, parameters, preset)
    require_sets(settings)
    wish = Wish(settings=settings, stats=stats, threads=threads)
    documents = without_metadata(documents_of(source))
    with building(Path(path), tell or _warn) as folder:
        job, statistics = wish.job_and_statistics(Clock(), (DocumentSide(documents, progress),))
        fill(folder, job, statistics)
    _tell_unseen(source, documents)
    return Index(path)


def add_to_index(
    path: str | Path,
    source: Source,
    *,
    threads: int = 0,
    progress: Progress | None = None,
    tell: Tell | None = None,
) -> int:
    """Adds documents to an index; gives how many.

    A document whose id is in the index already is left out, and named as other bad records are. Another writer is
    waited for.

    >>> import samesame as ss, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = ss.build_index(folder, {"a": "Keep the ferry."})
    >>> ss.add_to_index(folder, {"b": "Close the port.", "c": "Mend the pier."})
    2
    """
    documents = without_metadata(documents_of(source))
    with writing(Path(path), tell or _warn) as index:
        settings = method_named(index.header.method).settings(index.header.settings)
        wish = Wish(settings=settings, stats=index.statistics(), threads=threads)
        count = add(index, wish.job(Clock(), (NewSide(documents, index.known(), progress),)))
    _tell_unseen(source, documents)
    return count


def remove_from_index(path: str | Path, ids: Iterable[str], *, tell: Tell | None = None) -> list[str]:
    """Removes documents from an index; gives the ids that it does not hold. Another writer is waited for.

    >>> import samesame as ss, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = ss.build_index(folder, {"a": "Keep the ferry.", "b": "Close the port."})
    >>> ss.remove_from_index(folder, ["a", "z"])
    ['z']
    """
    with writing(Path(path), tell or _warn) as index:
        return remove(index, list(ids))


@dataclass(frozen=True, slots=True)
class NewSide:
    """Documents that an index does not have yet, read once; the others are named and left out."""

    documents: Documents
    known: _core.Ids
    progress: Progress | None = None

    @property
    def size(self) -> int:
        """Bytes of input."""
        return self.documents.size

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches, always in the same order."""
        for batch in self.documents.batches(progress=self.progress, again=again):
            new = self._new(batch)
            if new.num_rows:
                yield new

    def _new(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        repeated = self.known.repeated(batch.column("id"), batch.column("file"), batch.column("line"))
        for row, _, _ in repeated:
            here = batch.slice(row, 1).to_pylist()[0]
            message = f"the id '{here['id']}' is in the index already; left out"
            self.documents.problems.add(Problem(self.documents.file_name(here["file"]), here["line"], message))
        stay = np.delete(np.arange(batch.num_rows), [row for row, _, _ in repeated])
        return batch.take(to_arrow(stay)) if repeated else batch


def _warn(words: str) -> None:
    warnings.warn(words, stacklevel=2)


def _tell_unseen(source: Source, documents: Documents) -> None:
    """Bad records are named where the documents were opened; who gave something else could not see them."""
    if len(documents.problems) and not isinstance(source, Documents):
        first = next(iter(documents.problems))
        _warn(f"{len(documents.problems):,} bad records were left out, the first: {first}")
