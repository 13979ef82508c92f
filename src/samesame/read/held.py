"""Documents that are read more than once: kept in memory if they fit, so that they are parsed once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    from samesame.read.side import Question, Side


class Held:
    """A side that remembers its batches, up to a number of bytes in all.

    The first reading reports the problems; later ones do not.
    """

    def __init__(self, side: Side, room: int) -> None:
        self._side = side
        self._room = room
        self._told = False
        self._batches: list[pa.RecordBatch] | None = None

    @property
    def size(self) -> int:
        """Bytes of input."""
        return self._side.size

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches with id and text, always in the same order."""
        if self._batches is not None:
            return iter(self._batches)
        return self._side.batches(again=True) if self._told else self._first()

    def narrowed(self, question: Question) -> tuple[Side, int]:
        """All: which of them match is known when they are read."""
        return self, 0

    def _first(self) -> Iterator[pa.RecordBatch]:
        held: list[pa.RecordBatch] = []
        room = self._room
        for batch in self._side.batches():
            room -= batch.nbytes
            if room >= 0:
                held.append(batch)
            else:
                held.clear()
            yield batch
        self._told = True
        if room >= 0:
            self._batches = held
