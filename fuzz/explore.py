"""Hypothesis and proptest explore anew: the suite pins their seeds, here they are fresh and look at more examples."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from fuzz.case import Case
from fuzz.worker import Failure

ROOT = Path(__file__).parents[1]
_PASSED = re.compile(r"(\d+) passing examples")
_PROPERTIES = re.compile(r"proptest! *\{.*?\n\}|proptest! *\{.*?\n    \}", re.DOTALL)
Explored = tuple[str, int, list[Failure]]


def explore(seed: int, seconds: float) -> Iterator[Explored]:
    """Both, for about so long together: what it is called, how many examples, what failed."""
    yield _hypothesis(seed, seconds / 2)
    yield _proptest(seed, seconds / 2)


def _hypothesis(seed: int, seconds: float) -> Explored:
    arguments = ["tests/properties", "-p", "no:cacheprovider", "--hypothesis-show-statistics"]
    arguments += [f"--hypothesis-seed={seed}", "--maxfail=20", "-p", "no:randomly"]
    command = [sys.executable, "-m", "pytest", *arguments]
    env = {"SAMESAME_HYPOTHESIS": "fuzz", "SAMESAME_HYPOTHESIS_SECONDS": str(int(seconds))}
    code, output = _run(command, env, seconds * 3 + 120)
    count = sum(int(number) for number in _PASSED.findall(output))
    return "hypothesis", count, [] if code == 0 else [_failure(seed, command, env, output)]


def _proptest(seed: int, seconds: float) -> Explored:
    # About 100 properties run 256 cases each in two seconds; more time, more cases.
    cases = max(256, int(seconds * 100))
    command = ["cargo", "test", "--release", "--quiet", "-p", "samesame-core"]
    env = {"PROPTEST_CASES": str(cases), "PROPTEST_RNG_SEED": str(seed)}
    code, output = _run(command, env, seconds * 10 + 900)
    return "proptest", cases * _properties(), [] if code == 0 else [_failure(seed, command, env, output)]


def _properties() -> int:
    """How many properties the core has."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "crates").rglob("*.rs")]
    return sum(block.count("#[test]") for source in sources for block in _PROPERTIES.findall(source))


def _run(command: list[str], env: dict[str, str], seconds: float) -> tuple[int, str]:
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=seconds,
        check=False,
    )
    return done.returncode, done.stdout


def _failure(seed: int, command: list[str], env: dict[str, str], output: str) -> Failure:
    again = " ".join([*(f"{name}={value}" for name, value in env.items()), *command])
    failed = [line for line in output.splitlines() if line.startswith(("FAILED", "Falsifying", "test result: FAILED"))]
    what = failed[0] if failed else output.strip().splitlines()[-1]
    return Failure(0, -1, what, f"{again}\n{output[-20000:]}", Case())
