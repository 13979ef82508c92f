"""What a page of campaigns has room for: letters of the largest campaigns, and of each what is worth reading."""

from __future__ import annotations

from dataclasses import dataclass, fields
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
# The shares of a page: letters get what they need up to the first, what is read beside them the rest up to the second.
LETTERS, CAMPAIGNS, SINGLETONS = 0.3, 0.75, 0.18
# Characters of a letter, of a passage that one writer added, and of texts of which only the beginning is shown.
LETTER, PASSAGE, OPENING, SINGLETON = 20_000, 3000, 400, 1200
# At most so many campaigns have a section of their own.
MOST = 1000
# About the bytes of markup around a letter, and around a passage.
FRAME, AROUND = 2200, 210


@dataclass
class Seen:
    """What a first reading of the texts tells of each member; `found` says whether there is a text at all.

    `wide` is how many bytes a character of these texts takes.
    """

    found: Flags
    times: Numbers
    lengths: Numbers
    wide: float = 1.0

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
    """What can be read beside the letters: of a row, characters from start to end.

    `counts` is how many writers have the same, `longest` how many characters are shown.
    """

    rows: Numbers
    starts: Numbers
    ends: Numbers
    counts: Numbers
    longest: Numbers

    @staticmethod
    def whole(rows: Numbers, seen: Seen, longest: int) -> Items:
        """Whole texts, of which the beginning is shown."""
        nothing = np.zeros(len(rows), np.int64)
        return Items(rows, nothing, seen.lengths[rows], nothing + 1, nothing + longest)

    @staticmethod
    def together(one: Items, other: Items) -> Items:
        """All of two."""
        return Items(*(np.concatenate([getattr(one, name), getattr(other, name)]) for name in NAMES))

    def take(self, which: npt.NDArray[np.int64]) -> Items:
        """Some of them."""
        return Items(*(getattr(self, name)[which] for name in NAMES))


NAMES = tuple(field.name for field in fields(Items))


def is_in(column: pa.ChunkedArray, value: str) -> Flags:
    """Which rows have a value."""
    return to_numpy(combined(pc.equal(column, constant(value))).fill_null(False))


def letters_shown(layout: Layout, seen: Seen, most: int) -> tuple[int, int]:
    """How many campaigns have a section: as many, from the largest on, as their letters have room; and the rest.

    The rest is how many bytes are left for what is read beside the letters.
    """
    references = layout.references[layout.campaigns[:MOST]]
    lengths = np.where(references >= 0, seen.lengths[references], 0)
    costs = np.cumsum(np.minimum(lengths, LETTER) * seen.wide * 1.1 + FRAME)
    shown = int(np.searchsorted(costs, most * LETTERS, "right"))
    return shown, int(most * CAMPAIGNS - (costs[shown - 1] if shown else 0))


def by_campaign(items: Items, layout: Layout) -> Numbers:
    """How many items there are of each campaign, the largest first."""
    return np.bincount(layout.ranks[layout.cluster[items.rows]], minlength=len(layout.campaigns))


def fair(items: Items, layout: Layout, seen: Seen, order: Order, shown: int, room: int) -> Items:
    """As many items as there is room for, in turn the first of each campaign, the second of each, and so on.

    They come by campaign, in the order of reading.
    """
    campaign = layout.ranks[layout.cluster[items.rows]]
    ordered = np.lexsort((items.starts, items.rows, _keys(items, seen, order), campaign))
    ordered = ordered[campaign[ordered] < shown]
    group = campaign[ordered]
    first = np.r_[True, group[1:] != group[:-1]] if len(group) else np.zeros(0, np.bool_)
    within = np.arange(len(group)) - np.maximum.accumulate(np.where(first, np.arange(len(group)), 0))
    turn = np.lexsort((group, within))
    costs = np.cumsum(_costs(items.take(ordered[turn]), seen))
    return items.take(ordered[np.sort(turn[: np.searchsorted(costs, room, "right")])])


def singletons_shown(layout: Layout, seen: Seen, order: Order, most: int) -> Items:
    """As many documents that are alone as there is room for."""
    rows = layout.singletons
    items = Items.whole(rows[seen.found[rows]], seen, SINGLETON)
    ordered = items.take(np.lexsort((items.rows, _keys(items, seen, order))))
    costs = np.cumsum(_costs(ordered, seen))
    return ordered.take(np.arange(np.searchsorted(costs, most * SINGLETONS, "right")))


def _keys(items: Items, seen: Seen, order: Order) -> Numbers:
    return seen.times[items.rows] if order == "date" else items.starts - items.ends


def _costs(items: Items, seen: Seen) -> npt.NDArray[np.float64]:
    return np.asarray(np.minimum(items.ends - items.starts, items.longest) * seen.wide + AROUND)
