"""A job that could not be done: code 2, one line that says why, nothing on standard output."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

import samesame as ss
from samesame.cli import main

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["find", "gone.jsonl"], "samesame: gone.jsonl: no such file or folder"),
        (["find", "photo.png"], "photo.png: the name tells no format"),
        (["find", "a.jsonl", "--format", "word"], "format: expected one of"),
        (["find", "a.jsonl", "--method", "magic"], "method: 'magic' is not known; expected one of: overlap, exact, "),
        (["find", "a.jsonl", "--engine", "cloud"], "engine: 'cloud' is not known"),
        (["find", "a.jsonl", "--relation", "same"], "relation: expected some of exact, near"),
        (
            ["find", "a.jsonl", "--method", "exact", "--same", "sound"],
            "same: expected 'words' or 'letters', got 'sound'",
        ),
        (["find", "a.jsonl", "--memory", "much"], "memory: expected a size"),
        (["find", "a.jsonl", "--max-record", "-1"], "max_record: expected a size"),
        (["find", "a.jsonl", "--clean", "all"], "clean: expected 'none' or 'tags' or 'article', got 'all'"),
        (["find", "a.jsonl", "--out", "m.txt"], "out: 'm.txt' tells no format"),
        (["read", "a.jsonl", "--out", "a.jsonl/x.jsonl"], "samesame: "),
        (["dedup", "a.jsonl", "--out", "clean"], ".parquet or .arrow, or in / for a folder"),
        (["dedup", "a.jsonl", "--out", "-", "--removed", "-"], "removed: '-' tells no format"),
    ],
)
def test_the_reason_is_one_line(run: Run, lines: Lines, arguments: list[str], words: str) -> None:
    lines("a.jsonl", [{"text": "one"}])
    Path("photo.png").touch()
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr and len(done.stderr.splitlines()) == 1
    assert sorted(path.name for path in Path().iterdir()) == ["a.jsonl", "photo.png"]


@pytest.mark.parametrize(
    "arguments", [["find"], ["dedup", "a.jsonl"], ["find", "--nonsense"], ["fnid"], ["read", "a", "--threads", "-1"]]
)
def test_a_wrong_command_line_is_code_two(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RuntimeError("a \x1b[31mmistake"), r"a mistake of samesame, not yours: RuntimeError: a \x1b[31mmistake; "),
        (RecursionError("too deep"), "a mistake of samesame, not yours: RecursionError: too deep; "),
        (ss.InternalError("a worker was lost"), "a mistake of samesame, not yours: a worker was lost; "),
        (MemoryError(), "out of memory (MemoryError); lower --memory or --threads, or split the collection"),
        (pa.ArrowMemoryError("malloc of size 9"), "out of memory (malloc of size 9); lower --memory"),
    ],
)
def test_what_nobody_foresaw_is_code_two_and_one_line_with_a_way_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, words: str
) -> None:
    def broken(arguments: list[str]) -> None:
        raise error

    monkeypatch.setattr(main, "program", broken)
    for shown in (False, True):
        if shown:
            monkeypatch.setenv("SAMESAME_TRACEBACK", "1")
        with pytest.raises(SystemExit) as left:
            main.run()
        said = capsys.readouterr().err
        assert left.value.code == 2 and said.splitlines()[-1].startswith(f"samesame: {words}")
        assert ("Traceback" in said, len(said.splitlines()) > 1) == (shown, shown)


def test_the_disk_is_full(run: Run, lines: Lines, program: Path) -> None:
    path = lines("a.jsonl", [{"text": "one " * 100} for _ in range(1000)])
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([program, "read", path], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == 2 and done.stderr == b"samesame: no space left on device: standard output\n"
