"""How a run goes, told a line at a time; and what the core tells of its long calls."""

from __future__ import annotations

import re
import threading
import time

import pytest

import samesame as ss
from samesame import _core
from samesame.cli import progress


def test_in_a_pipe_a_line_tells_stage_count_and_share(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "MINUTE", 0.02)
    with progress.LinesWatch() as watch:
        watch.stage("read and sign")
        watch.read(1200, 30, 40)
        time.sleep(0.1)
        watch.stage("match")
        time.sleep(0.1)
    said = capsys.readouterr().err.splitlines()
    assert "samesame: read and sign: 1,200 documents, 75%, 0 s" in said
    assert "samesame: match: 0 s" in said
    time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_short_runs_in_a_pipe_say_nothing_of_their_progress(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.watching(quiet=False) as watch:
        watch.stage("match")
    assert isinstance(watch, progress.LinesWatch) and capsys.readouterr().err == ""


def test_what_is_read_again_begins_anew() -> None:
    stage = progress.Stage("measure")
    stage.started -= 100
    stage.read(5, 50, 100)
    assert re.fullmatch(r"measure: 5 documents, 50%, 100 s", str(stage))
    stage.read(1, 10, 100)
    assert str(stage) == "measure: 1 document, 10%, 0 s"


def test_the_core_tells_how_far_a_call_has_come() -> None:
    assert _core.progress() == (0, 0)
    seen: set[tuple[int, int]] = set()
    ended = threading.Event()

    def look() -> None:
        while not ended.is_set():
            seen.add(_core.progress())

    watcher = threading.Thread(target=look)
    watcher.start()
    # All are near copies of one another, so that matching takes a while.
    texts = {f"{i}": " ".join(f"w{k}" for k in range(400)) + f" tail{i}" for i in range(1200)}
    found = ss.find(texts)
    ended.set()
    watcher.join()
    assert len(found) == 1200 * 1199 // 2
    assert {total for _, total in seen} == {0, 1200}
    assert all(done <= total for done, total in seen) and len(seen) > 3
    assert _core.progress() == (0, 0)


def test_stages_are_told_to_whoever_asks() -> None:
    told: list[str | None] = []
    ss.find(["one two three four", "one two three four five"], stage=told.append)
    assert told == ["read and sign", "match", "report", None]
