"""The closure of must-, cannot- and family-links, the same whatever the order in which they are given.

1. Must-links make components: the user's first, then those that were made, the nearest first, each unless it would join
   two reference copies or components between which there is a cannot-link.
2. Cannot-links hold between components.
3. Family-links make families of components.
4. Once: what a document of the family cannot be with, the others of the family cannot be with either.
5. A family-link against a cannot-link goes.

What the user's must-links join counts as one letter that cites the dockets of all of them: the user has overruled that
these clash, and else the copies of either would be kept away from both.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from samesame.cluster.components import connected
from samesame.cluster.joining import Flags, Joining, Made
from samesame.cluster.traits import Clashes, Traits
from samesame.match.groups import Numbers

Pairs = tuple[Numbers, Numbers]


@dataclass(frozen=True, slots=True)
class Given:
    """The user's links between letters by number."""

    must: Pairs
    cannot: Pairs
    family: Pairs


class Closure:
    """The links between all letters, closed. `units` are the letters that the user's must-links join."""

    def __init__(self, traits: Traits, given: Given, made: Made, is_reference: Flags) -> None:
        count = len(traits.sizes)
        self.units = connected(count, *given.must)
        self._traits = traits = traits.joined(self.units)
        self._clashes = Clashes(traits.names[0])
        joining = Joining(self.units, traits.dockets, self._foes(given.cannot), self._clashes, is_reference)
        self.components = joining.components(made)
        own = self._cited(self.components)
        self._family = self._families(given.family)
        self._own = own[self.components]
        self._wide = self._cited(self._family)[self._family]
        self._banned = self._bans(given.cannot)

    def _foes(self, cannot: Pairs) -> dict[int, set[int]]:
        """For each unit those that the user keeps away from it."""
        foes: dict[int, set[int]] = {}
        for one, other in zip(*(self.units[side].tolist() for side in cannot), strict=True):
            foes.setdefault(one, set()).add(other)
            foes.setdefault(other, set()).add(one)
        return foes

    def _cited(self, part_of: Numbers) -> Numbers:
        """For each part the number of the sets of dockets that its letters cite."""
        citing = np.flatnonzero(self._traits.dockets)
        pairs = np.unique(np.stack([part_of[citing], self._traits.dockets[citing]]), axis=1)
        cited: dict[int, list[int]] = {}
        for part, dockets in pairs.T.tolist():
            cited.setdefault(part, []).append(dockets)
        numbers = np.zeros(len(part_of), np.int64)
        for part, sets in cited.items():
            numbers[part] = self._clashes.number(frozenset(sets))
        return numbers

    def _families(self, family: Pairs) -> Numbers:
        """For each letter the number of its family: components that family-links join."""
        made = np.array(list(self._traits.families()), np.int64).reshape(-1, 2)
        left, right = (np.r_[made[:, side], family[side]] for side in (0, 1))
        joined = connected(len(self.components), self.components[left], self.components[right])
        return joined[self.components]

    def _bans(self, cannot: Pairs) -> dict[tuple[str, int], set[tuple[str, int]]]:
        """The user's cannot-links between components, and between each of them and the other one's family."""
        bans: dict[tuple[str, int], set[tuple[str, int]]] = {}
        for one, other in zip(*(side.tolist() for side in cannot), strict=True):
            for here, there in ((one, other), (other, one)):
                own, family = ("own", int(self.components[here])), ("family", int(self._family[here]))
                foe, foes = ("own", int(self.components[there])), ("family", int(self._family[there]))
                bans.setdefault(own, set()).update((foe, foes))
                bans.setdefault(family, set()).add(foe)
        return bans

    def forbids(self, letter: int, others: Numbers) -> Flags:
        """Which of the others a letter cannot be in one cluster with; never those that the user joins it with."""
        found = np.zeros(len(others), np.bool_)
        if self._own[letter] or self._wide[letter]:
            found |= self._clash(letter, others)
        if self._banned:
            found |= self._banned_from(letter, others)
        others_apart: Flags = found & (self.components[others] != self.components[letter])
        return others_apart

    def _clash(self, letter: int, others: Numbers) -> Flags:
        own, wide = int(self._own[letter]), int(self._wide[letter])
        kinds, kind_of = np.unique(np.stack([self._own[others], self._wide[others]]), axis=1, return_inverse=True)
        between = self._clashes.between
        clash = [between(wide, one) or between(own, every) for one, every in kinds.T.tolist()]
        return np.array(clash, np.bool_)[kind_of.reshape(-1)]

    def _banned_from(self, letter: int, others: Numbers) -> Flags:
        bans = self._banned.get(("own", int(self.components[letter])), set()) | self._banned.get(
            ("family", int(self._family[letter])), set()
        )
        owns = [number for kind, number in bans if kind == "own"]
        families = [number for kind, number in bans if kind == "family"]
        kept: Flags = np.isin(self.components[others], owns) | np.isin(self._family[others], families)
        return kept

    def family(self, letter: int, others: Numbers) -> Flags:
        """Which of the others are of a letter's family, and not kept away from it."""
        same: Flags = (self._family[others] == self._family[letter]) & (
            self.components[others] != self.components[letter]
        )
        return same & ~self.forbids(letter, others) if same.any() else same
