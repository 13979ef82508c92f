"""Moving: nothing is overwritten, nothing is lost, and doing it again changes nothing."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import Any

import pytest

from samesame.watch import places
from samesame.watch.model import Identity, Plan


class Killed(BaseException):
    pass


def plan_for(path: Path, to: Path) -> Plan:
    lines: list[dict[str, Any]] = [{"number": 7}]
    identity = Identity.at(str(path))
    return Plan(decision="accepted", lines=lines, path=str(path), identity=identity, inside=to.name, to=str(to))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "inbox" / "a.txt"
    path.parent.mkdir()
    path.write_text("mine")
    return path


def content(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()} if folder.exists() else {}


@pytest.fixture(params=["same", "other", "no renameat2"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The target on the same file system; on another one; on one that cannot refuse to replace."""
    rename = places.rename_new

    def across(source: str, target: str) -> None:
        if Path(source).parent != Path(target).parent:
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        rename(source, target)

    if request.param == "other":
        monkeypatch.setattr(places, "rename_new", across)
    elif request.param == "no renameat2":
        monkeypatch.setattr(places, "_rename_at_once", lambda source, target: False)
    return str(request.param)


def test_a_file_is_moved(system: str, file: Path, tmp_path: Path) -> None:
    plan = plan_for(file, tmp_path / "out" / "sub" / "a.txt")
    folders = places.carry_out(plan, lambda: None, resumed=False)
    assert content(tmp_path / "out" / "sub") == {"a.txt": "mine"} and not file.exists()
    assert folders == {file.parent, tmp_path / "out" / "sub"}
    places.carry_out(plan, lambda: None, resumed=True)
    assert content(tmp_path / "out" / "sub") == {"a.txt": "mine"} and plan.to and not plan.lost


