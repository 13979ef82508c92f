"""From the thread that judges back to the event loop: one wake-up for all requests of a group."""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import Future

from samesame.store import Outcome

_Told = Future[list[Outcome]]


class Waiting:
    """Requests that wait for their outcomes. `asyncio.wrap_future` would wake the loop, by a system call, for each."""

    def __init__(self) -> None:
        self._ended: deque[tuple[asyncio.Future[list[Outcome]], _Told]] = deque()
        self._woken = False

    async def outcomes(self, told: _Told) -> list[Outcome]:
        """What the writer tells, once it does."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[list[Outcome]] = loop.create_future()

        def end(done: _Told) -> None:
            self._ended.append((waiter, done))
            if not self._woken:
                self._woken = True
                loop.call_soon_threadsafe(self._wake)

        told.add_done_callback(end)
        return await waiter

    def _wake(self) -> None:
        # Before the rest: what ends from now on wakes the loop again.
        self._woken = False
        while self._ended:
            waiter, done = self._ended.popleft()
            if waiter.done():  # the request was given up
                continue
            error = done.exception()
            if error is not None:
                waiter.set_exception(error)
            else:
                waiter.set_result(done.result())
