"""Seconds of each stage of a run."""

from __future__ import annotations

import time


class Clock:
    """Measures stages: called with the name of each stage that begins, and with None when the last one ends.

    >>> clock = Clock()
    >>> clock("read"), clock("match"), clock("read"), clock(None)
    (None, None, None, None)
    >>> list(clock.stages)
    ['read', 'match']
    """

    def __init__(self) -> None:
        self.started = self._since = time.perf_counter()
        self._stage: str | None = None
        self.stages: dict[str, float] = {}

    def __call__(self, stage: str | None) -> None:
        """Begins a stage; None ends the last one."""
        now = time.perf_counter()
        if self._stage is not None:
            self.stages[self._stage] = self.stages.get(self._stage, 0.0) + now - self._since
        self._stage, self._since = stage, now

    @property
    def seconds(self) -> float:
        """Seconds from the beginning to the last call."""
        return self._since - self.started
