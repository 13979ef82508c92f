"""Which documents stay, known again in a second reading: by file, line and id, never by their place in the order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.errors import InputError
from samesame.read.documents import Documents
from samesame.read.inputs import Input
from samesame.read.schema import PUBLIC

# A place is one number: the file above these bits, the line below. That is enough for 2^28 files of 2^36 lines.
LINE_BITS = 36
Places: TypeAlias = npt.NDArray[np.uint64]
Positions: TypeAlias = npt.NDArray[np.int64]


def places(files: npt.NDArray[np.integer], lines: npt.NDArray[np.integer]) -> Places:
    """Files and lines as places."""
    if len(files) and (int(files.max()) >> (64 - LINE_BITS) or int(lines.max()) >> LINE_BITS):
        raise InputError("more than 2^28 files, or more than 2^36 lines in one; split the collection")
    return (files.astype(np.uint64) << np.uint64(LINE_BITS)) | lines.astype(np.uint64)


@dataclass(frozen=True, slots=True)
class Stamps:
    """Size, time and number on the disk of each input file, before it was read."""

    stamps: dict[int, tuple[int, ...]]

    @staticmethod
    def of(documents: Documents) -> Stamps:
        """Those of now."""
        files = [source.path if isinstance(source, Input) else None for source in documents.sources]
        return Stamps({number: _stamp(path) for number, path in enumerate(files) if path is not None})

    def check(self, documents: Documents) -> None:
        """Names the first file that is another now."""
        for number, stamp in self.stamps.items():
            source = documents.sources[number]
            if isinstance(source, Input) and source.path is not None and _stamp(source.path) != stamp:
                raise changed(source.name)


def _stamp(path: Path) -> tuple[int, ...]:
    """A file that is gone, or cannot be seen, has none."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def changed(name: str) -> InputError:
    """What is said of an input that is not what it was."""
    return InputError(
        f"{name}: changed while it was read; nothing was written; run it again when nobody writes to it any more"
    )


@dataclass(frozen=True, slots=True)
class KeptRows:
    """For each document that was read: its place, ascending; a hash of its id; whether it stays. 17 bytes each."""

    places: Places
    ids: Places
    mask: npt.NDArray[np.bool_]
    stamps: Stamps

    @staticmethod
    def of(places: Places, ids: Places, mask: npt.NDArray[np.bool_], stamps: Stamps) -> KeptRows:
        """Documents in the order of reading, which is nearly always that of their places."""
        if np.any(places[1:] <= places[:-1]):
            order = np.argsort(places, kind="stable")
            places, ids, mask = places[order], ids[order], mask[order]
        return KeptRows(places, ids, mask, stamps)

    def of_files(self, first: int, files: int = 1, *, every: bool = False) -> Positions:
        """The documents of neighbouring files that stay, or all of them, as their positions here, ascending."""
        ends = np.array([first, first + files], np.uint64) << np.uint64(LINE_BITS)
        start, end = np.searchsorted(self.places, ends).tolist()
        return np.arange(start, end) if every else start + np.flatnonzero(self.mask[start:end])

    def lines(self, positions: Positions) -> Places:
        """The lines on which documents begin, or the numbers of their rows; both count from 1."""
        return self.places[positions] & np.uint64((1 << LINE_BITS) - 1)

    def positions(self, batch: pa.RecordBatch, first_file: int = 0) -> Positions:
        """Where the documents of a later reading stand here; -1 for those that were not read before."""
        if not len(self.places):
            return np.full(batch.num_rows, -1)
        here = places(to_numpy(batch.column("file")) + np.uint32(first_file), to_numpy(batch.column("line")))
        at = np.minimum(np.searchsorted(self.places, here), len(self.places) - 1)
        ids = to_numpy(_core.fingerprints(batch.column("id")))
        return np.where((self.places[at] == here) & (self.ids[at] == ids), at, -1)

    def stay(self, batch: pa.RecordBatch, first_file: int = 0) -> npt.NDArray[np.bool_]:
        """Which rows of a later reading are documents that stay."""
        at = self.positions(batch, first_file)
        return np.asarray((at >= 0) & self.mask[at]) if len(self.mask) else at >= 0


def kept_batches(documents: Documents, rows: KeptRows) -> Iterator[pa.RecordBatch]:
    """The documents that stay, read again. An error at the end if one could not be found."""
    found = 0
    for batch in documents.batches(again=True):
        kept = batch.filter(to_arrow(rows.stay(batch)))
        found += kept.num_rows
        yield kept.select(PUBLIC)
    rows.stamps.check(documents)
    if found != int(rows.mask.sum()):
        raise changed(names_of(documents))


def names_of(documents: Documents) -> str:
    """All inputs in one word."""
    return documents.file_name(0) if len(documents.sources) == 1 else f"one of {len(documents.sources):,} inputs"
