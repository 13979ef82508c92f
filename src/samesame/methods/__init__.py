"""methods: one file per method. Each declares its settings, how documents are signed under them, and its citation.

`METHODS` is the list that `samesame methods` prints and from which `find` chooses.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

from samesame.errors import ParameterError
from samesame.methods.base import Method, MethodSettings, SigningSettings
from samesame.methods.parameters import Parameter

# The name of each declaration in the module of the method.
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
    "durian": "DURIAN",
}


class _Methods(Mapping[str, Method[MethodSettings]]):
    """The methods by name. Each is imported on demand: a run needs one, and importing the others would cost time."""

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
    """The method with that name, or an error that lists those there are."""
    if name not in _DECLARED:
        raise ParameterError(f"method: '{name}' is not known; expected one of: {', '.join(METHODS)}")
    return METHODS[name]


def settings_of(
    method: str | MethodSettings, given: Mapping[str, Any], preset: str | None = None, *, verb: str | None = None
) -> MethodSettings:
    """The settings that a user means: given as such, or as a method's name with some values.

    A method that is not for the verb is refused; None is what none of them is for, such as a window.
    """
    settings = _settings(method, given, preset)
    if settings.verbs is not None and verb not in settings.verbs:
        verbs, asked = " and ".join(f"'{name}'" for name in settings.verbs), f"'{verb}'" if verb else "this"
        raise ParameterError(
            f"method: '{settings.method.name}' is a method of {verbs} only, not of {asked}; take another one, such as "
            "'overlap'"
        )
    return settings


def _settings(method: str | MethodSettings, given: Mapping[str, Any], preset: str | None) -> MethodSettings:
    if isinstance(method, str):
        return method_named(method).settings(given, preset)
    if not isinstance(method, MethodSettings):
        raise ParameterError(f"method: expected a name or settings such as ss.Overlap(threshold=0.7), got {method!r}")
    kind, name = type(method).__name__, method.method.name
    method.method.settings(given, preset)  # refuses values that would be wrong in any case
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
