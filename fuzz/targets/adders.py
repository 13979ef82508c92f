"""Several writers of one index at once: whoever succeeded is in it, whoever was refused is not."""

from __future__ import annotations

import json
import random
import shutil
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from fuzz.case import Case, Fault, Target
from fuzz.program import Child, manners
from fuzz.seeds import workbench


class Adders(Target):
    """Two to five `index add`, some of them killed."""

    name = "adders"
    share = 0.7
    forks = True
    seconds = 60.0

    def prepare(self, seed: int, folder: Path) -> None:
        self.bench = folder / "bench"
        self.bench.mkdir()
        for writer in range(6):
            names = {f"{writer}-{i}": f"Text {i} of writer {writer}, as long as that" for i in range(60)}
            records = [{"id": name, "text": text} for name, text in names.items()]
            (self.bench / f"{writer}.jsonl").write_bytes(workbench.lines(records))
        everything = b"".join((self.bench / f"{writer}.jsonl").read_bytes() for writer in range(6))
        (self.bench / "all.jsonl").write_bytes(everything.replace(b'{"id": "', b'{"id": "q-'))
        done = Child(["index", "build", "index", "0.jsonl"], self.bench).wait()
        manners(done, ["index", "build"])

    def make(self, rng: random.Random) -> Case:
        writers = rng.sample(range(1, 6), rng.randrange(2, 6))
        killed = {str(writer): rng.uniform(0, 0.3) for writer in writers if rng.random() < 0.15}
        return Case({}, {"writers": writers, "killed": killed})

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for case in cases:
            work = folder / "work"
            shutil.copytree(self.bench, work)
            self._check_one(work, case)
            shutil.rmtree(work)

    def _check_one(self, work: Path, case: Case) -> None:
        children = {
            writer: Child(["index", "add", "index", f"{writer}.jsonl"], work, name=f"add{writer}")
            for writer in case.options["writers"]
        }
        for writer, moment in sorted(case.options["killed"].items(), key=lambda pair: pair[1]):
            time.sleep(moment / 3)
            children[int(writer)].signal(signal.SIGKILL)
        codes = {}
        for writer, child in children.items():
            done = child.wait()
            if done.code != -signal.SIGKILL:
                manners(done, child.arguments)
            codes[writer] = done.code
        inside = _writers_inside(work)
        for writer, code in codes.items():
            if code == 0 and writer not in inside:
                raise Fault(f"documents of a writer that succeeded are lost\n{codes}, inside: {inside}")
            if code > 0 and writer in inside:
                raise Fault(f"documents of a writer that was refused are in the index\n{codes}, inside: {inside}")
        if 0 not in inside:
            raise Fault(f"the documents that were there are lost\n{codes}, inside: {inside}")


def _writers_inside(work: Path) -> set[int]:
    """Whose documents the index holds; each writer's all or none."""
    done = Child(["find", "all.jsonl", "--against", "index", "--relation", "exact", "--all-pairs"], work).wait()
    manners(done, ["find", "--against", "index"])
    if done.code != 0:
        raise Fault(f"the index cannot be read\n{done.errors}")
    rows = [json.loads(line) for line in done.output.splitlines()]
    ids = {row[side] for row in rows for side in ("left", "right") if not row[side].startswith("q-")}
    counts = {writer: sum(id_.startswith(f"{writer}-") for id_ in ids) for writer in range(6)}
    if not set(counts.values()) <= {0, 60}:
        raise Fault(f"a part of a writer's documents is in the index\n{counts}")
    return {writer for writer, count in counts.items() if count}
