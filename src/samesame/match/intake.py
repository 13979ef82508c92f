"""Documents as they stream by: identical ones collapse, the first of each kind is signed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.match.candidates import SetCandidates
from samesame.match.exact import label_numbers
from samesame.match.groups import Groups, Numbers, owned
from samesame.match.index import Index

if TYPE_CHECKING:
    from samesame.engines.base import Job
    from samesame.match.candidates import Candidates

# Texts that copies are confirmed on are kept in an eighth of the memory, then on disk.
TEXT_SHARE = 64


class Intake:
    """Takes batches of documents, side after side, and keeps what the stages behind need."""

    def __init__(self, job: Job, candidates: Candidates) -> None:
        self._job = job
        self._candidates = candidates
        settings = job.settings
        memory = job.limits.memory if job.method.stages is None else job.limits.memory // TEXT_SHARE
        self._exact = _core.ExactGroups(settings.get("same", "words"), settings.get("language"), memory)
        # An index keeps no texts to confirm on: against one, equal 128-bit keys decide.
        self._keys = _core.KeyGroups() if any(isinstance(side, Index) for side in job.sides) else None
        # Where the same words can give different signatures, identical documents have both in common.
        beyond = job.method.stages is not None and job.method.stages.beyond_words
        self._beyond = _core.KeyGroups() if beyond else None
        self._ids: list[pa.Array] = []
        self._labels: list[pa.Array] = []
        self._firsts: list[Numbers] = []
        self._signed: list[npt.NDArray[np.bool_]] = []
        self._met = np.zeros(0, np.bool_)
        self._count = 0
        self._deferred = False
        self.starts: list[int] = []
        self._first_starts: list[int] = []

    def begin_side(self) -> None:
        """The documents from here on are another side: the first of each kind there is signed, too."""
        self.starts.append(self._count)
        self._first_starts.append(sum(len(part) for part in self._firsts))
        self._met[:] = False

    def push(self, batch: pa.RecordBatch) -> None:
        """Takes in a batch with id and text, or with what an index keeps."""
        self._ids.append(owned(batch.column("id")))
        if self._job.method.stages is None and len(self._job.sides) == 1:
            # Nothing behind this stage waits for the labels.
            self._deferred = True
            self._exact.defer(batch.column("text"), self._job.limits.threads)
            return
        labels = self._label(batch)
        signatures = None
        if self._beyond is not None:
            signatures = self._signatures(batch)
            labels = self._beyond.push(_core.list_keys(labels, signatures))
        self._labels.append(labels)
        new = self._new(label_numbers([labels]))
        self._firsts.append(self._count + np.flatnonzero(new))
        self._count += batch.num_rows
        if signatures is not None:
            self._take(signatures.filter(pa.array(new)))
        elif self._job.method.stages is not None:
            self._sign(batch if new.all() else batch.filter(pa.array(new)))

    def _label(self, batch: pa.RecordBatch) -> pa.Array:
        """For each document the number of the first one with the same words."""
        threads, language = self._job.limits.threads, self._job.settings.get("language")
        if self._keys is None:
            return self._exact.push(batch.column("text"), threads)
        if "key" in batch.schema.names:
            return self._keys.push(batch.column("key"))
        same = self._job.settings.get("same", "words")
        return self._keys.push(_core.exact_keys(batch.column("text"), same, language, threads))

    def _new(self, labels: Numbers) -> npt.NDArray[np.bool_]:
        """Which documents are the first of their kind on this side."""
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

    def _sign(self, batch: pa.RecordBatch) -> None:
        job = self._job
        assert job.method.stages is not None
        if "text" in batch.schema.names and isinstance(self._candidates, SetCandidates) and job.method.stages.shingles:
            size = job.method.stages.shingles(job.settings)
            if size is not None:
                words = job.method.stages.words(job.settings)
                signed = self._candidates.push_shingles(batch.column("text"), words, size)
                self._signed.append(signed.to_numpy(zero_copy_only=False))
                return
        self._take(self._signatures(batch))

    def _signatures(self, batch: pa.RecordBatch) -> pa.Array:
        job = self._job
        assert job.method.stages is not None
        if "features" in batch.schema.names:
            return batch.column("features")
        return job.method.stages.sign(batch.column("text"), job.settings, job.weights, job.limits.threads)

    def _take(self, signatures: pa.Array) -> None:
        """Hands the signatures of documents that are the first of their kind on."""
        if pa.types.is_large_list(signatures.type):
            signed = pc.greater(pc.list_value_length(signatures), 0)
        else:
            signed = signatures.is_valid()
        self._signed.append(signed.to_numpy(zero_copy_only=False))
        self._candidates.push(signatures)

    @property
    def groups(self) -> Groups:
        """The identical documents."""
        ids = pa.chunked_array(self._ids, pa.large_string())
        if self._deferred:
            self._deferred = False
            self._labels = [self._exact.finish(self._job.limits.threads)]
        return Groups(ids, label_numbers(self._labels), self.starts[1] if len(self.starts) > 1 else None)

    @property
    def firsts(self) -> Numbers:
        """The documents that were signed, in order."""
        return np.concatenate([np.zeros(0, np.int64), *self._firsts])

    @property
    def split(self) -> int | None:
        """How many of the signed documents are of the first side, if there are two."""
        return self._first_starts[1] if len(self._first_starts) > 1 else None

    def signed(self, groups: Groups) -> npt.NDArray[np.bool_]:
        """For each document whether the method could make anything of it, and so of its copies."""
        if self._job.method.stages is None:
            return groups.labels >= 0
        by_label = np.zeros(len(groups.labels) + 1, np.bool_)
        signed = np.concatenate([np.zeros(0, np.bool_), *self._signed])
        by_label[groups.labels[self.firsts[signed]]] = True
        return by_label[groups.labels] & (groups.labels >= 0)
