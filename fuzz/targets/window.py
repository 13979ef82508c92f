"""Snapshots of windows, damaged: refused, or the window that was saved. Some have a checksum that fits."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import xxhash

import samesame as ss
from fuzz.case import Case, Fault, Target
from fuzz.expect import refused
from fuzz.mutate.raw import flip, truncate
from fuzz.seeds.collections import collection

_NOW = "2026-03-02T12:30:00Z"
_ENGLISH = ss.WordOptions(language="en", stop=True, stem="first5")
# Bytes of the checksum at the end of a snapshot.
_CHECKSUM = 16


class DamagedSnapshot(Target):
    """A snapshot with bytes changed or cut off."""

    name = "window"
    together = 16

    def prepare(self, seed: int, folder: Path) -> None:
        rng = random.Random(f"window:{seed}")
        texts = [str(record["text"]) for record in collection(rng, 40, 20)]
        self.query = [ss.Document(f"q{at}", text) for at, text in enumerate(texts[::3])]
        self.statistics = ss.Statistics.count(texts, options=_ENGLISH)
        self.snapshots: list[bytes] = []
        self.answers: list[list[dict[str, Any]]] = []
        for method in ("ddd", "overlap", "codet"):
            window = ss.Window(method=method, now=_NOW, threshold=0.5, stats=self._stats(method))
            for at, text in enumerate(texts):
                window.add(ss.Document(f"d{at}", text))
            path = folder / method
            window.snapshot(path)
            self.snapshots.append(path.read_bytes())
            self.answers.append(self._ask(path, len(self.answers)))

    def _stats(self, method: str) -> ss.Statistics | None:
        return self.statistics if method == "codet" else None

    def _ask(self, path: Path, which: int) -> list[dict[str, Any]]:
        window = ss.Window.restore(path, now=_NOW, stats=self._stats(("ddd", "overlap", "codet")[which]))
        return [window.add(document).to_dict() for document in self.query]

    def make(self, rng: random.Random) -> Case:
        which, sealed = rng.randrange(len(self.snapshots)), rng.random() < 0.5
        data = self.snapshots[which][:-_CHECKSUM] if sealed else self.snapshots[which]
        data = (flip if rng.random() < 0.8 else truncate)(rng, data)
        if sealed:
            data += xxhash.xxh3_128_intdigest(data).to_bytes(_CHECKSUM, "little")
        return Case({"snapshot": data}, {"which": which, "sealed": sealed})

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for case in cases:
            case.write(folder)
            which = case.options["which"]
            found = refused(partial(self._ask, folder / "snapshot", which))
            wrong = not isinstance(found, ss.SamesameError) and found != self.answers[which]
            # A file that fits its checksum says what somebody wrote: it may be anything but the end of the process.
            if wrong and not case.options["sealed"]:
                raise Fault("a damaged snapshot gave a wrong answer")
