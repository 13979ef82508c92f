"""What a method declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from samesame.errors import ParameterError
from samesame.model import Relation


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter with its default and, where only some values make sense, those."""

    name: str
    default: Any
    help: str
    choices: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Method:
    """A method: where it comes from, what it can be told, what it reports, what it costs."""

    name: str
    summary: str
    citation: str
    relations: tuple[Relation, ...]
    cost: str
    parameters: tuple[Parameter, ...] = ()

    def settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All parameters with the given values put in, or an error that names what is wrong."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name, value in given.items():
            if name not in known:
                expected = ", ".join(known) or "none"
                raise ParameterError(f"{name}: the method '{self.name}' has no such parameter; it has: {expected}")
            choices = known[name].choices
            if choices and value not in choices:
                expected = " or ".join(repr(choice) for choice in choices)
                raise ParameterError(f"{name}: expected {expected}, got {value!r}")
        return {name: given.get(name, parameter.default) for name, parameter in known.items()}
