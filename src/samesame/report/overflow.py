"""Record batches in memory up to a limit; beyond it all of them are on disk and read one by one."""

from __future__ import annotations

import tempfile
import weakref
from collections.abc import Iterator
from typing import BinaryIO

import pyarrow as pa

from samesame.errors import InputError


class Overflow:
    """Batches in memory, or in a temporary file without a name, which vanishes however the program ends.

    The file is read and not mapped, because mapped pages would count as memory.

    >>> batch = pa.record_batch({"a": [1, 2]})
    >>> for limit in (0, 1 << 20):
    ...     rows = Overflow(batch.schema, limit)
    ...     rows.add(batch)
    ...     rows.add(batch.slice(1))
    ...     print(rows.on_disk, rows.num_rows, [batch.column("a").to_pylist() for batch in rows])
    True 3 [[1, 2], [2]]
    False 3 [[1, 2], [2]]
    """

    def __init__(self, schema: pa.Schema, limit: int) -> None:
        self.schema = schema
        self.num_rows = 0
        self._room = limit
        self._held: list[pa.RecordBatch] = []
        self._file: BinaryIO | None = None
        self._places: list[tuple[int, int]] = []

    @property
    def on_disk(self) -> bool:
        """Whether the limit was exceeded."""
        return self._file is not None

    def add(self, batch: pa.RecordBatch) -> None:
        """Adds rows."""
        self.num_rows += batch.num_rows
        self._room -= batch.nbytes
        self._held.append(batch)
        if self._room < 0:
            self._spill()

    def _spill(self) -> None:
        held, self._held = self._held, []
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile()  # noqa: SIM115 (it is closed with this object)
                weakref.finalize(self, self._file.close)
            for batch in held:
                data = batch.serialize()
                self._places.append((self._file.seek(0, 2), data.size))
                self._file.write(data)
            self._file.flush()
        except OSError as error:
            raise InputError(
                f"rows beyond the memory wait in a temporary file in {tempfile.gettempdir()}: {error.strerror}; make "
                "room there, set TMPDIR to another folder, or raise --memory"
            ) from error

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        for start, size in self._places:
            assert self._file is not None
            self._file.seek(start)
            yield pa.ipc.read_record_batch(pa.py_buffer(self._file.read(size)), self.schema)
        yield from self._held
