"""The interface of an engine: it runs a plan and reports its progress."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from samesame.read.problems import Problems

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

    from samesame.plan.model import Plan
    from samesame.read.documents import Progress
    from samesame.report.kept import KeptRows
    from samesame.results import Batches


def _nothing(stage: str | None) -> None:
    """Ignores stages."""


def _warn(words: str) -> None:
    warnings.warn(words, stacklevel=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """The receivers of what a run reports while it runs.

    `problems` receive the bad records of each side, `progress` the number of documents read, `stage` the name of each
    stage that begins (None when the last one ends), `tell` messages for people.
    """

    problems: tuple[Problems, ...] = ()
    progress: Progress | None = None
    stage: Callable[[str | None], None] = _nothing
    tell: Callable[[str], None] = _warn

    def problems_of(self, side: int) -> Problems:
        """The receiver of a side's bad records."""
        return self.problems[side] if side < len(self.problems) else Problems()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of a run: its table (matches, removals or passages), and figures for the summary.

    `kept` are the documents that `dedup` leaves, `clusters` the cluster of each document, if asked for. `figures` are
    integers by name: `documents`, `spilled`, ….
    """

    table: pa.Table | Batches
    figures: Mapping[str, int]
    relations: Mapping[str, int] = field(default_factory=dict)
    kept: KeptRows | KeptOnCluster | None = None
    clusters: pa.Table | None = None


class KeptOnCluster(Protocol):
    """The documents that `dedup` leaves, where they are too many to know each here."""

    @property
    def count(self) -> int:
        """How many there are."""
        ...

    @property
    def frame(self) -> DataFrame:
        """The documents with all columns, as a data frame of Spark."""
        ...

    def to_arrow(self) -> pa.Table:
        """The same, brought here."""
        ...


class Engine(Protocol):
    """Runs plans."""

    def run(self, plan: Plan, live: Live) -> Outcome:
        """Runs all steps of a plan."""
        ...
