"""Programs of the user: what they get, and that nothing they do stops the watch."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

from samesame.errors import ParameterError
from samesame.watch.commands import call, parse_command

ECHO = (sys.executable, "-c", "import sys; open('got', 'w').write(repr(sys.argv[1:]) + sys.stdin.read())")


def test_a_command_gets_the_decision_and_the_path_and_no_shell_reads_them(folder: Path) -> None:
    line = json.dumps({"item": "$(touch no); `touch no`.txt"})
    assert call((*ECHO, "$HOME"), line, "out/; touch no", 20) == ""
    assert Path("got").read_text() == repr(["$HOME", "out/; touch no"]) + line + "\n"
    assert call(ECHO, line, None, 20) == ""
    assert Path("got").read_text().startswith("[]")
    assert not Path("no").exists()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("no-such-program",), "no-such-program: cannot be called: No such file or directory"),
        ((sys.executable, "-c", "import sys; sys.exit(3)"), f"{sys.executable}: exit code 3"),
        ((sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"), f"{sys.executable}: ended by signal 9"),
        (("a\0b",), "a\0b: cannot be called: embedded null byte"),
    ],
)
def test_a_command_that_fails_is_told(command: tuple[str, ...], said: str) -> None:
    assert call(command, "x" * 1_000_000, "path", 20) == said


def test_a_command_that_takes_too_long_is_killed_with_what_it_started(folder: Path) -> None:
    code = (
        "import subprocess, time; open('pid', 'w').write(str(subprocess.Popen(['sleep', '600']).pid)); time.sleep(600)"
    )
    assert "took longer than 2 s and was killed" in call((sys.executable, "-c", code), "{}", None, 2)
    pid = int(Path("pid").read_text())
    end = time.monotonic() + 20
    while _runs(pid) and time.monotonic() < end:
        time.sleep(0.05)
    assert not _runs(pid)


def _runs(pid: int) -> bool:
    """Whether a process is there and has not ended; nobody may have waited for it yet."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


@pytest.mark.parametrize("text", ["", "  ", "notify 'unclosed"])
def test_what_is_no_command_is_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="on-new"):
        parse_command(text, "on-new")
