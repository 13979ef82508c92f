"""What the tests share: a folder to work in, the real program, the bundled sample; how hard property tests look."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, settings

from samesame.sample import sample_path, sample_truth

PROGRAM = Path(sysconfig.get_path("scripts")) / "samesame"
Result = subprocess.CompletedProcess[str]

# Always the same examples: a test that fails does so for everybody. No deadline: a busy machine is no fault.
settings.register_profile(
    "samesame", max_examples=200, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
# `make fuzz` looks at other examples each time; its seed is that of the campaign.
settings.register_profile("fuzz", settings.get_profile("samesame"), derandomize=False, database=None)
# A mutant is killed by any example that fails, the smallest need not be found.
settings.register_profile("mutants", settings.get_profile("samesame"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(os.environ.get("SAMESAME_HYPOTHESIS", "samesame"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one, so that names in ids and messages are short."""
    inside = tmp_path / "work"
    inside.mkdir()
    monkeypatch.chdir(inside)
    return inside


@pytest.fixture
def lines(folder: Path) -> Callable[..., Path]:
    """Writes JSON lines: objects as they are, strings and bytes as raw lines."""

    def write(name: str, records: Iterable[Mapping[str, object] | str | bytes]) -> Path:
        def raw(record: Mapping[str, object] | str | bytes) -> bytes:
            if isinstance(record, bytes):
                return record
            return (record if isinstance(record, str) else json.dumps(record, ensure_ascii=False)).encode()

        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(raw(record) + b"\n" for record in records))
        return path

    return write


class Measured(NamedTuple):
    """What became of a command, and the most bytes that it held."""

    returncode: int
    stdout: str
    stderr: str
    peak: int


# A process counts the memory of the one that started it as its own, so a small one starts it.
MEASURE = """
import os, sys
with open(sys.argv[1], "w") as report:
    child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
    _, status, usage = os.wait4(child, 0)
    print(os.waitstatus_to_exitcode(status), usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024), file=report)
"""


@pytest.fixture
def measured(tmp_path: Path) -> Callable[..., Measured]:
    """Runs a command and measures its memory. `limit` is called before it starts."""

    def call(*command: str | Path, limit: Callable[[], None] | None = None) -> Measured:
        report = tmp_path / "measured"
        starter = [sys.executable, "-S", "-E", "-c", MEASURE, str(report), *map(str, command)]
        done = subprocess.run(starter, capture_output=True, text=True, check=True, preexec_fn=limit)
        code, peak = map(int, report.read_text().split())
        return Measured(code, done.stdout, done.stderr, peak)

    return call


@pytest.fixture
def program() -> Path:
    """The installed program."""
    return PROGRAM


@pytest.fixture
def run(folder: Path) -> Callable[..., Result]:
    """Runs the real program in the folder; its words and its exit code come back."""

    def call(*arguments: str | Path, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Result:
        done = subprocess.run(
            [str(PROGRAM), *map(str, arguments)],
            input=stdin,
            capture_output=True,
            cwd=folder,
            env={**os.environ, "COLUMNS": "200", **(env or {})},
            timeout=60,
            check=False,
        )
        return Result(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


@pytest.fixture
def sample() -> Path:
    """The file of the bundled sample."""
    return sample_path()


@pytest.fixture
def sample_exact() -> set[tuple[str, str]]:
    """The pairs of the sample that are exact copies."""
    return {(pair["left"], pair["right"]) for pair in sample_truth() if pair["relation"] == "exact"}
