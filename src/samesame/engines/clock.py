"""Seconds of each stage of a run."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

# Told of each stage that begins; None: the last one ends.
Stage: TypeAlias = Callable[[str | None], None]


class Clock:
    """Told of each stage that begins; None: the last one ends. Whoever else wants to know is told, too.

    >>> clock = Clock()
    >>> clock("read"), clock("match"), clock("read"), clock(None)
    (None, None, None, None)
    >>> list(clock.stages)
    ['read', 'match']
    """

    def __init__(self, stage: Stage | None = None) -> None:
        self._told = stage
        self.started = self._since = time.perf_counter()
        self._stage: str | None = None
        self.stages: dict[str, float] = {}

    def __call__(self, stage: str | None) -> None:
        """A stage begins; None: the last one ends."""
        now = time.perf_counter()
        if self._stage is not None:
            self.stages[self._stage] = self.stages.get(self._stage, 0.0) + now - self._since
        self._stage, self._since = stage, now
        if self._told is not None:
            self._told(stage)

    @property
    def seconds(self) -> float:
        """From the beginning to the last stage that began or ended."""
        return self._since - self.started
