"""Hypothesis and proptest explore anew: the suite pins their seeds, here each pass has a fresh one."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from fuzz.case import Case
from fuzz.worker import Failure

ROOT = Path(__file__).parents[1]
# A pass that takes longer hangs.
PATIENCE = 1800.0
# As many cases as proptest tries of a property unless it is told otherwise.
CASES = 256
_PASSED = re.compile(r"(\d+) passing")
_BLOCK = re.compile(r"proptest! *\{.*?\n\}|proptest! *\{.*?\n    \}", re.DOTALL)
Explored = tuple[str, int, list[Failure]]
Pass = Callable[[random.Random], tuple[int, Failure | None]]


def explore(seed: int, seconds: float) -> Iterator[Explored]:
    """Both, each for half of the time: what it is called, how many examples, what failed."""
    yield _passes("hypothesis", _hypothesis, seed, seconds / 2)
    build = ["cargo", "test", "--release", "--quiet", "-p", "samesame_core", "--no-run"]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=False)
    yield _passes("proptest", _proptest, seed, seconds / 2)


def _passes(name: str, one: Pass, seed: int, seconds: float) -> Explored:
    """Pass after pass, each with a seed of its own, until the time is over."""
    rng, end = random.Random(f"{name}:{seed}"), time.monotonic() + seconds
    count = 0
    failures: list[Failure] = []
    while True:
        tried, failure = one(rng)
        count += tried
        failures += [failure] if failure else []
        if time.monotonic() > end:
            return name, count, failures


def _hypothesis(rng: random.Random) -> tuple[int, Failure | None]:
    """The properties of one file."""
    file = rng.choice(sorted((ROOT / "tests" / "properties").glob("test_*.py")))
    seed = rng.getrandbits(32)
    command = [sys.executable, "-m", "pytest", str(file.relative_to(ROOT)), f"--hypothesis-seed={seed}"]
    env = {"SAMESAME_HYPOTHESIS": "fuzz"}
    code, output = _run([*command, "--hypothesis-show-statistics", "-p", "no:cacheprovider"], env)
    count = sum(int(number) for number in _PASSED.findall(output))
    return count, None if code == 0 else _failure(command, env, output)


def _proptest(rng: random.Random) -> tuple[int, Failure | None]:
    """All properties of the core."""
    command = ["cargo", "test", "--release", "--quiet", "-p", "samesame_core"]
    env = {"PROPTEST_CASES": str(CASES), "PROPTEST_RNG_SEED": str(rng.getrandbits(63))}
    code, output = _run(command, env)
    return CASES * _properties(), None if code == 0 else _failure(command, env, output)


def _properties() -> int:
    """How many properties the core has."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "crates").rglob("*.rs")]
    return sum(block.count("#[test]") for source in sources for block in _BLOCK.findall(source))


def _run(command: list[str], env: dict[str, str]) -> tuple[int, str]:
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return -1, f"no end within {PATIENCE:.0f} s"
    return done.returncode, done.stdout


def _failure(command: list[str], env: dict[str, str], output: str) -> Failure:
    again = " ".join([*(f"{name}={value}" for name, value in env.items()), *command])
    failed = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR", "test result: FAILED"))]
    what = failed[0] if failed else output.strip().splitlines()[-1]
    return Failure(0, -1, what, f"{again}\n{output[-20000:]}", Case(), again)
