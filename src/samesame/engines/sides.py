"""The sides of a plan, opened: documents, or an index that stands for them; for `dedup` with what is noted of them."""

from __future__ import annotations

from samesame.engines.base import Live
from samesame.engines.gathered import Gathered
from samesame.index import Index
from samesame.match.keep import Field, rule_or_field
from samesame.plan.model import Collection, IndexAt, Plan
from samesame.read.side import DocumentSide, Side


def open_sides(plan: Plan, live: Live) -> tuple[Side, ...]:
    """The sides of a plan, ready to be read. Progress is reported for the first one."""
    return tuple(_open(plan, number, live) for number in range(len(plan.sides)))


def gather_sides(plan: Plan, live: Live) -> tuple[Gathered, tuple[Side, ...]]:
    """The documents that are chosen between, and the other side, if there is one."""
    collection, options = plan.sides[0], plan.choosing
    assert isinstance(collection, Collection)
    rule = rule_or_field(options.keep)
    documents = collection.open(live.problems_of(0), metadata=rule.name if isinstance(rule, Field) else False)
    others = tuple(_open(plan, number, live) for number in range(1, len(plan.sides)))
    return Gathered(documents, options, live.progress), others


def _open(plan: Plan, number: int, live: Live) -> Side:
    side = plan.sides[number]
    if isinstance(side, IndexAt):
        return side.opened or Index(side.path)
    return DocumentSide(side.open(live.problems_of(number)), None if number else live.progress)
