"""The step engine: runs a plan step by step, each stage and partition in a process of its own, Arrow files between.

It is made to prove the plan, not to be fast: nothing is shared between partitions but the files.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from samesame.engines.shuffle import Shuffle
from samesame.engines.worker import run_in_processes, run_stage, schema_of, write_plan
from samesame.errors import ParameterError
from samesame.steps.stage import Task

if TYPE_CHECKING:
    from samesame.plan.model import Plan, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """Runs a plan over partitions.

    With `processes` every stage runs on every partition in a process of its own; else all of them run in this one.
    """

    partitions: int = 2
    processes: bool = True

    def __post_init__(self) -> None:
        if self.partitions < 1:
            raise ParameterError(f"partitions: expected a whole number from 1, got {self.partitions}")

    def tables(self, plan: Plan, documents: pa.Table, result: str) -> list[pa.Table]:
        """Runs the steps over documents; gives the partitions of the table `result`."""
        with tempfile.TemporaryDirectory(prefix="samesame-") as folder:
            shuffle = Shuffle(Path(folder), self.partitions)
            shuffle.write("documents", 0, documents)
            write_plan(plan, shuffle)
            for step in plan.steps:
                self._step(plan, step, shuffle)
            return [shuffle.read(result, partition, schema_of(result, plan)) for partition in range(self.partitions)]

    def _step(self, plan: Plan, step: Step, shuffle: Shuffle) -> None:
        while True:
            for name in step.stages:
                self._stage(plan, name, shuffle)
            if step.until is None or not shuffle.rows(step.until):
                return

    def _stage(self, plan: Plan, name: str, shuffle: Shuffle) -> None:
        if self.processes:
            run_in_processes(name, shuffle, plan.limits.threads or os.cpu_count() or 1)
            return
        for partition in range(self.partitions):
            run_stage(name, Task(plan, partition, self.partitions), shuffle)
