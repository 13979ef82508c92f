"""Which window a store is for. A store keeps to those it was made with: under others, verdicts would not fit."""

from __future__ import annotations

import json
from typing import Any

import apsw

from samesame.errors import ParameterError
from samesame.methods import MethodSettings, settings_of
from samesame.tree.corpus import PREPARATION
from samesame.window.clock import Now
from samesame.window.recipe import Stats
from samesame.window.stream import Window

# What of a window is not a parameter of its method.
_OPTIONS = ("hours", "remember", "most", "spans", "clip")
_KINDS = {
    "method": str,
    "settings": dict,
    "statistics": str | None,
    "hours": int,
    "remember": str,
    "most": int,
    "spans": bool,
    "clip": list | None,
}


def new_window(given: dict[str, Any], stats: Stats, now: Now, memory: int | str | None) -> Window:
    """A window as the user wishes it; what was not given is as `ss.Window` has it."""
    return Window(stats=stats, now=now, memory=memory, **given)


def same_window(header: str, given: dict[str, Any], stats: Stats, now: Now, memory: int | str | None) -> Window:
    """An empty window as the store was made for; what was given must agree with it."""
    said = _stored(header)
    _require_same(said, given)
    if said["statistics"] is not None and stats is None:
        raise ParameterError("stats: the store was made with statistics, which it does not hold; give them")
    options = {name: said[name] for name in _OPTIONS if said[name] is not None}
    if "clip" in options:
        options["clip"] = tuple(options["clip"])
    # Words are prepared as those of the statistics were.
    left_out = PREPARATION if said["statistics"] is not None else ()
    settings = {name: value for name, value in said["settings"].items() if name not in left_out}
    window = Window(method=said["method"], stats=stats, now=now, memory=memory, **options, **settings)
    if window.recipe.statistics is not None:
        window.recipe.statistics.require(said["statistics"])
    return window


def _stored(header: str) -> dict[str, Any]:
    """The settings as they were written; others are damage, not a wish of the user."""
    said = json.loads(header)
    if not isinstance(said, dict) or not all(isinstance(said.get(name, ...), kind) for name, kind in _KINDS.items()):
        raise apsw.CorruptError("its settings are not those of a window")
    try:
        settings_of(said["method"], said["settings"])
    except ParameterError as error:
        raise apsw.CorruptError(f"its settings are not those of a window: {error}") from error
    return said


def _require_same(said: dict[str, Any], given: dict[str, Any]) -> None:
    rest = dict(given)
    method = rest.pop("method", said["method"])
    if isinstance(method, MethodSettings):
        rest = {**method.to_dict(), **rest}
        method = method.method.name
    _require("method", said["method"], method)
    for name in _OPTIONS:
        if name in rest:
            value = rest.pop(name)
            _require(name, said[name], list(value) if isinstance(value, tuple) else value)
    stored = said["settings"]
    asked = settings_of(method, {**stored, **rest}).to_dict()
    for name in asked:
        _require(name, stored.get(name), asked[name])


def _require(name: str, stored: object, asked: object) -> None:
    if stored != asked:
        raise ParameterError(
            f"{name}: the store was made with {stored!r}, got {asked!r}; leave it out, or use another store"
        )
