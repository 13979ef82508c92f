"""Record batches on disk, one read at a time."""

from __future__ import annotations

import tempfile
import weakref
from collections.abc import Iterable, Iterator

import pyarrow as pa

from samesame.errors import InputError


class Spooled:
    """Batches in a temporary file without a name, so that nothing is left behind however the program ends.

    They are read, not mapped: mapped pages would count as memory.

    >>> batch = pa.record_batch({"a": [1, 2]})
    >>> spooled = Spooled(batch.schema, [batch, batch.slice(1)])
    >>> spooled.num_rows, [batch.column("a").to_pylist() for batch in spooled]
    (3, [[1, 2], [2]])
    """

    def __init__(self, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        self.schema = schema
        self.num_rows = 0
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
        weakref.finalize(self, self._file.close)
        self._places: list[tuple[int, int]] = []
        end = 0
        for batch in batches:
            data = batch.serialize()
            self._write(data)
            self._places.append((end, data.size))
            end += data.size
            self.num_rows += batch.num_rows

    def _write(self, data: pa.Buffer) -> None:
        rest = memoryview(data)
        try:
            while len(rest):
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise InputError(
                f"rows beyond the memory wait in a temporary file in {tempfile.gettempdir()}: {error.strerror}; make "
                "room there, set TMPDIR to another folder, or raise --memory or the threshold"
            ) from error

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        for start, size in self._places:
            self._file.seek(start)
            yield pa.ipc.read_record_batch(pa.py_buffer(self._read(size)), self.schema)

    def _read(self, size: int) -> bytes:
        parts: list[bytes] = []
        while size:
            parts.append(self._file.read(size))
            size -= len(parts[-1])
        return b"".join(parts)
