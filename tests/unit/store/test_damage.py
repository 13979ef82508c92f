"""Values that were changed in the file: named, whether they are met while a store is opened or later."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from samesame.store import Desk, Item, StoreDamaged
from samesame.store.rows import delete

NOW = "2026-03-02T12:30:00Z"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "state.db"
    with Desk.open(path, now=NOW) as desk:
        desk.judge([Item(id="a", text="The ferry leaves at ten."), Item(id="b", text="The ferry leaves at ten.")])
    return path


def change(path: Path, statement: str) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "ask"),
    [
        ("UPDATE texts SET text = 'The ferry leaves at six.'", lambda desk: desk.document("a")),
        ("UPDATE texts SET text = 7", lambda desk: desk.document("a")),
        ("UPDATE documents SET verdict = '{''id'''", lambda desk: desk.document("a")),
        ("UPDATE documents SET verdict = '{}'", lambda desk: desk.matches()),
        ("UPDATE documents SET metadata = CAST(x'22ff22' AS TEXT)", lambda desk: desk.document("a")),
        ("UPDATE documents SET arrived = 9000000000000000000", lambda desk: desk.document("a")),
        ("UPDATE documents SET arrived = 'noon'", lambda desk: desk.document("a")),
        ("UPDATE groups SET origin = CAST(x'ff' AS TEXT)", lambda desk: desk.groups()),
        ("ALTER TABLE counts RENAME COLUMN source TO sauce", lambda desk: desk.stats()),
        ("ALTER TABLE documents RENAME COLUMN arrived TO came", lambda desk: desk.rest()),
    ],
)
def test_a_changed_value_is_named_when_it_is_read(store: Path, statement: str, ask: Callable[[Desk], object]) -> None:
    with Desk.open(store, now=NOW) as desk:
        change(store, statement)
        with pytest.raises(StoreDamaged, match=r"state\.db: damaged"):
            ask(desk)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE texts SET text = CAST(x'54ff' AS TEXT)",
        "UPDATE documents SET time = 'noon'",
        "ALTER TABLE texts RENAME COLUMN text TO words",
        "UPDATE settings SET value = '{' WHERE name = 'window'",
        "DROP INDEX documents_by_time",
        "DROP TABLE texts; CREATE TABLE texts (number TEXT PRIMARY KEY, checksum INTEGER NOT NULL, text TEXT NOT NULL)",
    ],
)
def test_a_changed_value_sets_the_store_aside_when_it_is_opened(store: Path, statement: str) -> None:
    for snapshot in store.parent.glob("state.db.window-*"):
        snapshot.unlink()
    change(store, statement)
    with pytest.raises(StoreDamaged, match="set aside"):
        Desk.open(store, now=NOW)


def test_a_number_that_no_document_has_is_damage(store: Path) -> None:
    connection = apsw.Connection(str(store))
    with pytest.raises(apsw.CorruptError, match="999"):
        delete(connection, [999])
    connection.close()
