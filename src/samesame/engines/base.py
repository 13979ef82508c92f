"""What an engine is asked to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from samesame.errors import ParameterError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from samesame import _core
    from samesame.match.groups import Groups, Numbers
    from samesame.match.pairs import Found, Measured
    from samesame.methods.base import Method, MethodSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a run may use: bytes of memory for what is kept aside, and threads (0: one a core)."""

    memory: int = 2 << 30
    threads: int = 0

    def __post_init__(self) -> None:
        if self.threads < 0:
            raise ParameterError(f"threads: expected 0 (one a core) or more, got {self.threads}")


class Side(Protocol):
    """Documents that can be read several times."""

    @property
    def size(self) -> int:
        """Bytes of input, roughly; 0 where that cannot be told."""
        ...

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches with id and text, always in the same order."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A method with its settings, over the documents of one side, or across two."""

    sides: tuple[Side, ...]
    settings: MethodSettings
    limits: Limits
    weights: _core.WordWeights | None = None
    # Told of each stage that begins.
    stage: Callable[[str], None] = lambda name: None

    @property
    def method(self) -> Method[Any]:
        """The method."""
        return self.settings.method


# The identical documents → the representatives of their groups in the order of preference, and those that must stay.
Prefer: TypeAlias = "Callable[[Groups], tuple[Numbers, Numbers]]"


@dataclass(frozen=True, slots=True)
class Stars:
    """Representatives that go, the one that stays in the place of each, and what the two share in 4-word shingles."""

    groups: Groups
    gone: Numbers
    kept: Numbers
    # Whether each also covers the one that goes for it.
    mutual: npt.NDArray[np.bool_]
    # For each document whether the method could make anything of it: only then its copies go for it.
    signed: npt.NDArray[np.bool_]
    measured: Measured


class Engine(Protocol):
    """Runs a method over documents."""

    def find(self, job: Job) -> Found:
        """The identical documents, and the pairs that pass between their firsts, measured."""
        ...

    def stars(self, job: Job, prefer: Prefer) -> Stars:
        """Who stays and who goes."""
        ...
