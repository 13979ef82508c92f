"""What an engine is asked to do: run a plan, and tell meanwhile how it goes."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from samesame.read.problems import Problems

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame.plan.model import Plan
    from samesame.read.documents import Progress
    from samesame.report.kept import KeptRows
    from samesame.results import Batches


def _nothing(stage: str | None) -> None:
    """Told of stages that nobody asks about."""


def _warn(words: str) -> None:
    warnings.warn(words, stacklevel=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """Whom a run tells how it goes.

    `problems` take the bad records of each side, `progress` is told of documents read, `stage` of stages that begin
    (None: the last one ends), `tell` takes words for people.
    """

    problems: tuple[Problems, ...] = ()
    progress: Progress | None = None
    stage: Callable[[str | None], None] = _nothing
    tell: Callable[[str], None] = _warn

    def problems_of(self, side: int) -> Problems:
        """Where the bad records of a side go."""
        return self.problems[side] if side < len(self.problems) else Problems()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a run gave: its table (matches, removals or passages), and figures for the summary.

    `kept` are the documents that `dedup` leaves. `figures` are whole numbers by name: `documents`, `spilled`, ….
    """

    table: pa.Table | Batches
    figures: Mapping[str, int]
    relations: Mapping[str, int] = field(default_factory=dict)
    kept: KeptRows | None = None


class Engine(Protocol):
    """Runs plans."""

    def run(self, plan: Plan, live: Live) -> Outcome:
        """Carries out all steps of a plan."""
        ...
