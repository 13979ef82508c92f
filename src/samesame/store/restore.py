"""The window of a store, as it was: a snapshot, and the documents that came after it."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import apsw

from samesame.errors import SamesameError
from samesame.store.database import DAMAGE, Database, beside, transaction
from samesame.store.errors import StoreDamaged
from samesame.store.rows import judged, last_number, latest, set_setting, setting
from samesame.store.settings import new_window, same_window
from samesame.window.clock import Now
from samesame.window.recipe import Stats
from samesame.window.stream import Window

# Documents that are signed at a time.
_BATCH = 2_000
_HOUR = 3_600_000_000
Tell = Callable[[str], None]


class Keeper:
    """Makes the window that belongs to the rows of a database, and keeps its snapshot."""

    def __init__(
        self, database: Database, given: dict[str, Any], stats: Stats, now: Now, memory: int | str | None, tell: Tell
    ) -> None:
        self._database, self._tell = database, tell
        self._stats, self._now, self._memory = stats, now, memory
        header = setting(database.write, "window")
        if header is None:
            if last_number(database.write):
                raise apsw.CorruptError("it has documents, but its settings are gone")
            empty = new_window(given, stats, now, memory)
            with transaction(database.write):
                set_setting(database.write, "window", empty.recipe.header())
            self._header = empty.recipe.header()
        else:
            # Refuses settings that do not agree before anything is restored.
            same_window(header, given, stats, now, memory)
            self._header = header

    def restored(self) -> Window:
        """The window as the database has it."""
        with self._database.reader() as read, read:  # one state of the database for all that is asked
            window, after = self._saved(read)
            recent = latest(read)
            since = 0 if recent is None else (recent // _HOUR - window.hours) * _HOUR
            documents = judged(read, after, since)
            while batch := list(islice(documents, _BATCH)):
                window.put(batch)
            window.put([], last=last_number(read))
        return window

    def _saved(self, read: apsw.Connection) -> tuple[Window, int]:
        """The window of the snapshot without what was removed since, and the last number that is in it."""
        said = setting(read, "snapshot")
        if said is None:
            return self._empty(), 0
        name, number = _position(said)
        path = self._database.path.with_name(name)
        try:
            window = Window.restore(path, stats=self._stats, now=self._now, memory=self._memory)
        except SamesameError as error:
            self._tell(f"the snapshot cannot be used, so all texts are signed again: {error}")
            return self._empty(), 0
        for (id_,) in read.execute("SELECT id FROM removed"):
            if id_ in window:
                window.remove(id_)
        return window, number

    def _empty(self) -> Window:
        return same_window(self._header, {}, self._stats, self._now, self._memory)

    @property
    def store(self) -> Path:
        """The file of the store."""
        return self._database.path

    def new_file(self) -> Path:
        """Where the next snapshot goes."""
        return beside(self.store, f".window-{os.urandom(6).hex()}")

    def use(self, path: Path, number: int, removed: Iterable[str]) -> None:
        """From now on the window is restored from this snapshot.

        It has exactly the documents up to a number; some of these were `removed` after it was written.
        """
        write = self._database.write
        with transaction(write):
            set_setting(write, "snapshot", json.dumps({"file": path.name, "number": number}))
            write.execute("DELETE FROM removed")
            write.executemany("INSERT INTO removed VALUES (?)", [(id_,) for id_ in removed])
        self.take_rests_away(path.name)

    def take_rests_away(self, used: str | None = None) -> None:
        """Removes snapshots that the database does not name."""
        if used is None:
            said = setting(self._database.write, "snapshot")
            used = _position(said)[0] if said else ""
        for path in self._database.path.parent.glob(f"{self._database.path.name}.window-*"):
            if path.name != used:
                with contextlib.suppress(OSError):
                    path.unlink()


def _position(said: str) -> tuple[str, int]:
    """The file of a snapshot, and the number of the last document that is in it."""
    try:
        position = json.loads(said)
        name, number = position["file"], position["number"]
    except (KeyError, TypeError) as error:
        raise apsw.CorruptError("it does not say which snapshot is its own") from error
    if not isinstance(name, str) or not isinstance(number, int) or Path(name).name != name:
        raise apsw.CorruptError("it does not say which snapshot is its own")
    return name, number


@contextlib.contextmanager
def damage_set_aside(database: Database) -> Iterator[None]:
    """Damage that shows while a store is opened sets it aside."""
    try:
        yield
    except DAMAGE as error:
        database.set_aside(str(error))
    except StoreDamaged:
        database.close(keep_lock=True)
        raise
