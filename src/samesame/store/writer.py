"""A thread that takes all that waits at a desk as one group: one turn at the window, one transaction, one sync."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from typing import NamedTuple

from samesame.store.desk import Desk
from samesame.store.item import Item, Outcome

# Items that are written together: more would make the first of them wait for the last.
GROUP = 256
# How often a desk without work rests, in seconds.
_IDLE = 1.0


class Busy(Exception):
    """More waits already than may; try again later."""


class _Asked(NamedTuple):
    items: Sequence[Item]
    told: Future[list[Outcome]]


class Writer:
    """Judges what several callers hand in, in the order in which it came.

    At most `waiting` items wait; more are `Busy`, so that whoever sends too fast waits, not the memory grows.
    """

    def __init__(self, desk: Desk, *, waiting: int = 10_000) -> None:
        self._desk, self._most = desk, waiting
        self._asked: deque[_Asked] = deque()
        self.waiting = 0
        self._change = threading.Condition()
        self._ending = False
        self._thread = threading.Thread(target=self._work, name="samesame-writer")
        self._thread.start()

    def submit(self, items: Sequence[Item]) -> Future[list[Outcome]]:
        """Hands items in; the future has their outcomes once they are durable."""
        told: Future[list[Outcome]] = Future()
        with self._change:
            # A single request is taken even if it is larger than all that may wait.
            if self._ending or (self.waiting and self.waiting + len(items) > self._most):
                raise Busy(f"{self.waiting:,} documents wait already")
            self._asked.append(_Asked(items, told))
            self.waiting += len(items)
            self._change.notify()
        return told

    def close(self) -> None:
        """Finishes what was handed in, and ends."""
        with self._change:
            self._ending = True
            self._change.notify()
        self._thread.join()

    def _work(self) -> None:
        while (group := self._next()) is not None:
            if group:
                self._judge(group)
            else:
                self._rest()

    def _next(self) -> list[_Asked] | None:
        """The next group; an empty one if nothing came for a while; None at the end."""
        with self._change:
            if not self._asked and not self._ending:
                self._change.wait(_IDLE)
            if not self._asked:
                return None if self._ending else []
            group, count = [self._asked.popleft()], 0
            count = len(group[0].items)
            while self._asked and count + len(self._asked[0].items) <= GROUP:
                group.append(self._asked.popleft())
                count += len(group[-1].items)
            return group

    def _judge(self, group: list[_Asked]) -> None:
        items = [item for asked in group for item in asked.items]
        try:
            outcomes = iter(self._desk.judge(items))
        except BaseException as error:
            # Whoever waits gets it; this thread goes on, as the desk does.
            for asked in group:
                asked.told.set_exception(error)
        else:
            for asked in group:
                asked.told.set_result([next(outcomes) for _ in asked.items])
        with self._change:
            self.waiting -= len(items)

    def _rest(self) -> None:
        # Nobody waits for this; an error comes again, to somebody, with the next document.
        try:
            self._desk.rest()
        except Exception as error:
            self.trouble: Exception | None = error
