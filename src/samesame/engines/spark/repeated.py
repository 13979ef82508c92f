"""Ids that are repeated: the documents that were read later are bad records, or an error for verbs that lose none."""

from __future__ import annotations

from samesame.engines.base import Live
from samesame.engines.spark.executing import Pass
from samesame.engines.spark.flow import Flow
from samesame.engines.spark.parsing import LINES
from samesame.engines.spark.wire import table_of
from samesame.engines.worker import schema_of
from samesame.errors import InputError
from samesame.model import Problem
from samesame.plan.model import Collection
from samesame.read.documents import WAY_OUT
from samesame.read.problems import KEPT
from samesame.steps.frames import numbers


def refuse_or_drop(flow: Flow, live: Live, names: dict[int, str] | None = None) -> list[int]:
    """How many documents of each side were left out."""
    flow.run(Pass(("unique.find",), frozenset(["again"])))
    dropped = [0] * len(flow.plan.sides)
    count = flow.rows("again")
    if not count:
        return dropped
    schema = schema_of("again", flow.plan)
    for data in flow.pieces("again").toLocalIterator():
        table = table_of([data], schema)
        sides = numbers(table, "side")
        for side in range(len(dropped)):
            dropped[side] += int((sides == side).sum())
        for row in table.slice(0, KEPT).to_pylist():
            _tell(flow, live, row, names or {})
    flow.run(Pass(("unique.drop",), frozenset(["documents"])))
    return dropped


def _tell(flow: Flow, live: Live, row: dict[str, int], names: dict[int, str]) -> None:
    file, line = _place(row["document"], names)
    before, at = _place(row["before"], names)
    message = f"the id '{row['id']}' stands already at {before}:{at}"
    side = flow.plan.sides[row["side"]]
    if isinstance(side, Collection) and side.options.refuse_repeated:
        raise InputError(f"{file}:{line}: {message}; {WAY_OUT}")
    live.problems_of(row["side"]).add(Problem(file, line, f"{message}; left out; {WAY_OUT}"))


def _place(document: int, names: dict[int, str]) -> tuple[str, int]:
    file = document >> LINES
    return names.get(file, "memory"), document & ((1 << LINES) - 1)
