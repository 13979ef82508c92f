"""A plan in the local engine: its sides opened, its words weighed, its limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from samesame import _core
from samesame.engines.base import Live
from samesame.index import Index
from samesame.limits import Limits
from samesame.methods import MethodSettings
from samesame.plan.model import Plan
from samesame.read.held import Held
from samesame.read.side import Side
from samesame.sign.statistics import Statistics

# The share of the memory for word numbers of counted texts, until the texts are signed.
KEPT_SHARE = 4
# The share for documents that are counted first and read again later.
HELD_SHARE = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A method with its settings, for the documents of one side or two."""

    sides: tuple[Side, ...]
    settings: MethodSettings
    limits: Limits
    weights: _core.WordWeights | None = None
    # Whether the first of two sides goes ahead: all of it stays, and documents of the other go for it. With `within`,
    # these go for one another, too.
    ahead: bool = False
    within: bool = True
    # Told of each stage that begins; and words for people.
    stage: Callable[[str], None]
    tell: Callable[[str], None]

    @property
    def indexed(self) -> bool:
        """Whether one side is an index, which keeps no texts."""
        return any(isinstance(side, Index) for side in self.sides)


def open_job(plan: Plan, live: Live, sides: tuple[Side, ...]) -> Job:
    """The job of a plan with a method. If words must be weighed and there are no statistics, they are counted first."""
    return weighed(plan, live, sides)[0]


def weighed(plan: Plan, live: Live, sides: tuple[Side, ...]) -> tuple[Job, Statistics | None]:
    """The job, and the statistics that it uses."""
    settings, statistics = plan.chosen, plan.statistics
    counted = any(step.name == "count" for step in plan.steps)
    if counted:
        sides = tuple(Held(side, plan.limits.memory // HELD_SHARE) for side in sides)
        statistics = _count(plan, live, sides)
    weights = None
    few = settings.signing.few_documents if settings.signing else 0
    if statistics is not None and (not counted or statistics.documents >= few):
        weights = statistics.weights()
    job = Job(sides=sides, settings=settings, limits=plan.limits, weights=weights, stage=live.stage, tell=live.tell)
    return job, statistics


def _count(plan: Plan, live: Live, sides: tuple[Side, ...]) -> Statistics:
    live.stage("count words")
    signing = plan.chosen.signing
    texts = (batch.column("text") for side in sides for batch in side.batches())
    # If all texts are signed with the words that are counted, each text is cut into words only once.
    keep = plan.limits.memory // KEPT_SHARE if signing and signing.by_sentence else 0
    return Statistics.count_texts(texts, plan.chosen.words(), plan.limits.threads, keep=keep)
