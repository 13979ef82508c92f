"""A process that runs batches, one after the other, and says what went wrong in them."""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import os
import re
import resource
import shutil
import traceback
import warnings
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from fuzz.case import Case, Fault, Target

# The address space is a bound for what grows too fast to be watched; much of it is only reserved.
ADDRESSES = 12 << 30
# Folders of a process: what its target made for all cases, and the files of the case that it is at.
PREPARED, CASES = "prepared", "cases"
# Where standard error goes: the stack of a crash, and panics of the core, even of threads whose panic is caught.
ERRORS = "errors.txt"


@dataclass(frozen=True, slots=True)
class Task:
    """A batch to run; `single`: case by case, each announced before it starts; `only`: that case alone."""

    number: int
    single: bool = False
    only: int | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that failed. `what` is one line, `details` all there is to know, `again` a command if there is another."""

    number: int
    case: int
    what: str
    details: str
    input: Case
    again: str | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The answer to a task."""

    count: int
    failures: list[Failure]


def target_at(home: str) -> Target:
    """The target of that address, `module:Class`."""
    module, _, name = home.partition(":")
    target = getattr(importlib.import_module(module), name)()
    assert isinstance(target, Target)
    return target


def work(home: str, seed: int, folder: Path, connection: Connection) -> None:
    """Serves tasks until the other side hangs up. Sends ("case", i) before a case that runs alone, then `Done`."""
    os.setpgid(0, 0)  # what a case starts and leaves behind goes with this process
    _redirect_errors(folder / ERRORS)
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warnings.simplefilter("ignore")  # words for people, of damaged inputs without end
    target = target_at(home)
    if not target.forks:
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    (folder / PREPARED).mkdir(parents=True)
    target.prepare(seed, folder / PREPARED)
    connection.send("ready")
    with contextlib.suppress(EOFError):
        while (task := connection.recv()) is not None:
            connection.send(run(target, seed, task, folder / CASES, connection))


def run(target: Target, seed: int, task: Task, folder: Path, connection: Connection) -> Done:
    """A batch in one call; if that fails, case by case to find which."""
    cases = target.batch(seed, task.number)
    chosen = list(enumerate(cases)) if task.only is None else [(task.only, cases[task.only])]
    if not task.single and task.only is None and len(chosen) > 1:
        try:
            _check(target, cases, folder)
            return Done(len(cases), [])
        except Exception as error:
            together = error
    failures = []
    for i, case in chosen:
        connection.send(("case", i))
        try:
            _check(target, [case], folder)
        except Exception as error:
            failures.append(_failure(task.number, i, case, error))
    if not failures and not task.single and task.only is None and len(chosen) > 1:
        # Only all of them together fail: the finding is the batch.
        failures.append(_failure(task.number, -1, _merged(cases), together))
    return Done(len(chosen), failures)


def _check(target: Target, cases: list[Case], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    here = Path.cwd()
    os.chdir(folder)
    try:
        target.check(cases, folder)
        _no_panic(folder.parent / ERRORS)
    finally:
        os.chdir(here)
        shutil.rmtree(folder, ignore_errors=True)


def _redirect_errors(file: Path) -> None:
    os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)


def _no_panic(file: Path) -> None:
    if file.stat().st_size == 0:
        return
    errors = file.read_text(encoding="utf-8", errors="replace")
    os.truncate(file, 0)
    if panic := re.search(r"panicked at (.*)", errors):
        raise Fault(f"a panic at {panic[1]}\n{errors}")


def _failure(number: int, i: int, case: Case, error: Exception) -> Failure:
    what = f"{type(error).__name__}: {(str(error).strip() or '(no message)').splitlines()[0]:.300}"
    return Failure(number, i, what, "".join(traceback.format_exception(error)), case)


def _merged(cases: list[Case]) -> Case:
    files = {f"{i:03}/{name}": data for i, case in enumerate(cases) for name, data in case.files.items()}
    return Case(files, {f"{i:03}": case.options for i, case in enumerate(cases)})
