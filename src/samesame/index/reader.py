"""An index as it is read: one whole state of it, whatever is written meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow
from samesame.errors import FormatError, InputError, ParameterError
from samesame.index.header import HEADER, File, Header, early, load
from samesame.index.parts import read_part, read_removed
from samesame.match.groups import Numbers
from samesame.methods import MethodSettings
from samesame.sign.statistics import Statistics


class Index:
    """The signatures of a collection on disk, as they stood when it was opened. Serves as the second side of a `find`.

    Every file is compared with its checksum before it is used.

    >>> import samesame as ss, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = ss.build_index(folder, {"a": "Keep the ferry.", "b": "Close the port."})
    >>> ss.Index(folder).documents
    2
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._verified: set[str] = set()
        self.header, self.removed = self._state()

    @staticmethod
    def is_one(path: object) -> bool:
        """Whether there is an index at this path."""
        return isinstance(path, str | Path) and (Path(path) / HEADER).is_file()

    def statistics(self) -> Statistics | None:
        """The word statistics that its signatures were made under."""
        file = self.header.statistics_file
        return None if file is None else Statistics.load(self._open(file))

    def check(self, settings: MethodSettings) -> None:
        """Refuses signatures of another kind."""
        header, method, asked = self.header, settings.method.name, early(settings.to_dict())
        if method != header.method or asked != header.early_settings():
            raise ParameterError(
                f"index: '{self.path}' was made by '{header.method}' with {_show(header.early_settings())}; "
                f"asked for '{method}' with {_show(asked)}"
            )

    @property
    def size(self) -> int:
        """Bytes of the texts that were added, roughly."""
        return self.header.bytes

    @property
    def documents(self) -> int:
        """How many documents it holds."""
        return sum(part.documents for part in self.header.parts) - self.header.removed

    def ids(self) -> pa.Array:
        """The ids of all documents."""
        parts = [batch.column("id") for _, _, batch in self.blocks()]
        return pa.concat_arrays([pa.nulls(0, pa.large_string()), *parts])

    def known(self) -> _core.Ids:
        """The ids of all documents as a registry: 128 bits of each, however long they are."""
        known = _core.Ids()
        for _, rows, batch in self.blocks():
            known.repeated(batch.column("id"), to_arrow(np.zeros_like(rows), pa.uint32()), to_arrow(rows, pa.uint64()))
        return known

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches with id, key, features and plain shingles."""
        for _, _, batch in self.blocks(features=True):
            if batch.num_rows:
                yield batch

    def blocks(self, *, features: bool = False) -> Iterator[tuple[int, Numbers, pa.RecordBatch]]:
        """The documents that are there, block after block: number of the part, rows in it, and what is kept of them."""
        parts, removed = self.removed
        for number, part in enumerate(self.header.parts):
            gone = removed[slice(*np.searchsorted(parts, [number, number + 1]))]
            row = 0
            for batch in read_part(part, self._open, features=features):
                rows = np.arange(row, row := row + batch.num_rows)
                here = gone[slice(*np.searchsorted(gone, [rows[0], row]))] - rows[0]
                stay = np.delete(np.arange(len(rows)), here)
                yield number, rows[stay], batch.take(to_arrow(stay)) if len(here) else batch

    def _open(self, file: File) -> Path:
        """The path of a file, verified once."""
        if file.name in self._verified:
            return self.path / file.name
        path = file.verified(self.path)
        self._verified.add(file.name)
        return path

    def _state(self) -> tuple[Header, tuple[Numbers, Numbers]]:
        """The header, and what was removed: parts and rows.

        Of all files, only the list of the removed is ever taken away: when another takes its place.
        """
        while True:
            header = load(self.path)
            try:
                file = header.removed_file
                none = np.zeros(0, np.int64)
                return header, (none, none) if file is None else read_removed(self._open(file))
            except (FormatError, InputError):  # gone before it was verified, or between that and reading it
                if load(self.path) == header:
                    raise


def _show(settings: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in settings.items())
