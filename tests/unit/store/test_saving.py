"""Snapshots beside the judging: what comes and goes while one is synced is kept, and an untrue one is not used."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from samesame.report.whole import whole_file
from samesame.store import Desk, Item, StoreError

from .test_restore import kill


class SlowDisk:
    """A file that is written is not synced before it is said so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.written, self.synced = threading.Event(), threading.Event()
        monkeypatch.setattr("samesame.store.saving.whole_file", self._file)

    @contextlib.contextmanager
    def _file(self, path: Path) -> Iterator[Path]:
        with whole_file(path) as partial:
            yield partial
            self.written.set()
            assert self.synced.wait(60)


def judged(desk: Desk, *names: str, **options: Any) -> None:
    for outcome in desk.judge([Item(id=name, text=f"The text of {name}, and so on.", **options) for name in names]):
        assert outcome.kind == "judged"


def test_documents_are_judged_and_removed_while_a_snapshot_is_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SlowDisk(monkeypatch)
    desk = Desk.open(tmp_path / "state.db", snapshot_every=2)
    judged(desk, "a", "b", "c")
    desk.remove("a")
    judged(desk, "d")
    assert disk.written.wait(60)
    desk.remove("b")
    desk.remove("c")
    judged(desk, "c", "e")
    disk.synced.set()
    desk._saving.end()
    assert desk.unsaved == 2
    kill(desk)
    # The snapshot is used: without the texts of what it holds the window is whole.
    with contextlib.closing(apsw.Connection(str(tmp_path / "state.db"))) as connection:
        connection.execute("DELETE FROM texts WHERE number <= 4")
    words: list[str] = []
    with Desk.open(tmp_path / "state.db", tell=words.append) as desk:
        assert not words and len(desk.window) == 3
        assert all(name in desk.window for name in ("c", "d", "e"))


def test_a_snapshot_is_not_used_if_a_write_failed_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = SlowDisk(monkeypatch)
    desk = Desk.open(tmp_path / "state.db", snapshot_every=2)
    judged(desk, "a", "b", "c", "d")
    assert disk.written.wait(60)
    with monkeypatch.context() as broken:
        broken.setattr("samesame.store.rows.write", lambda *_: (_ for _ in ()).throw(apsw.IOError("broken")))
        with pytest.raises(StoreError, match="broken"):
            judged(desk, "e")
    with pytest.raises(StoreError, match="the last write failed"):
        desk._state()
    disk.synced.set()
    desk._saving.end()
    assert not list(tmp_path.glob("state.db.window-*")) and desk.unsaved == 4
    judged(desk, "e")
    desk.close()
    with Desk.open(tmp_path / "state.db") as desk:
        assert len(desk.window) == 5
