"""methods: one file per method, each a declaration: its settings, what is made of a document under them, its citation.

`METHODS` is the list that `samesame methods` prints and `find` chooses from.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

from samesame.errors import ParameterError
from samesame.methods.base import Method, MethodSettings, SigningSettings
from samesame.methods.parameters import Parameter

# What each is called in the file of its name.
_DECLARED = {
    "overlap": "OVERLAP",
    "exact": "EXACT",
    "ffp": "FFP",
    "dsc": "DSC",
    "imatch": "IMATCH",
    "simhash": "SIMHASH",
    "codet": "CODET",
    "spotsigs": "SPOTSIGS",
    "minhash": "MINHASH",
    "pdc": "PDC_MR",
    "ddd": "DDD",
}


class _Methods(Mapping[str, Method[MethodSettings]]):
    """The methods by name, each imported when it is asked for: a run needs one, and the others would cost time."""

    def __getitem__(self, name: str) -> Method[MethodSettings]:
        constant = _DECLARED[name]
        method: Method[MethodSettings] = getattr(importlib.import_module(f"samesame.methods.{name}"), constant)
        return method

    def __contains__(self, name: object) -> bool:
        return name in _DECLARED

    def __iter__(self) -> Iterator[str]:
        return iter(_DECLARED)

    def __len__(self) -> int:
        return len(_DECLARED)


METHODS: Mapping[str, Method[MethodSettings]] = _Methods()

__all__ = ["METHODS", "Method", "MethodSettings", "Parameter", "SigningSettings", "method_named", "settings_of"]


def method_named(name: str) -> Method[MethodSettings]:
    """The method of that name, or an error that lists those there are."""
    if name not in _DECLARED:
        raise ParameterError(f"method: '{name}' is not known; expected one of: {', '.join(METHODS)}")
    return METHODS[name]


def settings_of(method: str | MethodSettings, given: Mapping[str, Any], preset: str | None = None) -> MethodSettings:
    """The settings that a user means: ready-made ones, or those of a method by name with the given values put in."""
    if isinstance(method, str):
        return method_named(method).settings(given, preset)
    if not isinstance(method, MethodSettings):
        raise ParameterError(f"method: expected a name or settings such as ss.Overlap(threshold=0.7), got {method!r}")
    kind, name = type(method).__name__, method.method.name
    method.method.settings(given, preset)  # refuses what would be wrong anyway
    for parameter in given:
        raise ParameterError(
            f"{parameter}: the settings are given whole, as {kind}(…); give it there, or change settings by "
            f"dataclasses.replace(settings, {parameter}=…)"
        )
    if preset is not None:
        raise ParameterError(
            f"preset: the settings are given whole, as {kind}(…); for a preset give method='{name}' instead"
        )
    return method
