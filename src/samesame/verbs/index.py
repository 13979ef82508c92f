"""The verbs of an index on disk: build, add, remove."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

from samesame.engines.clock import Stage
from samesame.index import Index
from samesame.index.files import Tell
from samesame.index.writer import remove, writing
from samesame.methods import MethodSettings
from samesame.plan.make import Memory, plan_addition, plan_index
from samesame.read.documents import Clean, Documents, IdsFrom, Progress
from samesame.read.verb import Reading, Size, Source
from samesame.sign.statistics import Statistics
from samesame.verbs.run import carry_out

# Bad records that a warning names; the others are counted.
NAMED = 10


def build_index(
    path: str | Path,
    source: Source,
    *,
    method: str | MethodSettings = "overlap",
    preset: str | None = None,
    stats: Statistics | str | PathLike[str] | None = None,
    memory: Memory = "2GiB",
    threads: int = 0,
    format: str | None = None,
    id_field: str = "id",
    text_field: str = "text",
    time_field: str = "time",
    ids: IdsFrom = "field",
    clean: Clean = "article",
    delimiter: str = ",",
    encoding: str = "utf-8",
    max_record: Size = 128 << 20,
    strict: bool = False,
    progress: Progress | None = None,
    stage: Stage | None = None,
    tell: Tell | None = None,
    **parameters: Any,
) -> Index:
    """Makes an index of a collection, for `find` and `dedup` with `against=path`.

    The folder `path` holds ids and features, no texts. It appears only when it is complete. The parameters are those of
    the method; `threshold` and `measure` can be chosen anew with each `find`. Features beyond `memory` wait in a
    temporary file; some 100 bytes per document are held in any case. `text_field` and the other options of `ss.read`
    say how `source` is read. `tell` is called with messages for people, such as that the rest of a killed build is
    replaced; without it they are warnings.

    >>> import samesame as ss, tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "letters"
    >>> index = ss.build_index(folder, {"a": "The ferry leaves at ten every morning."})
    >>> index.documents
    1
    >>> [(match.left, match.right) for match in ss.find({"b": "the ferry leaves at ten every morning"}, against=folder)]
    [('a', 'b')]
    """
    asked = Reading.among(locals()).later(source)
    planned = plan_index(
        asked, path=path, method=method, preset=preset, stats=stats, memory=memory, threads=threads, **parameters
    )
    carry_out(planned, progress=progress, tell=tell, stage=stage)
    _tell_unseen(source, planned.documents[0])
    return Index(path)


def add_to_index(
    path: str | Path,
    source: Source,
    *,
    memory: Memory = "2GiB",
    threads: int = 0,
    format: str | None = None,
    id_field: str = "id",
    text_field: str = "text",
    time_field: str = "time",
    ids: IdsFrom = "field",
    clean: Clean = "article",
    delimiter: str = ",",
    encoding: str = "utf-8",
    max_record: Size = 128 << 20,
    strict: bool = False,
    progress: Progress | None = None,
    stage: Stage | None = None,
    tell: Tell | None = None,
) -> int:
    """Adds documents to an index; returns how many.

    Bad records, and documents whose id is in the index already, are left out and listed in the `problems` of
    `ss.read(...)`, if that is the source, or in a warning; the others are added. With `strict` the first one raises and
    nothing is added. Features beyond `memory` wait in a temporary file. If another process is writing to the index, the
    call waits. `text_field` and the other options of `ss.read` say how `source` is read.

    >>> import samesame as ss, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = ss.build_index(folder, {"a": "Keep the ferry."})
    >>> ss.add_to_index(folder, {"b": "Close the port.", "c": "Mend the pier."})
    2
    """
    planned = plan_addition(Reading.among(locals()).later(source), path=path, memory=memory, threads=threads)
    done = carry_out(planned, progress=progress, tell=tell, stage=stage)
    _tell_unseen(source, planned.documents[0])
    return done.outcome.figures["documents"]


def remove_from_index(path: str | Path, ids: Iterable[str], *, tell: Tell | None = None) -> list[str]:
    """Removes documents from an index; returns the ids that it does not have.

    If another process is writing to the index, the call waits.

    >>> import samesame as ss, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = ss.build_index(folder, {"a": "Keep the ferry.", "b": "Close the port."})
    >>> ss.remove_from_index(folder, ["a", "z"])
    ['z']
    """
    with writing(Path(path), tell or _warn) as index:
        return remove(index, list(ids))


def _warn(words: str) -> None:
    warnings.warn(words, stacklevel=2)


def _tell_unseen(source: Source, documents: Documents) -> None:
    """Warns of bad records, unless the user has opened the documents and so has a list of their problems."""
    if (count := len(documents.problems)) and not isinstance(source, Documents):
        named = "; ".join(str(problem) for problem in islice(documents.problems, NAMED))
        more = f"; and {count - NAMED:,} more" if count > NAMED else ""
        _warn(f"{count:,} bad records were left out: {named}{more}")
