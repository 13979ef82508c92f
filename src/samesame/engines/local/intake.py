"""Reads the stream of documents: groups identical ones and signs the first of each group."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.background import Background
from samesame.match.exact import label_numbers
from samesame.match.groups import Groups, Numbers, owned
from samesame.methods.base import Compared

if TYPE_CHECKING:
    from samesame.engines.local.job import Job
    from samesame.match.candidates import Candidates

# The share of the memory for texts on which copies are confirmed; more texts are spilled.
TEXT_SHARE = 16
# Batches that are prepared ahead, so that threads are busy while one batch is taken in.
AHEAD = 2


class Prepared(NamedTuple):
    """What can be computed for a batch before it is known which of its documents are new."""

    hashed: _core.HashedTexts | None
    signatures: pa.Array | None


class Intake:
    """Takes batches of documents, side after side, and keeps what later stages need."""

    def __init__(self, job: Job, candidates: Candidates) -> None:
        self._job = job
        self._candidates = candidates
        signing = job.settings.signing
        memory = job.limits.memory if signing is None else job.limits.memory // TEXT_SHARE
        self._exact: _core.ExactGroups | None = _core.ExactGroups(
            job.settings.same, job.settings.words().language, memory
        )
        # The size of shingles if they, and the keys of identical documents, can be made from hashed words.
        self._size = signing.shingle_size if signing and candidates.takes_hashed else None
        # If no texts are kept to confirm copies, equal 128-bit keys decide; an index has only keys.
        keyed = self._size is not None or job.indexed
        self._keys = _core.KeyGroups() if keyed else None
        self._compared = signing.compared if signing else Compared.ANY
        self._kinds = _core.KeyGroups()
        # The number of documents so far.
        self.count = 0
        self._ids: list[pa.Array] = []
        self._labels: list[pa.Array] = []
        self._firsts: list[Numbers] = []
        self._signed: list[Future[pa.BooleanArray] | npt.NDArray[np.bool_]] = []
        self._met = np.zeros(0, np.bool_)
        self._count = 0
        self._preparing = Background()
        self._coming: deque[tuple[pa.RecordBatch, Future[Prepared]]] = deque()
        self.starts: list[int] = []
        self._first_starts: list[int] = []

    def begin_side(self) -> None:
        """The documents from here on are another side: the first of each kind there is signed, too.

        Where one side goes ahead, its documents stand for those of the other that are identical.
        """
        self._take_in(len(self._coming))
        self.starts.append(self._count)
        self._first_starts.append(sum(len(part) for part in self._firsts))
        if not self._job.ahead:
            self._met[:] = False

    def push(self, batch: pa.RecordBatch) -> None:
        """Adds a batch with id and text, or with what an index keeps."""
        self.count += batch.num_rows
        self._ids.append(owned(batch.column("id")))
        if self._job.settings.signing is None and len(self._job.sides) == 1:
            # No later stage needs the labels before the end.
            self._groups.defer(batch.column("text"), self._job.limits.threads)
            return
        self._coming.append((batch, self._preparing.start(self._prepare, batch)))
        self._take_in(len(self._coming) - AHEAD)

    def answer(self, reader: _core.IndexReader) -> pa.UInt32Array | None:
        """The kinds of documents of an index that match those taken in, or have the same words."""
        if self._keys is None:
            return None
        self._job.stage("match")
        return self._candidates.against(reader, self._keys.known_to(reader))

    def _prepare(self, batch: pa.RecordBatch) -> Prepared:
        each = self._compared is Compared.EACH
        return Prepared(self._hashed(batch), self._signatures(batch, np.arange(batch.num_rows)) if each else None)

    def _take_in(self, count: int) -> None:
        """Processes the next batches in order."""
        for _ in range(count):
            batch, prepared = self._coming.popleft()
            self._group(batch, prepared.result())

    def _group(self, batch: pa.RecordBatch, prepared: Prepared) -> None:
        labels = self._label(batch, prepared.hashed)
        if prepared.signatures is not None:
            labels = self._kinds.push(_core.list_keys(labels, prepared.signatures))
        self._labels.append(labels)
        numbers = label_numbers([labels])
        rows = np.flatnonzero(numbers >= 0 if self._compared is Compared.FIRST else self._new(numbers))
        self._firsts.append(self._count + rows)
        self._count += batch.num_rows
        if self._job.settings.signing is not None:
            self._sign(batch, rows, prepared)

    def _hashed(self, batch: pa.RecordBatch) -> _core.HashedTexts | None:
        """The hashed words of a batch, if keys and signatures can be made from them."""
        if self._size is None or "text" not in batch.schema.names:
            return None
        return _core.HashedTexts(batch.column("text"), self._job.settings.words().key(), self._job.limits.threads)

    def _label(self, batch: pa.RecordBatch, hashed: _core.HashedTexts | None) -> pa.Array:
        """For each document, the number of the first one with the same words."""
        threads, settings = self._job.limits.threads, self._job.settings
        if self._keys is None:
            return self._groups.push(batch.column("text"), threads)
        if hashed is not None:
            return self._keys.push(hashed.keys())
        if "key" in batch.schema.names:
            return self._keys.push(batch.column("key"))
        keys = _core.exact_keys(batch.column("text"), settings.same, settings.words().language, threads)
        return self._keys.push(keys)

    def _new(self, labels: Numbers) -> npt.NDArray[np.bool_]:
        """Which documents are the first of their group on this side."""
        grown = np.zeros(self._count + len(labels), np.bool_)
        grown[: len(self._met)] = self._met
        self._met = grown
        fresh = (labels >= 0) & ~self._met[labels]
        places = np.flatnonzero(fresh)
        _, firsts = np.unique(labels[places], return_index=True)
        self._met[labels[places]] = True
        new = np.zeros(len(labels), np.bool_)
        new[places[firsts]] = True
        return new

    def _sign(self, batch: pa.RecordBatch, rows: Numbers, prepared: Prepared) -> None:
        """Signs some documents of a batch, unless the whole batch was signed, and passes the signatures on."""
        hashed, made = prepared
        if "size" in batch.schema.names:
            # Documents of an index that is asked: their signatures were compared there.
            self._signed.append(to_numpy(batch.column("size"))[rows] > 0)
        elif hashed is not None and self._size is not None:
            self._signed.append(self._candidates.push_hashed(hashed, rows, self._size))
        else:
            signatures = self._signatures(batch, rows) if made is None else made.take(to_arrow(rows))
            is_set = pa.types.is_large_list(signatures.type)
            counts = pc.list_value_length(signatures) if is_set else signatures.is_valid()
            self._candidates.push(signatures)
            self._signed.append(to_numpy(counts) > 0)

    def _signatures(self, batch: pa.RecordBatch, rows: Numbers) -> pa.Array:
        """The signatures, made from the texts or taken from the index."""
        job, signing = self._job, self._job.settings.signing
        assert signing is not None
        kept = "features" in batch.schema.names
        column = batch.column("features" if kept else "text")
        chosen = column if len(rows) == len(column) else column.take(to_arrow(rows))
        return chosen if kept else signing.sign(chosen, job.weights, job.limits.threads)

    @property
    def _groups(self) -> _core.ExactGroups:
        assert self._exact is not None, "all documents have been taken in"
        return self._exact

    def end(self) -> None:
        """Called after the last document: frees the texts that were kept to confirm copies."""
        self._take_in(len(self._coming))
        # Labels that no stage waited for are computed now.
        self._labels = self._labels or [self._groups.finish(self._job.limits.threads)]
        self._exact = None

    @property
    def groups(self) -> Groups:
        """The identical documents."""
        ids = pa.chunked_array(self._ids, pa.large_string())
        labels = label_numbers(self._labels)
        if self._job.ahead:
            return Groups(ids, labels, ahead=np.arange(len(labels)) < self.starts[1])
        return Groups(ids, labels, self.starts[1] if len(self.starts) > 1 else None)

    @property
    def firsts(self) -> Numbers:
        """The documents that were signed, in order."""
        return np.concatenate([np.zeros(0, np.int64), *self._firsts])

    @property
    def split(self) -> int | None:
        """How many of the signed documents are of the first side, if there are two."""
        return self._first_starts[1] if len(self._first_starts) > 1 else None

    def signed(self, groups: Groups) -> npt.NDArray[np.bool_]:
        """For each document, whether the method could sign it, and so its copies."""
        if self._job.settings.signing is None:
            return groups.labels >= 0
        by_label = np.zeros(len(groups.labels) + 1, np.bool_)
        parts = (to_numpy(part.result()) if isinstance(part, Future) else part for part in self._signed)
        signed = np.concatenate([np.zeros(0, np.bool_), *parts])
        by_label[groups.labels[self.firsts[signed]]] = True
        return by_label[groups.labels] & (groups.labels >= 0)
