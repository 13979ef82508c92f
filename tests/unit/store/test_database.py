"""The file of a store: one process, one version, and damage that is named."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

import samesame as ss
from samesame.store import Desk, Item, StoreDamaged, StoreError, StoreInUse
from samesame.store.database import transaction


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "state.db"
    with Desk.open(path) as desk:
        desk.judge([Item(id=f"d{at}", text=f"Storm number {at} closes the port.") for at in range(300)])
    return path


HOLDER = """
import sys
from samesame.store import Desk
desk = Desk.open(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
"""


def test_a_second_process_is_refused_and_a_kill_releases_the_lock(store: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(store)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(StoreInUse, match=r"state\.db: another process has this store open"):
            Desk.open(store)
        os.kill(holder.pid, signal.SIGKILL)
        holder.wait()
    Desk.open(store).close()


def test_another_version_is_refused_by_name_and_left_alone(store: Path) -> None:
    connection = apsw.Connection(str(store))
    connection.pragma("user_version", 7)
    connection.close()
    with pytest.raises(ss.FormatError, match="a store of version 7; this samesame reads version 1"):
        Desk.open(store)
    assert store.exists()


def test_a_database_of_others_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "browser.db"
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(ss.FormatError, match="a database, but no store of samesame"):
        Desk.open(path)
    assert path.read_bytes() == before


def test_a_file_of_others_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam, " * 100)
    with pytest.raises(ss.FormatError, match="no store of samesame; name another file"):
        Desk.open(path)
    assert path.read_text().startswith("Dear Sir")


def damage_header(data: bytearray) -> None:
    data[:16] = b"x" * 16


def damage_middle(data: bytearray) -> None:
    # All pages but the first.
    data[4096:] = os.urandom(len(data) - 4096)


def cut(data: bytearray) -> None:
    del data[len(data) // 2 :]


def empty(data: bytearray) -> None:
    data.clear()


def one_letter_of_a_text(data: bytearray) -> None:
    place = data.index(b"Storm number 123 closes")
    data[place] ^= 1


@pytest.mark.parametrize("damage", [damage_header, damage_middle, cut, empty, one_letter_of_a_text])
def test_a_damaged_store_is_named_set_aside_and_not_begun_anew(store: Path, damage: object) -> None:
    data = bytearray(store.read_bytes())
    damage(data)  # type: ignore[operator]
    store.write_bytes(data)
    for snapshot in store.parent.glob("state.db.window-*"):
        snapshot.unlink()  # so that all texts are read
    with pytest.raises(StoreDamaged, match=r"state\.db: damaged .* set aside as state\.db\.damaged-"):
        Desk.open(store)
    (aside,) = (path for path in store.parent.glob("state.db.damaged-*") if not path.name.endswith(("-wal", "-shm")))
    assert aside.read_bytes() == data and not store.exists()
    with pytest.raises(StoreDamaged, match=r"was set aside as .*; put a back-up in its place"):
        Desk.open(store)
    with Desk.open(store, new=True) as desk:
        assert desk.stats()["stored"] == 0
    assert aside.read_bytes() == data


def test_damage_in_the_middle_of_work_is_an_error_and_the_next_start_sets_it_aside(store: Path) -> None:
    desk = Desk.open(store)
    data = bytearray(store.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    store.write_bytes(data)
    desk._database.write.cache_flush()
    with pytest.raises(StoreError):
        for at in range(300):
            desk._database.write.pragma("shrink_memory")
            desk.judge([Item(id=f"n{at}", text="x")])
    desk._close_reading()
    desk._database.close()
    with pytest.raises(StoreDamaged):
        Desk.open(store)


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such folder"):
        Desk.open(tmp_path / "none" / "state.db")


def test_a_transaction_is_all_or_nothing(tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "some.db"))
    connection.execute("CREATE TABLE t (x UNIQUE)")
    with transaction(connection):
        connection.execute("INSERT INTO t VALUES (1)")
    for wrong in ("INSERT INTO t VALUES (1)", "ROLLBACK; SELECT * FROM none"):
        with pytest.raises(apsw.Error), transaction(connection):
            connection.execute("INSERT INTO t VALUES (2)")
            connection.execute(wrong)
        assert not connection.in_transaction
    assert connection.execute("SELECT x FROM t").fetchall() == [(1,)]
    connection.close()