def test_a_name_that_was_taken_meanwhile_is_left_alone(system: str, file: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.txt").write_text("theirs")
    plan = plan_for(file, tmp_path / "out" / "a.txt")
    noted: list[str | None] = []
    places.carry_out(plan, lambda: noted.append(plan.to), resumed=False)
    assert content(tmp_path / "out") == {"a.txt": "theirs", "a-7.txt": "mine"}
    assert noted[-1] == plan.to == str(tmp_path / "out" / "a-7.txt")


def test_a_kill_at_any_note_on_the_way_to_another_file_system_loses_nothing(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = places.rename_new

    def across(source: str, target: str) -> None:
        if Path(source).parent != Path(target).parent:
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        rename(source, target)

    for steps in range(1, 5):
        (tmp_path / "out").mkdir(exist_ok=True)
        (tmp_path / "out" / "a.txt").write_text("theirs")
        file.write_text("mine")
        plan = plan_for(file, tmp_path / "out" / "a.txt")
        saved = [Plan.of_note(plan.to_note())]
        left = [steps]

        def step(after: Any = None, plan: Plan = plan, saved: list[Plan] = saved, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] == 0:
                raise Killed
            if after is None:
                saved[0] = Plan.of_note(plan.to_note())

        def renamed(source: str, target: str, step: Any = step) -> None:
            across(source, target)
            step(after="rename")

        monkeypatch.setattr(places, "rename_new", renamed)
        with contextlib.suppress(Killed):
            places.carry_out(plan, step, resumed=False)
        monkeypatch.setattr(places, "rename_new", across)
        places.carry_out(saved[0], lambda: None, resumed=True)
        found = content(tmp_path / "out")
        assert found.pop("a.txt") == "theirs" and list(found.values()) == ["mine"] and not file.exists()
        for path in (tmp_path / "out").iterdir():
            path.unlink()


def test_a_file_that_changed_after_it_was_read_stays(system: str, file: Path, tmp_path: Path) -> None:
    plan = plan_for(file, tmp_path / "out" / "a.txt")
    file.write_text("mine, and more")
    places.carry_out(plan, lambda: None, resumed=False)
    assert plan.to is None and plan.lost == places.CHANGED
    assert content(file.parent) == {"a.txt": "mine, and more"} and content(tmp_path / "out") == {}


def test_a_file_that_changes_between_the_look_and_the_renaming_goes_back(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_for(file, tmp_path / "out" / "a.txt")
    rename = places.rename_new

    def late(source: str, target: str) -> None:
        if source == str(file):
            (file.parent / ".new").write_text("the next one")
            (file.parent / ".new").replace(file)
        rename(source, target)

    monkeypatch.setattr(places, "rename_new", late)
    places.carry_out(plan, lambda: None, resumed=False)
    assert content(file.parent) == {"a.txt": "the next one"} and content(tmp_path / "out") == {}
    assert plan.lost == places.CHANGED


def test_after_a_kill_the_next_arrival_may_have_the_name_already(file: Path, tmp_path: Path) -> None:
    plan = plan_for(file, tmp_path / "out" / "a.txt")
    places.carry_out(plan, lambda: None, resumed=False)
    file.write_text("the next one")
    places.carry_out(plan, lambda: None, resumed=True)
    assert content(tmp_path / "out") == {"a.txt": "mine"} and content(file.parent) == {"a.txt": "the next one"}
    assert plan.to and not plan.lost


def test_a_file_that_somebody_took_from_the_target_was_moved(file: Path, tmp_path: Path) -> None:
    plan = plan_for(file, tmp_path / "out" / "a.txt")
    places.carry_out(plan, lambda: None, resumed=False)
    (tmp_path / "out" / "a.txt").unlink()
    places.carry_out(plan, lambda: None, resumed=True)
    assert plan.to == str(tmp_path / "out" / "a.txt") and not plan.lost


def test_a_file_that_is_gone_is_told(file: Path, tmp_path: Path) -> None:
    plan = plan_for(file, tmp_path / "out" / "a.txt")
    file.unlink()
    places.carry_out(plan, lambda: None, resumed=False)
    assert plan.to is None and plan.lost == places.GONE


def test_names_are_found_without_trying_all(tmp_path: Path) -> None:
    assert places.free_name(tmp_path, "sub/a.tar.gz", 9) == str(tmp_path / "sub" / "a.tar.gz")
    (tmp_path / "a.tar.gz").touch()
    assert places.free_name(tmp_path, "a.tar.gz", 9) == str(tmp_path / "a-9.tar.gz")
    (tmp_path / "a-9.tar.gz").symlink_to("nowhere")
    assert places.free_name(tmp_path, "a.tar.gz", 9) == str(tmp_path / "a-9-2.tar.gz")


def test_a_name_that_leaves_no_room_for_a_number_is_cut(tmp_path: Path) -> None:
    longest = "ğ" * 125 + ".text"
    (tmp_path / longest).touch()
    name = Path(places.free_name(tmp_path, longest, 9)).name
    assert name == "ğ" * 124 + "-9.text" and len(name.encode()) == 255


def test_a_folder_whose_name_a_file_has_in_the_target_becomes_a_part_of_the_name(tmp_path: Path) -> None:
    (tmp_path / "sub").touch()
    assert places.free_name(tmp_path, "sub/deep/a.txt", 9) == str(tmp_path / "sub-deep-a.txt")


def test_a_file_that_may_not_be_moved_stays_and_is_told(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_for(file, tmp_path / "out" / "a.txt")

    def forbidden(source: str, target: str) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), source)

    monkeypatch.setattr(places, "rename_new", forbidden)
    places.carry_out(plan, lambda: None, resumed=False)
    assert plan.to is None and plan.lost == "it could not be moved: Operation not permitted" and file.exists()


def test_an_entry_of_a_feed_is_written_once(tmp_path: Path) -> None:
    plan = Plan(decision="accepted", lines=[{"number": 3}], path=None, identity=None, to=str(tmp_path / "e.json"))
    plan.body = '{"id": "ğ"}\n'
    (tmp_path / "e.json").write_text("theirs")
    places.carry_out(plan, lambda: None, resumed=False)
    places.carry_out(plan, lambda: None, resumed=True)
    assert content(tmp_path) == {"e.json": "theirs", "e-3.json": plan.body}
