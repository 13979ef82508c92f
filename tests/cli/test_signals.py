"""Being asked to end while standard input is silent: a signal that comes with the last piece of data is heard too."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

# Signals that a parent ignores stay ignored; a test must not depend on who runs it.
LISTEN = "import os, signal, sys; signal.signal(signal.SIGTERM, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
TRIES = 5


@pytest.fixture
def temporary(tmp_path: Path) -> Iterator[Path]:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    yield temporary
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("verb", ["dedup - --out o.jsonl", "find -", "find pipe.jsonl --method imatch"])
def test_a_signal_is_heard_although_the_pipe_stays_open_and_silent(
    folder: Path, program: Path, temporary: Path, verb: str
) -> None:
    os.mkfifo("pipe.jsonl")
    for _ in range(TRIES):
        with subprocess.Popen(
            [sys.executable, "-c", LISTEN, program, *verb.split()],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(temporary)},
        ) as process:
            assert process.stdin and process.stderr
            pipe = Path("pipe.jsonl").open("wb") if "pipe" in verb else process.stdin  # noqa: SIM115
            pipe.write(b'{"text": "one"}\n' * 100_000)
            pipe.flush()
            time.sleep(0.1)  # it has read all and waits
            # It wakes to read this, and is not waiting when the signal comes.
            pipe.write(b'{"text": "one"}\n' * 100)
            pipe.flush()
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=20)
            pipe.close()
            assert (process.stderr.read(), process.returncode) == (b"samesame: stopped\n", 143)
    assert not Path("o.jsonl").exists()
