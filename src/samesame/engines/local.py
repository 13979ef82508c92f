"""The local engine: Rust threads in this process, memory bounded."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow
from samesame.engines.base import Job, Prefer, Stars
from samesame.match.candidates import Candidates, NoCandidates, SetCandidates, TreeCandidates
from samesame.match.groups import Numbers
from samesame.match.intake import Intake
from samesame.match.pairs import Found, Measured, Pairs, no_pairs, numbers
from samesame.match.sentences import SequenceCandidates
from samesame.match.stars import star_pairs
from samesame.methods.base import Sign
from samesame.methods.common import sign_plain


class LocalEngine:
    """Runs a method in this process."""

    def find(self, job: Job) -> Found:
        """The identical documents, and the pairs that pass between their firsts, measured."""
        intake, candidates = self._read(job)
        groups = intake.groups
        return Found(groups, self._pairs(job, intake, candidates), intake.signed(groups))

    def stars(self, job: Job, prefer: Prefer) -> Stars:
        """Who stays and who goes."""
        intake, candidates = self._read(job)
        groups, firsts = intake.groups, intake.firsts
        representatives, must_stay = prefer(groups)
        if job.method.stages is None:
            none = no_pairs()
            return Stars(groups, none.left, none.right, none.mutual, intake.signed(groups), Measured(*[none.left] * 3))
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
            pairs = self._pairs(job, intake, candidates)
            # Who only contains another, or shares a part with it, does not stand for it.
            left, right = (place[groups.labels[side[pairs.mutual]]] for side in (pairs.left, pairs.right))
            kept = star_pairs(left, right, order, fixed, len(firsts))
            mutual = np.ones(len(firsts), np.bool_)
        gone = np.flatnonzero(kept != np.arange(len(firsts)))
        if measured is None:
            measured = self._overlaps(job, firsts[gone], firsts[kept[gone]], sign_plain)
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

    def _pairs(self, job: Job, intake: Intake, candidates: Candidates) -> Pairs:
        """The pairs that pass, verified, with their 4-word shingles counted."""
        job.stage("match")
        firsts, stages = intake.firsts, job.method.stages
        if isinstance(candidates, SequenceCandidates):
            candidates.choose(np.flatnonzero(intake.groups.first(firsts) == firsts))
        found = candidates.pairs(intake.split)
        pairs = replace(found, left=firsts[found.left], right=firsts[found.right])
        if stages is None or pairs.measured is not None:
            return pairs
        if stages.verify is not None:
            job.stage("verify")
            score = self._overlaps(job, pairs.left, pairs.right, stages.verify).jaccard
            passed = score >= job.settings["threshold"]
            pairs = Pairs(*(part[passed] for part in (pairs.left, pairs.right, score, score, pairs.mutual)))
        job.stage("measure")
        return replace(pairs, measured=self._overlaps(job, pairs.left, pairs.right, sign_plain))

    def _overlaps(self, job: Job, left: Numbers, right: Numbers, sign: Sign) -> Measured:
        """Reads the documents of the pairs again and counts what they share."""
        overlaps = _core.Overlaps(job.limits.memory // 2)
        wanted = np.unique(np.r_[left, right])
        count = 0
        for side in job.sides:
            for batch in side.batches(again=True) if len(wanted) else ():
                here = wanted[np.searchsorted(wanted, count) : np.searchsorted(wanted, count + batch.num_rows)]
                rows = to_arrow(here - count)
                count += batch.num_rows
                if len(here):
                    features = _features(batch, rows, job, sign)
                    overlaps.push(to_arrow(here, pa.uint32()), features, job.limits.threads)
        pairs = to_arrow(left, pa.uint32()), to_arrow(right, pa.uint32())
        return Measured(*(numbers(column) for column in overlaps.of(*pairs, job.limits.threads)))


def _features(batch: pa.RecordBatch, rows: pa.Array, job: Job, sign: Sign) -> pa.LargeListArray:
    """The features of some documents, made from their texts or as an index keeps them."""
    if "plain" in batch.schema.names:
        return batch.column("plain").take(rows)
    return sign(batch.column("text").take(rows), job.settings, job.weights, job.limits.threads)
