"""engines: who runs a method. `local` runs it in this process."""

from __future__ import annotations

from samesame.engines.base import Engine
from samesame.limits import Limits
from samesame.errors import ParameterError

__all__ = ["Engine", "Limits", "engine_named"]


def engine_named(name: str) -> Engine:
    """The engine of that name."""
    if name == "local":
        from samesame.engines.local import LocalEngine

        return LocalEngine()
    raise ParameterError(f"engine: '{name}' is not known; expected one of: local")
