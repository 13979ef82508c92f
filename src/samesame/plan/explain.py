"""A plan in words: what is read how often, with which settings, in which steps, and what they hold in memory."""

from __future__ import annotations

from collections.abc import Iterator

from samesame.limits import show_bytes
from samesame.plan.model import Collection, IndexAt, Plan, Step

# Steps that the local engine carries out in one pass over the documents: what they need is made of the same words.
FUSED = ("key", "group", "sign", "join")
NAMED = 3


def explained(plan: Plan) -> str:
    """A plan for people."""
    return "\n".join([*_head(plan), *_steps(plan), *_limits(plan)])


def passes(plan: Plan) -> list[tuple[Step, ...]]:
    """The steps as the local engine runs them: those that are one pass over the documents stand together."""
    found: list[tuple[Step, ...]] = []
    for step in plan.steps:
        if found and step.name in FUSED and found[-1][-1].name in FUSED:
            found[-1] = (*found[-1], step)
        else:
            found.append((step,))
    return found


def readings(plan: Plan) -> int:
    """How often the local engine reads the documents."""
    return sum(any(step.reads for step in steps) for steps in passes(plan))


def _head(plan: Plan) -> Iterator[str]:
    yield f"{plan.verb}"
    for name, side in zip(("in", "against"), plan.sides, strict=False):
        yield f"  {name:<10}{_side(side)}"
    if plan.settings is not None:
        values = ", ".join(f"{name} {_value(value)}" for name, value in plan.settings.to_dict().items())
        yield f"  {'method':<10}{plan.method.name}: {values}"
    if plan.statistics is not None:
        yield f"  {'statistics':<10}{plan.statistics!r}"
    for name, value in _options(plan):
        yield f"  {name:<10}{value}"


def _steps(plan: Plan) -> Iterator[str]:
    yield "steps"
    for number, steps in enumerate(passes(plan), 1):
        together = " in one pass over the documents" if len(steps) > 1 else ""
        names = ", ".join(step.name for step in steps)
        reads = " (reads the documents)" if any(step.reads for step in steps) else ""
        yield f"  {number}. {names}{together}{reads}"
        for step in steps:
            held = f"; holds {step.holds}" if step.holds else ""
            yield f"     {step.name}: {step.does}{held}"


def _limits(plan: Plan) -> Iterator[str]:
    times = readings(plan)
    yield f"The documents are read {times} time{'s' if times != 1 else ''} by the engine 'local'."
    memory, threads = show_bytes(plan.limits.memory), plan.limits.threads or "one per core"
    yield f"Memory for what is held: {memory}; threads: {threads}."


def _side(side: Collection | IndexAt) -> str:
    if isinstance(side, IndexAt):
        return f"the index {side.path}"
    files, others = side.files, [source for source in side.sources if source not in side.files]
    parts = []
    if files:
        named = ", ".join(file.name for file in files[:NAMED])
        more = f" and {len(files) - NAMED:,} more" if len(files) > NAMED else ""
        parts.append(f"{named}{more} ({show_bytes(sum(file.size for file in files))})")
    if others:
        count = sum(len(other) for other in others)
        parts.append(f"{count:,} documents in memory")
    return ", ".join(parts) or "nothing"


def _options(plan: Plan) -> Iterator[tuple[str, str]]:
    for name, value in plan.to_record()["options"].items():
        if value not in (None, False):
            yield name, _value(value)


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return (
        {None: "none", True: "yes", False: "no"}.get(value, str(value))
        if isinstance(value, bool | None)
        else str(value)
    )
