"""Who goes and for whom: what is noted of each document, and the table of removals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import combined, constant, to_arrow, to_numpy, words_array
from samesame.engines.base import Job, Stars
from samesame.match.groups import Groups, Numbers, owned
from samesame.model import RELATIONS, Removal
from samesame.read.documents import Documents, Progress
from samesame.results import Table
from samesame.match.keep import NEVER, Keep, Traits, choose, preferred
from samesame.report.kept import KeptRows, Stamps, places
from samesame.read.previous import stayed_before

REMOVAL_SCHEMA = pa.schema(
    [
        ("id", pa.large_string()),
        ("kept", pa.large_string()),
        ("relation", pa.large_string()),
        ("method", pa.large_string()),
        ("left_coverage", pa.float64()),
        ("right_coverage", pa.float64()),
        ("rule", pa.large_string()),
    ]
)


class Removals(Table[Removal]):
    """The documents left out, each with the one that stays in its place."""

    def _row(self, values: dict[str, object]) -> Removal:
        return Removal(**cast("dict[str, Any]", values))


class Gathered:
    """A collection on its way through an engine, with what is noted of each document as it passes."""

    def __init__(
        self, documents: Documents, keep: Keep, previous: str | Path | None, progress: Progress | None
    ) -> None:
        self._documents, self.keep, self._progress = documents, keep, progress
        self._stamps = Stamps.of(documents)
        self._stayed = None if previous is None else stayed_before(previous, documents.options)
        self._notes: list[pa.RecordBatch] = []
        self.ordered = True
        # Who stands for each group of identical documents; who goes for another of the group, and for whom.
        self.standing = np.zeros(0, np.int64)
        self.copies: tuple[Numbers, Numbers] = (np.zeros(0, np.int64), np.zeros(0, np.int64))

    @property
    def size(self) -> int:
        """Bytes of input."""
        return self._documents.size

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches, always in the same order."""
        for batch in self._documents.batches(progress=self._progress, again=again):
            if not again:
                self._notes.append(self._note(batch))
            yield batch

    def _note(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        texts = batch.column("text")
        zeros = to_arrow(np.zeros(len(texts), np.int64))
        lengths = pc.utf8_length(texts) if self.keep == "longest" else zeros
        times = batch.column("time").cast(pa.int64()).fill_null(constant(NEVER))
        fixed = zeros if self._stayed is None else pc.is_in(batch.column("id"), value_set=self._stayed)
        ids = _core.fingerprints(batch.column("id"))
        columns = [batch.column("file"), batch.column("line"), ids, times, lengths, fixed.cast(pa.int64())]
        names = ["file", "line", "id", "time", "length", "fixed"]
        return pa.record_batch([owned(column) for column in columns], names)

    def _column(self, name: str) -> Numbers:
        parts = [to_numpy(batch.column(name)).astype(np.int64) for batch in self._notes]
        return np.concatenate([np.zeros(0, np.int64), *parts])

    def prefer(self, groups: Groups) -> tuple[Numbers, Numbers]:
        """The documents that stand for their groups in the order of preference, and those that must stay.

        The order matters only between documents that could go for one another; a method without such pairs has none.
        """
        traits = Traits(self._column("time"), self._column("length"), self._column("fixed") > 0)
        self.copies = choose(groups, traits, self.keep)
        stand = groups.labels >= 0
        stand[self.copies[0]] = False
        fixed = np.flatnonzero(traits.fixed & stand)
        chosen = np.flatnonzero(stand)
        if self.ordered:
            chosen = preferred(groups, chosen, traits, self.keep)
        # Of several identical ones that must stay, the first stands for all.
        _, first = np.unique(groups.labels[chosen], return_index=True)
        self.standing = chosen[np.sort(first)]
        return self.standing, fixed

    def rows(self, gone: Numbers) -> KeptRows:
        """Which documents stay, by file and line."""
        at = places(self._column("file"), self._column("line"))
        mask = np.ones(len(at), np.bool_)
        mask[gone] = False
        return KeptRows.of(at, self._column("id").view(np.uint64), mask, self._stamps)


def removal_table(stars: Stars, gathered: Gathered, job: Job) -> tuple[Removals, Numbers]:
    """The removals, and the numbers of the documents that go."""
    groups, measured = stars.groups, stars.measured
    # For each label: who stands for it, and the row of `stars` if the whole group goes.
    standing, row = np.zeros(len(groups.labels), np.int64), np.full(len(groups.labels), -1)
    standing[groups.labels[gathered.standing]] = gathered.standing
    row[groups.labels[stars.gone]] = np.arange(len(stars.gone))
    copies, _ = gathered.copies
    leaving = np.flatnonzero((groups.labels >= 0) & (row[groups.labels] >= 0))
    rows = row[groups.labels[leaving]]
    stays = ~np.isin(copies, leaving) & stars.signed[copies]
    gone = np.r_[leaving, copies[stays]]
    kept = np.r_[standing[groups.labels[stars.kept[rows]]], gathered.copies[1][stays]]
    exact = np.ones(int(stays.sum()))
    left, right = measured.left_share[rows], measured.right_share[rows]
    relation = np.where(stars.mutual[rows], RELATIONS.index("near"), RELATIONS.index("contained"))
    # Who goes for one that the rule would not prefer goes because a larger text holds it, or holds whom it went for.
    rank = np.zeros(len(groups.labels), np.int64)
    rank[groups.labels[gathered.standing]] = np.arange(len(gathered.standing))
    by_rule = rank[groups.labels[kept[: len(rows)]]] < rank[groups.labels[leaving]]
    contained = (relation != RELATIONS.index("near")) | ~by_rule
    same = RELATIONS.index("exact" if "exact" in job.method.relations else "near")
    columns = [
        combined(groups.ids.take(to_arrow(gone))),
        combined(groups.ids.take(to_arrow(kept))),
        words_array(RELATIONS).take(to_arrow(np.r_[relation, same * exact.astype(np.int64)])),
        pa.repeat(constant(job.method.name), len(gone)),
        to_arrow(np.r_[left, exact]),
        to_arrow(np.r_[right, exact]),
        words_array([gathered.keep, "contained"]).take(to_arrow(np.r_[contained, np.zeros(len(exact))], pa.int64())),
    ]
    return Removals(pa.Table.from_arrays(columns, schema=REMOVAL_SCHEMA).sort_by("id")), gone
