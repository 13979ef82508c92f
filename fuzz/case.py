"""What a target is made of: cases, and faults found in them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar


class Fault(Exception):
    """The program did what it must not do. The first line says what, the others give details."""


@dataclass(slots=True)
class Case:
    """One input: files by name, and the options that it is run with."""

    files: dict[str, bytes] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)

    def write(self, folder: Path) -> list[Path]:
        """Puts the files into a folder."""
        paths = []
        for name, data in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            paths.append(path)
        return paths


class Target:
    """Something to fuzz. A batch of cases follows from a seed and a number alone, so that it can be repeated."""

    name: ClassVar[str]
    # Cases of a batch. Where many are checked by one call they cost little each.
    together: ClassVar[int] = 1
    # Part of the time, relative to the other targets.
    share: ClassVar[float] = 1.0
    # A target that forks must not have threads of its own, so its process runs nothing of the core.
    forks: ClassVar[bool] = False
    # What one case may take: seconds of the processor, bytes in memory.
    seconds: ClassVar[float] = 10.0
    memory: ClassVar[int] = 1_500_000_000

    def prepare(self, seed: int, folder: Path) -> None:
        """Makes what all cases start from; once per process."""

    def make(self, rng: random.Random) -> Case:
        """One case. All chance is from `rng`."""
        raise NotImplementedError

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        """Runs the cases in an empty folder. Raises for a fault, whatever its kind."""
        raise NotImplementedError

    def batch(self, seed: int, number: int) -> list[Case]:
        """The cases of a batch."""
        rng = random.Random(f"{self.name}:{seed}:{number}")
        return [self.make(rng) for _ in range(self.together)]
