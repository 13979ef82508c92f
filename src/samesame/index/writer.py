"""Writing an index: filled once, changed as a whole, by one process at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.compute as pc

from samesame.arrays import to_numpy, words_array
from samesame.errors import ParameterError
from samesame.index.files import LOCK, STATISTICS, Tell, replace_header, sweep
from samesame.index.header import File, Header
from samesame.index.lock import locked
from samesame.index.parts import Signed, write_part, write_removed
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


def fill(folder: Path, settings: MethodSettings, statistics: Statistics | None, signed: Signed, *, size: int) -> int:
    """Writes a new index to an empty folder; gives how many documents it has. `size` is bytes of input."""
    file = None
    if statistics is not None:
        statistics.save(folder / STATISTICS)
        file = File.written(folder / STATISTICS)
    header = Header(
        method=settings.method.name,
        settings=settings.to_dict(),
        statistics=statistics.fingerprint if statistics else None,
        statistics_file=file,
    )
    header = _with_documents(folder, header, signed, size)
    replace_header(folder, header)
    sweep(folder)
    return sum(part.documents for part in header.parts)


def add(index: Index, signed: Signed, *, size: int) -> int:
    """Adds documents, none of which the index has; gives how many."""
    header = _with_documents(index.path, index.header, signed, size)
    if header.parts == index.header.parts:
        return 0
    replace_header(index.path, header)
    return header.parts[-1].documents


def remove(index: Index, ids: Sequence[str]) -> list[str]:
    """Removes documents; gives the ids that are not in the index."""
    wanted = words_array([id_ for id_ in ids if _is_text(id_)])
    parts, rows = ([column] for column in index.removed)
    found: set[str] = set()
    for number, numbers, batch in index.blocks():
        hits = np.flatnonzero(to_numpy(pc.is_in(batch.column("id"), value_set=wanted)))
        parts.append(np.full(len(hits), number))
        rows.append(numbers[hits])
        found.update(batch.column("id")[int(hit)].as_py() for hit in hits)
    if found:
        every = np.concatenate(parts), np.concatenate(rows)
        order = np.lexsort((every[1], every[0]))
        writes = index.header.writes + 1
        file = write_removed(index.path, writes, (every[0][order], every[1][order]))
        header = replace(index.header, removed=len(order), removed_file=file, writes=writes)
        replace_header(index.path, header)
    return [id_ for id_ in ids if id_ not in found]


def _with_documents(folder: Path, header: Header, signed: Signed, size: int) -> Header:
    """The header with a part more, if there are any documents."""
    writes = header.writes + 1
    part = write_part(folder, writes, signed)
    parts = (*header.parts, part) if part.documents else header.parts
    return replace(header, parts=parts, bytes=header.bytes + size, writes=writes)


def _is_text(id_: str) -> bool:
    """Whether it can be the id of a document: a file name of other bytes, given on a command line, cannot."""
    return id_.encode(errors="ignore").decode() == id_
