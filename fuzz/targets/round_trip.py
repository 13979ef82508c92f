"""`samesame read`: what is written is read again as the same documents."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import samesame as ss
from fuzz.case import Case, Fault, Target
from fuzz.expect import same
from fuzz.program import called
from fuzz.seeds import Seeds
from fuzz.targets.readers import CONTROL, damaged

_OUTPUTS = (".jsonl", ".jsonl.gz", ".csv", ".tsv", ".parquet", ".arrow")


class RoundTrip(Target):
    """Damaged files, read and written, and read again."""

    name = "round-trip"
    together = 32

    def prepare(self, seed: int, folder: Path) -> None:
        self.seeds = Seeds(seed)

    def make(self, rng: random.Random) -> Case:
        return damaged(rng, self.seeds, rng.choice(self.seeds.suffixes))

    def batch(self, seed: int, number: int) -> list[Case]:
        cases = super().batch(seed, number)
        out = random.Random(f"out:{seed}:{number}").choice(_OUTPUTS)
        for case in cases:
            case.options["out"] = out
        return cases

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        inputs = folder / "in"
        inputs.mkdir()
        (inputs / "0-control.jsonl").write_bytes(CONTROL)
        for i, case in enumerate(cases):
            for name, data in case.files.items():
                (inputs / f"{i + 1}-{name}").write_bytes(data)
        out = folder / f"out{cases[0].options['out']}"
        done = called(["read", str(inputs), "--out", str(out)])
        if done.code not in (0, 1):
            raise Fault(f"exit code {done.code}: {done.errors.splitlines()[-1:]}\n{done.errors}")
        first, second = ss.read(inputs), ss.read(out)
        same("the same documents after writing and reading", _documents(first, out), _documents(second, out))
        if len(second.problems):
            raise Fault(f"what was written has problems\n{list(second.problems)[:3]}")


def _documents(documents: ss.Documents, out: Path) -> list[Any]:
    """Ids, texts and times; and the metadata, which a table of strings does not keep as it was."""
    typed = ".csv" not in out.name and ".tsv" not in out.name
    return [
        (document.id, document.text, document.time, json.dumps(document.metadata, sort_keys=True) if typed else None)
        for document in documents
    ]
