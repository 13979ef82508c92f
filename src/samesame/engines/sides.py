"""The sides of a plan, opened: documents, or an index that stands for them."""

from __future__ import annotations

from samesame.engines.base import Live
from samesame.index import Index
from samesame.plan.model import IndexAt, Plan
from samesame.read.side import DocumentSide, Side


def open_sides(plan: Plan, live: Live) -> tuple[Side, ...]:
    """The sides of a plan, to be read. Progress is that of the first one."""
    return tuple(_open(plan, number, live) for number in range(len(plan.sides)))


def _open(plan: Plan, number: int, live: Live) -> Side:
    side = plan.sides[number]
    if isinstance(side, IndexAt):
        return side.opened or Index(side.path)
    return DocumentSide(side.open(live.problems_of(number)), None if number else live.progress)
