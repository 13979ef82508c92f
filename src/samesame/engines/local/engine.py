"""The local engine runs a plan in this process; consecutive steps over the same documents are fused into one pass."""

from __future__ import annotations

from collections.abc import Callable

from samesame.engines.base import Live, Outcome
from samesame.engines.writing import written
from samesame.plan.model import Plan, Verb


class LocalEngine:
    """Runs a plan in this process, with Rust threads, within the memory of the plan."""

    def run(self, plan: Plan, live: Live) -> Outcome:
        """Carries out all steps of a plan."""
        outcome = _run_of(plan.verb)(plan, live)
        written(plan, outcome, live)
        return outcome


def _run_of(verb: Verb) -> Callable[[Plan, Live], Outcome]:
    """What runs a verb. Imported when it is asked for: a run needs one, and the others would cost time."""
    match verb:
        case "find":
            from samesame.engines.local.find import run_find

            return run_find
        case "dedup":
            from samesame.engines.local.dedup import run_dedup

            return run_dedup
        case "passages":
            from samesame.engines.local.passages import run_passages

            return run_passages
        case "index":
            from samesame.engines.local.index import run_index

            return run_index
