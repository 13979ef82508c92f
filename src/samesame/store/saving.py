"""Snapshots beside the judging: nobody is judged while the window is written, but while it is synced."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Lock, RLock

from samesame.errors import SamesameError
from samesame.report.whole import whole_file
from samesame.store.database import errors_named
from samesame.store.restore import Keeper, Tell
from samesame.window.stream import Window

State = Callable[[], tuple[Window, int]]


class Saving:
    """Takes snapshots of a desk: of its window and its last number, under its lock.

    What is removed while a snapshot is being synced is still in it, so that these ids are noted with its name.
    """

    def __init__(self, keeper: Keeper, lock: RLock, state: State, every: int, tell: Tell) -> None:
        self._keeper, self._lock, self._state, self._tell = keeper, lock, state, tell
        self._every = self._due = every
        self._saved = 0
        # One at a time. Whoever has the lock of the desk does not wait for it while another may have it.
        self._turn = Lock()
        # Ids that were removed since the window was written; None when none is, or what was written may not be used.
        self._removed: set[str] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="samesame-snapshot")
        self._begun: Future[None] | None = None
        self._ended = False
        # For how long the last one kept everybody waiting.
        self.seconds = 0.0

    def begin_at(self, number: int) -> None:
        """The window was restored with the documents up to a number."""
        self._saved = number

    def since(self, number: int) -> int:
        """How many documents came since the last snapshot."""
        return number - self._saved

    def begin_if_due(self, number: int, times: int = 1) -> None:
        """Begins a snapshot when so many times the documents of one have come, unless one is being taken."""
        if self.since(number) < times * self._due or self._ended:
            return
        if self._begun is None or self._begun.done():
            self._begun = self._thread.submit(self.take_or_tell)

    def removed(self, ids: Iterable[str]) -> None:
        """These documents were taken out of window and database."""
        if self._removed is not None:
            self._removed.update(ids)

    def spoil(self) -> None:
        """Window and database do not agree: a snapshot that is being taken is not used."""
        self._removed = None

    def take(self) -> None:
        """Takes a snapshot."""
        path = self._keeper.new_file()
        with self._turn, errors_named(self._keeper.store):
            with whole_file(path) as partial, self._lock:
                begun = clock.perf_counter()
                window, number = self._state()
                window.write(partial)
                self._removed = set()
                self.seconds = clock.perf_counter() - begun
            with self._lock:
                removed, self._removed = self._removed, None
                if removed is None:
                    path.unlink()
                    return
                self._keeper.use(path, number, removed)
                self._saved, self._due = number, self._every

    def take_or_tell(self) -> None:
        """One that fails, for lack of room, loses nothing: rows are the truth. The next is tried later."""
        try:
            self.take()
        except SamesameError as error:
            self._due += self._every
            self._tell(f"no snapshot could be taken, so the next start takes longer: {error}")

    def end(self) -> None:
        """No further ones are begun; waits for the one that is being taken. Not to be called under the lock."""
        self._ended = True
        self._thread.shutdown()
        if self._begun is not None:
            with suppress(Exception):  # told, or a desk that was closed meanwhile
                self._begun.result()
