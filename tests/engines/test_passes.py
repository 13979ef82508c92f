"""The local engine carries out the steps of the plan, and no others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import samesame as ss
from samesame.engines.base import Live
from samesame.engines.local import LocalEngine
from samesame.engines.local.passes import fused
from samesame.methods import METHODS
from samesame.plan.model import Plan, Step

STORY = "Storms closed the harbour on Monday night. Two ferries waited outside for hours. Nobody was hurt at all."
NEWS = {"a": STORY, "b": STORY.replace("Monday", "Tuesday"), "c": "A comet was seen above the mountains."}


def ran(plan: Plan) -> Any:
    """What a plan gives."""
    return ss.run(plan)


def without(plan: Plan, *names: str) -> Plan:
    """The plan without some of its steps."""
    return replace(plan, steps=tuple(step for step in plan.steps if step.name not in names))


@pytest.mark.parametrize("method", [name for name in METHODS if not METHODS[name].kind.clusters])
@pytest.mark.parametrize(
    ("verb", "options"),
    [
        ("find", {}),
        ("find", {"spans": True}),
        ("cluster", {}),
        ("dedup", {}),
        ("dedup", {"against": NEWS}),
        ("dedup", {"against": NEWS, "against_only": True}),
    ],
)
def test_passes_carry_out_every_step_once_and_in_order(method: str, verb: str, options: dict[str, Any]) -> None:
    plan = ss.explain(NEWS, verb=verb, method=method, **options)
    carried = [steps for _, steps in fused(plan.steps)]
    assert [step for steps in carried for step in steps] == list(plan.steps)
    assert all(callable(one.load()) for one, _ in fused(plan.steps))


def test_passages_and_indexes_have_passes_too(tmp_path: Path) -> None:
    for verb, options in (("passages", {}), ("index", {"path": tmp_path / "i", "method": "imatch"})):
        plan = ss.explain(NEWS, verb=verb, **options)
        assert sum(len(steps) for _, steps in fused(plan.steps)) == len(plan.steps)


def test_an_unknown_step_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(STORY)
    plan = ss.explain(tmp_path, verb="find")
    read: list[str | None] = []
    odd = replace(plan, steps=(*plan.steps[:-1], Step(name="translate", stages=()), plan.steps[-1]))
    with pytest.raises(ss.ParameterError, match="'local' has no pass for the steps 'translate write'"):
        LocalEngine().run(odd, Live(stage=read.append))
    assert read == []


def test_what_is_no_step_of_the_plan_is_not_done() -> None:
    plan = ss.explain(NEWS, verb="find", spans=True, threshold=0.5)
    assert all(match.spans for match in ran(plan))
    assert [match.spans for match in ran(without(plan, "align"))] == [None]
    assert list(ran(without(plan, "join", "verify", "measure"))) == []
    dedup = ss.explain(NEWS, verb="dedup", threshold=0.5)
    assert (len(ran(dedup)), len(ran(without(dedup, "stars", "join", "verify", "measure")))) == (2, 3)
