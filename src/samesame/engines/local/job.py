"""A plan in the local engine: its sides opened, its words weighed, its limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from samesame import _core
from samesame.engines.base import Live
from samesame.engines.local.run import Run
from samesame.engines.sides import gather_sides, open_sides
from samesame.index import Index
from samesame.limits import Limits
from samesame.methods import MethodSettings
from samesame.plan.model import Plan, Step
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


def count_words(run: Run, steps: Sequence[Step]) -> None:
    """count: the documents are read once before the other steps, because words must be weighed to sign them."""
    plan = run.plan
    sides = tuple(held_to_count(plan, side) for side in _sides(run))
    statistics = counted(plan, run.live, sides)
    run.leave(_job(run, sides, weights_of(plan, statistics)))


def held_to_count(plan: Plan, side: Side) -> Side:
    """A side that is read again after counting."""
    return Held(side, plan.limits.memory // HELD_SHARE)


def job_of(run: Run) -> Job:
    """The job of a run: words were counted, or there are statistics, or none are needed."""
    return run.get(Job) or _job(run, _sides(run), weights_of(run.plan, run.plan.statistics))


def weights_of(plan: Plan, statistics: Statistics | None) -> _core.WordWeights | None:
    """The weights of words. If there are few documents, the words counted in them say too little."""
    if statistics is None:
        return None
    few = plan.chosen.signing.few_documents if plan.chosen.signing and plan.statistics is None else 0
    return statistics.weights() if statistics.documents >= few else None


def _job(run: Run, sides: tuple[Side, ...], weights: _core.WordWeights | None) -> Job:
    plan, live = run.plan, run.live
    return Job(
        sides=sides,
        settings=plan.chosen,
        limits=plan.limits,
        weights=weights,
        ahead=plan.ahead,
        within=not plan.ahead or not plan.deduplicating.against_only,
        stage=live.stage,
        tell=live.tell,
    )


def _sides(run: Run) -> tuple[Side, ...]:
    if not run.plan.chooses:
        return open_sides(run.plan, run.live)
    gathered, others = gather_sides(run.plan, run.live)
    run.leave(gathered)
    # The other side is read first: its documents stand for those that are identical with them.
    return *others, gathered


def counted(plan: Plan, live: Live, sides: tuple[Side, ...]) -> Statistics:
    """The statistics of the documents."""
    live.stage("count words")
    signing = plan.chosen.signing
    texts = (batch.column("text") for side in sides for batch in side.batches())
    # If all texts are signed with the words that are counted, each text is cut into words only once.
    keep = plan.limits.memory // KEPT_SHARE if signing and signing.by_sentence else 0
    return Statistics.count_texts(texts, plan.chosen.words(), plan.limits.threads, keep=keep)
