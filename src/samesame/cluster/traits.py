"""What constraints compare of letters: the dockets they cite, who relayed them, their footers and sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, product

import numpy as np

from samesame.match.groups import Numbers

Values = tuple[str, ...]
# Sizes that differ by no more than this share of the larger one are similar.
SIMILAR = 0.1
# A letter with more relayers, dockets and footers than make so many combinations is in no family.
MOST_COMBINATIONS = 64


class Named:
    """Different sets of values by number. 0 is the empty one."""

    def __init__(self) -> None:
        self.values: list[Values] = [()]
        self._numbers: dict[Values, int] = {(): 0}

    def number(self, values: Values) -> int:
        """The number of a set; a new one if it was not met before."""
        number = self._numbers.setdefault(values, len(self.values))
        if number == len(self.values):
            self.values.append(values)
        return number


@dataclass(frozen=True, slots=True)
class Traits:
    """For each letter the numbers of its dockets, relayers and footers, and how many words it has."""

    dockets: Numbers
    relayers: Numbers
    footers: Numbers
    sizes: Numbers
    names: tuple[Sequence[Values], Sequence[Values], Sequence[Values]]

    def joined(self, units: Numbers) -> Traits:
        """The same with letters of one unit citing the dockets of all of them."""
        sizes = np.bincount(units, minlength=len(units))
        several = np.flatnonzero((sizes[units] > 1) & (self.dockets > 0))
        cited: dict[int, set[str]] = {}
        for unit, number in zip(units[several].tolist(), self.dockets[several].tolist(), strict=True):
            cited.setdefault(unit, set()).update(self.names[0][number])
        dockets, names = self.dockets.copy(), list(self.names[0])
        for unit, values in cited.items():
            dockets[units == unit] = len(names)
            names.append(tuple(sorted(values)))
        return replace(self, dockets=dockets, names=(names, *self.names[1:]))

    def families(self) -> Iterator[tuple[int, int]]:
        """Neighbours in families: the same relayer, docket and footer, and similar sizes.

        What is missing agrees with nothing. Within such a group letters are sorted by size, and neighbours linked whose
        sizes are similar. That joins the same letters as all links between similar ones do.
        """
        all_three = np.flatnonzero((self.dockets > 0) & (self.relayers > 0) & (self.footers > 0))
        # Letters with the same three and the same size are in the same families.
        keys = np.stack([column[all_three] for column in (self.relayers, self.dockets, self.footers, self.sizes)])
        kinds, first, kind_of = np.unique(keys, axis=1, return_index=True, return_inverse=True)
        firsts = all_three[first]
        yield from zip(all_three.tolist(), firsts[kind_of.reshape(-1)].tolist(), strict=True)
        groups: dict[Values, list[tuple[int, int]]] = {}
        for relayers, dockets, footers, size, letter in zip(*kinds.tolist(), firsts.tolist(), strict=True):
            values = [of[number] for of, number in zip(self._in_order(), (relayers, dockets, footers), strict=True)]
            if np.prod([len(one) for one in values]) > MOST_COMBINATIONS:
                continue
            for key in product(*values):
                groups.setdefault(key, []).append((size, letter))
        for group in groups.values():
            group.sort()
            for (small, one), (large, other) in pairwise(group):
                if large - small <= SIMILAR * large:
                    yield one, other

    def _in_order(self) -> tuple[Sequence[Values], ...]:
        dockets, relayers, footers = self.names
        return relayers, dockets, footers


class Clashes:
    """Which sets of docket ids clash: both have some, and share none."""

    def __init__(self, dockets: Sequence[Values]) -> None:
        self._dockets = [frozenset(one) for one in dockets]
        self._sets: dict[frozenset[int], int] = {frozenset(): 0}
        self._listed: list[frozenset[int]] = [frozenset()]
        self.between = cache(self._between)
        self._two = cache(self._apart)

    def number(self, dockets: frozenset[int]) -> int:
        """The number of some sets of dockets that stand together, without the empty one."""
        dockets -= {0}
        number = self._sets.setdefault(dockets, len(self._listed))
        if number == len(self._listed):
            self._listed.append(dockets)
        return number

    def members(self, number: int) -> frozenset[int]:
        """The sets of dockets with a number."""
        return self._listed[number]

    def _between(self, one: int, other: int) -> bool:
        return any(self._two(a, b) for a in self._listed[one] for b in self._listed[other])

    def _apart(self, one: int, other: int) -> bool:
        return self._dockets[one].isdisjoint(self._dockets[other])
