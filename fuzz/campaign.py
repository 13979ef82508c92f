"""A campaign: every target for its share of the time, and what came of it."""

from __future__ import annotations

import json
import subprocess
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import samesame
from fuzz.explore import explore
from fuzz.findings import Findings
from fuzz.pool import Pool
from fuzz.targets import TARGETS
from fuzz.worker import target_at

# Hypothesis and proptest get this part of the whole time.
EXPLORING = 0.1


class Campaign:
    """Runs targets and counts inputs and faults."""

    def __init__(self, seed: int, folder: Path, jobs: int) -> None:
        self.seed, self.jobs = seed, jobs
        self.findings = Findings(folder, seed)
        self.inputs: Counter[str] = Counter()
        self.took: dict[str, float] = {}

    def run(self, names: list[str], seconds: float) -> None:
        """The targets one after the other. Ctrl-C ends the campaign, not the summary."""
        try:
            everything = set(names) == set(TARGETS)
            if everything:
                self._explore(seconds * EXPLORING)
                seconds *= 1 - EXPLORING
            shares = {name: target_at(TARGETS[name]).share for name in names}
            for name in names:
                self.run_target(name, seconds=seconds * shares[name] / sum(shares.values()))
        except KeyboardInterrupt:
            print("stopped")

    def run_target(self, name: str, *, seconds: float | None = None, batches: int | None = None) -> None:
        """One target, for a time or for so many batches."""
        started = time.monotonic()
        for done in Pool(TARGETS[name], self.seed, self.jobs).run(seconds=seconds, batches=batches):
            self.inputs[name] += done.count
            for failure in done.failures:
                self.findings.add(name, failure)
        self._tell(name, time.monotonic() - started)

    def repeat(self, name: str, number: int, case: int | None) -> None:
        """A batch or a case again, to look at a finding."""
        done = Pool(TARGETS[name], self.seed, 1).repeat(number, case)
        self.inputs[name] += done.count
        for failure in done.failures:
            print(failure.details)
            self.findings.add(name, failure)

    def _explore(self, seconds: float) -> None:
        started = time.monotonic()
        for name, count, failures in explore(self.seed, seconds):
            self.inputs[name] += count
            for failure in failures:
                self.findings.add(name, failure)
            self._tell(name, time.monotonic() - started)
            started = time.monotonic()

    def _tell(self, name: str, seconds: float) -> None:
        self.took[name] = seconds
        rate = self.inputs[name] / seconds if seconds else 0
        print(f"{name:14}{self.inputs[name]:>12,} inputs  {seconds:7.1f} s  {rate:8,.0f} inputs/s", flush=True)

    def summary(self) -> str:
        """The whole campaign in a line."""
        return f"{self.inputs.total():,} inputs, {len(self.findings):,} faults, seed {self.seed}"

    def record(self, file: Path) -> None:
        """Adds a line to a file: when, which code, how long, how many."""
        line = {
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "version": samesame.__version__,
            "commit": _commit(),
            "seed": self.seed,
            "seconds": round(sum(self.took.values()), 1),
            "inputs": self.inputs.total(),
            "faults": len(self.findings),
            "targets": dict(self.inputs),
        }
        with file.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")


def _commit() -> str | None:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or None
