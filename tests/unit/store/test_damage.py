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
        "UPDATE settings SET value = replace(value, '\"hours\"', '\"houss\"') WHERE name = 'window'",
        "UPDATE settings SET value = replace(value, '\"hours\": 24', '\"hours\": 25') WHERE name = 'window'",
        "UPDATE settings SET value = replace(value, '\"number\": 2', '\"number\": 3') WHERE name = 'snapshot'",
        "UPDATE settings SET value = 7 WHERE name = 'window'",
        "UPDATE settings SET name = 'windox' WHERE name = 'window'",
        "DELETE FROM settings WHERE name LIKE 'window%'",
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


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("window", "replace(value, '\"method\"', '\"methox\"')"),
        ("window", 'replace(value, \'"hours": 24\', \'"hours": "24"\')'),
        ("window", "replace(value, '\"ddd\"', '\"dde\"')"),
        ("window", "replace(value, '\"threshold\": 0.8', '\"threshold\": 9.8')"),
        ("window", "'[]'"),
        ("snapshot", "replace(value, '\"number\"', '\"numbex\"')"),
        ("snapshot", 'replace(value, \'"number": 2\', \'"number": "2"\')'),
        ("snapshot", "'[]'"),
    ],
)
def test_settings_without_a_checksum_must_be_possible(store: Path, name: str, value: str) -> None:
    """Stores of earlier versions have none."""
    change(store, "DELETE FROM settings WHERE name LIKE '% crc32'")
    with Desk.open(store, now=NOW):
        pass
    change(store, f"UPDATE settings SET value = {value} WHERE name = '{name}'")
    with pytest.raises(StoreDamaged, match="set aside"):
        Desk.open(store, now=NOW)


def test_a_number_that_no_document_has_is_damage(store: Path) -> None:
    connection = apsw.Connection(str(store))
    with pytest.raises(apsw.CorruptError, match="999"):
        delete(connection, [999])
    connection.close()
