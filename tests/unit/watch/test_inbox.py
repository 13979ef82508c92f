"""Which files are complete: the rules that docs/watch.md tells."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from samesame.watch.inbox import Events, Inbox
from samesame.watch.model import Identity


def old(path: Path, text: str, seconds: float = 60) -> Path:
    """A file that nobody has written to for a while, as one that was renamed in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (time.time() - seconds,) * 2)
    return path


def names(inbox: Inbox) -> list[str]:
    return [os.path.relpath(path, inbox.folder) for path, _ in inbox.ready()]


def test_a_file_that_was_renamed_in_is_complete_at_once_and_a_fresh_one_is_not(tmp_path: Path) -> None:
    old(tmp_path / "renamed.txt", "whole", seconds=7200)
    (tmp_path / "fresh.txt").write_text("half")
    inbox = Inbox(tmp_path, 3600, {})
    inbox.scan()
    assert names(inbox) == ["renamed.txt"]
    assert inbox.waiting == [str(tmp_path / "fresh.txt")]
    # Taken once, until something says that it is there.
    assert names(inbox) == []


def test_a_file_that_stays_as_it_is_becomes_complete_whatever_its_time_says(tmp_path: Path) -> None:
    ahead = old(tmp_path / "a.txt", "half", seconds=-86_400)
    inbox = Inbox(tmp_path, 0.2, {})
    inbox.scan()
    assert names(inbox) == []
    time.sleep(0.25)
    ahead.write_text("half, and more")
    os.utime(ahead, (time.time() + 86_400,) * 2)
    assert names(inbox) == []  # it grew: the time begins again
    time.sleep(0.25)
    assert names(inbox) == ["a.txt"]


def test_hidden_and_unfinished_names_are_not_looked_at(tmp_path: Path) -> None:
    for name in (".a.txt", "b.txt.part", "c.tmp", ".git/d.txt", "e.txt~", "folder/f.txt", "g.txt"):
        old(tmp_path / name, "text")
    inbox = Inbox(tmp_path, 1, {})
    inbox.look([str(tmp_path / ".git" / "d.txt"), str(tmp_path / "b.txt.part"), str(tmp_path / "folder")])
    inbox.scan()
    assert sorted(names(inbox)) == ["folder/f.txt", "g.txt"]


def test_a_folder_that_cannot_be_read_hides_no_other_and_forgets_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old(tmp_path / "a.txt", "text")
    kept = old(tmp_path / "closed" / "b.txt", "text")
    closed, real = str(tmp_path / "closed"), os.scandir

    def scandir(path: str) -> object:
        if path == closed:
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr("os.scandir", scandir)
    identity = Identity.at(str(kept))
    assert identity is not None
    inbox = Inbox(tmp_path, 1, {str(kept): identity})
    assert inbox.scan() == [] and inbox.unreadable == {closed}
    assert names(inbox) == ["a.txt"]
    monkeypatch.undo()
    assert inbox.scan() == [] and not inbox.unreadable


def test_files_come_in_the_order_of_their_times(tmp_path: Path) -> None:
    for seconds, name in enumerate(("c", "a", "b")):
        old(tmp_path / f"{name}.txt", "text", seconds=60 - seconds)
    inbox = Inbox(tmp_path, 1, {})
    inbox.scan()
    assert names(inbox) == ["c.txt", "a.txt", "b.txt"]


def test_what_was_left_is_not_looked_at_again_until_it_changes(tmp_path: Path) -> None:
    path = old(tmp_path / "a.txt", "text")
    identity = Identity.at(str(path))
    assert identity is not None
    inbox = Inbox(tmp_path, 1, {str(path): identity, str(tmp_path / "gone.txt"): identity})
    assert inbox.scan() == [str(tmp_path / "gone.txt")]
    assert names(inbox) == []
    old(path, "another text")
    inbox.scan()
    assert names(inbox) == ["a.txt"]


def test_a_file_that_goes_while_it_waits_is_forgotten(tmp_path: Path) -> None:
    path = old(tmp_path / "a.txt", "text")
    inbox = Inbox(tmp_path, 1, {})
    inbox.scan()
    path.unlink()
    assert names(inbox) == [] and inbox.waiting == []


def test_a_folder_that_is_gone_is_an_error(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "inbox", 1, {})
    with pytest.raises(FileNotFoundError):
        inbox.scan()


@pytest.mark.parametrize("name", ["inbox", "link"])
def test_events_name_new_files_also_behind_a_link(tmp_path: Path, name: str) -> None:
    (tmp_path / "inbox").mkdir()
    (tmp_path / "link").symlink_to("inbox")
    inbox = Inbox(tmp_path / name, 3600, {})
    events = Events(inbox.folder, lambda: None)
    try:
        end = time.monotonic() + 20
        # The watch may begin after the first file; each of them is told then.
        while not inbox.waiting and time.monotonic() < end:
            (tmp_path / name / "a.txt").write_text(str(time.monotonic()))
            time.sleep(0.1)
            inbox.look(events.take())
    finally:
        events.close()
    assert [Path(path).name for path in inbox.waiting] == ["a.txt"] and not events.failed


def test_a_folder_without_events_says_so(tmp_path: Path) -> None:
    woken: list[bool] = []
    events = Events(tmp_path / "no such folder", lambda: woken.append(True))
    events._thread.join(timeout=20)
    assert events.failed and woken
