"""Damaged statistics: refused, or the very same."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import samesame as ss
from fuzz.case import Case, Fault, Target
from fuzz.expect import refused
from fuzz.mutate import mutate
from fuzz.seeds.collections import collection
from samesame.segment.words import WordOptions

_OPTIONS = (
    WordOptions(),
    WordOptions(language="en", stop=True, stem="first5"),
    WordOptions(language="auto", stop=True, stem="snowball"),
)


class StatisticsFile(Target):
    """A statistics file with bytes changed."""

    name = "statistics"
    together = 32

    def prepare(self, seed: int, folder: Path) -> None:
        rng = random.Random(f"statistics:{seed}")
        self.files: list[bytes] = []
        self.known: set[str] = set()
        for i, options in enumerate(_OPTIONS * 2):
            statistics = ss.Statistics.count(collection(rng, 40), options=options)
            path = folder / f"{i}.stats"
            statistics.save(path)
            self.files.append(path.read_bytes())
            self.known.add(statistics.fingerprint)

    def make(self, rng: random.Random) -> Case:
        return Case({"in.stats": mutate(rng, ".parquet", rng.choice(self.files), rng.choice(self.files))})

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for i, case in enumerate(cases):
            (path,) = case.write(folder / str(i))
            loaded = refused(lambda: ss.Statistics.load(path))  # noqa: B023
            if isinstance(loaded, ss.SamesameError):
                if path.name not in str(loaded):
                    raise Fault(f"the error must name the file: {loaded}")
                continue
            if loaded.fingerprint not in self.known:
                raise Fault(f"damaged statistics were taken for whole: {loaded}")
            # Whatever passes has to work.
            loaded.weights()
            loaded.idf("ferry")
            loaded.save(folder / "again.stats")
