"""Letters gather around centres: the clustering of DURIAN, with links closed beforehand.

Seeds are the reference copies in their order, then by rank the letters that are in no cluster when their turn comes.
For each seed d and each candidate s that is no centre and that no cannot-link keeps away from d:

- with a made must-link s joins d, unless another such link holds it at a nearer centre;
- else s joins d if it is nearer than theta, and no centre that it is in the cluster of is nearer; a family-link takes
  beta off the distance. A letter that a must-link holds stays.

Of two centres at the same distance the later one has it. Letters that the user's must-links join are one unit: the
nearest of them decides for all. d is a centre from its first member on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from samesame.cluster.closure import Closure
from samesame.cluster.joining import Flags
from samesame.match.groups import Numbers
from samesame.match.pairs import Shares

NONE = -1
# What made a letter a member, in the order in which it is told.
CONTAINS, KEY_BLOCK, WORD_OVERLAP, FAMILY, DISTANCE, USER = range(6)
# Seeds that are looked up together: at first, and at most.
FEWEST, MOST = 64, 8192


@dataclass(frozen=True, slots=True)
class Candidates:
    """Letters near one seed: distance, and the rule of a made must-link, or NONE."""

    letters: Numbers
    distance: Shares
    must: Numbers


# Candidates of some seeds, in their order.
Ask = Callable[[Numbers], list[Candidates]]
# Looks up the letters near others, once it is known which letters are held: of those only who shares
# nearly all words is wanted.
LookUp = Callable[[Flags], Ask]


@dataclass(frozen=True, slots=True)
class Gathered:
    """For each letter its centre (itself if it is one, NONE if it is alone), and what made it a member.

    `by` is the letter of its unit that joined; another letter of the unit has the rule USER.
    """

    centre: Numbers
    rule: Numbers
    by: Numbers
    centres: Numbers


class Gathering:
    """The state of the clusters while seeds have their turns."""

    def __init__(
        self, closure: Closure, known: Ask, look_up: LookUp, ranks: Numbers, *, theta: float, beta: float
    ) -> None:
        count = len(closure.units)
        self._ranks = ranks
        self._closure, self._known, self._look_up, self._theta, self._beta = closure, known, look_up, theta, beta
        self._units = closure.units
        # By unit: its centre, the distance and the rule, and which of its letters joined.
        self._centre = np.full(count, NONE)
        self._distance = np.full(count, np.inf)
        self._rule = np.full(count, NONE)
        self._by = np.full(count, NONE)
        self._fixed = np.zeros(count, np.bool_)
        self._sizes = np.bincount(self._units, minlength=count)
        self._centres: list[int] = []

    def run(self, references: Numbers, order: Numbers, crowds: Flags) -> Gathered:
        """All turns. `order` are the other letters by rank; of `crowds` several documents are the same letter."""
        for seed in references.tolist():
            # Nothing takes a reference copy, nor what the user joins with it.
            self._make_centre(seed)
        for batch in np.array_split(references, len(references) // FEWEST + 1):
            for seed, found in zip(batch.tolist(), self._known(batch) if len(batch) else [], strict=True):
                self._turn(seed, found)
        for seed, found in self._waiting(order):
            if self._centre[self._units[seed]] == NONE:
                self._turn(seed, found)
                if self._sizes[self._units[seed]] > 1 or crowds[seed]:
                    self._make_centre(seed)
        return self._gathered()

    def _waiting(self, order: Numbers) -> Iterator[tuple[int, Candidates]]:
        """The letters in no cluster with their candidates. More are asked for at a time while few of them are taken."""
        place, size = 0, FEWEST
        ask = self._look_up((_held(self._rule) | self._fixed)[self._units])
        while place < len(order):
            rest = order[place:]
            free = np.flatnonzero(self._centre[self._units[rest[: 8 * size]]] == NONE)[:size]
            place += int(free[-1]) + 1 if len(free) == size else min(8 * size, len(rest))
            seeds = rest[free]
            if not len(seeds):
                continue
            yield from zip(seeds.tolist(), ask(seeds), strict=True)
            alone = np.count_nonzero(
                (self._centre[self._units[seeds]] == NONE) | (self._by[self._units[seeds]] == seeds)
            )
            size = min(2 * size, MOST) if 2 * alone >= len(seeds) else max(size // 2, 1)

    def _make_centre(self, seed: int) -> None:
        unit = self._units[seed]
        if seed not in self._centres[-1:]:
            self._centres.append(seed)
        if self._centre[unit] == NONE:
            self._centre[unit], self._distance[unit], self._by[unit] = seed, -np.inf, seed
        self._fixed[unit] = True

    def _turn(self, seed: int, found: Candidates) -> None:
        units = self._units[found.letters]
        here = ~self._fixed[units] & (units != self._units[seed])
        here[here] &= ~self._closure.forbids(seed, found.letters[here])
        if not here.any():
            return
        letters, units, must = found.letters[here], units[here], found.must[here]
        family = self._closure.family(seed, letters) & (must == NONE)
        distance = found.distance[here] - self._beta * family
        rule = np.where(must != NONE, must, np.where(family & (found.distance[here] >= self._theta), FAMILY, DISTANCE))
        joins = self._joins(units, distance, must)
        if joins.any():
            self._make_centre(seed)
            self._move(seed, letters[joins], distance[joins], rule[joins])

    def _joins(self, units: Numbers, distance: Shares, must: Numbers) -> Flags:
        held = _held(self._rule[units])
        no_farther = distance <= self._distance[units]
        by_must: Flags = (must != NONE) & (no_farther | ~held)
        near: Flags = (must == NONE) & ~held & (distance < self._theta) & no_farther
        return by_must | near

    def _move(self, seed: int, letters: Numbers, distance: Shares, rule: Numbers) -> None:
        """Moves units to a centre. Of several letters of a unit one with a must-link decides, of these the nearest."""
        units = self._units[letters]
        order = np.lexsort((self._ranks[letters], distance, rule > WORD_OVERLAP, units))
        first = order[np.r_[True, units[order][1:] != units[order][:-1]]]
        moved = units[first]
        self._centre[moved], self._distance[moved] = seed, distance[first]
        self._rule[moved], self._by[moved] = rule[first], letters[first]

    def _gathered(self) -> Gathered:
        centre, by, rule = self._centre[self._units], self._by[self._units], self._rule[self._units]
        letters = np.arange(len(self._units))
        rule = np.where((centre != NONE) & (by != letters), USER, rule)
        centres = np.array(self._centres, np.int64)
        centre[centres], rule[centres] = centres, NONE
        return Gathered(centre, rule, by, centres)


def _held(rule: Numbers) -> Flags:
    """Whether a made must-link holds a unit with that rule; it stays held, whatever nearer centre it moves to."""
    found: Flags = (rule >= 0) & (rule <= WORD_OVERLAP)
    return found
