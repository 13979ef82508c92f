"""Runs one stage on one partition, in a process of its own.

A process with everything imported waits for tasks and forks for each: starting Python for every stage and partition
would take longer than most stages. Nothing is computed before the fork, so tasks share no state; tables and errors are
passed through files. Where processes cannot fork, each task is a new process.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue

import pyarrow as pa

from samesame.engines.shuffle import Shuffle
from samesame.errors import InternalError, SamesameError
from samesame.plan.model import Plan
from samesame.steps.recipes import STAGES
from samesame.steps.stage import Stage, Task
from samesame.steps.tables import TABLES

PLAN = "plan"


def run_stage(name: str, task: Task, shuffle: Shuffle) -> None:
    """Runs a stage on one partition: reads the files it takes and writes those it gives."""
    stage = STAGES[name]
    taken = [shuffle.read(table, task.partition, schema_of(table, task.plan)) for table in stage.takes]
    for table_name, table in given_by(stage, task, taken):
        shuffle.write(table_name, task.partition, table)


def given_by(stage: Stage, task: Task, taken: Sequence[pa.Table]) -> Iterator[tuple[str, pa.Table]]:
    """The tables that a stage gives, by name; refuses those that have other columns than declared."""
    for name, table in zip(stage.gives, stage.run(task, *taken), strict=True):
        if not table.schema.equals(schema_of(name, task.plan)):
            raise InternalError(f"stage {stage.name}: the table {name} has other columns than declared: {table.schema}")
        yield name, table


def schema_of(name: str, plan: Plan) -> pa.Schema:
    """The declared schema of a table under a plan."""
    return TABLES[name].schema_for(plan.signature)


def write_plan(plan: Plan, shuffle: Shuffle) -> None:
    """Writes the plan to a file for the processes.

    Documents in memory are left out: these are in the table of documents.
    """
    bare = replace(plan, sides=tuple(side.bare() for side in plan.sides))
    (shuffle.folder / PLAN).write_bytes(pickle.dumps((bare, shuffle.partitions)))


@dataclass(frozen=True, slots=True)
class Workers:
    """Processes that wait for tasks; as many as work at the same time."""

    shuffle: Shuffle
    waiting: SimpleQueue[subprocess.Popen[bytes]]
    pool: ThreadPoolExecutor = field(repr=False)

    def run(self, name: str) -> None:
        """Runs a stage on all partitions, each in a process of its own."""
        tasks = [self.pool.submit(self._task, name, partition) for partition in range(self.shuffle.partitions)]
        for task in tasks:
            task.result()

    def _task(self, name: str, partition: int) -> None:
        worker = self.waiting.get()
        try:
            assert worker.stdin and worker.stdout
            worker.stdin.write(f"{name} {partition}\n".encode())
            worker.stdin.flush()
            code = worker.stdout.readline().strip()
        finally:
            self.waiting.put(worker)
        if code != b"0":
            raise _error(self.shuffle.folder, name, partition, code.decode() or "nothing: it was killed")


@contextmanager
def workers(shuffle: Shuffle, at_once: int) -> Iterator[Workers]:
    """Starts processes that wait for tasks, and ends them."""
    command = [sys.executable, "-m", "samesame.engines.worker", str(shuffle.folder)]
    waiting: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
    with ExitStack() as stack:
        for _ in range(at_once):
            waiting.put(stack.enter_context(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)))
        yield Workers(shuffle, waiting, stack.enter_context(ThreadPoolExecutor(at_once)))


def _error(folder: Path, name: str, partition: int, code: str) -> Exception:
    """The error that a task wrote before it ended."""
    path = _error_path(folder, name, partition)
    where = f"stage {name}, partition {partition}"
    if not path.exists():
        return InternalError(f"{where}: the process ended with {code}; its memory may not have sufficed")
    error = pickle.loads(path.read_bytes())
    return error if isinstance(error, SamesameError) else InternalError(f"{where}: {error}")


def _error_path(folder: Path, name: str, partition: int) -> Path:
    return folder / f"error-{name}-{partition}"


def serve(folder: str) -> None:
    """Reads tasks from standard input, a stage and a partition per line; prints how each ended."""
    plan, partitions = pickle.loads((Path(folder) / PLAN).read_bytes())
    shuffle = Shuffle(Path(folder), partitions)
    for line in sys.stdin:
        name, partition = line.split()
        code = _in_a_process_of_its_own(name, Task(plan, int(partition), partitions), shuffle)
        print(code, flush=True)


def _in_a_process_of_its_own(name: str, task: Task, shuffle: Shuffle) -> int:
    if not hasattr(os, "fork"):
        command = [sys.executable, "-m", "samesame.engines.worker", str(shuffle.folder), name, str(task.partition)]
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    code = 1
    try:
        code = run_task(name, task, shuffle)
    finally:
        os._exit(code)


def run_task(name: str, task: Task, shuffle: Shuffle) -> int:
    """Runs a stage; an error is written to a file."""
    try:
        run_stage(name, task, shuffle)
    except Exception as error:
        told = error if isinstance(error, SamesameError) else traceback.format_exc()
        _error_path(shuffle.folder, name, task.partition).write_bytes(pickle.dumps(told))
        return 1
    return 0


def main(folder: str, name: str | None = None, partition: str = "0") -> int:
    """Serves tasks, or runs one."""
    if name is None:
        serve(folder)
        return 0
    plan, partitions = pickle.loads((Path(folder) / PLAN).read_bytes())
    return run_task(name, Task(plan, int(partition), partitions), Shuffle(Path(folder), partitions))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
