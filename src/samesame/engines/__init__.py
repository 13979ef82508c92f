"""engines: run a plan.

base      the interface of an engine
local     in this process, with Rust threads
steps     step by step over partitions, each in a process of its own
spark     on a cluster of Spark
"""

from __future__ import annotations

from samesame.engines.base import Engine
from samesame.errors import ParameterError

__all__ = ["ENGINES", "Engine", "engine_named"]

ENGINES = ("local", "steps", "spark")


def writes_folders(engine: str | Engine) -> bool:
    """Whether what an engine writes is a folder of files."""
    return engine == "spark" or getattr(engine, "writes_folders", False)


def engine_named(engine: str | Engine) -> Engine:
    """The engine with that name; an engine is returned as it is."""
    if not isinstance(engine, str):
        if callable(getattr(engine, "run", None)):
            return engine
        raise ParameterError(f"engine: expected one of {', '.join(ENGINES)}, or an engine; got {engine!r}")
    # Imported on demand: few runs need the step engine.
    if engine == "local":
        from samesame.engines.local import LocalEngine

        return LocalEngine()
    if engine == "steps":
        from samesame.engines.steps import Steps

        return Steps()
    if engine == "spark":
        from samesame.engines.spark.session import started

        return started()
    raise ParameterError(f"engine: '{engine}' is not known; expected one of: {', '.join(ENGINES)}")
