"""What is written of the inputs of a run: neighbours of one kind at a time, with all columns or as JSON lines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame.read.documents import Documents
from samesame.report.kept import KeptRows, Positions
from samesame.report.marks import Marks

# A batch, and where its rows stand among the documents that were read.
Placed = tuple[pa.RecordBatch, Positions]


@dataclass(frozen=True)
class Chosen:
    """What is written of the documents: those that stay; with marks all of them, each with its mark."""

    documents: Documents
    rows: KeptRows
    marks: Marks | None = None

    @property
    def count(self) -> int:
        """How many documents are written."""
        return int(self.rows.mask.sum() if self.marks is None else len(self.rows.mask))

    def of_files(self, first: int, files: int = 1) -> Positions:
        """The documents of neighbouring inputs that are written."""
        return self.rows.of_files(first, files, every=self.marks is not None)

    def among(self, positions: Positions) -> npt.NDArray[np.bool_]:
        """Which documents of a later reading are written."""
        known = positions >= 0
        return known if self.marks is not None or not len(self.rows.mask) else known & self.rows.mask[positions]


@dataclass(frozen=True)
class Part(ABC):
    """Neighbouring inputs of one kind; the first of them has the number `first`."""

    chosen: Chosen
    first: int
    sources: tuple[Any, ...]

    @property
    def count(self) -> int:
        """How many documents are written of these inputs."""
        return len(self.chosen.of_files(self.first, len(self.sources)))

    @abstractmethod
    def schemas(self) -> Iterator[tuple[str, pa.Schema]]:
        """The columns of each input, with its name."""

    @abstractmethod
    def batches(self) -> Iterator[Placed]:
        """The documents that are written, with all their columns."""

    @abstractmethod
    def lines(self) -> Iterator[bytes]:
        """The same as JSON lines, with marks if there are any."""
