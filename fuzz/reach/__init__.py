"""Which tests call a function, and how long they take: recorded by running all tests once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Reach:
    """The tests by the function that they call (file and first line); seconds and whether it passed, by test."""

    callers: dict[str, list[str]]
    seconds: dict[str, float]
    failed: list[str]

    def of(self, path: Path, line: int) -> set[str]:
        """The tests that call a function."""
        return set(self.callers.get(f"{path}:{line}", []))

    def of_file(self, path: Path) -> set[str]:
        """The tests that call any function of a file."""
        return {test for place, tests in self.callers.items() if place.startswith(f"{path}:") for test in tests}

    def quickest_first(self, tests: Iterable[str]) -> list[str]:
        """The tests that pass without a change, in the order of their time."""
        return sorted(set(tests) - set(self.failed), key=lambda test: (self.seconds.get(test, 0.0), test))

    def save(self, path: Path) -> None:
        """Writes it to a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Reach:
        """Reads it from a file."""
        return cls(**json.loads(path.read_text(encoding="utf-8")))


def record(tests: Sequence[str], under: Sequence[str] = (), processes: int = 2) -> Reach:
    """Runs the tests once and records what they reach."""
    with tempfile.TemporaryDirectory(prefix="samesame-reach-") as folder:
        paths = [str(Path(__file__).parent), str(ROOT), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "SAMESAME_REACH": folder, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        environment.pop("PYTEST_CURRENT_TEST", None)
        pytest = [sys.executable, "-m", "pytest", "-p", "fuzz.reach.plugin", "-p", "no:cacheprovider"]
        several = ["-n", str(processes), "--dist", "worksteal"] if processes > 1 else []
        subprocess.run([*under, *pytest, *several, *tests], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
        return gathered(Path(folder))


def gathered(folder: Path) -> Reach:
    """What the processes recorded."""
    reached: dict[str, set[str]] = {}
    for test, file, first in _lines(folder, "reached"):
        reached.setdefault(f"{file}:{first}", set()).add(test)
    seconds: dict[str, float] = {}
    failed: set[str] = set()
    for test, took, outcome in _lines(folder, "took"):
        seconds[test] = seconds.get(test, 0.0) + float(took)
        failed |= {test} if outcome == "failed" else set()
    return Reach({place: sorted(tests) for place, tests in sorted(reached.items())}, seconds, sorted(failed))


def _lines(folder: Path, kind: str) -> Iterator[list[str]]:
    """The fields of whole lines. Tests of full disks limit the size of files, which may cut a line of this record."""
    for path in folder.glob(f"*.{kind}"):
        *whole, _ = path.read_text(encoding="utf-8", errors="replace").split("\n")
        yield from (fields for fields in (line.split("\t") for line in whole) if len(fields) == 3)
