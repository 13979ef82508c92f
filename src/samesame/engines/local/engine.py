"""The local engine runs a plan in this process; consecutive steps over the same documents are fused into one pass."""

from __future__ import annotations

from samesame.engines.base import Live, Outcome
from samesame.engines.local.passes import fused
from samesame.engines.local.run import Run
from samesame.plan.model import Plan


class LocalEngine:
    """Runs a plan in this process, with Rust threads, within the memory of the plan."""

    def run(self, plan: Plan, live: Live) -> Outcome:
        """Carries out all steps of a plan."""
        run = Run(plan, live)
        # Before anything is read, so that a plan with a step that cannot be run is refused early.
        for one, steps in list(fused(plan.steps)):
            one.load()(run, steps)
        return run.take(Outcome)
