"""Targets with faults, to see that the fuzzer finds them."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from fuzz.case import Case, Fault, Target


class Faulty(Target):
    """One case of the batch goes wrong, case 2 of batch 1."""

    name = "faulty"
    together = 4
    seconds = 1.0
    memory = 700_000_000
    number: ClassVar[int] = 0

    def make(self, rng: random.Random) -> Case:
        return Case({"in.bin": rng.randbytes(8)})

    def batch(self, seed: int, number: int) -> list[Case]:
        cases = super().batch(seed, number)
        for i, case in enumerate(cases):
            case.options = {"bad": (number, i) == (1, 2)}
        return cases

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for case in cases:
            case.write(folder)
            if case.options["bad"]:
                self.go_wrong()

    def go_wrong(self) -> None:
        raise Fault("it went wrong\nin some way")


class Crashing(Faulty):
    def go_wrong(self) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)


class Leaving(Faulty):
    def go_wrong(self) -> None:
        os._exit(3)


class Panicking(Faulty):
    """A thread of the core panics, and the panic is caught."""

    def go_wrong(self) -> None:
        os.write(2, b"thread '<unnamed>' panicked at src/some.rs:1:2:\nindex out of range\n")


class Hanging(Faulty):
    def go_wrong(self) -> None:
        while True:
            pass


class Hungry(Faulty):
    def go_wrong(self) -> None:
        held = []
        while True:
            held.append(bytearray(b"x" * 10_000_000))


class Together(Faulty):
    """Only several cases in one call go wrong."""

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        if len(cases) > 1 and any(case.options["bad"] for case in cases):
            raise Fault("too many")
