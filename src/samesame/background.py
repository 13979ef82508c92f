"""Calls in the background, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Background:
    """A thread that makes calls in order while the caller continues."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._last: Future[Any] | None = None

    def start(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Makes a call as soon as the calls before it are done."""
        future = self._thread.submit(call, *args, **kwargs)
        self._last = future
        return future

    def wait(self) -> None:
        """Waits until all calls are done, and raises the error of the last one, if any."""
        last, self._last = self._last, None
        if last is not None:
            last.result()
