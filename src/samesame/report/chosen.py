"""What a page of campaigns has room for: letters of the largest campaigns, and of each what is worth reading."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import combined, constant, to_numpy
from samesame.match.groups import Numbers
from samesame.match.keep import NEVER
from samesame.report.campaigns import clusters_of

Order = Literal["longest", "date"]
Flags = npt.NDArray[np.bool_]
# The shares of a page.
LETTERS, READING, SINGLETONS = 0.3, 0.4, 0.18
# Characters of a letter, of a passage that one writer added, and of a text of which only the beginning is shown.
LETTER, PASSAGE, OPENING = 20_000, 3000, 400
SINGLETON = 1200
# At most so many campaigns have a section of their own.
MOST = 1000
# About the bytes of markup around a letter, a passage.
FRAME, AROUND = 2500, 330
# Not all characters are letters of one byte.
WIDE = 1.25


@dataclass
class Seen:
    """What a first reading of the texts tells of each member; `found` says whether there is a text at all."""

    found: Flags
    times: Numbers
    lengths: Numbers

    @staticmethod
    def nothing(count: int) -> Seen:
        """Before anything was read."""
        return Seen(np.zeros(count, np.bool_), np.full(count, NEVER), np.zeros(count, np.int64))


@dataclass
class Layout:
    """Members by cluster: the number of each row's cluster; size and reference (a row, or -1) of each cluster.

    `ranks` gives the place of each cluster among campaigns, the largest first; -1 is no campaign.
    """

    table: pa.Table
    cluster: Numbers
    names: pa.Array
    sizes: Numbers
    references: Numbers
    campaigns: Numbers
    ranks: Numbers

    @staticmethod
    def of(table: pa.Table) -> Layout:
        """The layout of a table of members."""
        cluster, names = clusters_of(table)
        sizes = np.bincount(cluster, minlength=len(names))
        several = np.flatnonzero(sizes > 1)
        campaigns = several[np.lexsort((several, -sizes[several]))]
        ranks = np.full(len(names), -1)
        ranks[campaigns] = np.arange(len(campaigns))
        references = np.full(len(names), -1)
        rows = np.flatnonzero(is_in(table["role"], "reference"))
        references[cluster[rows]] = rows
        return Layout(table, cluster, names, sizes, references, campaigns, ranks)

    @property
    def exact(self) -> Flags:
        """Which members have the words of their reference."""
        return is_in(self.table["edit"], "exact") | is_in(self.table["rule"], "exact")

    @property
    def members(self) -> Flags:
        """Which rows are members of campaigns, references not."""
        return is_in(self.table["role"], "member") & (self.ranks[self.cluster] >= 0)

    @property
    def singletons(self) -> Numbers:
        """The rows of documents that are alone."""
        return np.flatnonzero(self.ranks[self.cluster] < 0)


@dataclass
class Items:
    """What can be read beside the letters: of a row, characters from start to end; `count` writers have the same."""

    rows: Numbers
    starts: Numbers
    ends: Numbers
    counts: Numbers
    # How many items there are of each campaign, shown or not.
    of_campaign: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    # Characters of each that are shown.
    longest: int = PASSAGE

    def take(self, which: npt.NDArray[np.int64]) -> Items:
        """Some of them."""
        return replace(
            self, rows=self.rows[which], starts=self.starts[which], ends=self.ends[which], counts=self.counts[which]
        )


def is_in(column: pa.ChunkedArray, value: str) -> Flags:
    """Which rows have a value."""
    return to_numpy(combined(pc.equal(column, constant(value))).fill_null(False))


def letters_shown(layout: Layout, seen: Seen, most: int) -> int:
    """How many campaigns have a section: as many, from the largest on, as their letters have room."""
    references = layout.references[layout.campaigns[:MOST]]
    lengths = np.where(references >= 0, seen.lengths[references], 0)
    costs = np.cumsum(np.minimum(lengths, LETTER) * WIDE + FRAME)
    return int(np.searchsorted(costs, most * LETTERS, "right"))


def fair(items: Items, layout: Layout, seen: Seen, order: Order, shown: int, most: int) -> Items:
    """As many items as there is room for, in turn the first of each campaign, the second of each, and so on."""
    campaign = layout.ranks[layout.cluster[items.rows]]
    items.of_campaign = np.bincount(campaign, minlength=len(layout.campaigns))
    key = _keys(items, seen, order)
    ordered = np.lexsort((items.starts, items.rows, key, campaign))
    ordered = ordered[campaign[ordered] < shown]
    group = campaign[ordered]
    first = np.r_[True, group[1:] != group[:-1]] if len(group) else np.zeros(0, np.bool_)
    within = np.arange(len(group)) - np.maximum.accumulate(np.where(first, np.arange(len(group)), 0))
    turn = np.lexsort((group, within))
    costs = _costs(items.take(ordered[turn]))
    kept = np.sort(turn[: np.searchsorted(np.cumsum(costs), most * READING, "right")])
    return items.take(ordered[kept])


def singletons_shown(layout: Layout, seen: Seen, order: Order, most: int) -> Items:
    """As many documents that are alone as there is room for."""
    rows = layout.singletons
    rows = rows[seen.found[rows]]
    nothing = np.zeros(len(rows), np.int64)
    items = Items(rows, nothing, seen.lengths[rows], nothing + 1, longest=SINGLETON)
    ordered = items.take(np.lexsort((rows, _keys(items, seen, order))))
    room = np.searchsorted(np.cumsum(_costs(ordered)), most * SINGLETONS, "right")
    return ordered.take(np.arange(room))


def _keys(items: Items, seen: Seen, order: Order) -> Numbers:
    return seen.times[items.rows] if order == "date" else items.starts - items.ends


def _costs(items: Items) -> npt.NDArray[np.float64]:
    return np.asarray(np.minimum(items.ends - items.starts, items.longest) * WIDE + AROUND)
