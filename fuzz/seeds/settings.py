"""Random settings of the methods, drawn from what they declare."""

from __future__ import annotations

import random
from typing import Any

from samesame.methods import METHODS, Parameter

_LANGUAGES = ("auto", "en", "tr", "zh", "de", None, "none", "xx", "", "EN")
_NONSENSE: tuple[Any, ...] = (
    "",
    "nonsense",
    -1,
    0,
    1e308,
    float("nan"),
    float("inf"),
    None,
    True,
    [],
    2**80,
    "1e3",
    "ü",
    "0x10",
)


def method_settings(rng: random.Random, *, nonsense: float = 0.02) -> tuple[str, dict[str, Any]]:
    """A method that gives pairs, and some of its parameters; a small part of the values makes no sense."""
    name = rng.choice([method.name for method in METHODS.values() if not method.kind.clusters])
    return name, settings_of(rng, name, nonsense=nonsense)


def settings_of(rng: random.Random, name: str, *, nonsense: float = 0.02) -> dict[str, Any]:
    """Some parameters of a method; a small part of the values makes no sense."""
    method = METHODS[name]
    settings: dict[str, Any] = {}
    if method.presets and rng.random() < 0.15:
        settings["preset"] = rng.choice(list(method.presets))
    for parameter in method.parameters:
        if rng.random() < 0.25:
            settings[parameter.name] = rng.choice(_NONSENSE) if rng.random() < nonsense else _value(rng, parameter)
    return settings


def _value(rng: random.Random, parameter: Parameter) -> Any:
    if parameter.name == "language":
        return rng.choice(_LANGUAGES)
    if parameter.choices:
        return rng.choice(parameter.choices)
    if parameter.type is str:
        return rng.choice(("the a of", "", "and", "is was"))
    least, most = parameter.least or parameter.above or 0, parameter.most or parameter.below or 1e9
    if parameter.type is float:
        return rng.choice((least, most, rng.uniform(least, most), 0.5, 0.8))
    # Large numbers only where they cost nothing: signatures grow with some of them.
    small = [int(least), int(least) + 1, rng.randint(int(least), int(min(most, least + 12)))]
    return rng.choice(small if parameter.name == "permutations" else [*small, int(most)])
