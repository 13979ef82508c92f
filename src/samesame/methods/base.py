"""What a method declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa

from samesame.errors import ParameterError
from samesame.model import Relation
from samesame.segment.words import WordOptions

if TYPE_CHECKING:
    from samesame import _core
    from samesame.engines.base import Limits
    from samesame.match.candidates import Candidates

Settings: TypeAlias = Mapping[str, Any]
# Texts, settings, weights of words (for methods that need idf), threads: one signature a text.
Sign: TypeAlias = "Callable[[pa.Array, Settings, _core.WordWeights | None, int], pa.Array]"
# Settings, limits, bytes of input: what turns signatures into pairs.
Match: TypeAlias = "Callable[[Settings, Limits, int], Candidates]"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter with its default and, where only some values make sense, those.

    A number must be at least `least` and at most `most`; None is allowed where it is the default.
    """

    name: str
    default: Any
    help: str
    choices: tuple[Any, ...] = ()
    least: float | None = None
    most: float | None = None

    def check(self, value: Any) -> Any:
        """The value in the type of the default, or an error that says what was expected."""
        if self.default is None and (value is None or str(value).lower() == "none"):
            return None
        if self.choices:
            return self._choice(value)
        if self.least is not None:
            return self._number(value)
        if not isinstance(value, str):
            raise ParameterError(f"{self.name}: expected words, got {value!r}")
        return value

    def _choice(self, value: Any) -> Any:
        """A choice as it is, or as it is written on a command line."""
        written = {str(choice).lower(): choice for choice in self.choices}
        if True in self.choices:
            written |= {"yes": True, "no": False}
        if value not in self.choices and (not isinstance(value, str) or value.lower() not in written):
            expected = " or ".join(repr(choice) for choice in self.choices)
            raise ParameterError(f"{self.name}: expected {expected}, got {value!r}")
        return value if value in self.choices else written[value.lower()]

    def _number(self, value: Any) -> int | float:
        kind = int if isinstance(self.default, int | None) else float
        try:
            number = kind(value)
            good = float(value) == number and number >= (self.least or 0) and (self.most is None or number <= self.most)
        except (TypeError, ValueError, OverflowError):
            good = False
        if not good:
            what = "a whole number" if kind is int else "a number"
            upto = f" and up to {self.most:g}" if self.most is not None else ""
            raise ParameterError(f"{self.name}: expected {what} from {self.least:g}{upto}, got {value!r}")
        return number


class Compared(Enum):
    """Which of the documents with the same words are compared with others, for all of them."""

    # The words alone make the signature, so only one is signed.
    ANY = "any"
    # The same words may have different signatures: all are signed, and the smallest id decides.
    FIRST = "first"
    # The same: one of each different signature. Identical are only documents that agree in that, too.
    EACH = "each"


@dataclass(frozen=True, slots=True)
class Stages:
    """How a method is run: words are prepared, documents signed, signatures matched.

    `verify`, where candidates are not exact, signs documents anew with the sets that decide by their Jaccard.
    `plain` tells from the settings whether the signatures are the plain 4-word shingles that coverages are told in.
    """

    sign: Sign
    match: Match
    words: Callable[[Settings], WordOptions]
    verify: Sign | None = None
    plain: Callable[[Settings], bool] = field(default=lambda settings: False)
    # Where the signatures are all word shingles of a size, that size: they can be matched without being listed.
    shingles: Callable[[Settings], int | None] | None = None
    # Whether words are weighed by their idf, perhaps only with some settings.
    statistics: bool | Callable[[Settings], bool] = False
    # A collection of fewer documents, where no other statistics are given, weighs no words.
    few_documents: Callable[[Settings], int] = field(default=lambda settings: 0)
    compared: Compared = Compared.ANY
    # Whether documents are signed by the words of their sentences, which can then be kept from when they were counted.
    by_sentence: bool = False
    # The Arrow type of a signature between the stages of a plan.
    signature: pa.DataType = field(default=pa.large_list(pa.uint64()))

    def needs_statistics(self, settings: Settings) -> bool:
        """Whether words are weighed with these settings."""
        return self.statistics(settings) if callable(self.statistics) else self.statistics


@dataclass(frozen=True, slots=True)
class Method:
    """A method: where it comes from, what it can be told, what it reports, what it costs."""

    name: str
    summary: str
    citation: str
    relations: tuple[Relation, ...]
    cost: str
    parameters: tuple[Parameter, ...] = ()
    presets: Mapping[str, Settings] = field(default_factory=dict)
    # None: it only knows identical documents.
    stages: Stages | None = None
    # What a user should know about these settings, if there is anything.
    note: Callable[[Settings], str | None] = field(default=lambda settings: None)

    def settings(self, given: Settings, preset: str | None = None) -> dict[str, Any]:
        """All parameters with the given values put in, or an error that names what is wrong."""
        known = {parameter.name: parameter for parameter in self.parameters}
        values = {**self._preset(preset), **given}
        for name in values:
            if name not in known:
                expected = ", ".join(known) or "none"
                raise ParameterError(f"{name}: the method '{self.name}' has no such parameter; it has: {expected}")
        return {name: parameter.check(values.get(name, parameter.default)) for name, parameter in known.items()}

    def _preset(self, name: str | None) -> Settings:
        if name is None:
            return {}
        if name not in self.presets:
            expected = " or ".join(repr(preset) for preset in self.presets) or "none"
            raise ParameterError(f"preset: the method '{self.name}' has {expected}, got {name!r}")
        return self.presets[name]

    def describe(self) -> dict[str, Any]:
        """The declaration as plain data."""
        return {
            "name": self.name,
            "summary": self.summary,
            "relations": list(self.relations),
            "cost": self.cost,
            "parameters": [
                {"name": p.name, "default": p.default, "help": p.help, "choices": list(p.choices)}
                for p in self.parameters
            ],
            "presets": {name: dict(preset) for name, preset in self.presets.items()},
            "needs_statistics": bool(self.stages and self.stages.statistics),
            "citation": self.citation,
        }
