"""One stage on one partition, in a process of its own: `python -m samesame.engines.worker FOLDER STAGE PARTITION`."""

from __future__ import annotations

import pickle
import subprocess
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from samesame.engines.shuffle import Shuffle
from samesame.errors import InternalError, SamesameError
from samesame.plan.model import Plan
from samesame.steps.recipes import STAGES
from samesame.steps.stage import Task
from samesame.steps.tables import TABLES

PLAN = "plan"


def run_stage(name: str, task: Task, shuffle: Shuffle) -> None:
    """Runs a stage on one partition: from the files that are there to those that the next ones take."""
    stage = STAGES[name]
    taken = [shuffle.read(table, task.partition, schema_of(table, task.plan)) for table in stage.takes]
    for table_name, table in zip(stage.gives, stage.run(task, *taken), strict=True):
        if not table.schema.equals(schema_of(table_name, task.plan)):
            raise InternalError(f"stage {name}: the table {table_name} has other columns than declared: {table.schema}")
        shuffle.write(table_name, task.partition, table)


def schema_of(name: str, plan: Plan) -> pa.Schema:
    """The declared schema of a table under a plan."""
    return TABLES[name].schema_for(plan.signature)


def write_plan(plan: Plan, shuffle: Shuffle) -> None:
    """Puts the plan where the processes find it. What is in memory they know from the table of documents."""
    bare = replace(plan, sides=tuple(side.bare() for side in plan.sides))
    (shuffle.folder / PLAN).write_bytes(pickle.dumps((bare, shuffle.partitions)))


def run_in_processes(name: str, shuffle: Shuffle, at_once: int) -> None:
    """Runs a stage on all partitions, each in a process of its own."""
    with ThreadPoolExecutor(at_once) as pool:
        for _ in pool.map(lambda partition: _run_process(name, shuffle, partition), range(shuffle.partitions)):
            pass


def _run_process(name: str, shuffle: Shuffle, partition: int) -> None:
    command = [sys.executable, "-m", "samesame.engines.worker", str(shuffle.folder), name, str(partition)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode == 0:
        return
    if done.stdout:
        raise pickle.loads(done.stdout)
    raise InternalError(
        f"stage {name}, partition {partition}: the process ended with {done.returncode}: "
        f"{done.stderr.decode(errors='replace')[-2000:]}"
    )


def main(folder: str, name: str, partition: str) -> int:
    """Runs one stage; what goes wrong is told on standard output, pickled."""
    plan, partitions = pickle.loads((Path(folder) / PLAN).read_bytes())
    try:
        run_stage(name, Task(plan, int(partition), partitions), Shuffle(Path(folder), partitions))
    except SamesameError as error:
        sys.stdout.buffer.write(pickle.dumps(error))
        return 1
    except Exception:
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
