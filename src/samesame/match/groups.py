"""Sets of identical documents, and the pairs that stand for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

Numbers = npt.NDArray[np.int64]


def owned(column: pa.Array) -> pa.Array:
    """A copy of a column. The column itself would keep its whole batch in memory, texts and all."""
    return column.take(pa.array(np.arange(len(column))))


@dataclass(frozen=True, slots=True)
class Groups:
    """Documents by number; those with the same `label` are identical. -1 is a document that matches nothing."""

    ids: pa.ChunkedArray
    labels: Numbers

    def members(self) -> tuple[Numbers, Numbers]:
        """Documents of groups with two or more, group after group, by id within; and where each group starts."""
        labels = self.labels
        sizes = np.bincount(labels[labels >= 0], minlength=len(labels)) if len(labels) else np.zeros(0, np.int64)
        shared = np.flatnonzero((labels >= 0) & (sizes[labels] > 1))
        order = np.lexsort((self._ranks(shared), labels[shared]))
        members = shared[order]
        starts = np.flatnonzero(np.r_[True, labels[members][1:] != labels[members][:-1]]) if len(members) else members
        return members, starts

    def _ranks(self, documents: Numbers) -> Numbers:
        """The place of each document's id among those given, in the order of code points."""
        ids = self.ids.take(pa.array(documents)).combine_chunks()
        order = pa.compute.sort_indices(ids).to_numpy()
        ranks = np.empty(len(documents), np.int64)
        ranks[order] = np.arange(len(documents))
        return ranks

    def pairs(self, *, all_pairs: bool = False) -> tuple[Numbers, Numbers]:
        """Pairs (left, right), the smaller id left: each copy with the first of its group, or all."""
        members, starts = self.members()
        lengths = np.diff(np.r_[starts, len(members)])
        if not all_pairs:
            firsts = np.repeat(members[starts], lengths) if len(starts) else members
            other = firsts != members
            return firsts[other], members[other]
        left: list[Numbers] = []
        right: list[Numbers] = []
        for start, length in zip(starts, lengths, strict=True):
            i, j = np.triu_indices(length, 1)
            left.append(members[start + i])
            right.append(members[start + j])
        empty = [np.zeros(0, np.int64)]
        return np.concatenate(left or empty), np.concatenate(right or empty)
