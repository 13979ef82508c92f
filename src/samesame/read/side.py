"""A side of a run: documents that can be read several times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import pyarrow as pa

from samesame import _core
from samesame.read.documents import Documents, Progress


class Question(Protocol):
    """The documents of the sides before, to be matched with those of an index."""

    def answer(self, reader: _core.IndexReader) -> pa.UInt32Array | None:
        """The kinds of documents of the index that match, in order. None: that needs all documents."""
        ...


class Side(Protocol):
    """Documents that can be read several times."""

    @property
    def size(self) -> int:
        """Bytes of input, roughly; 0 if unknown."""
        ...

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches with id and text, or with what an index keeps, always in the same order."""
        ...

    def narrowed(self, question: Question) -> tuple[Side, int]:
        """The documents that can match those asked about, and how many others there are. Only an index can tell."""
        ...


@dataclass(frozen=True, slots=True)
class DocumentSide:
    """Documents read for id and text; each reading reports progress."""

    documents: Documents
    progress: Progress | None = None

    @property
    def size(self) -> int:
        """Bytes of input."""
        return self.documents.size

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches, always in the same order."""
        return self.documents.batches(progress=self.progress, again=again)

    def narrowed(self, question: Question) -> tuple[Side, int]:
        """All: which of them match is known when they are read."""
        return self, 0
