"""Opens the sides of a plan: documents, or an index in their place."""

from __future__ import annotations

from samesame.engines.base import Live
from samesame.index import Index
from samesame.plan.model import IndexAt, Plan
from samesame.read.side import DocumentSide, Side


def open_sides(plan: Plan, live: Live) -> tuple[Side, ...]:
    """The sides of a plan, ready to be read. Progress is reported for the first one."""
    return tuple(_open(plan, number, live) for number in range(len(plan.sides)))


def _open(plan: Plan, number: int, live: Live) -> Side:
    side = plan.sides[number]
    if isinstance(side, IndexAt):
        return Index(side.path)
    return DocumentSide(side.open(live.problems_of(number)), None if number else live.progress)
