"""`samesame watch` as a process: arriving files, half-written ones, signals, commands, bad calls."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Result
from tests.watch.conftest import PLACES, Start, drop, log_lines, wait_for

STORM = "Storm closes the port of Bozcaada until Monday morning, the ferry company said."
COMET = "Nobody saw the comet that passed over the island on Sunday night."
Run = Callable[..., Result]


@pytest.mark.parametrize("way", ["events", "--poll"])
def test_files_are_judged_as_they_arrive(start: Start, way: str) -> None:
    Path("inbox").mkdir()
    drop("before.txt", COMET)
    process = start("inbox", *((way,) if way.startswith("--") else ()))
    wait_for(lambda: len(log_lines()) == 1)
    drop("a.txt", STORM)
    wait_for(lambda: len(log_lines()) == 2)
    Path("inbox/sub").mkdir()
    Path("inbox/sub/b.txt").write_text(STORM.replace("Monday", "Friday"))
    wait_for(lambda: len(log_lines()) == 3)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 0 and said.endswith("samesame: 3 items: 2 accepted, 1 duplicate\n")
    assert sorted(path.name for path in Path("out").iterdir()) == ["a.txt", "before.txt"]
    last = log_lines()[-1]
    assert (last["item"], last["relation"], last["of"], last["to"]) == ("sub/b.txt", "near", "a.txt", "dup/sub/b.txt")
    assert last["source"] == "sub" and last["coverage"] == last["of_coverage"] == 0.6


def test_a_file_is_not_read_while_it_is_written(start: Start) -> None:
    Path("inbox").mkdir()
    process = start("inbox", "--settle", "1500ms")
    wait_for(lambda: Path("state.db").exists())
    with Path("inbox/slow.txt").open("w") as file:
        for word in STORM.split():
            file.write(f"{word} ")
            file.flush()
            time.sleep(0.3)
    wait_for(lambda: log_lines())
    process.terminate()
    assert process.wait(30) == 0
    assert [line["item"] for line in log_lines()] == ["slow.txt"]
    assert Path("out/slow.txt").read_text().split() == STORM.split()


def test_once_judges_what_is_there_also_what_is_fresh(run: Run, folder: Path) -> None:
    Path("inbox").mkdir()
    Path("inbox/a.txt").write_text(STORM)
    drop("b.txt", COMET)
    done = run("watch", "inbox", *PLACES, "--once", "--window", "48h")
    assert (done.returncode, done.stderr) == (0, "samesame: 2 items: 2 accepted\n")
    drop("c.txt", STORM)
    drop("empty.txt", "")
    done = run("watch", "inbox", *PLACES, "--once")
    assert (done.returncode, done.stderr) == (1, "samesame: 2 items: 1 duplicate, 1 refused\n")
    assert [line["to"] for line in log_lines()] == ["out/b.txt", "out/a.txt", "dup/c.txt", None]
    assert run("watch", "inbox", *PLACES, "--once").returncode == 0
    assert len(log_lines()) == 4


def test_commands_are_called_for_new_items_and_for_copies(start: Start) -> None:
    drop("a.txt", STORM)
    drop("b.txt", STORM)
    note = "import sys; open(sys.argv[1], 'a').write(sys.argv[2] + ' ' + sys.stdin.read())"
    Path("note.py").write_text(note)
    command = f"'{sys.executable}' note.py"
    process = start("inbox", "--once", "--on-new", f"{command} new", "--on-copy", "false")
    _, said = process.communicate(timeout=60)
    assert process.returncode == 0 and "samesame: b.txt: false: exit code 1\n" in said
    path, _, decision = Path("new").read_text().partition(" ")
    assert Path(path).resolve() == Path("out/a.txt").resolve()
    assert json.loads(decision) == log_lines()[0]
    assert [line.get("command") for line in log_lines()] == [None, "false: exit code 1"]


def test_a_signal_while_a_command_runs_lets_it_end(start: Start) -> None:
    for name in ("a.txt", "b.txt"):
        drop(name, f"{STORM} {name}")
    Path("slow.py").write_text("import time; open('begun', 'w'); time.sleep(1.5); open('ended', 'w')")
    process = start("inbox", "--on-new", f"'{sys.executable}' slow.py", "--on-copy", "true")
    wait_for(lambda: Path("begun").exists())
    process.terminate()
    assert process.wait(30) == 0
    assert Path("ended").exists() and len(log_lines()) == 1
    assert len(list(Path("inbox").iterdir())) == 1


def test_a_second_watch_on_one_store_is_refused(start: Start, run: Run) -> None:
    Path("inbox").mkdir()
    start("inbox")
    wait_for(lambda: Path("state.db").exists())
    wait_for(lambda: run("watch", "inbox", *PLACES, "--once").returncode == 2)
    assert "another process has this store open" in run("watch", "inbox", *PLACES, "--once").stderr


def test_an_inbox_that_goes_and_comes_back_is_watched_on(start: Start) -> None:
    Path("inbox").mkdir()
    process = start("inbox", "--poll")
    wait_for(lambda: Path("state.db").exists())
    time.sleep(0.5)
    Path("inbox").rmdir()
    time.sleep(1.5)
    drop("a.txt", STORM)
    wait_for(lambda: log_lines())
    process.terminate()
    _, said = process.communicate(timeout=30)
    assert process.returncode == 0 and said.count("it is tried again") <= 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "nothing to watch"),
        (("nowhere",), "no such folder"),
        (("inbox", "--window", "90m"), "window: expected whole hours"),
        (("inbox", "--clock", "moon"), "clock: expected 'arrival' or 'document'"),
        (("inbox", "--accept", "twins"), "accept: expected some of exact"),
        (("inbox", "--settle", "soon"), "settle: expected a duration"),
        (("inbox", "--feed", "ftp://example.org/"), "feed: expected a URL"),
        (("inbox", "--feed", "http:///news.rss"), "feed: expected a URL such as"),
        (("inbox", "--feed", "https://[::1/news"), "feed: expected a URL such as"),
        (("inbox", "--feed", "https://example.org:port/"), "feed: expected a URL such as"),
        (("inbox", "--feed", "https://example.org/a b"), "feed: expected a URL such as"),
        (("inbox", "--refused", "inbox/bad"), "refused: inbox/bad lies in inbox"),
        (("inbox", "--on-new", "'"), "on-new:"),
        (("inbox", "--store", "inbox/state.db"), "store: inbox/state.db lies in inbox"),
        (("inbox", "--log", "state.db"), "log: state.db is the store"),
        (("inbox", "--refused", "/proc/bad"), "/proc/bad"),
        (("inbox", "--log", "state.db/log"), "state.db: "),
        (("inbox", "--method", "exact"), "method: a window takes"),
    ],
)
def test_a_call_that_cannot_be_meant_is_refused(run: Run, folder: Path, arguments: tuple[str, ...], said: str) -> None:
    Path("inbox").mkdir()
    done = run("watch", *PLACES, *arguments, "--once")
    assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr


def test_the_extra_is_named_where_it_is_missing(run: Run, folder: Path) -> None:
    # Python imports this before the program; a package is hidden, as if it were not installed.
    Path("hide").mkdir()
    Path("hide/sitecustomize.py").write_text(
        "import importlib.util as util\n"
        "real = util.find_spec\n"
        "util.find_spec = lambda name, *more: None if name == 'watchfiles' else real(name, *more)\n"
    )
    Path("inbox").mkdir()
    paths = os.pathsep.join(["hide", os.environ.get("PYTHONPATH", "")])
    done = run("watch", "inbox", *PLACES, "--once", env={"PYTHONPATH": paths})
    assert done.returncode == 2 and "pip install 'samesame[watch]'" in done.stderr
