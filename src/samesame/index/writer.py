"""Writing an index: filled once, changed as a whole, by one process at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from samesame.arrays import to_arrow, to_numpy, words_array
from samesame.errors import ParameterError
from samesame.index.files import LOCK, STATISTICS, Tell, replace_header, sweep
from samesame.index.header import File, Header, Part
from samesame.index.lock import locked
from samesame.index.parts import Addition, open_parts
from samesame.index.reader import Index
from samesame.methods import MethodSettings
from samesame.sign.statistics import Statistics


@contextlib.contextmanager
def writing(path: Path, tell: Tell) -> Iterator[Index]:
    """The index as it stands, and nobody else writes to it. What a broken write left, now or before, is taken away."""
    Index(path)  # says so where there is none, before a lock is made there
    with locked(path / LOCK, lambda: tell(f"waiting for another writer of the index '{path}'")):
        index = Index(path)
        if rest := sweep(path):
            tell(f"index: '{path}' had the rest of a write that was broken off; taken away: {', '.join(rest)}")
        try:
            yield index
        finally:
            # Nothing is lost if that fails: the next writer tries again.
            with contextlib.suppress(OSError):
                sweep(path)


def require_sets(settings: MethodSettings) -> None:
    """Refuses a method whose signatures an index cannot keep."""
    if settings.signing is None or not settings.signing.indexed:
        raise ParameterError(f"method: '{settings.method.name}' has no sets of features to keep; an index needs them")


def fill(folder: Path, settings: MethodSettings, statistics: Statistics | None, addition: Addition) -> int:
    """Writes a new index to an empty folder; gives how many documents it has."""
    file = None
    if statistics is not None:
        statistics.save(folder / STATISTICS)
        file = File.written(folder / STATISTICS)
    part = addition.write(folder, 1, None)
    header = Header(
        method=settings.method.name,
        settings=settings.to_dict(),
        statistics=statistics.fingerprint if statistics else None,
        statistics_file=file,
        parts=(part,) if part.documents else (),
        bytes=addition.size,
        writes=1,
    )
    replace_header(folder, header)
    sweep(folder)
    return part.documents


def add(index: Index, addition: Addition) -> int:
    """Adds documents, none of which the index has; gives how many."""
    old = index.header
    part = addition.write(index.path, old.writes + 1, index.core)
    if not part.documents:
        return 0
    header = replace(old, parts=(*old.parts, part), bytes=old.bytes + addition.size, writes=old.writes + 1)
    replace_header(index.path, _merged(index.path, header))
    return part.documents


def _merged(folder: Path, header: Header) -> Header:
    """The header with its last parts merged, so that few are left: each is larger than all that follow together."""
    parts = header.parts
    first, size = len(parts) - 1, parts[-1].file.size
    while first and parts[first - 1].file.size <= size:
        first -= 1
        size += parts[first].file.size
    if first == len(parts) - 1:
        return header
    path = folder / f"part-{header.writes:05}.merged"
    file = File(path.name, *open_parts(folder, parts, header.removed_file).merge(first, path))
    documents = sum(part.documents for part in parts[first:])
    if first:
        return replace(header, parts=(*parts[:first], Part(documents, file)))
    # All of them: what was removed is left out.
    return replace(header, parts=(Part(documents - header.removed, file),), removed=0, removed_file=None)


def remove(index: Index, ids: Sequence[str]) -> list[str]:
    """Removes documents; gives the ids that are not in the index."""
    known = [id_ for id_ in ids if _is_text(id_)]
    rows = index.core.rows_of(words_array(known))
    found = {id_ for id_, there in zip(known, to_numpy(rows.is_valid()), strict=True) if there}
    if found:
        writes = index.header.writes + 1
        path = index.path / f"removed-{writes:05}.blocks"
        gone = to_arrow(np.unique(to_numpy(rows.drop_null())))
        sealed, count = index.core.write_removed(path, gone)
        header = replace(index.header, removed=count, removed_file=File(path.name, *sealed), writes=writes)
        replace_header(index.path, header)
    return [id_ for id_ in ids if id_ not in found]


def _is_text(id_: str) -> bool:
    """Whether it can be the id of a document: a file name of other bytes, given on a command line, cannot."""
    return id_.encode(errors="ignore").decode() == id_
