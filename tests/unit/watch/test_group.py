"""A group that is cut off at any of its steps is finished by the next start: once, and nowhere else."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from samesame.store import Desk
from samesame.watch import commands, log, places
from samesame.watch.journal import Journal
from samesame.watch.loop import Watch
from samesame.watch.settings import Settings

STORM = "Storm closes the port of Bozcaada until Monday morning, the ferry company said."
TEXTS = {
    "a.txt": STORM,
    "b.txt": "Nobody saw the comet that passed over the island on Sunday night.",
    "c.txt": STORM.replace("Monday", "Friday"),
    "sub/d.txt": STORM,
    "e.txt": "",
    "f.jsonl": json.dumps({"id": "r", "text": STORM}) + "\n" + json.dumps({"text": "A text of the council."}) + "\n",
}
WHERE = {"out": ["b.txt", "f.jsonl"], "dup": ["c.txt", "sub/d.txt"], "inbox": ["e.txt"]}
LINES = {"a.txt": "new", "b.txt": "new", "c.txt": "near", "sub/d.txt": "exact", "e.txt": None, "r": "exact"}


class Killed(BaseException):
    pass


def fill(inbox: Path) -> None:
    for place, (name, text) in enumerate(TEXTS.items()):
        path = inbox / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (time.time() - 60 + place,) * 2)


def settings(**given: Any) -> Settings:
    places = {"accepted": Path("out"), "duplicates": Path("dup")}
    return Settings(
        **{
            "inbox": Path("inbox"),
            "log": Path("log"),
            "store": Path("state.db"),
            "once": True,
            "settle": 0.0,
            **places,
            **given,
        }
    )


def run(given: Settings, tell: Callable[[str], None] = lambda words: None) -> Watch:
    with Desk.open("state.db") as desk:
        watch = Watch(desk, given, tell)
        watch.run()
        return watch


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path("log").read_text().splitlines()]


def files(folder: str) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file())


def check_the_promise() -> None:
    """Every file in one place, a line for every document, copies recognised."""
    told = {line["item"]: line for line in lines()}
    assert len(lines()) == len(told) == 7
    assert {name: told[name]["relation"] for name in LINES} == LINES
    assert told["f.jsonl:2"]["relation"] == "new" and told["f.jsonl:2"]["to"] == "out/f.jsonl"
    assert files("out") == ["a.txt", *WHERE["out"]] and files("dup") == WHERE["dup"]
    assert files("inbox") == WHERE["inbox"] and told["e.txt"]["to"] is None
    assert told["c.txt"]["of"] == "a.txt" and told["c.txt"]["coverage"] == told["c.txt"]["of_coverage"] == 0.6
    assert [line["number"] for line in lines()] == list(range(1, 8))


def test_items_are_judged_moved_and_logged(folder: Path) -> None:
    fill(Path("inbox"))
    run(settings())
    check_the_promise()
    run(settings())
    check_the_promise()


class Cut:
    """Ends the process, as a kill does, before or after the n-th step that leaves something behind."""

    def __init__(self, patch: pytest.MonkeyPatch, at: int) -> None:
        self.left, self.calls = at, Counter[str]()
        for where, name in (
            (Desk, "write_notes"),
            (Desk, "judge"),
            (places, "rename_new"),
            (log, "complete"),
            (commands, "call"),
        ):
            patch.setattr(where, name, self.wrapped(getattr(where, name), name))

    def wrapped(self, real: Callable[..., Any], name: str) -> Callable[..., Any]:
        def cut(*arguments: Any, **options: Any) -> Any:
            self.step()
            self.calls[name] += 1
            result = real(*arguments, **options)
            self.step()
            return result

        return cut

    def step(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise Killed


def cut_run(at: int, given: Settings) -> Counter[str]:
    """A run that ends at a step; empty if there are not so many."""
    with pytest.MonkeyPatch.context() as patch:
        cut = Cut(patch, at)
        desk = Desk.open("state.db")
        try:
            Watch(desk, given, lambda words: None).run()
        except Killed:
            return cut.calls + Counter(cut=1)
        finally:
            desk._closed = True
            desk._close_reading()
            desk._database.close()
    return Counter()


def test_a_run_that_is_cut_at_any_step_is_finished_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at, seen = 1, Counter[str]()
    while True:
        place = tmp_path / str(at)
        (place / "inbox").mkdir(parents=True)
        monkeypatch.chdir(place)
        fill(Path("inbox"))
        if not (calls := cut_run(at, settings())):
            break
        seen |= calls
        run(settings())
        check_the_promise()
        at += 1
    assert seen >= Counter(write_notes=3, judge=1, rename_new=5, complete=1) and at > 18


def test_a_command_is_called_again_only_if_the_kill_came_while_it_ran(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []

    def record(command: tuple[str, ...], line: str, path: str | None, seconds: float) -> str:
        called.append(json.loads(line)["item"])
        return "failed" if command == ("copy",) else ""

    monkeypatch.setattr(commands, "call", record)
    given = settings(inbox=tmp_path, on_new=("new",), on_copy=("copy",))
    again: Counter[str] = Counter()
    at = 1
    while True:
        place = tmp_path / str(at)
        place.mkdir()
        monkeypatch.chdir(place)
        fill(place / "inbox")
        called.clear()
        given = replace(given, inbox=Path("inbox"))
        if not cut_run(at, given):
            break
        run(given)
        check_the_promise()
        assert {line["item"] for line in lines() if line.get("command") == "failed"} == {"c.txt", "sub/d.txt", "r"}
        assert set(called) == {line["item"] for line in lines() if line["decision"] != "refused"}
        again += Counter(called) - Counter(set(called))
        at += 1
    # Two steps for each of six documents: after the call, and before the note of it.
    assert again == Counter(dict.fromkeys(set(called), 2))


def test_a_line_that_was_cut_is_whole_again(folder: Path) -> None:
    fill(Path("inbox"))

    def half(path: Path, decisions: list[dict[str, Any]], since: int) -> None:
        whole = "".join(log.line_of(one) + "\n" for one in decisions)
        path.write_text(whole[: len(whole) // 2])
        raise Killed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log, "complete", half)
        with pytest.raises(Killed):
            run(settings())
    run(settings())
    check_the_promise()


def test_a_file_that_changes_after_a_kill_is_decided_and_judged_again(folder: Path) -> None:
    fill(Path("inbox"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "note", lambda *_: (_ for _ in ()).throw(Killed))
        with pytest.raises(Killed):
            run(settings())
    Path("inbox/b.txt").write_text("Another story, about the budget of the island and of its council.")
    Path("inbox/c.txt").unlink()
    run(settings())
    told = {line["item"]: line for line in lines()}
    assert len(lines()) == len(told) == 8
    assert told["b.txt"]["to"] is None and told["b.txt"]["notes"] == [places.CHANGED]
    # The file that is gone has a line, as its text was judged; it went nowhere.
    assert told["c.txt"]["relation"] == "near" and told["c.txt"]["to"] is None
    assert told["c.txt"]["notes"] == [places.GONE]
    (again,) = [line for line in lines() if line["item"].startswith("b.txt#")]
    assert again["relation"] == "new" and again["to"] == "out/b.txt"
    assert files("inbox") == ["e.txt"]


def test_without_folders_files_stay_and_are_judged_once(folder: Path) -> None:
    fill(Path("inbox"))
    bare = settings(accepted=None, duplicates=None)
    run(bare)
    run(bare)
    assert len(lines()) == 7 and all(line["to"] is None for line in lines())
    assert files("inbox") == sorted(TEXTS)
    # A file that is written anew is another arrival.
    Path("inbox/b.txt").write_text(STORM)
    run(bare)
    assert [(line["item"], line["relation"]) for line in lines()[7:]] == [("b.txt#8", "exact")]


def test_a_bad_item_is_named_once_and_goes_where_it_is_told(folder: Path) -> None:
    Path("inbox").mkdir()
    Path("inbox/a.txt").write_text("")
    Path("inbox/link.txt").symlink_to("nowhere")
    run(settings())
    run(settings())
    assert [(line["item"], line["decision"]) for line in lines()] == [("a.txt", "refused"), ("link.txt", "refused")]
    Path("inbox/a.txt").write_text(" ")
    run(settings(refused=Path("bad")))
    assert [line["to"] for line in lines()] == [None, None, "bad/a.txt"]
    assert files("bad") == ["a.txt"]


def test_a_name_that_exists_in_the_target_is_not_overwritten(folder: Path) -> None:
    for text in (STORM, "Nobody saw the comet that passed over the island."):
        Path("inbox").mkdir(exist_ok=True)
        Path("inbox/a.txt").write_text(text)
        run(settings())
    assert files("out") == ["a-2.txt", "a.txt"] and Path("out/a.txt").read_text() == STORM
    assert [(line["item"], line["to"]) for line in lines()] == [("a.txt", "out/a.txt"), ("a.txt#2", "out/a-2.txt")]


def test_relations_that_are_accepted_go_with_what_is_new(folder: Path) -> None:
    fill(Path("inbox"))
    run(settings(accept=("near",)))
    told = {line["item"]: line for line in lines()}
    assert told["c.txt"]["decision"] == "accepted" and told["c.txt"]["relation"] == "near"
    assert files("dup") == ["sub/d.txt"]


def test_a_name_that_is_no_utf8_is_moved_and_remembered(folder: Path) -> None:
    Path("inbox").mkdir()
    raw = os.fsdecode(b"caf\xe9")
    Path(f"inbox/{raw}.txt").write_text(STORM)
    Path(f"inbox/{raw}-bad.txt").write_text("")
    run(settings())
    run(settings())
    assert sorted(line["item"] for line in lines()) == ["caf\\xe9-bad.txt", "caf\\xe9.txt"]
    assert files("out") == [f"{raw}.txt"]


def test_a_folder_that_cannot_be_read_is_named_once_and_the_others_are_judged(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(Path("inbox"))
    closed, real = str((folder / "inbox" / "sub").resolve()), os.scandir

    def scandir(path: str) -> object:
        if path == closed:
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr("os.scandir", scandir)
    said: list[str] = []
    watch = run(settings(), said.append)
    assert said == [f"{closed}: the folder cannot be read; its files are not judged until it can"]
    assert watch.unreadable == {closed}
    assert {line["item"] for line in lines()} == {"a.txt", "b.txt", "c.txt", "e.txt", "f.jsonl:2", "r"}


@pytest.mark.parametrize("clock", ["arrival", "document"])
def test_the_clock_is_the_arrival_or_the_documents(folder: Path, clock: str) -> None:
    Path("inbox").mkdir()
    records = [{"id": str(year), "text": STORM, "time": f"{year}-03-02T10:00:00Z"} for year in (2020, 2025)]
    Path("inbox/a.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    run(settings(clock=clock))
    assert [line["relation"] for line in lines()] == ["new", "exact" if clock == "arrival" else "new"]
    assert [line["published"][:4] for line in lines()] == ["2020", "2025"]
    assert lines()[0]["time"].startswith("2020") is (clock == "document")


def test_a_full_disk_is_said_once_and_overcome(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(Path("inbox"))
    monkeypatch.setattr("samesame.watch.loop.PAUSE", 0.05)
    said: list[str] = []
    real, failures = log.complete, [0]
    with Desk.open("state.db") as desk:
        watch = Watch(desk, settings(once=False, poll=True), said.append)

        def full(*arguments: Any) -> None:
            failures[0] += 1
            if failures[0] <= 3:
                raise OSError(28, "No space left on device", "log")
            real(*arguments)
            watch.stop()

        monkeypatch.setattr(log, "complete", full)
        watch.run()
    assert said == ["[Errno 28] No space left on device: 'log'; it is tried again"]
    check_the_promise()
