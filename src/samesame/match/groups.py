"""Groups of identical documents, and the pairs that represent them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import combined, to_arrow, to_numpy

Numbers = npt.NDArray[np.int64]
Sides = tuple[Numbers, Numbers]


def owned(column: pa.Array) -> pa.Array:
    """A copy of a column. The column itself would keep its whole batch in memory, including the texts."""
    return column.take(to_arrow(np.arange(len(column))))


def ranks_of(ids: pa.ChunkedArray, *, shared: bool = False) -> Numbers:
    """The rank of each id in the order of code points; with `shared`, equal ids have the same rank.

    >>> ranks_of(pa.chunked_array([["b", "a"], ["b"]])).tolist()
    [1, 0, 2]
    >>> ranks_of(pa.chunked_array([["b", "a"], ["b"]]), shared=True).tolist()
    [1, 0, 1]
    """
    order = to_numpy(pc.sort_indices(ids))
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order))
    if shared and len(order):
        ordered = combined(ids.take(to_arrow(order)))
        other = np.r_[False, to_numpy(pc.not_equal(ordered[1:], ordered[:-1]))]
        ranks[order] = np.cumsum(other)
    return ranks


@dataclass(frozen=True)
class Groups:
    """Documents by number; those with the same `label` are identical. -1 is a document that matches nothing.

    With `split`, documents before it are one side, the others another; a group is of one side, and only groups of
    different sides match. With `ahead`, these documents come first in their groups, whatever their ids.
    """

    ids: pa.ChunkedArray
    labels: Numbers
    split: int | None = None
    ahead: npt.NDArray[np.bool_] | None = None

    @cached_property
    def keys(self) -> Numbers:
        """What the documents of a group share: the label, and the side."""
        if self.split is None:
            return self.labels
        other_side = np.arange(len(self.labels)) >= self.split
        return np.where(self.labels < 0, -1, 2 * self.labels + other_side)

    @cached_property
    def _sorted(self) -> Numbers:
        """All documents that can match, by group; within a group those that go ahead first, then by id."""
        members = np.flatnonzero(self.keys >= 0)
        sizes = np.bincount(self.keys[members], minlength=1)
        shared = members[sizes[self.keys[members]] > 1]
        ranks = np.zeros(len(self.keys), np.int64)
        ranks[shared] = ranks_of(self.ids.take(to_arrow(shared)))
        behind = [] if self.ahead is None else [~self.ahead[members]]
        return members[np.lexsort((ranks[members], *behind, self.keys[members]))]

    @cached_property
    def _bounds(self) -> Sides:
        """For each document, where its group starts in `_sorted`, and how many documents it has."""
        keys = self.keys[self._sorted]
        starts = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]]) if len(keys) else keys
        lengths = np.diff(np.r_[starts, len(keys)])
        start_of = np.zeros(len(self.keys), np.int64)
        length_of = np.zeros(len(self.keys), np.int64)
        start_of[self._sorted] = np.repeat(starts, lengths)
        length_of[self._sorted] = np.repeat(lengths, lengths)
        return start_of, length_of

    def members(self) -> Sides:
        """Documents of groups with two or more, by group, and by id within; and where each group starts."""
        _, lengths = self._bounds
        members = self._sorted[lengths[self._sorted] > 1]
        keys = self.keys[members]
        return members, np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]]) if len(members) else members

    def first(self, documents: Numbers) -> Numbers:
        """For each document, the first of its group: the one with the smallest id."""
        starts, _ = self._bounds
        return self._sorted[starts[documents]]

    def pairs(self) -> Sides:
        """Pairs of identical documents: each copy with the first of its group."""
        if self.split is not None:
            return self._across()
        members, starts = self.members()
        lengths = np.diff(np.r_[starts, len(members)])
        firsts = np.repeat(members[starts], lengths) if len(starts) else members
        other = firsts != members
        return firsts[other], members[other]

    def _across(self) -> Sides:
        """Pairs of identical documents on two sides: each first with all of its group on the other side."""
        left, right = self.paired()
        (of_left, lefts), (of_right, rights) = self._spread(left), self._spread(right)
        rest = rights != right[of_right]
        return np.r_[lefts, left[of_right[rest]]], np.r_[right[of_left], rights[rest]]

    def paired(self) -> Sides:
        """The firsts of groups whose documents match each other: twice the same, or those of two sides."""
        if self.split is None:
            members, starts = self.members()
            firsts = members[starts]
            return firsts, firsts
        keys = self.keys[self._sorted]
        starts = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]]) if len(keys) else keys
        both = np.flatnonzero((keys[starts][1:] == keys[starts][:-1] + 1) & (keys[starts][:-1] % 2 == 0))
        return self._sorted[starts[both]], self._sorted[starts[both + 1]]

    def _spread(self, firsts: Numbers) -> Sides:
        """All documents of some groups, each with the index of its group."""
        starts, lengths = self._bounds
        counts = lengths[firsts]
        group = np.repeat(np.arange(len(firsts)), counts)
        within = np.arange(len(group)) - np.repeat(np.cumsum(counts) - counts, counts)
        return group, self._sorted[starts[firsts][group] + within]

    def arrays(self) -> tuple[pa.Array, pa.Array, pa.Array]:
        """All documents that can match, by group; and for each document the start and length of its group."""
        starts, lengths = self._bounds
        return to_arrow(self._sorted, pa.uint32()), to_arrow(starts, pa.uint32()), to_arrow(lengths, pa.uint32())
