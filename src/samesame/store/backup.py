"""Back-ups of a store, and a look at it, while another process has it open."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw

from samesame.errors import FormatError, InputError
from samesame.report.whole import whole_file
from samesame.store.database import errors_named, require_sqlite
from samesame.store.rows import setting
from samesame.store.schema import APPLICATION, VERSION


def back_up(store: Path, to: Path) -> None:
    """Copies a store as it is at one moment. The copy is whole or absent, and is checked before it gets its name."""
    with _opened(store) as connection, errors_named(store), whole_file(to) as partial:
        # The file is there and empty, which SQLite takes; it is synced before it gets its name.
        connection.execute("VACUUM INTO ?", (str(partial),))
        copy = apsw.Connection(str(partial))
        try:
            if copy.execute("PRAGMA quick_check(1)").get != "ok":
                raise InputError(f"{to}: the copy is damaged; check the disks, and try again")
        finally:
            copy.close()


def facts(store: Path) -> dict[str, Any]:
    """What a store holds."""
    with _opened(store) as connection, errors_named(store):
        counts = {name: connection.execute(f"SELECT count(*) FROM {name}").get for name in ("documents", "groups")}
        snapshot = json.loads(setting(connection, "snapshot") or "{}").get("number", 0)
        window = json.loads(setting(connection, "window") or "{}")
        return {"version": VERSION, **counts, "snapshot": snapshot, "bytes": store.stat().st_size, "window": window}


@contextlib.contextmanager
def _opened(store: Path) -> Iterator[apsw.Connection]:
    """A store for reading; another process may have it open."""
    require_sqlite(apsw.sqlite_lib_version())
    if not store.is_file():
        raise InputError(f"{store}: no such store")
    with errors_named(store):
        connection = apsw.Connection(str(store.resolve()), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            connection.set_busy_timeout(5_000)
            if not _is_store(connection):
                raise FormatError(f"{store}: no store of samesame; name another file")
            yield connection
        finally:
            connection.close()


def _is_store(connection: apsw.Connection) -> bool:
    try:
        return bool(connection.pragma("application_id") == APPLICATION)
    except apsw.NotADBError:
        return False
