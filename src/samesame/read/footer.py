"""The footer of a Parquet file, as far as memory depends on it.

pyarrow reads it too, but asked for a column chunk it ends the process if the footer is damaged: an exception of C++
passes its binding. Nothing here trusts the bytes; what cannot be understood is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

MAGIC = b"PAR1"
# A longer footer takes too long to look through.
LONGEST = 8 << 20
BYTE_ARRAY = 6


@dataclass(frozen=True, slots=True)
class Chunk:
    """A column of a row group that holds strings: its values, its bytes unpacked, where its first pages may be."""

    values: int
    size: int
    offsets: tuple[int, ...]


def string_chunks(file: pa.NativeFile) -> Iterator[Chunk]:
    """The columns of strings of all row groups. Raises ValueError or IndexError for what is no footer."""
    # FileMetaData: 4 row groups; RowGroup: 1 columns; ColumnChunk: 3 metadata, all as the format's Thrift file has it.
    for group in _Thrift(_footer(file)).struct().get(4, []):
        for column in group.get(1, []):
            chunk = column.get(3, {})
            # A chunk without values has no pages.
            if chunk.get(1) == BYTE_ARRAY and chunk.get(5):
                offsets = tuple(chunk[field] for field in (11, 9) if chunk.get(field, -1) >= 0)
                yield Chunk(max(chunk[5], 1), max(chunk.get(6, 0), 0), offsets)


def page_size(file: pa.NativeFile, offset: int) -> tuple[int, int]:
    """The kind of the page at this place, and its size when it is unpacked, as its header tells them."""
    # The header begins with three numbers; the third is the packed size.
    head = _Thrift(file.read_at(32, offset))
    kind, size, _ = (head.field()[1] for _ in range(3))
    return kind, size


def _footer(file: pa.NativeFile) -> bytes:
    total = file.size()
    tail = file.read_at(8, max(total - 8, 0))
    length = int.from_bytes(tail[:4], "little")
    if tail[4:] != MAGIC or not 0 < length <= min(total - 8, LONGEST):
        raise ValueError("no footer, or a very long one")
    found: bytes = file.read_at(length, total - 8 - length)
    return found


class _Thrift:
    """The compact protocol of Thrift. Strings are passed over: only numbers are asked for."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._field = 0

    def struct(self) -> dict[int, Any]:
        """The fields of a struct by their numbers."""
        outer, self._field = self._field, 0
        fields: dict[int, Any] = {}
        while self._data[self._at]:
            number, value = self.field()
            fields[number] = value
        self._at += 1
        self._field = outer
        return fields

    def field(self) -> tuple[int, Any]:
        """The next field of a struct: its number and its value."""
        head = self._byte()
        self._field = self._field + (head >> 4) if head >> 4 else self._number()
        number = self._field
        return number, self._value(head & 15, in_list=False)

    def _value(self, kind: int, *, in_list: bool) -> Any:
        if kind in (1, 2):
            return self._byte() == 1 if in_list else kind == 1
        if kind == 3:
            return self._byte()
        if kind in (4, 5, 6):
            return self._number()
        if kind in (7, 8):
            return self._skip(8 if kind == 7 else self._varint())
        if kind in (9, 10):
            head = self._byte()
            count = self._varint() if head >> 4 == 15 else head >> 4
            return [self._value(head & 15, in_list=True) for _ in range(count)]
        if kind == 12:
            return self.struct()
        raise ValueError(f"no type of Thrift: {kind}")

    def _byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _varint(self) -> int:
        number = shift = 0
        while True:
            byte = self._byte()
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
            shift += 7

    def _number(self) -> int:
        zigzag = self._varint()
        return (zigzag >> 1) ^ -(zigzag & 1)

    def _skip(self, count: int) -> None:
        self._at += count
        if self._at > len(self._data):
            raise IndexError("a string beyond the end")
