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

    def of_file(self, file: int) -> tuple[Places, Places]:
        """Lines and hashes of the documents of a file that stay, ascending."""
        ends = (np.array([file, file + 1], np.uint64)) << np.uint64(LINE_BITS)
        start, end = np.searchsorted(self.places, ends)
        stays = self.mask[start:end]
        return self.places[start:end][stays] & np.uint64((1 << LINE_BITS) - 1), self.ids[start:end][stays]

    def stay(self, batch: pa.RecordBatch, first_file: int = 0) -> npt.NDArray[np.bool_]:
        """Which rows of a later reading are documents that stay."""
        if not len(self.places):
            return np.zeros(batch.num_rows, np.bool_)
        here = places(to_numpy(batch.column("file")) + np.uint32(first_file), to_numpy(batch.column("line")))
        at = np.minimum(np.searchsorted(self.places, here), len(self.places) - 1)
        ids = to_numpy(_core.fingerprints(batch.column("id")))
        known: npt.NDArray[np.bool_] = self.mask[at] & (self.places[at] == here) & (self.ids[at] == ids)
        return known


def kept_batches(documents: Documents, rows: KeptRows, file: int | None = None) -> Iterator[pa.RecordBatch]:
    """The documents that stay, read again: of all inputs or of one. An error at the end if one could not be found."""
    source, first, wanted = documents, 0, int(rows.mask.sum())
    if file is not None:
        source = Documents([documents.sources[file]], documents.options, documents.problems)
        first, wanted = file, len(rows.of_file(file)[0])
    found = 0
    for batch in source.batches(again=True):
        kept = batch.filter(to_arrow(rows.stay(batch, first)))
        found += kept.num_rows
        yield kept.select(PUBLIC)
    rows.stamps.check(documents)
    if found != wanted:
        raise changed(documents.file_name(file) if file is not None else _names(documents))


def _names(documents: Documents) -> str:
    """All inputs in one word."""
    return documents.file_name(0) if len(documents.sources) == 1 else f"one of {len(documents.sources):,} inputs"
