"""Parameters: each is declared once, as a field of a settings class, and always checked in the same way."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from samesame.errors import ParameterError

Value = TypeVar("Value")
_DECLARED = "samesame"


def number(
    default: Value,
    help: str,
    *,
    least: float | None = None,
    above: float | None = None,
    most: float | None = None,
    below: float | None = None,
    alias: str | None = None,
) -> Value:
    """A field for a number: from `least` or above `above`, up to `most` or below `below`; `alias` as in `option`."""
    bounds = {"least": least, "above": above, "most": most, "below": below}
    return field(default=default, metadata={_DECLARED: {"help": help, "alias": alias, **bounds}})


def option(default: Value, help: str, *, alias: str | None = None) -> Value:
    """A field for a text, or for one of the values that its type lists. `alias` is the name in the method's paper."""
    return field(default=default, metadata={_DECLARED: {"help": help, "alias": alias}})


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """What a field of a settings class declares: type, default, meaning and possible values."""

    name: str
    type: type
    default: Any
    help: str
    optional: bool = False
    choices: tuple[Any, ...] = ()
    least: float | None = None
    above: float | None = None
    most: float | None = None
    below: float | None = None
    alias: str | None = None

    def check(self, value: Any) -> Any:
        """The value in the type of the field, or an error that says what was expected. Values may be given as text."""
        if self.optional and (value is None or str(value).lower() == "none"):
            return None
        if self.choices:
            return self._choice(value)
        if self.type in (int, float):
            return self._number(value)
        if not isinstance(value, str):
            raise ParameterError(f"{self.name}: expected words, got {value!r}")
        return str(value)

    def _choice(self, value: Any) -> Any:
        """A choice, given as the value itself or as it is written on a command line."""
        if value in self.choices:
            return self.choices[self.choices.index(value)]
        written = {str(choice).lower(): choice for choice in self.choices}
        if True in self.choices:
            written |= {"yes": True, "no": False}
        if not isinstance(value, str) or value.lower() not in written:
            expected = " or ".join(repr(choice) for choice in self.choices)
            raise ParameterError(f"{self.name}: expected {expected}, got {value!r}")
        return written[value.lower()]

    def _number(self, value: Any) -> int | float:
        try:
            number: int | float = self.type(value)
            # A text is converted as a whole; of other values nothing may be lost (int(1.5) is 1, and NaN is no number).
            given = self.type(value) if isinstance(value, str) else value
            good = bool(number == given) and self._within(number)
        except (TypeError, ValueError, OverflowError):
            good = False
        if not good:
            what = "a whole number" if self.type is int else "a number"
            raise ParameterError(f"{self.name}: expected {what} {self._bounds()}, got {value!r}")
        return number

    def _within(self, number: float) -> bool:
        if number in (math.inf, -math.inf):
            return False
        low = (self.least is None or number >= self.least) and (self.above is None or number > self.above)
        return low and (self.most is None or number <= self.most) and (self.below is None or number < self.below)

    def _bounds(self) -> str:
        """The bounds in words, such as 'above 0 and up to 1'."""
        bounds = {"from": self.least, "above": self.above, "up to": self.most, "below": self.below}
        return " and ".join(f"{word} {bound}" for word, bound in bounds.items() if bound is not None)


@cache
def parameters_of(settings: type) -> tuple[Parameter, ...]:
    """The parameters of a settings class: its own, then those it shares with others."""
    hints = get_type_hints(settings)
    declared = {one.name: one for one in fields(settings)}
    names = dict.fromkeys(name for kind in settings.__mro__ for name in vars(kind).get("__annotations__", {}))
    return tuple(_parameter(declared[name], hints[name]) for name in names if name in declared)


def _parameter(declared: Any, hint: Any) -> Parameter:
    if _DECLARED not in declared.metadata:
        raise TypeError(f"{declared.name}: a parameter is declared with number() or option(), which say what it means")
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    (kind,) = (one for one in kinds if one is not NoneType)
    choices = (True, False) if kind is bool else get_args(kind) if get_origin(kind) is Literal else ()
    return Parameter(
        name=declared.name,
        type=type(choices[0]) if choices else kind,
        default=declared.default,
        optional=NoneType in kinds,
        choices=choices,
        **declared.metadata[_DECLARED],
    )
