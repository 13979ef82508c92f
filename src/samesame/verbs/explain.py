"""The verb `explain`: the plan of another verb, without running it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from inspect import signature
from typing import Any

from samesame.errors import ParameterError
from samesame.index import Index
from samesame.plan.make import Planned, plan_cluster, plan_dedup, plan_find, plan_index, plan_passages
from samesame.plan.model import Plan
from samesame.read.verb import Reading, Source
from samesame.verbs.cluster import cluster
from samesame.verbs.dedup import dedup
from samesame.verbs.find import find
from samesame.verbs.index import build_index
from samesame.verbs.passages import passages

# Each verb, whose signature has the defaults, and the function that makes its plan.
VERBS: dict[str, tuple[Callable[..., object], Callable[..., Planned]]] = {
    "find": (find, plan_find),
    "dedup": (dedup, plan_dedup),
    "cluster": (cluster, plan_cluster),
    "passages": (passages, plan_passages),
    "index": (build_index, plan_index),
}
# Options that do not change the plan: who runs it, and where progress and messages go.
BESIDES = ("engine", "progress", "stage", "tell")
# Options of reading become part of a source; the threads are those of the run, too.
READING = {field.name for field in fields(Reading)} - {"threads"}


def explain(source: Source, *, verb: str = "find", **options: Any) -> Plan:
    """The plan that a verb would run, without running it; `options` are those of the verb.

    `str(plan)` shows it to people, `plan.to_json()` to programs, `ss.run(plan)` runs it.

    >>> import samesame as ss
    >>> plan = ss.explain({"a": "Keep the ferry.", "b": "keep the ferry"}, verb="find", method="exact")
    >>> [(match.left, match.right) for match in ss.run(plan)]
    [('a', 'b')]
    """
    if verb not in VERBS:
        raise ParameterError(f"verb: expected one of {', '.join(VERBS)}; got '{verb}'")
    function, plan = VERBS[verb]
    asked = signature(function).bind(source=source, **options)
    asked.apply_defaults()
    reading = Reading.among(asked.arguments)
    values = {name: value for name, value in asked.arguments.items() if name not in READING.union(BESIDES)}
    for name in ("source", "against"):
        if name in values and not Index.is_one(values[name]):
            values[name] = reading.later(values[name])
    return plan(**values.pop("parameters", {}), **values).plan
