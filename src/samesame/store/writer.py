"""A thread that takes all that waits at a desk as one group: one turn at the window, one transaction, one sync."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, InvalidStateError

from samesame.store.desk import Desk
from samesame.store.errors import StoreError
from samesame.store.item import Item, Outcome

# Items that are written together: more would make the first of them wait for the last.
GROUP = 256
# Of more than these only half is taken at once: while it is written, the callers of the other half are answered and
# hand in their next items. With all of it in one group, callers and writer would take turns, each idle half the time.
_WHOLE = 16
# How often a desk rests, in seconds: when nobody waits, and when somebody always does.
_REST = 1.0
_BUSY_REST = 10.0


class Busy(Exception):
    """More waits already than may; try again later."""


class _Asked:
    """What one caller handed in, and what is known of it so far."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.taken = 0
        self.outcomes: list[Outcome] = []
        self.told: Future[list[Outcome]] = Future()

    def next(self, room: int) -> Sequence[Item]:
        """Its next items, as many as there is room for."""
        part = self.items[self.taken : self.taken + room]
        self.taken += len(part)
        return part

    def add(self, outcomes: list[Outcome]) -> None:
        self.outcomes += outcomes
        if len(self.outcomes) == len(self.items):
            self.end(None)

    def end(self, error: BaseException | None) -> None:
        # Whoever waited may have given up.
        with contextlib.suppress(InvalidStateError):
            if error is None:
                self.told.set_result(self.outcomes)
            else:
                self.told.set_exception(error)


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
        self._deadline: float | None = None
        self._rested = time.monotonic()
        self._thread = threading.Thread(target=self._work, name="samesame-writer")
        self._thread.start()

    def submit(self, items: Sequence[Item]) -> Future[list[Outcome]]:
        """Hands items in; the future has their outcomes once they are durable."""
        asked = _Asked(items)
        with self._change:
            if self._ending:
                raise StoreError("the desk is being closed; send it again")
            # A single request is taken even if it is larger than all that may wait.
            if self.waiting and self.waiting + len(items) > self._most:
                raise Busy(f"{self.waiting:,} documents wait already")
            self._asked.append(asked)
            self.waiting += len(items)
            self._change.notify()
        return asked.told

    def finish(self, seconds: float) -> None:
        """From now on there is so much time; who still waits then gets a `StoreError`, and may send it again."""
        with self._change:
            self._deadline = time.monotonic() + seconds

    def close(self) -> None:
        """Finishes what was handed in, and ends."""
        with self._change:
            self._ending = True
            self._change.notify()
        self._thread.join()

    def _work(self) -> None:
        while (group := self._next()) is not None:
            if self._deadline is not None and time.monotonic() > self._deadline:
                self._give_up(group)
            elif group:
                self._judge(group)
            if self._is_rest_due():
                # Nobody waits for this; an error comes again, to somebody, with the next document.
                with contextlib.suppress(Exception):
                    self._desk.rest()
                self._rested = time.monotonic()

    def _is_rest_due(self) -> bool:
        """Now and then, when nobody waits; where somebody always does, less often."""
        passed = time.monotonic() - self._rested
        return passed >= (_BUSY_REST if self._asked else _REST) and not self._ending

    def _next(self) -> list[tuple[_Asked, Sequence[Item]]] | None:
        """The next group; an empty one if nothing came for a while; None at the end."""
        with self._change:
            if not self._asked and not self._ending:
                self._change.wait(_REST)
            if not self._asked:
                return None if self._ending else []
            group, room = [], min(GROUP, max(_WHOLE, self.waiting // 2))
            while self._asked and room:
                asked = self._asked[0]
                part = asked.next(room)
                room -= len(part)
                group.append((asked, part))
                if asked.taken == len(asked.items):
                    self._asked.popleft()
            return group

    def _judge(self, group: list[tuple[_Asked, Sequence[Item]]]) -> None:
        try:
            outcomes = iter(self._desk.judge([item for _, part in group for item in part]))
        except BaseException as error:
            # Whoever waits gets it; this thread goes on, as the desk does.
            for asked, _ in group:
                self._drop(asked, error)
        else:
            for asked, part in group:
                asked.add([next(outcomes) for _ in part])
        self._forget(group)

    def _give_up(self, group: list[tuple[_Asked, Sequence[Item]]]) -> None:
        for asked, _ in group:
            self._drop(asked, StoreError("the server is being stopped; send it again"))
        self._forget(group)

    def _drop(self, asked: _Asked, error: BaseException) -> None:
        """The rest of a request is not judged if a part of it was not."""
        with self._change:
            if self._asked and self._asked[0] is asked:
                self._asked.popleft()
                self.waiting -= len(asked.items) - asked.taken
        asked.end(error)

    def _forget(self, group: list[tuple[_Asked, Sequence[Item]]]) -> None:
        with self._change:
            self.waiting -= sum(len(part) for _, part in group)
