"""The step engine: runs each stage and partition of a plan in a process of its own, with Arrow files between.

It is made to verify plans, not to be fast: partitions share nothing but the files.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from samesame.engines.base import Live, Outcome
from samesame.engines.collect import collected
from samesame.engines.numbered import write_documents
from samesame.engines.shuffle import Shuffle
from samesame.engines.worker import run_stage, workers, write_plan
from samesame.engines.writing import written
from samesame.errors import ParameterError
from samesame.steps.stage import Task

if TYPE_CHECKING:
    from samesame.plan.model import Plan, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """Runs a plan over partitions.

    With `processes`, every stage runs on every partition in a process of its own; otherwise all run in this process.

    >>> import samesame as ss
    >>> notes = {"a": "Keep the ferry.", "b": "keep the ferry"}
    >>> [(match.left, match.right) for match in ss.find(notes, engine=ss.Steps(partitions=3, processes=False))]
    [('a', 'b')]
    """

    partitions: int = 2
    processes: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.partitions, int) or self.partitions < 1:
            raise ParameterError(f"partitions: expected a whole number from 1, got {self.partitions!r}")

    def run(self, plan: Plan, live: Live) -> Outcome:
        """Runs all steps of a plan."""
        if plan.verb == "index":
            raise ParameterError("engine: an index is written by the engine 'local' only; 'steps' has no step for it")
        if not plan.steps[0].stages:
            raise ParameterError(
                f"engine: the method '{plan.method.name}' is carried out by the engine 'local' only; 'steps' has no "
                "stages for it"
            )
        with tempfile.TemporaryDirectory(prefix="samesame-") as folder:
            shuffle = Shuffle(Path(folder), self.partitions)
            live.stage("read")
            notes = write_documents(plan, live, shuffle)
            with self.runner(plan, shuffle) as run:
                for step in plan.steps:
                    live.stage(step.name)
                    run_step(step, run, shuffle)
            outcome = collected(plan, shuffle, notes)
        written(plan, outcome, live)
        return outcome

    @contextmanager
    def runner(self, plan: Plan, shuffle: Shuffle) -> Iterator[Callable[[str], None]]:
        """A function that runs a stage, given by name, on all partitions."""
        if self.processes:
            write_plan(plan, shuffle)
            at_once = min(self.partitions, plan.limits.threads or os.cpu_count() or 1)
            with workers(shuffle, at_once) as pool:
                yield pool.run
            return

        def run_here(name: str) -> None:
            for partition in range(self.partitions):
                run_stage(name, Task(plan, partition, self.partitions), shuffle)

        yield run_here


def run_step(step: Step, run: Callable[[str], None], shuffle: Shuffle) -> None:
    """Runs the stages of a step; repeatedly if it has rounds."""
    while True:
        for name in step.stages:
            run(name)
        if step.until is None or not shuffle.rows(step.until):
            return
