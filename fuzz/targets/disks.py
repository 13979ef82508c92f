"""Full disks: a named error and nothing partial."""

from __future__ import annotations

import ctypes
import os
import random
import resource
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from fuzz.case import Case, Fault, Target
from fuzz.program import Child, manners
from fuzz.seeds import workbench
from fuzz.seeds.commands import COMMANDS, OUT, Bench, Command
from fuzz.targets.kills import State

_EARLIER = b"what an earlier run wrote\n"
_NEW_MOUNTS = 0x00020000  # CLONE_NEWNS
_DISK = 8 << 20
_SPILLING = ("find", "dedup", "passages")


class FullDisks(Target):
    """One command with little room: by a limit of the size of files, or on a small disk where one can be made."""

    name = "disks"
    forks = True
    seconds = 60.0
    size = 200

    def prepare(self, seed: int, folder: Path) -> None:
        self.bench = Bench(folder, seed, self.size)
        self.disk = folder / "disk"
        self.small_disks = _own_mounts() and _mounted(self.disk)
        self.states: dict[str, tuple[State, State]] = {}
        self.sizes: dict[str, int] = {}
        for i, command in enumerate(COMMANDS):
            work = folder / str(i)
            self._set_up(work, command, "limit")
            old = self.bench.outputs(work, command)
            self.bench.run(command.arguments, work)
            self.states[command.name] = (old, self.bench.outputs(work, command))
            self.sizes[command.name] = sum(map(len, workbench.contents(work / OUT).values()))
            shutil.rmtree(work)

    def _set_up(self, work: Path, command: Command, way: str) -> None:
        """A folder as before the command; the full disk holds its outputs, or its temporary files."""
        shutil.copytree(self.bench.folder, work)
        for name in ("out", "tmp", "filler") if way != "limit" else ():
            shutil.rmtree(self.disk / name, ignore_errors=True)
            (self.disk / name).mkdir()
        if way == "output":
            (work / OUT).rmdir()
            (work / OUT).symlink_to(self.disk / "out")
        if command.before:
            self.bench.run(command.before, work)

    def make(self, rng: random.Random) -> Case:
        which = rng.randrange(len(COMMANDS))
        way = rng.choice(("limit", "output", "temporary"))
        earlier = not COMMANDS[which].index and rng.random() < 0.5
        return Case({}, {"command": which, "way": way, "room": rng.uniform(0, 1.3), "earlier": earlier})

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for case in cases:
            command = COMMANDS[case.options["command"]]
            way = case.options["way"] if self.small_disks else "limit"
            self._set_up(folder / "work", command, way)
            self._check_one(folder / "work", command, way, case)
            shutil.rmtree(folder / "work")

    def _check_one(self, work: Path, command: Command, way: str, case: Case) -> None:
        old, new = self.states[command.name]
        if case.options["earlier"]:
            old = dict.fromkeys(new, _EARLIER)
            for name in old:
                (work / OUT / name).parent.mkdir(exist_ok=True)
                (work / OUT / name).write_bytes(_EARLIER)
        room = int(case.options["room"] * self.sizes[command.name])
        arguments = list(command.arguments)
        if way == "temporary" and arguments[0] in _SPILLING:
            arguments += ["--memory", "1MiB"]
        if way != "limit":
            _fill(self.disk / "filler", room)
        done = Child(arguments, work, before=lambda: self._tighten(way, room)).wait()
        shutil.rmtree(self.disk / "filler", ignore_errors=True)
        manners(done, arguments)
        where = f"{command.arguments[0]} {command.arguments[1] if command.index else ''} with little room for {way}"
        after = self.bench.outputs(work, command)
        if done.code == 2 and not done.errors.strip():
            raise Fault(f"exit code 2 without a word: {where}")
        if done.code == 2 and after != old:
            raise Fault(f"something was left or lost: {where}\n{sorted(after)}\n{sorted(old)}\n{done.errors}")
        if done.code != 2 and after != new:
            raise Fault(f"exit code {done.code} but another output: {where}\n{sorted(after)}\n{done.errors}")

    def _tighten(self, way: str, room: int) -> None:
        if way == "limit":
            room = max(room, 4096)  # the words for people go to a file, too
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
        elif way == "temporary":
            os.environ["TMPDIR"] = str(self.disk / "tmp")


def _fill(folder: Path, room: int) -> None:
    """Leaves so many bytes free on the disk of the folder."""
    space = os.statvfs(folder)
    size = space.f_bavail * space.f_frsize - room
    with (folder / "filler").open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(size, 1))


def _own_mounts() -> bool:
    """Takes this process out of the mounts of all others, so that nothing stays mounted; only root may."""
    if os.geteuid() != 0 or ctypes.CDLL(None).unshare(_NEW_MOUNTS) != 0:
        return False
    return subprocess.run(["mount", "--make-rprivate", "/"], capture_output=True, check=False).returncode == 0


def _mounted(folder: Path) -> bool:
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={_DISK}", "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
