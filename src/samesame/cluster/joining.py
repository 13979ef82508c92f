"""Components of must-links: the user's are given, those that were made join them where nothing forbids it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from samesame.cluster.traits import Clashes
from samesame.match.groups import Numbers

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Made:
    """Must-links that were made, in the order of their precedence: a letter and the one that it holds or equals."""

    letter: Numbers
    other: Numbers


@dataclass(slots=True)
class _Part:
    """A growing component: which sets of dockets it cites, and the user's units that it cannot be with."""

    dockets: set[int] = field(default_factory=set)
    foes: set[int] = field(default_factory=set)


class Joining:
    """Grows components from the user's units.

    A made link is taken unless both ends have a reference copy, or a cannot-link is between them: the user's, or
    dockets that clash. Most letters stand alone and are looked up by their dockets, so that only those that cite others
    than their component cost anything.
    """

    def __init__(
        self, units: Numbers, dockets: Numbers, foes: dict[int, set[int]], clashes: Clashes, is_reference: Flags
    ) -> None:
        self._clashes, self._dockets, self._units = clashes, dockets, units
        self._root: list[int] = units.tolist()
        self._referring: set[int] = set(units[is_reference].tolist())
        self._parts: dict[int, _Part] = {}
        sizes = np.bincount(units, minlength=len(units))
        together = np.flatnonzero((dockets > 0) & ((sizes[units] > 1) | is_reference))
        for unit, cited in zip(units[together].tolist(), dockets[together].tolist(), strict=True):
            self._parts.setdefault(unit, _Part()).dockets.add(cited)
        for unit, others in foes.items():
            part = self._parts.setdefault(unit, _Part())
            part.foes |= others
            part.dockets |= {int(dockets[unit])} - {0}
        self._refused: set[tuple[int, int]] = set()

    def components(self, made: Made) -> Numbers:
        """For each letter the number of its component."""
        dockets = self._dockets[made.letter].tolist()
        for letter, other, cited in zip(made.letter.tolist(), made.other.tolist(), dockets, strict=True):
            self._take(letter, other, cited)
        return np.array([self._find(number) for number in range(len(self._root))], np.int64)[self._units]

    def _find(self, number: int) -> int:
        root = self._root
        while root[number] != number:
            root[number] = root[root[number]]
            number = root[number]
        return number

    def _take(self, letter: int, other: int, cited: int) -> None:
        one, there = self._find(self._root[letter]), self._find(self._root[other])
        if one == there or (one in self._referring and there in self._referring):
            return
        alone = one not in self._parts
        if (not cited or self._cites(there, cited, other)) if alone else self._merged(one, there):
            self._root[one] = there
            if one in self._referring:
                self._referring.add(there)

    def _part(self, unit: int, letter: int) -> _Part:
        cited = int(self._dockets[letter])
        return self._parts.setdefault(unit, _Part(dockets={cited} - {0}))

    def _cites(self, there: int, cited: int, other: int) -> bool:
        """Whether a letter that stands alone can join; then what it cites is cited there."""
        part = self._part(there, other)
        if cited in part.dockets:
            return True
        if (there, cited) in self._refused or self._clash({cited}, part.dockets):
            self._refused.add((there, cited))
            return False
        part.dockets.add(cited)
        return True

    def _merged(self, one: int, there: int) -> bool:
        """Whether two components can be one; then the second takes over what the first has."""
        mine, theirs = self._parts[one], self._part(there, there)
        apart = {self._find(foe) for foe in mine.foes} | {self._find(foe) for foe in theirs.foes}
        if {one, there} & apart or self._clash(mine.dockets, theirs.dockets):
            return False
        theirs.dockets |= mine.dockets
        theirs.foes |= mine.foes
        return True

    def _clash(self, one: set[int], other: set[int]) -> bool:
        numbers = (self._clashes.number(frozenset(cited)) for cited in (one, other))
        return self._clashes.between(*numbers)
