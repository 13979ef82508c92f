"""A plan as the local engine runs it: what earlier passes leave for later ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from samesame.engines.base import Live, Outcome
from samesame.engines.writing import written
from samesame.errors import InternalError
from samesame.plan.model import Plan, Step

Left = TypeVar("Left")


class Run:
    """A plan that is being run. What a pass leaves is known by its type, as there is one of each."""

    def __init__(self, plan: Plan, live: Live) -> None:
        self.plan, self.live = plan, live
        self._left: dict[type, object] = {}

    def leave(self, thing: object) -> None:
        """Keeps something for later passes; it replaces an earlier one of its type."""
        self._left[type(thing)] = thing

    def get(self, kind: type[Left]) -> Left | None:
        """What an earlier pass left, if one did."""
        found = self._left.get(kind)
        return found if isinstance(found, kind) else None

    def take(self, kind: type[Left]) -> Left:
        """What an earlier pass must have left."""
        found = self.get(kind)
        if found is None:
            raise InternalError(f"the steps before left no {kind.__name__}")
        return found


def write(run: Run, steps: Sequence[Step]) -> None:
    """Writes the files that the plan names."""
    written(run.plan, run.take(Outcome), run.live)
