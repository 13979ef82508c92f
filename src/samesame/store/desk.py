"""The desk at which documents arrive: each is judged by the window, and what was told is durable before it is told."""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from samesame.errors import ParameterError
from samesame.store import rows
from samesame.store.database import Database, errors_named, transaction
from samesame.store.errors import StoreError
from samesame.store.item import Item, Outcome
from samesame.store.judging import Judging, checked
from samesame.store.reading import Reading
from samesame.store.restore import Keeper, Tell, damage_set_aside
from samesame.store.saving import Saving
from samesame.window.clock import Now
from samesame.window.recipe import Stats
from samesame.window.stream import Window

# A snapshot is due after so many documents, and overdue after twice as many. Putting one back takes a tenth of a
# millisecond; a snapshot of 100,000 documents is written in a tenth of a second, during which nobody is judged.
SNAPSHOT_EVERY = 20_000
# Documents that left the window are kept so long, for their verdicts and for whoever sends them again.
KEEP_DAYS = 7.0
# Documents that are looked at in a rest, so that nobody waits long: some, or twice as many as came since the last one.
_LOOKED_AT = 1_000
_MOST_LOOKED_AT = 20_000
_DAY = 86_400_000_000


class Desk(Reading):
    """A window with a store; see `samesame.store`."""

    def __init__(
        self, database: Database, keeper: Keeper, *, keep_days: float, snapshot_every: int, tell: Tell
    ) -> None:
        super().__init__(database)
        self._keeper = keeper
        self._keep = int(keep_days * _DAY)
        self._lock = threading.RLock()
        self._saving = Saving(keeper, self._lock, self._state, snapshot_every, tell)
        self._window: Window | None = None
        self._number = 0
        # Whether the last change failed: before the next one it is tried whether there is room.
        self.in_trouble = False
        self._closed = False
        self._looked_at = 0
        self._rested_at = 0

    @classmethod
    def open(
        cls,
        path: str | PathLike[str],
        *,
        stats: Stats = None,
        now: Now = None,
        memory: int | str | None = None,
        keep_days: float = KEEP_DAYS,
        snapshot_every: int = SNAPSHOT_EVERY,
        new: bool = False,
        restore: bool = True,
        tell: Tell = lambda words: None,
        **window: Any,
    ) -> Desk:
        """Opens a store, or makes one, and restores its window.

        Further options are those of `ss.Window`: hours, method, threshold, parameters of the method. A store that
        exists has its own; what is given must agree. With `restore=False` the window is restored by a call of
        `restore`, so that a server can say meanwhile that it is not ready.
        """
        if not 0 <= keep_days <= 36_500:
            raise ParameterError(f"keep_days: expected 0 to 36,500, got {keep_days!r}")
        given = {name: value for name, value in window.items() if value is not None}
        with ExitStack() as begun:
            database = Database(Path(path), new=new)
            begun.callback(database.close)
            with errors_named(database.path), damage_set_aside(database):
                keeper = Keeper(database, given, stats, now, memory, tell)
                desk = cls(database, keeper, keep_days=keep_days, snapshot_every=snapshot_every, tell=tell)
                if restore:
                    desk.restore()
            begun.pop_all()
        return desk

    def restore(self) -> None:
        """Checks the store and makes its window, side by side."""
        with (
            self._lock,
            errors_named(self.path),
            damage_set_aside(self._database),
            ThreadPoolExecutor(1) as other,
        ):
            checked = other.submit(self._database.check)
            window = self._keeper.restored()
            checked.result()
            self._keeper.take_rests_away()
            self._number = self._rested_at = rows.last_number(self._database.write)
            self._saving.begin_at(self._number)
            self._window = window

    @property
    def ready(self) -> bool:
        """Whether the window is restored and can be written to."""
        return self._window is not None and not self._closed

    @property
    def unsaved(self) -> int:
        """How many documents came since the last snapshot."""
        return self._saving.since(self._number)

    @property
    def snapshot_seconds(self) -> float:
        """For how long nobody was judged while the last snapshot was written."""
        return self._saving.seconds

    def _state(self) -> tuple[Window, int]:
        """The window, and the number of the last document in it; only while the database has the same."""
        if self.in_trouble:
            raise StoreError(f"{self.path}: the last write failed")
        return self.window, self._number

    @property
    def window(self) -> Window:
        """The window, once it is restored."""
        if self._window is None or self._closed:
            raise StoreError(f"{self.path}: the window is not there: it is being restored, or the desk is closed")
        return self._window

    def judge(self, items: Iterable[Item]) -> list[Outcome]:
        """Judges items in their order; all that was told is durable when this returns."""
        ready = [checked(item) for item in items]
        with self._lock:
            self._try_again()
            judging = Judging(self.window, self._database.write, self._number, clock.time_ns() // 1000)
            with self._changing():
                outcomes = judging.all(ready)
                if len(judging):
                    with transaction(self._database.write):
                        judging.write()
            self._number = judging.number
            self._saving.removed(judging.removed)
            self._saving.begin_if_due(self._number, times=2)
            return outcomes

    def remove(self, id: str) -> bool:
        """Takes a document out, for good; whether it was there. Verdicts and groups of others stay as they are."""
        with self._lock:
            self._try_again()
            with self._changing(), transaction(self._database.write):
                found = rows.known(self._database.write, [id])
                if not found:
                    return False
                if id in self.window:
                    self.window.remove(id)
                gone = rows.delete(self._database.write, [found[id].number])
            self._saving.removed(gone)
            return True

    def write_notes(self, notes: Mapping[str, str | None]) -> None:
        """Writes the caller's notes, and deletes those whose value is None: all or none. They are durable then."""
        write = self._database.write
        with self._lock, errors_named(self.path), transaction(write):
            for name, value in notes.items():
                if value is None:
                    write.execute("DELETE FROM notes WHERE name = ?", (name,))
                else:
                    write.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, value))

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Window and database change together. If that fails, the window is made again of what the database has."""
        try:
            with errors_named(self.path):
                yield
        except BaseException:
            self.in_trouble = True
            self._saving.spoil()
            raise

    def _try_again(self) -> None:
        """After a write that failed: whether there is room again is tried first, then the window is made again."""
        if not self.in_trouble:
            return
        write = self._database.write
        with errors_named(self.path):
            with transaction(write):
                write.execute("INSERT OR REPLACE INTO settings VALUES ('probe', zeroblob(262144))")
            with transaction(write):
                write.execute("DELETE FROM settings WHERE name = 'probe'")
            self._window = self._keeper.restored()
        self.in_trouble = False

    def rest(self) -> None:
        """What can wait until nobody does: a snapshot, and the end of documents that left the window long ago."""
        with self._lock:
            if self.ready and not self.in_trouble:
                self._saving.begin_if_due(self._number)
                with errors_named(self.path):
                    self._expire()

    def snapshot(self) -> None:
        """Writes a snapshot, from which the next start goes on."""
        self._saving.take()

    def _expire(self) -> None:
        """Looks at some of the oldest documents: those that the window holds no more go when their time is over."""
        before = clock.time_ns() // 1000 - self._keep
        query = "SELECT number, id, arrived FROM documents WHERE number > ? ORDER BY number LIMIT ?"
        count = min(max(_LOOKED_AT, 2 * (self._number - self._rested_at)), _MOST_LOOKED_AT)
        self._rested_at = self._number
        old = rows.fetched(self._database.write, query, self._looked_at, count)
        gone = [number for number, id_, arrived in old if arrived < before and id_ not in self.window]
        # From the beginning again at the end, or when all that follow are too young.
        self._looked_at = old[-1][0] if len(old) == count and old[-1][2] < before else 0
        if gone:
            with self._changing(), transaction(self._database.write):
                removed = rows.delete(self._database.write, gone)
            self._saving.removed(removed)

    def close(self) -> None:
        """Takes a last snapshot and closes the store."""
        self._saving.end()
        with self._lock:
            if self._closed:
                return
            try:
                if self._window is not None and self.unsaved and not self.in_trouble:
                    self._saving.take_or_tell()
            finally:
                self._closed = True
                self._close_reading()
                self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
