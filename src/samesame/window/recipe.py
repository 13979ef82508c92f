"""What a window is made of: a method that has an index for it, hours, what is remembered; and its header in a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeAlias

from samesame import _core
from samesame.errors import FormatError, ParameterError
from samesame.methods import MethodSettings, settings_of
from samesame.methods.codet import CoDet
from samesame.methods.ddd import Ddd
from samesame.methods.ffp import Ffp
from samesame.methods.overlap import Overlap
from samesame.sign.statistics import Statistics
from samesame.tree.corpus import PREPARATION, require_preparation

# No window is wider, and nobody reads more matches.
MOST = 1_000_000
METHODS = ("ddd", "overlap", "codet", "ffp")
Remember: TypeAlias = Literal["all", "accepted"]
Stats: TypeAlias = Statistics | str | PathLike[str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """All that two windows must agree in to say the same of the same documents."""

    settings: MethodSettings
    statistics: Statistics | None
    hours: int
    remember: Remember
    most: int
    spans: bool
    clip: tuple[int, float] | None = None

    def __post_init__(self) -> None:
        _require("hours", self.hours)
        _require("most", self.most)
        if not isinstance(self.spans, bool):
            raise ParameterError(f"spans: expected True or False, got {self.spans!r}")
        if self.remember not in ("all", "accepted"):
            raise ParameterError(f"remember: expected 'all' or 'accepted', got {self.remember!r}")
        if self.clip is not None:
            self._check_clip()

    def _check_clip(self) -> None:
        if self.method == "codet":
            raise ParameterError("clip: an option of methods with sets of features; 'codet' has none")
        try:
            fewest, share = self.clip or (0, 1.0)
            good = type(fewest) is int and 0 <= fewest <= MOST and 0 < float(share) <= 1
        except (TypeError, ValueError):
            good = False
        if not good:
            raise ParameterError(
                f"clip: expected fewest documents and largest share, such as (2, 0.1), got {self.clip!r}"
            )

    @property
    def method(self) -> str:
        """Its name."""
        return self.settings.method.name

    def core(self, memory: int | None) -> _core.Window:
        """An empty window."""
        wishes = (self.hours, self.remember, self.most, memory, self.spans)
        settings = self.settings
        if isinstance(settings, CoDet):
            assert self.statistics is not None
            return _core.Window.paths(
                wishes,
                self.statistics.options.key(),
                settings.same,
                self.statistics.weights(),
                threshold=settings.threshold,
                sorted=settings.ws,
                depth=settings.depth,
                suffixes=settings.suffixes,
            )
        assert isinstance(settings, Ddd | Overlap | Ffp)
        size, unit = _shingles(settings)
        measure, threshold = settings.rule
        words, same = settings.words().key(), settings.same
        return _core.Window.sets(
            wishes,
            words,
            same,
            measure=measure,
            threshold=threshold,
            clip=self.clip,
            size=size,
            unit=unit,
            hash=settings.hash,
        )

    def header(self) -> str:
        """What a snapshot says of the window."""
        return json.dumps(
            {
                "method": self.method,
                "settings": self.settings.to_dict(),
                "statistics": self.statistics.fingerprint if self.statistics else None,
                "hours": self.hours,
                "remember": self.remember,
                "most": self.most,
                "spans": self.spans,
                "clip": self.clip,
            }
        )

    @classmethod
    def of_header(cls, path: Path, stats: Stats) -> Recipe:
        """The recipe of a snapshot. Statistics are not in it: they are given again, and must be the same."""
        try:
            said = json.loads(_core.window_header(path))
            options = {name: said[name] for name in ("hours", "remember", "most", "spans")}
            options["clip"] = None if said["clip"] is None else tuple(said["clip"])
            method, given, fingerprint = said["method"], dict(said["settings"]), said["statistics"]
        except (KeyError, TypeError, ValueError) as error:
            raise FormatError(f"{path}: damaged; take another snapshot") from error
        if fingerprint is not None and stats is None:
            raise ParameterError(
                "stats: the window was made with statistics, which a snapshot does not hold; give them"
            )
        settings, statistics = chosen(method, given, stats, restored=True)
        if statistics is not None:
            statistics.require(fingerprint)
        return cls(settings=settings, statistics=statistics, **options)


def chosen(
    method: str | MethodSettings, given: Mapping[str, Any], stats: Stats, *, restored: bool = False
) -> tuple[MethodSettings, Statistics | None]:
    """The settings that a user means, and the statistics they need."""
    name = method if isinstance(method, str) else getattr(getattr(method, "method", None), "name", None)
    if name not in METHODS:
        raise ParameterError(f"method: a window takes {', '.join(map(repr, METHODS))}, got {name or method!r}")
    if name != "codet":
        if stats is not None:
            raise ParameterError(f"stats: the method '{name}' needs no statistics; leave them out")
        return settings_of(method, given), None
    if stats is None:
        raise ParameterError(
            "stats: a window lives on, so 'codet' needs frozen statistics; make them with ss.Statistics"
        )
    statistics = stats if isinstance(stats, Statistics) else Statistics.load(Path(stats))
    if not restored:
        require_preparation(statistics, dict(given))
    # Words are prepared as those of the statistics were.
    own = {name: value for name, value in given.items() if name not in PREPARATION}
    return settings_of(method, own), statistics


def _shingles(settings: Ddd | Overlap | Ffp) -> tuple[int, str]:
    """What the features are runs of, and how long these are."""
    if isinstance(settings, Ddd):
        return settings.q, settings.unit
    return settings.size, settings.unit if isinstance(settings, Overlap) else "word"


def _require(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
        raise ParameterError(f"{name}: expected a whole number from 1 and up to {MOST:,}, got {value!r}")
