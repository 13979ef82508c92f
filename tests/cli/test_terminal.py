"""A bar on a terminal, silence in a pipe; Ctrl-C and closed pipes."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
# Ctrl-C is ignored by those whom a script starts in the background; the program must not inherit that.
LISTEN = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"


@pytest.fixture
def big(folder: Path) -> Path:
    """Twenty megabytes of distinct lines."""
    path = Path("big.jsonl")
    filler = "some more words " * 60
    with path.open("w") as file:
        for i in range(20_000):
            file.write(json.dumps({"id": f"{i:06}", "text": f"{i} {filler}"}) + "\n")
    return path


def on_terminal(program: Path, *arguments: str) -> tuple[int, str]:
    """Runs the program with a terminal for standard output and error."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "150"}
    process = subprocess.Popen([program, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # the end of a terminal is an error
        while data := os.read(ours, 1 << 16):
            shown += data
    os.close(ours)
    return process.wait(timeout=60), re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())


def test_a_terminal_gets_a_bar_with_documents_speed_and_time_left(program: Path, big: Path) -> None:
    code, shown = on_terminal(program, "read", str(big), "--out", "o.jsonl")
    assert code == 0
    assert re.search(r"look for files +━+ 1 file ", shown)
    assert re.search(r"read +━+ 20,000 documents ", shown)
    assert re.search(r"\d MB/s", shown) and re.search(r"\d:\d\d:\d\d", shown)
    assert "20,000 documents read, written to o.jsonl" in shown


def test_each_stage_has_its_own_bar(program: Path, folder: Path) -> None:
    words = " ".join(f"word{i}" for i in range(50))
    lines = (json.dumps({"id": str(i), "text": f"{words} tail{i}"}) + "\n" for i in range(200))
    Path("near.jsonl").write_text("".join(lines))
    code, shown = on_terminal(program, "find", "near.jsonl", "--method", "ffp", "--out", "o.jsonl")
    assert code == 0
    for stage in ("look for files", "read and sign", "match", "measure", "report", "write"):
        assert re.search(f"{stage} +━", shown), stage
    assert re.search(r"write +━+ 19,900 rows ", shown)


def test_quiet_leaves_out_bars_and_summary_but_names_what_is_bad(program: Path, run: Run, sample: Path) -> None:
    code, shown = on_terminal(program, "find", str(sample), "--quiet", "--out", "o.jsonl")
    assert (code, shown) == (0, "")
    Path("bad.jsonl").write_text('{"id": "a", "text": "one two"}\n{broken\n')
    for verb in (("find",), ("dedup", "--out", "o.jsonl"), ("passages",), ("read", "--out", "o.jsonl")):
        done = run(verb[0], "bad.jsonl", *verb[1:], "--quiet")
        assert done.returncode == 1 and "bad.jsonl:2" in done.stderr and "documents" not in done.stderr, done.stderr


def test_a_terminal_gets_a_table_of_matches(program: Path, sample: Path) -> None:
    code, shown = on_terminal(program, "find", str(sample))
    assert code == 0 and "relation" in shown and "letter-001" in shown and '{"left"' not in shown
    code, shown = on_terminal(program, "find", str(sample), "--json")
    assert code == 0 and '{"left": "letter-001"' in shown


def test_a_narrow_terminal_breaks_names_but_cuts_no_figure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from samesame.report.terminal import print_figures

    rows, names = [("02-no-obfuscation-at-all", "1,000", "0.9876")], ("section", "pairs", "precision")
    for width, tty, lines in ((80, True, 2), (30, True, 3), (10, True, 3), (10, False, 2)):
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.setenv("FORCE_COLOR" if tty else "NO_COLOR", "1")
        print_figures(rows, names)
        monkeypatch.delenv("FORCE_COLOR" if tty else "NO_COLOR")
        shown = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
        assert len(shown.splitlines()) == lines, (width, shown)
        assert {"section", "pairs", "precision", "1,000", "0.9876"} <= set(shown.split())


def test_a_pipe_gets_no_bar(run: Run, big: Path) -> None:
    done = run("find", big)
    assert done.stdout == ""
    assert re.fullmatch(r"20,000 documents: no pairs\. [\d.]+ s, [\d.]+ MB/s\nstages: .*\n", done.stderr)
    assert run("read", big, "--out", "o.jsonl").stderr == "20,000 documents read, written to o.jsonl\n"


@pytest.mark.parametrize("verb", ["read", "find"])
def test_a_reader_that_has_enough_is_no_error(program: Path, folder: Path, verb: str) -> None:
    with Path("a.jsonl").open("w") as file:
        for i in range(60_000):
            file.write(json.dumps({"id": f"{i:06}", "text": f"text {i // 2} and more words"}) + "\n")
    process = subprocess.Popen([program, verb, "a.jsonl"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    assert process.stdout.readline().startswith(b"{")
    process.stdout.close()
    words = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=60), b"Error" in words, b"Traceback" in words) == (0, False, False)


@contextlib.contextmanager
def started(program: Path, temporary: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """The program on its way, with a folder of its own for temporary files."""
    temporary.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-c", LISTEN, str(program), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def wait_for(there: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 30
    while not there():
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.001)


def interrupted(process: subprocess.Popen[bytes]) -> None:
    """Sends Ctrl-C; the program says that it stopped, and nothing else."""
    process.send_signal(signal.SIGINT)
    _, words = process.communicate(timeout=30)
    assert (process.returncode, words) == (130, b"samesame: stopped\n")


@pytest.fixture
def endless(folder: Path) -> Path:
    """A file that takes seconds to work on but little room: seven hundred megabytes of distinct lines, packed."""
    path = Path("endless.jsonl.zst")
    filler = b"x" * 100_000
    with pa.output_stream(str(path), compression="zstd") as stream:
        for i in range(7_000):
            stream.write(b'{"id":"%d","text":"%d %s"}\n' % (i, i, filler))
    return path


@pytest.mark.parametrize("out", ["o.parquet", "o.jsonl.zst"])
def test_ctrl_c_while_writing_leaves_nothing_and_harms_nothing(
    program: Path, endless: Path, tmp_path: Path, out: str
) -> None:
    Path(out).write_text("an earlier result")
    with started(program, tmp_path / "temporary", "read", str(endless), "--out", out) as process:
        wait_for(lambda: len(list(Path().iterdir())) == 3, process)
        interrupted(process)
    assert sorted(path.name for path in Path().iterdir()) == sorted([endless.name, out])
    assert Path(out).read_text() == "an earlier result"
    assert list((tmp_path / "temporary").iterdir()) == []


def test_ctrl_c_during_dedup_leaves_nothing(program: Path, endless: Path, tmp_path: Path) -> None:
    arguments = ["dedup", str(endless), "--out", "o.jsonl.zst", "--removed", "r.csv", "--memory", "1MiB"]
    with started(program, tmp_path / "temporary", *arguments) as process:
        wait_for(lambda: len(list(Path().iterdir())) > 1, process)
        interrupted(process)
    assert [path.name for path in Path().iterdir()] == [endless.name]
    assert list((tmp_path / "temporary").iterdir()) == []


def test_ctrl_c_while_waiting_for_standard_input_leaves_nothing(program: Path, folder: Path, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    with started(program, temporary, "find", "-", "--out", "o.jsonl") as process:
        assert process.stdin
        process.stdin.write(b'{"text": "one"}\n' * 100_000)
        process.stdin.flush()
        wait_for(lambda: any(file.stat().st_size for file in temporary.iterdir()), process)
        interrupted(process)
    assert list(temporary.iterdir()) == list(folder.iterdir()) == []
