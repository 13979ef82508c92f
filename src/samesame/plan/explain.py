"""A plan in words: what is read how often, with which settings, in which steps, and what the steps hold in memory."""

from __future__ import annotations

from collections.abc import Iterator

from samesame.limits import show_bytes
from samesame.plan.model import Collection, IndexAt, Plan, Step

# Steps that the local engine runs in one pass over the documents: all of them use the same hashed words.
FUSED = ("key", "group", "sign", "join")
NAMED = 3


def explained(plan: Plan) -> str:
    """A plan as text for people."""
    return "\n".join([*_head(plan), *_steps(plan), *_limits(plan)])


def passes(plan: Plan) -> list[tuple[Step, ...]]:
    """The steps as the local engine runs them: those of one pass over the documents are grouped."""
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
    facts = [(name, _side(side)) for name, side in zip(("in", "against"), plan.sides, strict=False)]
    if plan.settings is not None:
        facts.append(("method", f"{plan.method.name}: {_value(plan.settings.to_dict())}"))
    if plan.statistics is not None:
        facts.append(("statistics", repr(plan.statistics)))
    options = plan.to_record()["options"].items()
    facts += [(name, _value(value)) for name, value in options if value is not None and value is not False]
    width = max(len(name) for name, _ in facts) + 2
    yield plan.verb
    yield from (f"  {name:<{width}}{value}" for name, value in facts)


def _steps(plan: Plan) -> Iterator[str]:
    yield "steps"
    for number, steps in enumerate(passes(plan), 1):
        reads = " (reads the documents)" if any(step.reads for step in steps) else ""
        if len(steps) == 1:
            yield f"  {number}. {steps[0].name}{reads}: {_does(steps[0])}"
            continue
        yield f"  {number}. {', '.join(step.name for step in steps)} in one pass{reads}"
        yield from (f"     {step.name}: {_does(step)}" for step in steps)


def _does(step: Step) -> str:
    return f"{step.does}; holds {step.holds}" if step.holds else step.does


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


def _value(value: object) -> str:
    """A value in words."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {_value(one)}" for name, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_value, value))
    return "none" if value is None else "yes" if value is True else "no" if value is False else str(value)
