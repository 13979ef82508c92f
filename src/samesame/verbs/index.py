"""The verbs of an index on disk: build, add, remove."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any

from samesame.match.index import Index
from samesame.read.documents import Progress
from samesame.read.verb import Source, documents_of, without_metadata
from samesame.sign.statistics import Statistics
from samesame.verbs.run import Clock, DocumentSide, Wish


def build_index(
    path: str | Path,
    source: Source,
    *,
    method: str = "overlap",
    preset: str | None = None,
    stats: Statistics | str | PathLike[str] | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    **parameters: Any,
) -> Index:
    """Makes an index of a collection, for `find(..., against=path)`.

    The folder `path` keeps signatures and ids, no texts. The parameters are those of the method; threshold and measure
    can be chosen anew with each `find`.

    >>> import samesame as ss, tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "letters"
    >>> index = ss.build_index(folder, {"a": "The ferry leaves at ten every morning."})
    >>> index.documents
    1
    >>> [(match.left, match.right) for match in ss.find({"b": "the ferry leaves at ten every morning"}, against=folder)]
    [('a', 'b')]
    """
    wish = Wish(method=method, parameters=parameters, preset=preset, stats=stats, threads=threads)
    documents = without_metadata(documents_of(source))
    job, statistics = wish.job_and_statistics(Clock(), (DocumentSide(documents, progress),))
    return Index.create(path, job, statistics)


def add_to_index(path: str | Path, source: Source, *, threads: int = 0, progress: Progress | None = None) -> int:
    """Adds documents to an index; gives how many.

    >>> import samesame as ss, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = ss.build_index(folder, {"a": "Keep the ferry."})
    >>> ss.add_to_index(folder, {"b": "Close the port.", "c": "Mend the pier."})
    2
    """
    index = Index(path)
    header = index.header
    wish = Wish(method=header.method, parameters=header.settings, stats=index.statistics(), threads=threads)
    documents = without_metadata(documents_of(source))
    return index.add(wish.job(Clock(), (DocumentSide(documents, progress),)))


def remove_from_index(path: str | Path, ids: Iterable[str]) -> list[str]:
    """Removes documents from an index; gives the ids that it does not hold.

    >>> import samesame as ss, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = ss.build_index(folder, {"a": "Keep the ferry.", "b": "Close the port."})
    >>> ss.remove_from_index(folder, ["a", "z"])
    ['z']
    """
    return Index(path).remove(list(ids))
