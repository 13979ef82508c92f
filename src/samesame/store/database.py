"""The file of a store: an SQLite database that one process at a time has open for writing."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from json import JSONDecodeError
from pathlib import Path
from typing import NoReturn

import apsw

from samesame.errors import FormatError, ParameterError
from samesame.index.lock import locked
from samesame.store.errors import StoreDamaged, StoreError, StoreFull, StoreInUse
from samesame.store.schema import APPLICATION, SCHEMA, VERSION

# Earlier ones can lose a committed transaction when a write-ahead log is restarted while it is read.
LEAST = (3, 51, 3)
_MAGIC = b"SQLite format 3\0"
# What SQLite and decoding say of damage. All statements are our own, so that one which does not fit the tables
# says that these are not what they were.
DAMAGE = (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, apsw.MismatchError, UnicodeDecodeError, JSONDecodeError)
# How long a writer waits for a back-up that begins, in milliseconds.
_PATIENCE = 5_000
# FULL: a commit is on the disk when it returns. The log is moved into the database at 32 MB, not at 4: fewer syncs.
_WRITING = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA wal_autocheckpoint = 8000;
PRAGMA journal_size_limit = 67108864;
PRAGMA cache_size = -65536;
"""


def require_sqlite(version: str) -> None:
    """Refuses an SQLite with a known fault.

    >>> require_sqlite("3.51.3")
    >>> require_sqlite("3.40.1")
    Traceback (most recent call last):
    ...
    samesame.ParameterError: SQLite 3.40.1 may lose what it has committed; 3.51.3 or later is needed: ...
    """
    if tuple(map(int, version.split("."))) < LEAST:
        least = ".".join(map(str, LEAST))
        raise ParameterError(
            f"SQLite {version} may lose what it has committed; {least} or later is needed: pip install --upgrade apsw"
        )


@contextlib.contextmanager
def errors_named(path: Path) -> Iterator[None]:
    """Errors of SQLite become errors of the store."""
    try:
        yield
    except DAMAGE as error:
        raise StoreDamaged(
            f"{path}: damaged ({error}); stop, and start again: it will be checked and set aside"
        ) from error
    except apsw.FullError as error:
        raise StoreFull(f"{path}: no space left on device; nothing was taken, make room and send it again") from error
    except (apsw.IOError, apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError, apsw.BusyError) as error:
        raise StoreError(f"{path}: cannot be read or written: {error}") from error


@contextlib.contextmanager
def transaction(write: apsw.Connection) -> Iterator[None]:
    """All that is written in the block, or nothing of it; on the disk at its end.

    `with connection` would keep the interpreter's lock while the disk is waited for, and with it all other threads.
    """
    write.execute("BEGIN IMMEDIATE")
    try:
        yield
        write.execute("COMMIT")
    except BaseException:
        # Some errors, such as a full disk, have ended it already.
        if write.in_transaction:
            write.execute("ROLLBACK")
        raise


