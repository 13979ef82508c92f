"""The local engine runs a plan in this process; consecutive steps over the same documents are fused into one pass."""

from __future__ import annotations

from samesame.engines.base import Live, Outcome
from samesame.engines.local.dedup import run_dedup
from samesame.engines.local.find import run_find
from samesame.engines.local.index import run_index
from samesame.engines.local.passages import run_passages
from samesame.engines.writing import written
from samesame.plan.model import Plan

_RUNS = {"find": run_find, "dedup": run_dedup, "passages": run_passages, "index": run_index}


class LocalEngine:
    """Runs a plan in this process, with Rust threads, within the memory of the plan."""

    def run(self, plan: Plan, live: Live) -> Outcome:
        """Runs all steps of a plan."""
        outcome = _RUNS[plan.verb](plan, live)
        written(plan, outcome, live)
        return outcome
