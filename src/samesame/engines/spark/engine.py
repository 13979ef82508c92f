"""The engine for an existing cluster: runs the stages of a plan as tasks of Spark."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from samesame.engines.base import Live, Outcome
from samesame.engines.spark.executing import Pass
from samesame.engines.spark.failures import named
from samesame.engines.spark.flow import Flow, passes_of
from samesame.engines.spark.reading import Reader
from samesame.engines.spark.results import outcome_of, results_of
from samesame.engines.spark.shipping import shipped
from samesame.engines.spark.writing import refuse_taken
from samesame.errors import ParameterError
from samesame.extras import require
from samesame.plan.model import DedupOptions, FindOptions, Plan, Step

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True, slots=True)
class Spark:
    """Runs a plan on the cluster of a session of Spark.

    `partitions` is how many parts the tables have: by default `spark.sql.shuffle.partitions` if that is set, else twice
    the cores. `ship` brings samesame to executors that do not have it: the path of its wheel, or True for the package
    that runs here. An output that exists is refused unless `overwrite`.

    `ss.find(frame, engine=ss.Spark(session))` gives rows that stay on the cluster (`to_spark`) until they are asked for
    here. What is no session is refused:

    >>> import samesame as ss
    >>> ss.Spark("spark://host:7077")
    Traceback (most recent call last):
        ...
    samesame.ParameterError: session: expected a session of Spark, got str
    """

    session: SparkSession
    partitions: int | None = None
    ship: bool | str | Path = False
    overwrite: bool = False

    # What it writes is a folder of files, which it checks itself.
    writes_folders: ClassVar[bool] = True

    def __post_init__(self) -> None:
        require("spark", "pyspark")
        if self.partitions is not None and (not isinstance(self.partitions, int) or self.partitions < 1):
            raise ParameterError(f"partitions: expected a whole number from 1, got {self.partitions!r}")
        module = type(self.session).__module__
        if ".connect." in f"{module}.":
            raise ParameterError(
                "engine: this is a session of Spark Connect, which cannot place tables on partitions (it has no RDDs); "
                "give a classic session: SparkSession.builder.master(...).getOrCreate()"
            )
        if not module.startswith("pyspark.sql"):
            raise ParameterError(f"session: expected a session of Spark, got {type(self.session).__name__}")

    def run(self, plan: Plan, live: Live) -> Outcome:
        """Runs all steps of a plan."""
        _refuse(plan)
        self._refuse_outputs(plan)
        context = self.session.sparkContext
        bare = replace(plan, sides=tuple(side.bare() for side in plan.sides))
        flow = Flow(self.session, plan, bare, self._partitions(), shipped(context, self.ship))
        with described(self.session, plan), named():
            live.stage("read")
            read = Reader(flow, live).read(keeps=plan.verb == "dedup")
            for step, passes in passes_of(plan.steps, results_of(plan)):
                if passes:
                    live.stage(step.name)
                run_step(step, passes, flow)
            return outcome_of(plan, flow, read, live, self.overwrite)

    def check_output(self, option: str, out: str | Path | None) -> None:
        """Refuses an output that exists, unless it may be overwritten, and one of another format than Spark writes."""
        refuse_taken(self.session, option, out, overwrite=self.overwrite)

    def _refuse_outputs(self, plan: Plan) -> None:
        if isinstance(plan.options, FindOptions | DedupOptions) and plan.options.clusters is not None:
            raise ParameterError("clusters: Spark does not write them; use the verb 'cluster', or the engine 'local'")
        if not isinstance(plan.options, DedupOptions):
            return
        if plan.options.mark:
            raise ParameterError("mark: Spark does not mark documents; join result.removed to them on the id")
        for option in ("out", "removed"):
            self.check_output(option, getattr(plan.options, option))

    def _partitions(self) -> int:
        if self.partitions is not None:
            return self.partitions
        context = self.session.sparkContext
        set_by_user = context.getConf().get("spark.sql.shuffle.partitions")
        return int(set_by_user) if set_by_user else max(2, 2 * context.defaultParallelism)


def _refuse(plan: Plan) -> None:
    """Refuses what cannot be partitioned, before anything is read."""
    if plan.verb == "index":
        raise ParameterError("engine: an index is written by the engine 'local' only; 'spark' has no step for it")
    missing = [step.name for step in plan.steps if not step.stages and step.name != "write"]
    if missing:
        raise ParameterError(
            f"engine: 'spark' cannot run the step '{missing[0]}', which has no partitions; use 'local'"
        )


def run_step(step: Step, passes: list[Pass], flow: Flow) -> None:
    """Runs the passes of a step; repeatedly if it has rounds."""
    while True:
        for one in passes:
            flow.run(one)
        if step.until is None or not flow.rows(step.until):
            return
        flow.checkpoint(step)


@contextmanager
def described(session: Any, plan: Plan) -> Iterator[None]:
    """Names the jobs of a run in Spark's own pages."""
    context = session.sparkContext
    context.setJobDescription(f"samesame {plan.verb}")
    try:
        yield
    finally:
        context.setJobDescription(None)
