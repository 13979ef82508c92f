"""Changes one operator, comparison or constant at a time and runs the tests: `python -m fuzz.mutants --sample 60`.

A change that no test notices is a survivor: it needs a test, or a reason why it changes nothing that can be seen.
All tests are run once to record which of them call which function. For a change those that call the changed function
are run, the quickest first, until one fails. The changed sources are a copy, which PYTHONPATH puts before the installed
ones, also for processes that the tests start.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from fuzz.limited import OUT_OF_TIME
from fuzz.mutations import ROOT, Mutant, mentioning, mutants_of
from fuzz.reach import Reach, record

ROOMS = ("match", "verbs", "engines", "plan", "steps")
# Spark's tests need minutes to start; what they share with the others is tested by these, too.
TESTS = ("tests", "src", "--ignore=tests/engines/spark", "--ignore=tests/fuzz", "--ignore=src/samesame/engines/spark")
RECORDED = ROOT / "target" / "mutants" / "reach.json"
# A change may make tests slower without a fault, and other work may run beside them.
PATIENCE = 5.0


def callers_of(mutant: Mutant, reach: Reach) -> list[str]:
    """The tests that can notice a change, the quickest first.

    Of a function these are its callers. What stands outside of functions has been computed when a module was imported:
    the tests that call a function of a file that mentions its name.
    """
    if within := mutant.within():
        return reach.quickest_first(test for line in within[:1] for test in reach.of(mutant.path, line))
    files = {mutant.path, *mentioning(mutant.names())}
    return reach.quickest_first(test for file in files for test in reach.of_file(file))


def within_budget(tests: Iterable[str], reach: Reach, budget: float) -> list[str]:
    """As many of the tests as take some seconds together without a change."""
    chosen: list[str] = []
    for test in tests:
        budget -= reach.seconds.get(test, 0.0)
        if budget < 0 and chosen:
            break
        chosen.append(test)
    return chosen


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the sources, in which one file at a time is changed."""

    folder: Path
    under: Sequence[str] = ()

    def fate(self, tests: Sequence[str], seconds: float, mutant: Mutant | None = None) -> str:
        """What becomes of a change: killed by a test, out of time (which is noticed, too), or survived all."""
        if mutant is not None:
            (self.folder / mutant.path).write_bytes(mutant.applied((ROOT / mutant.path).read_bytes()))
        try:
            return self._run(tests, seconds)
        finally:
            if mutant is not None:
                shutil.copy(ROOT / mutant.path, self.folder / mutant.path)

    def _run(self, tests: Sequence[str], seconds: float) -> str:
        listed = self.folder / "tests"
        # The examples of docstrings are those of the copy.
        named = (str(self.folder / test) if test.startswith("src") else test for test in tests)
        listed.write_text("".join(f"{test}\n" for test in named), encoding="utf-8")
        limited = [sys.executable, "-m", "fuzz.limited", str(seconds)]
        pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        command = [
            *self.under,
            *limited,
            *pytest,
            f"--rootdir={ROOT}",
            "-c",
            str(ROOT / "pyproject.toml"),
            f"@{listed}",
        ]
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.folder / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "SAMESAME_HYPOTHESIS": "mutants",
        }
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        if done.returncode in (0, OUT_OF_TIME):
            return "out of time" if done.returncode else "SURVIVED"
        said = done.stdout.strip()
        failed = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return f"killed by {failed[0].split(' ')[1]}" if failed else f"killed: {said.splitlines()[-1]}"


def copied(folder: Path, under: Sequence[str]) -> Copy:
    """A copy of the sources; the core, which is large, is a link."""
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    for path in (ROOT / "src/samesame").glob("_core*.*"):
        if path.suffix in (".so", ".pyd"):
            (folder / "src/samesame" / path.name).symlink_to(path)
    return Copy(folder, under)


def main() -> int:
    """Tries a sample of all changes and names the survivors."""
    asked = _asked()
    under = shlex.split(asked.under)
    files = [path for room in asked.rooms for path in sorted((ROOT / "src/samesame" / room).rglob("*.py"))]
    every = [one for path in files if "spark" not in path.parts for one in mutants_of(path.relative_to(ROOT))]
    chosen = Random(asked.seed).sample(every, min(asked.sample, len(every)))
    if asked.anew or not RECORDED.exists():
        print("running all tests once, to see what they reach ...", flush=True)
        record(TESTS, under).save(RECORDED)
    reach = Reach.load(RECORDED)
    print(f"{len(chosen)} of {len(every)} changes in {len(files)} files, seed {asked.seed}; {len(reach.seconds)} tests")
    print(*(f"fails without any change, is left out: {test}" for test in reach.failed), sep="\n", flush=True)
    with tempfile.TemporaryDirectory(prefix="samesame-mutants-") as folder:
        return _tried(chosen, reach, copied(Path(folder), under), asked.budget)


def _tried(chosen: Sequence[Mutant], reach: Reach, copy: Copy, budget: float) -> int:
    fates: Counter[str] = Counter()
    for mutant in chosen:
        callers = callers_of(mutant, reach)
        tests = within_budget(callers, reach, budget)
        expected = sum(reach.seconds.get(test, 0.0) for test in tests)
        begun = time.monotonic()
        became = copy.fate(tests, 60 + PATIENCE * expected, mutant) if tests else "SURVIVED: no test reaches it"
        fates[became.split(" by ")[0].split(":")[0]] += 1
        took = f"{len(tests)} of {len(callers)} tests, {time.monotonic() - begun:.0f} s"
        print(f"{mutant.shown()} | {became} | {took}", flush=True)
    print(", ".join(f"{count} {became}" for became, count in sorted(fates.items())))
    return int(fates["SURVIVED"] > 0)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=180, help="seconds of tests for a change that none notices")
    parser.add_argument("--under", default="", help='a command that runs the tests, such as "nice -n 10"')
    parser.add_argument("--anew", action="store_true", help="record again which tests reach what")
    parser.add_argument("rooms", nargs="*", default=list(ROOMS))
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
