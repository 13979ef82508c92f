"""Seconds of each stage of a run."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

# Told of each stage that begins; None: the last one ends.
Stage: TypeAlias = Callable[[str | None], None]


class Clock:
    """Measures stages: called with the name of each stage that begins, and with None when the last one ends.

    Passes each call on to `stage`, if given.

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
        """Begins a stage; None ends the last one."""
        now = time.perf_counter()
        if self._stage is not None:
            self.stages[self._stage] = self.stages.get(self._stage, 0.0) + now - self._since
        self._stage, self._since = stage, now
        if self._told is not None:
            self._told(stage)

    @property
    def seconds(self) -> float:
        """Seconds from the beginning to the last call."""
        return self._since - self.started
