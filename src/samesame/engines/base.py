"""What an engine is asked to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from samesame.errors import ParameterError

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame.match.groups import Groups
    from samesame.methods.base import Method


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a run may use: bytes of memory for texts kept aside, and threads (0: one a core)."""

    memory: int = 2 << 30
    threads: int = 0

    def __post_init__(self) -> None:
        if self.threads < 0:
            raise ParameterError(f"threads: expected 0 (one a core) or more, got {self.threads}")


class Engine(Protocol):
    """Runs a method over batches of documents."""

    def groups(
        self, batches: Iterable[pa.RecordBatch], method: Method, settings: Mapping[str, Any], limits: Limits
    ) -> Groups:
        """The sets of identical documents."""
        ...
