"""Reads from the footer of a Parquet file what decides about memory.

pyarrow reads the footer, too, but if it is damaged, asking for a column chunk ends the process: a C++ exception passes
through its binding. Nothing here trusts the bytes; what cannot be understood is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyarrow as pa

MAGIC = b"PAR1"
# Parsing a longer footer would take too long.
LONGEST = 8 << 20
BYTE_ARRAY = 6
# The longest header of a page: usually, and with long values in its statistics.
HEAD = 1 << 10
LONGEST_HEAD = 1 << 20


@dataclass(frozen=True, slots=True)
class Chunk:
    """A column of a row group.

    `flat`: it is not nested in another one; `size` and `packed` are its bytes uncompressed and compressed; `offsets`:
    where its first page may be.
    """

    name: str
    flat: bool
    strings: bool
    values: int
    size: int
    packed: int
    offsets: tuple[int, ...]


class Page(NamedTuple):
    """The header of a page: its kind, its uncompressed and compressed bytes, and the length of the header itself."""

    kind: int
    size: int
    packed: int
    head: int


def row_groups(file: pa.NativeFile) -> Iterator[list[Chunk]]:
    """The columns with values, per row group. Raises ValueError or IndexError if this is no footer."""
    # FileMetaData: 4 row groups; RowGroup: 1 columns; ColumnChunk: 3 metadata, as in the Thrift file of the format.
    for group in _Thrift(_footer(file)).struct().get(4, []):
        columns = (column.get(3, {}) for column in group.get(1, []))
        # A chunk without values has no pages.
        yield [_chunk(column) for column in columns if column.get(5)]


def _chunk(column: dict[int, Any]) -> Chunk:
    offsets = tuple(column[field] for field in (11, 9) if column.get(field, -1) >= 0)
    path = column.get(3, [])
    name = b".".join(path).decode("utf-8", "replace")
    size, packed = (max(column.get(field, 0), 0) for field in (6, 7))
    return Chunk(name, len(path) == 1, column.get(1) == BYTE_ARRAY, max(column[5], 1), size, packed, offsets)


def pages(file: pa.NativeFile, chunk: Chunk) -> Iterator[Page]:
    """The pages of a column, from their headers. Only headers are read."""
    # Some writers do not say where the dictionary is; then it is the first page.
    at = min(chunk.offsets, default=0)
    end = at + chunk.packed
    while at < end:
        page = _page(file, at)
        yield page
        at += page.head + page.packed


def _page(file: pa.NativeFile, offset: int) -> Page:
    for most in (HEAD, LONGEST_HEAD):
        head = _Thrift(file.read_at(most, offset))
        try:
            fields = head.struct()
        except IndexError:
            continue  # the header may be longer
        page = Page(fields[1], fields[2], fields[3], head.at)
        if min(page.size, page.packed) < 0:
            raise ValueError("a page of negative size")
        return page
    raise ValueError("no header of a page")


def _footer(file: pa.NativeFile) -> bytes:
    total = file.size()
    tail = file.read_at(8, max(total - 8, 0))
    length = int.from_bytes(tail[:4], "little")
    if tail[4:] != MAGIC or not 0 < length <= min(total - 8, LONGEST):
        raise ValueError("no footer, or a very long one")
    found: bytes = file.read_at(length, total - 8 - length)
    return found


class _Thrift:
    """The compact protocol of Thrift. `at` is the position of the reading."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0
        self._field = 0

    def struct(self) -> dict[int, Any]:
        """The fields of a struct by their numbers."""
        outer, self._field = self._field, 0
        fields: dict[int, Any] = {}
        while self._data[self.at]:
            number, value = self.field()
            fields[number] = value
        self.at += 1
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
            return self._bytes(8 if kind == 7 else self._varint())
        if kind in (9, 10):
            head = self._byte()
            count = self._varint() if head >> 4 == 15 else head >> 4
            return [self._value(head & 15, in_list=True) for _ in range(count)]
        if kind == 12:
            return self.struct()
        raise ValueError(f"no type of Thrift: {kind}")

    def _byte(self) -> int:
        self.at += 1
        return self._data[self.at - 1]

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

    def _bytes(self, count: int) -> bytes:
        self.at += count
        if self.at > len(self._data):
            raise IndexError("a string beyond the end")
        return self._data[self.at - count : self.at]
