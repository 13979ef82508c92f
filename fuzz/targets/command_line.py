"""The command line: random arguments over every kind of input, streams closed or full."""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from fuzz.case import Case, Fault, Target
from fuzz.program import Child, Ended, manners
from fuzz.seeds import workbench
from fuzz.seeds.arguments import arguments

_EARLIER = b"what an earlier run wrote\n"
# Where a run may leave files; all other names stay as they were.
_NEW = ("x", "y.csv", "new", "clean", "new-index")


class CommandLine(Target):
    """One run per case, some of them twice: once as usual, once with standard error closed or full."""

    name = "command-line"
    share = 2.0
    forks = True
    seconds = 60.0

    def prepare(self, seed: int, folder: Path) -> None:
        self.bench = folder / "bench"
        workbench.build(self.bench, random.Random(f"bench:{seed}"))

    def make(self, rng: random.Random) -> Case:
        found = arguments(rng)
        outputs = [found[i + 1] for i, word in enumerate(found[:-1]) if word in ("--out", "--removed", "--html")]
        return Case(
            {},
            {
                "arguments": found,
                "earlier": [name for name in outputs if name.startswith(("x", "y"))] if rng.random() < 0.3 else [],
                "streams": rng.choice(("usual", "usual", "no errors", "full errors", "no output", "full output")),
            },
        )

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for case in cases:
            usual = self._run(folder / "usual", case, "usual")
            if case.options["streams"] != "usual":
                other = self._run(folder / "other", case, case.options["streams"])
                _compare(usual, other, case)

    def _run(self, folder: Path, case: Case, streams: str) -> tuple[Ended, dict[str, bytes]]:
        folder.mkdir()
        work = folder / "work"
        shutil.copytree(self.bench, work, symlinks=True)
        (work / "hard.csv").unlink()
        (work / "hard.csv").hardlink_to(work / "b.csv")
        for name in case.options["earlier"]:
            (work / name).write_bytes(_EARLIER)
        before = workbench.contents(work)
        number = 1 if "output" in streams else 2
        done = Child(
            case.options["arguments"],
            work,
            closed=[number] if streams.startswith("no ") else [],
            full=[number] if streams.startswith("full ") else [],
        ).wait()
        manners(done, case.options["arguments"])
        if streams == "usual" and done.code == 2 and not done.errors.strip():
            raise Fault(f"exit code 2 without a word\n{case.options}")
        after = workbench.contents(work)
        _unharmed(before, after, done, case, work)
        return done, {name: data for name, data in after.items() if before.get(name) != data}


def _unharmed(before: dict[str, bytes], after: dict[str, bytes], done: Ended, case: Case, work: Path) -> None:
    found = case.options["arguments"]
    # A file that the command line names as an output may be replaced, if the command does not read it.
    outputs = {(work / name).resolve() for name in _named_outputs(found)}
    changes_index = found[:2] in (["index", "add"], ["index", "remove"])
    for name, data in before.items():
        mine = (name in case.options["earlier"] or (work / name).resolve() in outputs) and done.code != 2
        if not (mine or (changes_index and name.startswith("index/"))) and after.get(name) != data:
            raise Fault(f"an input or earlier output was changed: {Path(name).suffix}\n{name}\n{found}\n{done.errors}")
    for name in after.keys() - before.keys():
        if not name.startswith(_NEW) and not (changes_index and name.startswith("index/")):
            raise Fault(f"a rest was left\n{name}\n{found}\n{done.errors}")
        if done.code == 2:
            raise Fault(f"exit code 2, but a file was left\n{name}\n{found}\n{done.errors}")


def _named_outputs(arguments: Sequence[str]) -> set[str]:
    pairs = pairwise(arguments)
    return {value for option, value in pairs if option in ("--out", "--removed", "--html")}


def _compare(usual: tuple[Ended, dict[str, bytes]], other: tuple[Ended, dict[str, bytes]], case: Case) -> None:
    """Words for people never decide about the data; data that cannot be written is an error."""
    streams, shown = case.options["streams"], f"{case.options['arguments']}\n{other[0].errors}"
    if "errors" in streams:
        if usual[0].code != other[0].code:
            raise Fault(f"exit code {other[0].code} instead of {usual[0].code} with {streams}\n{shown}")
        if usual[0].output != other[0].output or usual[1].keys() != other[1].keys():
            raise Fault(f"another output with {streams}\n{shown}")
    elif streams == "full output" and usual[0].output and other[0].code != 2:
        raise Fault(f"output was lost with exit code {other[0].code}\n{shown}")
