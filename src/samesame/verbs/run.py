"""What all verbs do: make a plan, run it on an engine, and return the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from samesame.engines import Engine, engine_named
from samesame.engines.base import Live, Outcome
from samesame.engines.clock import Clock, Stage
from samesame.errors import ParameterError
from samesame.plan.make import Planned
from samesame.plan.model import Collection, Plan
from samesame.read.documents import Documents, Progress
from samesame.read.problems import Problems
from samesame.read.verb import Source, open_documents
from samesame.report.kept import KeptRows
from samesame.report.matches import Matches, Summary
from samesame.report.members import Clusters
from samesame.report.passages import Passages
from samesame.report.removals import Removals
from samesame.verbs.deduplication import Deduplication
from samesame.verbs.distributed import SparkDeduplication

Result: TypeAlias = Matches | Deduplication | Clusters | Passages | int
# An engine, or its name.
EngineName: TypeAlias = str | Engine


@dataclass(frozen=True, slots=True)
class Done:
    """A plan that was run: its result and its cost."""

    plan: Plan
    documents: tuple[Documents, ...]
    outcome: Outcome
    summary: Summary


def carry_out(
    planned: Planned,
    engine: EngineName = "local",
    progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
    stage: Stage | None = None,
) -> Done:
    """Runs a plan. `stage` is told of each stage that begins, and of the end of the last one by None."""
    clock = Clock(stage)
    plan, documents = planned.plan, planned.documents
    live = Live(problems=tuple(side.problems for side in documents), progress=progress, stage=clock)
    live = live if tell is None else replace(live, tell=tell)
    outcome = engine_named(engine).run(plan, live)
    clock(None)
    return Done(plan, documents, outcome, _summary(plan, documents, outcome, clock))


def _summary(plan: Plan, documents: tuple[Documents, ...], outcome: Outcome, clock: Clock) -> Summary:
    return Summary(
        documents=outcome.figures["documents"],
        bytes=documents[0].size,
        problems=sum(len(side.problems) for side in documents),
        seconds=clock.seconds,
        relations=dict(outcome.relations),
        stages=clock.stages,
        note=None if plan.settings is None else plan.settings.note(),
        spilled=outcome.figures.get("spilled", 0),
        bad_records=tuple(problem for side in documents for problem in side.problems),
    )


def result_of(done: Done) -> Result:
    """The result of a verb; for an index the number of documents that went in."""
    outcome, summary = done.outcome, done.summary
    match done.plan.verb:
        case "find":
            return Matches(outcome.table, summary)
        case "dedup":
            return deduplicated(done)
        case "cluster":
            return Clusters(outcome.table, summary)
        case "passages":
            return Passages(outcome.table, summary, outcome.figures["places"], outcome.figures["boilerplate"])
        case "index":
            return outcome.figures["documents"]


def deduplicated(done: Done) -> Deduplication:
    """The result of `dedup`: what stays is known here, or is on a cluster."""
    documents, outcome = done.documents[0], done.outcome
    if isinstance(outcome.kept, KeptRows):
        return Deduplication.of(documents, outcome, done.summary, mark=done.plan.deduplicating.mark)
    assert outcome.kept is not None
    return SparkDeduplication(documents, outcome.kept, Removals(outcome.table), done.summary)


def run(
    plan: Plan,
    *sources: Source,
    engine: EngineName = "local",
    progress: Progress | None = None,
    stage: Stage | None = None,
) -> Result:
    """Runs a plan, here or where it was sent to, and returns what its verb returns.

    A plan has its documents with it, or the names of their files. `sources` take the place of its collections, in their
    order: the same plan can be run over other documents, which are read with the same options.

    >>> import samesame as ss, pickle
    >>> plan = ss.explain({"a": "Keep the ferry.", "b": "keep the ferry"}, verb="dedup")
    >>> ss.run(pickle.loads(pickle.dumps(plan)))
    Deduplication(1 kept, 1 removed)
    >>> ss.run(plan, ["Close the port.", "Open the port."])
    Deduplication(2 kept, 0 removed)
    """
    plan = over(plan, sources)
    sides = [side for side in plan.sides if isinstance(side, Collection)]
    documents = tuple(side.open(Problems(), metadata=side.options.metadata) for side in sides)
    return result_of(carry_out(Planned(plan, documents), engine, progress, stage=stage))


def over(plan: Plan, sources: Sequence[Source]) -> Plan:
    """The plan with other documents in the place of its collections, in their order."""
    collections = [number for number, side in enumerate(plan.sides) if isinstance(side, Collection)]
    if len(sources) > len(collections):
        raise ParameterError(
            f"sources: more of them ({len(sources)}) than collections of the plan ({len(collections)})"
        )
    sides = list(plan.sides)
    for number, source in zip(collections, sources, strict=False):
        side = sides[number]
        assert isinstance(side, Collection)
        sides[number] = Collection.of(open_documents(source, options=side.options, problems=Problems()))
    return replace(plan, sides=tuple(sides))
