"""Members beside the letter that they were made of: how much of it they have, how it was edited, what was added."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import constant, to_arrow, to_numpy, words_array
from samesame.cluster.edits import EDITS, NO_EDIT, RANGES, edits
from samesame.engines.local.again import again
from samesame.engines.local.letters import Letters
from samesame.engines.local.run import Run
from samesame.match.groups import Numbers
from samesame.match.pairs import Shares

# No text that a writer added.
_NOTHING = pa.LargeListArray.from_arrays(to_arrow(np.zeros(2, np.int64)), pa.nulls(0, RANGES.value_type))[0]


@dataclass(frozen=True, slots=True)
class Compared:
    """By document; nothing is told of those that are compared with themselves. `no_copy`: edited in no known way."""

    coverage: Shares
    edit: pa.Array
    unique: pa.Array
    no_copy: npt.NDArray[np.bool_]

    def with_copies(self, documents: Numbers) -> Compared:
        """The same, but these documents are exact copies of what they belong to."""
        those = np.zeros(len(self.coverage), np.bool_)
        those[documents] = True
        return Compared(
            np.where(those, 1.0, self.coverage),
            pc.if_else(to_arrow(those), constant("exact"), self.edit),
            pc.if_else(to_arrow(those), _NOTHING, self.unique),
            self.no_copy & ~those,
        )


def compare(run: Run, letters: Letters, reference: Numbers, copy: Numbers) -> Compared:
    """Compares each document that has another one as its reference with a copy of that; the texts are read again.

    Documents with the same text and the same reference are compared once.
    """
    count = len(reference)
    members = np.flatnonzero(reference != np.arange(count))
    _, firsts, same = np.unique(
        letters.text_of[members] * count + copy[members], return_index=True, return_inverse=True
    )
    order = np.argsort(firsts)
    comparing = _Comparing(run, letters, members[firsts[order]], copy)
    told = comparing.run()
    row = np.full(count, -1)
    row[members] = np.argsort(order)[same]
    known = row >= 0
    coverage, edit = np.full(count, np.nan), np.full(count, NO_EDIT)
    coverage[known], edit[known] = told.coverage[row[known]], told.edit[row[known]]
    place = _or_null(row)
    names = words_array(EDITS).take(_or_null(edit))
    return Compared(coverage, names, told.unique.take(place), known & (edit == NO_EDIT))


def _or_null(numbers: Numbers) -> pa.Array:
    """Numbers, null where they are negative."""
    return pc.if_else(to_arrow(numbers >= 0), to_arrow(numbers), pa.nulls(1, pa.int64())[0])


@dataclass(frozen=True, slots=True)
class _Texts:
    """Whole texts with the ranges of their main texts, and these."""

    whole: pa.Array
    ranges: pa.Array
    main: pa.Array

    def take(self, which: Numbers) -> _Texts:
        """Some of them."""
        rows = to_arrow(which)
        return _Texts(self.whole.take(rows), self.ranges.take(rows), self.main.take(rows))


@dataclass(frozen=True, slots=True)
class _Told:
    coverage: Shares
    edit: Numbers
    unique: pa.Array


class _Comparing:
    """Goes through the members batch by batch; all references are held."""

    def __init__(self, run: Run, letters: Letters, members: Numbers, reference: Numbers) -> None:
        self._settings, self._limits, self._letters = run.plan.chosen, run.plan.limits, letters
        self._members = members
        numbers = np.unique(reference[members])
        self._which = np.searchsorted(numbers, reference[members])
        parts = [self._texts(numbers[which], batch.column("text")) for which, batch in self._again(numbers)]
        columns = zip(*((part.whole, part.ranges, part.main) for part in parts), strict=True)
        self._references = _Texts(*(pa.concat_arrays(column) for column in columns)) if parts else None

    def _again(self, documents: Numbers) -> Iterator[tuple[slice, pa.RecordBatch]]:
        return again([self._letters.side], documents)

    def run(self) -> _Told:
        """All members."""
        parts = [self._batch(which, batch) for which, batch in self._again(self._members)]
        none = np.zeros(0)
        unique = pa.concat_arrays([part.unique for part in parts]) if parts else pa.nulls(0, RANGES)
        return _Told(
            np.concatenate([none, *(part.coverage for part in parts)]),
            np.concatenate([none.astype(np.int64), *(part.edit for part in parts)]),
            unique,
        )

    def _texts(self, documents: Numbers, texts: pa.Array) -> _Texts:
        ranges = self._letters.main.of(self._letters.text_of[documents])
        mains = [
            "\n\n".join(text[one["start"] : one["end"]] for one in some)
            for text, some in zip(texts.to_pylist(), ranges.to_pylist(), strict=True)
        ]
        return _Texts(texts, ranges, words_array(mains))

    def _batch(self, rows: slice, batch: pa.RecordBatch) -> _Told:
        assert self._references is not None
        members = self._texts(self._members[rows], batch.column("text"))
        used, which = np.unique(self._which[rows], return_inverse=True)
        references = self._references.take(used)
        coverage = self._coverage(references.main, which, members.main)
        sides = (references.whole, references.ranges), (members.whole, members.ranges)
        told = edits(*sides[0], which, *sides[1], threads=self._limits.threads)
        return _Told(coverage, told.edit, told.unique)

    def _coverage(self, references: pa.Array, which: Numbers, members: pa.Array) -> Shares:
        """The share of the reference's 4-word shingles that a member has."""
        overlaps, threads = _core.Overlaps(self._limits.memory // 4), self._limits.threads
        numbers = np.arange(len(references) + len(members))
        for texts, own in ((references, numbers[: len(references)]), (members, numbers[len(references) :])):
            overlaps.push(to_arrow(own, pa.uint32()), self._settings.sign_plain(texts, None, threads), threads)
        left, right = to_arrow(numbers[len(references) :], pa.uint32()), to_arrow(which, pa.uint32())
        shared, _, size = (to_numpy(column) for column in overlaps.of(left, right, threads))
        shares: Shares = np.divide(shared, size, out=np.zeros(len(shared)), where=size > 0)
        return shares
