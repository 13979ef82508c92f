"""DURIAN on the local engine: reference copies, links, clusters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import combined, to_arrow, to_numpy
from samesame.cluster.closure import Closure, Given, Pairs
from samesame.cluster.gather import (
    NONE,
    Gathered,
    Gathering,
)
from samesame.cluster.joining import Made
from samesame.cluster.links import Link
from samesame.engines.earlier import Earlier, Links, earlier, numbered
from samesame.engines.local.letters import NO_LETTER, Letters
from samesame.engines.local.reached import Known, Reach, Rows, as_letters
from samesame.engines.local.run import Run
from samesame.match.groups import Numbers
from samesame.match.pairs import Shares
from samesame.methods.durian import Durian
from samesame.plan.model import Step

# What chose a reference.
CHOSEN = ("previous", "exact_copies", "contained", "shared_passages", "earliest")
PREVIOUS, COPIES, CONTAINED, SHARED, EARLIEST = range(len(CHOSEN))


@dataclass(frozen=True, slots=True)
class References:
    """Letters that are reference copies, in the order of seeds, and what chose each."""

    letters: Numbers
    chosen: Numbers


@dataclass(frozen=True, slots=True)
class Clustered:
    """The clusters of letters: what gathered, the distances to the centres, and what is needed to tell it.

    `firsts` is the first document of each letter, `laid_out` one of the same words with the most paragraphs.
    """

    gathered: Gathered
    references: References
    distance: Shares
    firsts: Numbers
    laid_out: Numbers
    units: Numbers
    links: tuple[Link, ...]
    before: Earlier


def cluster(run: Run, steps: Sequence[Step]) -> None:
    """references, constrain, gather."""
    run.live.stage("find references")
    letters = run.take(Letters)
    links = run.take(Links).known(letters.ids)
    run.leave(_Clustering(run, letters, links).run())


class _Clustering:
    """The letters of a run while they are clustered."""

    def __init__(self, run: Run, letters: Letters, links: list[Link]) -> None:
        settings = run.plan.chosen
        assert isinstance(settings, Durian)
        self._run, self._letters, self._settings, self._links = run, letters, settings, links
        self._threads = run.plan.limits.threads
        of_document = letters.letters
        ordered = of_document[letters.order]
        known = np.flatnonzero(ordered != NO_LETTER)
        self._count = len(letters.words_of_letter)
        self._copies = np.bincount(ordered[known], minlength=self._count)
        # The first document of each letter, and the rank of the letter.
        self._firsts, self._ranks = np.zeros(self._count, np.int64), np.zeros(self._count, np.int64)
        self._ranks[ordered[known[::-1]]] = known[::-1]
        self._firsts[ordered[known[::-1]]] = letters.order[known[::-1]]
        self._bags = self._weighed()
        self._traits = replace(letters.traits, sizes=to_numpy(self._bags.lengths()).astype(np.int64))
        if not settings.links:
            nothing = np.zeros(self._count, np.int64)
            self._traits = replace(self._traits, dockets=nothing, relayers=nothing)
        self._laid_out = self._best_laid_out()
        self._before = earlier(run.plan.clustering.previous, letters.ids, letters.order)
        # An earlier reference stands for its letter, though an earlier copy may have come.
        of = of_document[self._before.documents]
        self._firsts[of[of != NO_LETTER][::-1]] = self._before.documents[of != NO_LETTER][::-1]

    def _weighed(self) -> _core.Bags:
        statistics = self._run.plan.statistics
        given = None
        if statistics is not None:
            assert statistics.occurrences is not None
            given = combined(statistics.table["word"]), statistics.occurrences
        return self._letters.counter.finish(to_arrow(self._copies, pa.uint64()), given, self._threads)

    def run(self) -> Clustered:
        """All of it."""
        references = self._references()
        self._run.live.stage("link")
        reach = Reach(self._bags, self._laid_out, self._settings, self._threads)
        rows, bound = reach.rows(references.letters)
        closure = self._closed(references.letters, rows)
        rows = reach.with_refused(references.letters, rows, bound, closure)
        self._run.live.stage("gather")
        known, theta, beta = Known(rows, references.letters), self._settings.theta, self._settings.beta
        gathering = Gathering(closure, known, reach.look_up, self._ranks, theta=theta, beta=beta)
        others = np.argsort(self._ranks)
        others = others[~np.isin(others, references.letters)]
        gathered = gathering.run(references.letters, others, self._copies > 1)
        distance = self._distances(gathered.centre)
        before, links = self._before, tuple(self._links)
        laid_out = self._firsts[self._laid_out]
        return Clustered(gathered, references, distance, self._firsts, laid_out, closure.units, links, before)

    def _references(self) -> References:
        """Those of before, then the first of large sets of copies, then the letters behind families."""
        before = self._letters.letters[self._before.documents]
        before = before[np.sort(np.unique(before, return_index=True)[1])]
        before = before[before != NO_LETTER]
        words = self._letters.words_of_letter
        in_sets = np.bincount(words, self._copies, len(words)).astype(np.int64)
        by_rank = np.lexsort((self._ranks, words))
        first = by_rank[np.r_[True, words[by_rank][1:] != words[by_rank][:-1]]] if len(words) else by_rank
        first = first[(in_sets[words[first]] > self._settings.m) & ~np.isin(words[first], words[before])]
        copied = first[np.lexsort((self._ranks[first], -in_sets[words[first]]))]
        known, chosen = np.r_[before, copied], [PREVIOUS] * len(before) + [COPIES] * len(copied)
        if not self._settings.families:
            return References(known, np.array(chosen, np.int64))
        found = self._bags.behind(as_letters(known), as_letters(self._ranks), self._settings.m, self._threads)
        behind, contained = to_numpy(found[0]).astype(np.int64), to_numpy(found[2])
        return References(np.r_[known, behind], np.r_[chosen, np.where(contained, CONTAINED, SHARED)].astype(np.int64))

    def _best_laid_out(self) -> Numbers:
        """For each letter, that of the same words which has the most paragraphs to be held by others.

        The earliest copy may have lost its blank lines, and with them the paragraphs that others may contain. Of
        several, that of most copies, then the first.
        """
        words = self._letters.words_of_letter
        counts = to_numpy(self._bags.paragraphs(self._settings.block)).astype(np.int64)
        order = np.lexsort((self._ranks, -self._copies, -counts, words))
        best = np.zeros(self._count, np.int64)
        best[words[order[::-1]]] = order[::-1]
        return best[words]

    def _closed(self, references: Numbers, rows: Rows) -> Closure:
        given = numbered(self._links, self._letters.ids)
        of = self._letters.letters
        # A document without words is in no cluster, whatever links it.
        linked = Given(*(_known(of[left], of[right]) for left, right in (given.must, given.cannot, given.family)))
        is_reference = np.zeros(self._count, np.bool_)
        is_reference[references] = True
        letter, other = self._copies_of(references)
        made = np.flatnonzero((rows.must != NONE) & ~is_reference[rows.letter])
        order = made[np.lexsort((self._ranks[rows.letter[made]], -rows.reference[made], rows.distance[made]))]
        links = Made(np.r_[letter, rows.letter[order]], np.r_[other, references[rows.reference[order]]])
        return Closure(self._traits, linked, links, is_reference)

    def _copies_of(self, references: Numbers) -> Pairs:
        """Letters with the same words as another one, linked with the reference among them, or the first of them."""
        words = self._letters.words_of_letter
        place = np.full(self._count, len(references))
        place[references] = np.arange(len(references))
        order = np.lexsort((self._ranks, place, words))
        starts = np.r_[True, words[order][1:] != words[order][:-1]] if len(order) else np.zeros(0, np.bool_)
        other = order[np.flatnonzero(starts)[np.cumsum(starts) - 1]] if len(order) else order
        letter, other = order[~starts], other[~starts]
        by_rank = np.argsort(self._ranks[letter])
        return letter[by_rank], other[by_rank]

    def _distances(self, centre: Numbers) -> Shares:
        """The distance of each letter from its centre."""
        found = np.full(len(centre), np.nan)
        those = np.flatnonzero(centre != NONE)
        measured = self._bags.distances(as_letters(those), as_letters(centre[those]), self._settings.mu, self._threads)
        found[those] = to_numpy(measured[0])
        return found


def _known(left: Numbers, right: Numbers) -> Pairs:
    both = (left != NO_LETTER) & (right != NO_LETTER)
    return left[both], right[both]
