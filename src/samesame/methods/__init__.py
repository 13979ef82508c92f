"""methods: one file a method, each a declaration: its settings, what is made of a document under them, its citation.

`METHODS` is the list that `samesame methods` prints and `find` chooses from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from samesame.errors import ParameterError
from samesame.methods.base import Method, MethodSettings, SigningSettings
from samesame.methods.codet import CODET
from samesame.methods.dsc import DSC
from samesame.methods.exact import EXACT
from samesame.methods.ffp import FFP
from samesame.methods.imatch import IMATCH
from samesame.methods.minhash import MINHASH
from samesame.methods.overlap import OVERLAP
from samesame.methods.parameters import Parameter
from samesame.methods.pdc import PDC_MR
from samesame.methods.simhash import SIMHASH
from samesame.methods.spotsigs import SPOTSIGS

_ALL: tuple[Method[MethodSettings], ...] = (
    OVERLAP,
    EXACT,
    FFP,
    DSC,
    IMATCH,
    SIMHASH,
    CODET,
    SPOTSIGS,
    MINHASH,
    PDC_MR,
)
METHODS: dict[str, Method[MethodSettings]] = {method.name: method for method in _ALL}

__all__ = ["METHODS", "Method", "MethodSettings", "Parameter", "SigningSettings", "method_named", "settings_of"]


def method_named(name: str) -> Method[MethodSettings]:
    """The method of that name, or an error that lists those there are."""
    if name not in METHODS:
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
