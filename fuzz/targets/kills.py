"""Commands ended by a signal at any moment: an output is whole or not there, and a rerun makes it right."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from fuzz.case import Case, Fault, Target
from fuzz.program import Child
from fuzz.seeds import workbench
from fuzz.seeds.commands import COMMANDS, OUT, Bench, Command

_SIGNALS = ("SIGKILL", "SIGKILL", "SIGTERM", "SIGINT", "SIGHUP")
_EARLIER = b"what an earlier run wrote\n"
State = dict[str, bytes]


class Kills(Target):
    """One command, one signal, one moment."""

    name = "kills"
    share = 2.0
    forks = True
    seconds = 60.0
    size = 400

    def prepare(self, seed: int, folder: Path) -> None:
        self.bench = Bench(folder, seed, self.size)
        self.states: dict[str, tuple[State, State]] = {}
        self.times: dict[str, float] = {}
        for i, command in enumerate(COMMANDS):
            work = folder / str(i)
            self._set_up(work, command)
            old = self.bench.outputs(work, command)
            started = time.monotonic()
            self.bench.run(command.arguments, work)
            self.times[command.name] = time.monotonic() - started
            self.states[command.name] = (old, self.bench.outputs(work, command))
            shutil.rmtree(work)

    def _set_up(self, work: Path, command: Command) -> None:
        shutil.copytree(self.bench.folder, work)
        (work / "tmp").mkdir()
        if command.before:
            self.bench.run(command.before, work, "before")

    def make(self, rng: random.Random) -> Case:
        which = rng.randrange(len(COMMANDS))
        # Half of the moments are near the end, where names change.
        moment = rng.uniform(0, 1.1) if rng.random() < 0.5 else rng.uniform(0.7, 1.1)
        earlier = not COMMANDS[which].index and rng.random() < 0.5
        return Case({}, {"command": which, "signal": rng.choice(_SIGNALS), "moment": moment, "earlier": earlier})

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for case in cases:
            command = COMMANDS[case.options["command"]]
            work = folder / "work"
            self._set_up(work, command)
            self._check_one(work, command, case)
            shutil.rmtree(work)

    def _check_one(self, work: Path, command: Command, case: Case) -> None:
        old, new = self.states[command.name]
        if case.options["earlier"]:
            old = dict.fromkeys(new, _EARLIER)
            for name, data in old.items():
                (work / OUT / name).parent.mkdir(exist_ok=True)
                (work / OUT / name).write_bytes(data)
        how = signal.Signals[case.options["signal"]]
        code = self._disturb(work, command, how, case.options["moment"])
        where = f"{how.name}: {command.arguments[0]} {command.arguments[1] if command.index else ''}"
        state = self._settled(work, command, old, new, where, f"exit code {code}")
        if how != signal.SIGKILL:
            _no_rests(work, state, f"a rest after {where}", command.index)
        if command.index and state == new:
            return  # a second run would be refused; what the first one left is taken away by the next write
        self.bench.run(command.arguments, work, "again")
        after = self.bench.outputs(work, command)
        if after != new:
            raise Fault(f"a rerun after {where} must give the right output\n{_show(after)}\ninstead of\n{_show(new)}")
        if rests := workbench.contents(work / "tmp"):
            raise Fault(f"a rest in the folder of temporary files after {where}\n{sorted(rests)}")

    def _disturb(self, work: Path, command: Command, how: signal.Signals, moment: float) -> int:
        def before() -> None:
            os.environ["TMPDIR"] = str(work / "tmp")

        child = Child(command.arguments, work, before=before)
        time.sleep(moment * self.times[command.name])
        child.signal(how)
        done = child.wait()
        # Before the command is called, nothing has begun that could be left half done.
        if "Traceback" in done.errors and "in invoke" in done.errors:
            raise Fault(f"traceback after {how.name}: {done.errors.strip().splitlines()[-1]}\n{done.errors}")
        return done.code

    def _settled(self, work: Path, command: Command, old: State, new: State, where: str, code: str) -> State:
        """The state that the outputs are in: the old one or the new one, each of them whole."""
        found = self.bench.outputs(work, command)
        if command.index:
            answer = found["answer"]
            if answer not in (old["answer"], new["answer"], b"none") and not answer.startswith(b"refused"):
                raise Fault(f"an index with a wrong answer after {where}\n{code}")
            if answer not in (old["answer"], new["answer"]) and command.before:
                raise Fault(f"an index that cannot be read after {where}\n{code}\n{answer.decode()[:500]}")
            return new if answer == new["answer"] else old
        for name in new:
            if found.get(name) not in (None, old.get(name), new[name]):
                raise Fault(f"half an output after {where}\n{name}: {code}, {len(found[name])} bytes")
            if name in old and name not in found:
                raise Fault(f"an earlier output was lost by {where}\n{name}: {code}")
        return {name: data for name, data in found.items() if name in new}


def _no_rests(work: Path, state: State, what: str, index: bool) -> None:
    found = list(workbench.contents(work / OUT))
    rests = [name for name in found if ("partial" in name if index else name not in state)]
    if rests or workbench.contents(work / "tmp"):
        raise Fault(f"{what}\n{rests}")


def _show(state: State) -> dict[str, int]:
    return {name: len(data) for name, data in state.items()}
