"""Which letters a reference copy reaches, by a must-link or by distance, and which ones another seed does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.cluster.closure import Closure
from samesame.cluster.gather import CONTAINS, KEY_BLOCK, NONE, WORD_OVERLAP, Candidates
from samesame.cluster.joining import Flags
from samesame.match.groups import Numbers
from samesame.match.pairs import Shares
from samesame.methods.durian import Durian

# No made must-link: behind all rules of them.
KINDS = WORD_OVERLAP + 1
# A lowered distance is compared with theta; what is looked up must not miss it for rounding.
SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Rows:
    """Pairs of a reference, by its place, and a letter: distance, and the rule of the must-link, or NONE."""

    reference: Numbers
    letter: Numbers
    distance: Shares
    must: Numbers


@dataclass(frozen=True, slots=True)
class Reach:
    """What finds them: the words of all letters, the copy of each that has the most paragraphs, the settings."""

    bags: _core.Bags
    laid_out: Numbers
    settings: Durian
    threads: int

    def rows(self, references: Numbers) -> tuple[Rows, Flags]:
        """What is near the references, or holds them or one of their paragraphs; and which letters do hold one.

        Those are bound by must-links: how near they are to other references decides nothing, unless all these links are
        refused (`with_refused`), and is not told. That spares most pairs of a campaign with many references.
        """
        holds = self.bags.holds(as_letters(self.laid_out[references]), self.settings.block, self.threads)
        others = np.flatnonzero(to_numpy(holds[0]) != references[to_numpy(holds[1])])
        holding, held, whole = (to_numpy(column)[others] for column in holds)
        bound = np.zeros(len(self.laid_out), np.bool_)
        bound[holding] = self.settings.links
        asked, near, same = self._near(references, bound)
        pairs = np.r_[_pairs(asked, near), _pairs(held, holding)]
        rules = np.r_[np.where(same, WORD_OVERLAP, KINDS), np.where(whole, CONTAINS, KEY_BLOCK)]
        # One row per pair; the first rule in their order is told.
        order = np.lexsort((rules, pairs))
        first = order[np.r_[True, pairs[order][1:] != pairs[order][:-1]]] if len(order) else order
        must = np.where((rules[first] == KINDS) | (not self.settings.links), NONE, rules[first])
        bound[references] = False
        return self._measured(references, pairs[first], must), bound

    def with_refused(self, references: Numbers, rows: Rows, bound: Flags, closure: Closure) -> Rows:
        """The rows, and those of bound letters all of whose must-links are refused: distances decide about these."""
        refused, known = bound.copy(), Known(rows, references)
        for reference, found in zip(references.tolist(), known(references), strict=True):
            linked = found.letters[found.must != NONE]
            refused[linked[~closure.forbids(reference, linked)]] = False
        if not refused.any():
            return rows
        asked, near, _ = self._near(references, ~refused)
        pairs = np.setdiff1d(_pairs(asked, near)[refused[near]], _pairs(rows.reference, rows.letter))
        more = self._measured(references, pairs, np.full(len(pairs), NONE))
        order = np.lexsort((np.r_[rows.letter, more.letter], np.r_[rows.reference, more.reference]))
        return Rows(
            np.r_[rows.reference, more.reference][order],
            np.r_[rows.letter, more.letter][order],
            np.r_[rows.distance, more.distance][order],
            np.r_[rows.must, more.must][order],
        )

    def nearby(self, held: Flags) -> _core.Nearby:
        """The index of what is near a letter; held ones only if they share nearly all words."""
        limit = self.settings.theta + self.settings.beta + SLACK
        return _core.Nearby(self.bags, self.settings.mu, limit, to_arrow(held), self.threads)

    def look_up(self, held: Flags) -> Asking:
        """What is near seeds that are no references."""
        return Asking(self.nearby(held), self.settings.links, self.threads)

    def _near(self, references: Numbers, held: Flags) -> tuple[Numbers, Numbers, Flags]:
        """Pairs of a reference, by its place, and a letter near it; and whether they share nearly all words."""
        asked, near, _, same = self.nearby(held).ask(as_letters(references), self.threads)
        return to_numpy(asked), to_numpy(near), to_numpy(same)

    def _measured(self, references: Numbers, pairs: Numbers, must: Numbers) -> Rows:
        reference, letter = pairs >> 32, pairs & 0xFFFFFFFF
        asked, others = as_letters(references[reference]), as_letters(letter)
        distance, *_ = self.bags.distances(asked, others, self.settings.mu, self.threads)
        return Rows(reference, letter, to_numpy(distance), must)


class Known:
    """Candidates of references: their rows."""

    def __init__(self, rows: Rows, references: Numbers) -> None:
        self._rows = rows
        self._place = {int(letter): place for place, letter in enumerate(references)}

    def __call__(self, seeds: Numbers) -> list[Candidates]:
        """The rows of each of some references."""
        return [self._of(self._place[seed]) for seed in seeds.tolist()]

    def _of(self, place: int) -> Candidates:
        start, end = np.searchsorted(self._rows.reference, [place, place + 1])
        rows = self._rows
        return Candidates(rows.letter[start:end], rows.distance[start:end], rows.must[start:end])


class Asking:
    """Candidates of other seeds: they are looked up."""

    def __init__(self, nearby: _core.Nearby, links: bool, threads: int) -> None:
        self._nearby, self._links, self._threads = nearby, links, threads

    def __call__(self, seeds: Numbers) -> list[Candidates]:
        """What is near each of some letters."""
        asked, letters, distance, same = (to_numpy(one) for one in self._nearby.ask(as_letters(seeds), self._threads))
        must, numbers = np.where(same & self._links, WORD_OVERLAP, NONE), letters.astype(np.int64)
        ends = np.searchsorted(asked, np.arange(len(seeds) + 1))
        return [
            Candidates(numbers[start:end], distance[start:end], must[start:end])
            for start, end in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)
        ]


def _pairs(reference: Numbers, letter: Numbers) -> Numbers:
    made: Numbers = reference.astype(np.int64) << 32 | letter.astype(np.int64)
    return made


def as_letters(numbers: Numbers) -> pa.UInt32Array:
    """Numbers of letters as the core takes them."""
    return to_arrow(numbers.astype(np.uint32), pa.uint32())