class Database:
    """A store that this process may write to. `read` is a connection of its own, for those who only look."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        require_sqlite(apsw.sqlite_lib_version())
        self.path = path.resolve()
        if not self.path.parent.is_dir():
            raise StoreError(f"{path.parent}: no such folder; make it first")
        self._open = contextlib.ExitStack()
        with contextlib.ExitStack() as begun:
            lock = beside(self.path, ".lock")
            ours = lock.exists()
            begun.enter_context(locked(lock, self._refuse))
            if ours:
                self._check_file(new)
            with errors_named(self.path), self._damage_set_aside(ours):
                self.write = self._connect(begun, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
                self._begin()
                self.read = self._connect(begun, apsw.SQLITE_OPEN_READONLY)
            self._open = begun.pop_all()

    def _refuse(self) -> NoReturn:
        raise StoreInUse(f"{self.path}: another process has this store open; stop it, or name another store")

    def _connect(self, stack: contextlib.ExitStack, flags: int) -> apsw.Connection:
        connection = apsw.Connection(str(self.path), flags=flags)
        stack.callback(connection.close)
        connection.set_busy_timeout(_PATIENCE)
        return connection

    def _check_file(self, new: bool) -> None:
        """A file that has a lock beside it is a store. If it is gone, that must not go unnoticed."""
        if self.path.exists():
            with self.path.open("rb") as file:
                beginning = file.read(len(_MAGIC))
            if beginning != _MAGIC:
                raise self._set_aside("it does not begin as a database does")
            return
        aside = sorted(self.path.parent.glob(f"{self.path.name}.damaged-*"))
        if aside and not new:
            raise StoreDamaged(
                f"{self.path}: was set aside as {aside[-1].name}; put a back-up in its place, or begin an empty store "
                "with --new"
            )

    def _begin(self) -> None:
        """Makes the tables of a new store, or looks whether they are those of this version."""
        write = self.write
        empty = not write.execute("SELECT count(*) FROM sqlite_schema").get
        application, version = (write.pragma(name) for name in ("application_id", "user_version"))
        if not empty and application != APPLICATION:
            raise FormatError(f"{self.path}: a database, but no store of samesame; name another file")
        if not empty and version != VERSION:
            raise FormatError(
                f"{self.path}: a store of version {version}; this samesame reads version {VERSION}; use the samesame "
                "that made it, or begin another store"
            )
        if not empty and _tables(write) != _tables_of(SCHEMA):
            raise apsw.CorruptError("its tables are not those of a store")
        write.execute(_WRITING)
        if empty:
            with transaction(write):
                write.execute(SCHEMA)
                write.pragma("application_id", APPLICATION)
                write.pragma("user_version", VERSION)

    @contextlib.contextmanager
    def _damage_set_aside(self, ours: bool) -> Iterator[None]:
        try:
            yield
        except DAMAGE as error:
            if not ours:
                raise FormatError(f"{self.path}: no store of samesame; name another file") from error
            raise self._set_aside(str(error)) from error

    def check(self) -> None:
        """Reads all of it and looks whether it fits together."""
        try:
            with self.reader() as connection:
                said = [row[0] for row in connection.execute("PRAGMA quick_check(3)")]
        except DAMAGE as error:
            said = [str(error)]
        if said != ["ok"]:
            raise apsw.CorruptError("; ".join(" ".join(str(line).split()) for line in said))

    @contextlib.contextmanager
    def reader(self) -> Iterator[apsw.Connection]:
        """Another connection, for a long reading."""
        with contextlib.ExitStack() as stack:
            yield self._connect(stack, apsw.SQLITE_OPEN_READONLY)

    def set_aside(self, reason: str) -> NoReturn:
        """Gives a damaged store another name, with all its files, and tells the user."""
        self.close(keep_lock=True)
        raise self._set_aside(reason)

    def _set_aside(self, reason: str) -> StoreDamaged:
        name = f"{self.path.name}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%S.%f}"
        for suffix in ("-wal", "-shm", ""):
            with contextlib.suppress(FileNotFoundError):
                beside(self.path, suffix).rename(self.path.with_name(name + suffix))
        return StoreDamaged(
            f"{self.path}: damaged ({reason[:200]}); it was set aside as {name}. Put a back-up in its place and start "
            "again, or begin an empty store with --new"
        )

    def close(self, *, keep_lock: bool = False) -> None:
        """Closes the connections and releases the lock."""
        if keep_lock:
            for connection in (self.read, self.write):
                with contextlib.suppress(apsw.Error):
                    connection.close(True)
            return
        self._open.close()


def _tables(connection: apsw.Connection) -> Sequence[object]:
    """How the tables were declared. A changed byte there would make numbers texts, or another column."""
    return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").fetchall()


@cache
def _tables_of(schema: str) -> Sequence[object]:
    with contextlib.closing(apsw.Connection(":memory:")) as empty:
        empty.execute(schema)
        return _tables(empty)


def beside(path: Path, suffix: str) -> Path:
    """The file whose name is that of the store with something behind it."""
    return path.with_name(path.name + suffix)
