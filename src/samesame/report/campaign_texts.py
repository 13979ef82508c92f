"""The texts that a page of campaigns shows, taken in two readings of the collection.

The first notes times, lengths, letters, and which unique passages are equal; the second aligns the copies with their
letters and takes what was chosen to be shown. Neither holds more texts than the page has room for, and a batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.align.passages import Aligner, align_pairs
from samesame.arrays import combined, constant, to_arrow, to_numpy
from samesame.errors import InputError
from samesame.match.groups import Numbers
from samesame.match.keep import NEVER
from samesame.report.chosen import LETTER, MOST, OPENING, PASSAGE, Items, Layout, Seen
from samesame.report.variation import Passage, Variation

ALIGNER = Aligner()


class Lookup:
    """Finds the rows of members by their ids, however many there are."""

    def __init__(self, ids: pa.ChunkedArray) -> None:
        hashes = to_numpy(_core.fingerprints(combined(ids)))
        self._ids, self._order = combined(ids), np.argsort(hashes, kind="stable")
        self._sorted = hashes[self._order]

    def rows(self, ids: pa.Array) -> Numbers:
        """The row of each id; -1 for those of no member."""
        wanted = to_numpy(_core.fingerprints(ids))
        at = np.minimum(np.searchsorted(self._sorted, wanted), len(self._sorted) - 1)
        found = self._order[at]
        same = to_numpy(pc.equal(self._ids.take(to_arrow(found)), ids))
        return np.where(same, found, -1)


class Unique:
    """The unique text of members, as passages by row; `told` says for which rows a method told it."""

    def __init__(self, layout: Layout) -> None:
        column = combined(layout.table["unique"])
        self.told = to_numpy(column.is_valid()) & layout.members
        flat = column.flatten()
        row = to_numpy(pc.list_parent_indices(column)).astype(np.int64)
        starts, ends = (to_numpy(flat.field(name)).astype(np.int64) for name in ("start", "end"))
        which = self.told[row]
        self.rows, self.starts, self.ends = row[which], starts[which], ends[which]
        self._hashes = np.zeros(len(self.rows), np.uint64)
        self._some = np.zeros(len(self.rows), np.bool_)

    def note(self, row: int, text: str, id: str) -> None:
        """Notes what the passages of a row say, apart from case and spaces."""
        for at in range(*np.searchsorted(self.rows, [row, row + 1]).tolist()):
            start, end = int(self.starts[at]), int(self.ends[at])
            if end > len(text):
                raise InputError(
                    f"the text of '{id}' has {len(text):,} characters, and its unique text ends at {end:,}: these are "
                    "not the texts that were clustered; give those, read with the same options"
                )
            words = " ".join(text[start:end].casefold().split())
            self._some[at] = bool(words)
            self._hashes[at] = int.from_bytes(blake2b(words.encode(), digest_size=8).digest(), "little")

    def items(self, layout: Layout, seen: Seen) -> Items:
        """The different passages of each campaign, the earliest of equal ones, and how many writers have it."""
        at = np.flatnonzero(self._some)
        cluster, times = layout.cluster[self.rows[at]], seen.times[self.rows[at]]
        order = np.lexsort((at, times, self._hashes[at], cluster))
        at, cluster, hashes = at[order], cluster[order], self._hashes[at[order]]
        if not len(at):
            return Items(at, at, at, at, at)
        first = np.r_[True, (cluster[1:] != cluster[:-1]) | (hashes[1:] != hashes[:-1])]
        counts = np.diff(np.r_[np.flatnonzero(first), len(at)])
        once = at[first]
        longest = np.full(len(once), PASSAGE)
        return Items(self.rows[once], self.starts[once], self.ends[once], counts, longest)


def members_listed(layout: Layout, seen: Seen, told: npt.NDArray[np.bool_]) -> Items:
    """Members with other words than their reference whose unique text nobody told, with the beginning of each."""
    return Items.whole(np.flatnonzero(layout.members & ~told & ~layout.exact & seen.found), seen, OPENING)


def first_reading(
    batches: Iterator[pa.RecordBatch], lookup: Lookup, layout: Layout, unique: Unique
) -> tuple[Seen, dict[int, str]]:
    """What is known of each member when all texts were read, and the letters of the largest campaigns by row."""
    seen = Seen.nothing(layout.table.num_rows)
    letters: dict[int, str] = {}
    wanted = unique.told.copy()
    is_letter = np.zeros(len(wanted), np.bool_)
    references = layout.references[layout.campaigns[:MOST]]
    is_letter[references[references >= 0]] = True
    characters = size = 0
    for batch in batches:
        rows = lookup.rows(batch.column("id"))
        known = np.flatnonzero(rows >= 0)
        size += int(to_numpy(pc.binary_length(batch.column("text"))).sum())
        seen.found[rows[known]] = True
        times = to_numpy(batch.column("time").cast(pa.int64()).fill_null(constant(NEVER)))
        seen.times[rows[known]] = times[known]
        lengths = to_numpy(pc.utf8_length(batch.column("text")))
        seen.lengths[rows[known]] = lengths[known]
        characters += int(lengths.sum())
        for row, id, text in _texts(batch, rows, wanted | is_letter):
            if is_letter[row]:
                letters[row] = text[:LETTER]
            if unique.told[row]:
                unique.note(row, text, id)
    seen.wide = size / max(characters, 1)
    return seen, letters


class Taken:
    """What a second reading takes: how copies vary from their letters, and the texts of chosen items."""

    def __init__(self, layout: Layout, letters: dict[int, str], shown: int, chosen: Sequence[Items]) -> None:
        self._layout, self._chosen = layout, chosen
        self.variations: dict[int, Variation] = {}
        for campaign in layout.campaigns[:shown].tolist():
            reference = int(layout.references[campaign])
            if reference in letters:
                self.variations[campaign] = Variation(letters[reference])
        compared = np.zeros(len(layout.sizes), np.bool_)
        compared[list(self.variations)] = True
        self._compared = compared[layout.cluster] & layout.members & ~layout.exact
        self.texts: list[dict[int, str]] = [{} for _ in chosen]
        self._at = [self._by_row(items) for items in chosen]

    def _by_row(self, items: Items) -> dict[int, list[int]]:
        at: dict[int, list[int]] = {}
        for number, row in enumerate(items.rows.tolist()):
            at.setdefault(row, []).append(number)
        return at

    def read(self, batches: Iterator[pa.RecordBatch], lookup: Lookup, threads: int) -> None:
        """Reads the texts once more."""
        wanted = self._compared.copy()
        for at in self._at:
            wanted[list(at)] = True
        for batch in batches:
            copies: list[tuple[int, str]] = []
            for row, _, text in _texts(batch, lookup.rows(batch.column("id")), wanted):
                self._take(row, text)
                if self._compared[row]:
                    copies.append((int(self._layout.cluster[row]), text))
            self._compare(copies, threads)

    def _take(self, row: int, text: str) -> None:
        for items, at, texts in zip(self._chosen, self._at, self.texts, strict=True):
            for number in at.get(row, ()):
                start, end = int(items.starts[number]), int(items.ends[number])
                texts[number] = text[start : min(end, start + int(items.longest[number]))]

    def _compare(self, copies: list[tuple[int, str]], threads: int) -> None:
        """Aligns copies with their letters, side by side on all threads."""
        if not copies:
            return
        letters = sorted({campaign for campaign, _ in copies})
        place = {campaign: number for number, campaign in enumerate(letters)}
        texts = [*(self.variations[campaign].text for campaign in letters), *(text for _, text in copies)]
        left = [place[campaign] for campaign, _ in copies]
        right = list(range(len(letters), len(texts)))
        spans = align_pairs(pa.array(texts, pa.large_string()), left, right, ALIGNER, threads=threads)
        for (campaign, text), passages in zip(copies, _passages(spans), strict=True):
            self.variations[campaign].add(text, passages)


def _texts(batch: pa.RecordBatch, rows: Numbers, wanted: npt.NDArray[np.bool_]) -> Iterator[tuple[int, str, str]]:
    """Row, id and text of the wanted members in a batch."""
    at = np.flatnonzero((rows >= 0) & wanted[rows])
    part = batch.select(["id", "text"]).take(to_arrow(at))
    yield from zip(rows[at].tolist(), *(part.column(name).to_pylist() for name in ("id", "text")), strict=True)


def _passages(spans: pa.LargeListArray) -> Iterator[list[Passage]]:
    """The passages of each pair as numbers."""
    flat, offsets = spans.flatten(), np.r_[0, np.cumsum(to_numpy(pc.list_value_length(spans)))].tolist()
    names = ("left_start", "left_end", "right_start", "right_end")
    columns = [to_numpy(flat.field(name)).tolist() for name in names]
    same = to_numpy(pc.equal(flat.field("kind"), constant("identical"))).tolist()
    found = list(zip(*columns, same, strict=True))
    for start, end in pairwise(offsets):
        yield found[start:end]
