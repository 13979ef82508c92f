"""The local engine: Rust threads in this process, memory bounded."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import constant, to_arrow, to_numpy
from samesame.engines.base import Job, Prefer, Stars
from samesame.match.candidates import (
    Candidates,
    HammingCandidates,
    NoCandidates,
    SetCandidates,
    TreeCandidates,
)
from samesame.match.groups import Numbers
from samesame.match.intake import Intake
from samesame.match.pairs import Found, Measured, Pairs, numbers
from samesame.match.sentences import FEW_PAIRS, SequenceCandidates
from samesame.match.stars import star_pairs
from samesame.methods.base import Sign
from samesame.methods.common import sign_plain

# What a pair takes while it is chosen who stays.
STAR_BYTES = 200


class LocalEngine:
    """Runs a method in this process."""

    def find(self, job: Job) -> Found:
        """The identical documents, and the pairs that pass between their firsts, measured."""
        intake, candidates = self._read(job)
        groups = intake.groups
        pairs = self._pairs(job, intake, candidates)
        if not pairs.measured:
            job.stage("measure")
            overlaps = self._overlaps(job, intake.firsts, _documents(pairs, intake), sign_plain)
            pairs.found.measure(overlaps, job.limits.threads)
        return Found(groups, intake.firsts, pairs, intake.signed(groups))

    def stars(self, job: Job, prefer: Prefer) -> Stars:
        """Who stays and who goes."""
        intake, candidates = self._read(job)
        groups, firsts = intake.groups, intake.firsts
        representatives, must_stay = prefer(groups)
        if job.method.stages is None:
            none = np.zeros(0, np.int64)
            return Stars(groups, none, none, none.astype(np.bool_), intake.signed(groups), Measured(none, none, none))
        # Each group is known to the candidates by the document that was signed.
        place = np.zeros(len(groups.labels), np.int64)
        place[groups.labels[firsts]] = np.arange(len(firsts))
        order = place[groups.labels[representatives]]
        fixed = np.isin(np.arange(len(firsts)), place[groups.labels[must_stay]])
        measured: Measured | None = None
        if isinstance(candidates, SetCandidates | TreeCandidates):
            job.stage("match")
            kept, mutual, measured = candidates.stars(order, fixed)
        else:
            left, right = _near(self._pairs(job, intake, candidates, _most(job.limits.memory)))
            signed = place[groups.labels[firsts]]
            kept = star_pairs(signed[left], signed[right], order, fixed, len(firsts))
            mutual = np.ones(len(firsts), np.bool_)
        gone = np.flatnonzero(kept != np.arange(len(firsts)))
        if measured is None:
            overlaps = self._overlaps(job, firsts, np.unique(np.r_[gone, kept[gone]]), sign_plain)
            both = to_arrow(gone, pa.uint32()), to_arrow(kept[gone], pa.uint32())
            measured = Measured(*(numbers(column) for column in overlaps.of(*both, job.limits.threads)))
        else:
            measured = measured.take(gone)
        return Stars(groups, firsts[gone], firsts[kept[gone]], mutual[gone], intake.signed(groups), measured)

    def _read(self, job: Job) -> tuple[Intake, Candidates]:
        job.stage("read and sign")
        stages = job.method.stages
        size = sum(side.size for side in job.sides)
        candidates: Candidates = stages.match(job.settings, job.limits, size) if stages else NoCandidates()
        intake = Intake(job, candidates)
        for side in job.sides:
            intake.begin_side()
            for batch in side.batches():
                intake.push(batch)
        intake.end()
        return intake, candidates

    def _pairs(self, job: Job, intake: Intake, candidates: Candidates, most: int | None = None) -> Pairs:
        """The pairs that pass, verified. More than `most` are refused as soon as they are known."""
        job.stage("match")
        if isinstance(candidates, HammingCandidates):
            candidates.most = most
        firsts, stages = intake.firsts, job.method.stages
        if isinstance(candidates, SequenceCandidates):
            candidates.choose(np.flatnonzero(intake.groups.first(firsts) == firsts))
        pairs = candidates.pairs(intake.split)
        if stages is not None and stages.verify is not None:
            job.stage("verify")
            overlaps = self._overlaps(job, firsts, _documents(pairs, intake), stages.verify)
            pairs.found.verify(overlaps, job.settings["threshold"], job.limits.threads, most)
        return pairs

    def _overlaps(self, job: Job, firsts: Numbers, wanted: Numbers, sign: Sign) -> _core.Overlaps:
        """Reads some of the signed documents again, to count what they share."""
        overlaps = _core.Overlaps(job.limits.memory // 2)
        documents = firsts[wanted]
        count = 0
        for side in job.sides:
            for batch in side.batches(again=True) if len(wanted) else ():
                start, end = np.searchsorted(documents, [count, count + batch.num_rows])
                rows = to_arrow(documents[start:end] - count)
                count += batch.num_rows
                if end > start:
                    features = _features(batch, rows, job, sign)
                    overlaps.push(to_arrow(wanted[start:end], pa.uint32()), features, job.limits.threads)
        return overlaps


def _documents(pairs: Pairs, intake: Intake) -> Numbers:
    """The signed documents that are in a pair."""
    return np.flatnonzero(to_numpy(pairs.found.documents(len(intake.firsts))))


def _most(memory: int) -> int:
    """Pairs from which it can be chosen who stays."""
    return max(memory // STAR_BYTES, FEW_PAIRS)


def _near(pairs: Pairs) -> tuple[Numbers, Numbers]:
    """The pairs of which both stand for each other: who only contains another, or shares a part with it, does not."""
    table = pairs.found.table()
    table = table.filter(pc.equal(table.column("relation"), constant("near")))
    return numbers(table.column("left")), numbers(table.column("right"))


def _features(batch: pa.RecordBatch, rows: pa.Array, job: Job, sign: Sign) -> pa.LargeListArray:
    """The features of some documents, made from their texts or as an index keeps them."""
    if "plain" in batch.schema.names:
        return batch.column("plain").take(rows)
    return sign(batch.column("text").take(rows), job.settings, job.weights, job.limits.threads)
