"""The documents of an index as a side of a run: those that were found to match, or all of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.index.parts import LIST
from samesame.match.groups import Numbers
from samesame.read.side import Question, Side

# Bytes of features in a batch, unless a document has more.
BLOCK = 4 << 20
# Signatures that are kept by feature are turned into lists in stretches of so many bytes, each in one pass over all.
STRETCH = 64 << 20
# The kind of a document without words.
NO_KIND = 2**32 - 1


class Related:
    """Some kinds of documents: ids, keys and sizes; when they are read again, the 4-word shingles if these are kept."""

    def __init__(self, core: _core.IndexReader, kinds: pa.UInt32Array) -> None:
        self._core = core
        self._kinds = kinds

    @property
    def size(self) -> int:
        """Nothing is read of texts."""
        return 0

    @cached_property
    def documents(self) -> int:
        """How many they are."""
        return len(self._core.members(self._kinds)[0])

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches, kind after kind."""
        for start, stop in _pieces(to_numpy(self._core.sizes(self._kinds))):
            kinds = self._kinds.slice(start, stop - start)
            ids, places = self._core.members(kinds)
            columns = {"id": ids, "key": self._core.keys(kinds).take(places)}
            columns["size"] = self._core.sizes(kinds).take(places)
            if again and self._core.keeps_plain:
                columns["plain"] = self._core.plain(kinds).take(places)
            yield pa.RecordBatch.from_arrays([*columns.values()], names=[*columns])

    def narrowed(self, question: Question) -> tuple[Side, int]:
        """They are what was asked for."""
        return self, 0


def whole_batches(core: _core.IndexReader) -> Iterator[pa.RecordBatch]:
    """All documents with id, key, features and plain shingles, kind after kind; last those without words."""
    start = 0
    for end in core.stretches(STRETCH):
        signatures = core.signatures(start, end)
        lengths = np.diff(to_numpy(signatures.offsets))
        for here, there in _pieces(lengths):
            kinds = np.arange(start + here, start + there)
            yield from _batch(core, kinds, signatures.slice(here, there - here))
        start = end
    yield from _batch(core, np.array([NO_KIND]), core.plain(to_arrow(np.array([NO_KIND]), pa.uint32())))


def _batch(core: _core.IndexReader, kinds: Numbers, signatures: pa.LargeListArray) -> Iterator[pa.RecordBatch]:
    wanted = to_arrow(kinds, pa.uint32())
    ids, places = core.members(wanted)
    if len(ids):
        features = signatures.cast(LIST).take(places)
        plain = core.plain(wanted).take(places) if core.keeps_plain else pa.nulls(len(ids), LIST)
        columns = [ids, core.keys(wanted).take(places), features, plain.cast(LIST)]
        yield pa.RecordBatch.from_arrays(columns, names=["id", "key", "features", "plain"])


def _pieces(sizes: Numbers) -> Iterator[tuple[int, int]]:
    """Where to cut: after BLOCK bytes of features, or a document."""
    ends = np.cumsum(8 * sizes.astype(np.int64) + 64)
    start = 0
    while start < len(ends):
        before = ends[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, before + BLOCK, "right")))
        yield start, stop
        start = stop
