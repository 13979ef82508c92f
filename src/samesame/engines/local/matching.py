"""What `find` and `dedup` have in common: reading the documents, and finding the pairs that pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from samesame.arrays import to_numpy
from samesame.engines.local.again import overlaps_of
from samesame.engines.local.intake import Intake
from samesame.engines.local.job import Job, job_of
from samesame.engines.local.run import Run
from samesame.errors import InputError
from samesame.limits import show_bytes
from samesame.match.candidates import Candidates, NoCandidates
from samesame.match.groups import Numbers
from samesame.match.pairs import Pairs
from samesame.match.sentences import FEW_PAIRS
from samesame.plan.model import Step

# Memory per document, whatever its text: id, key, group, and a row if it is a copy.
DOCUMENT_BYTES = 300
# Memory per pair while clusters are chosen.
CLUSTER_BYTES = 200
# Less memory than this is not worth a message: the program itself takes as much.
LITTLE = 256 << 20


def take_in(run: Run, steps: Sequence[Step]) -> None:
    """key, group, sign: one pass over the documents, whose signatures go directly into the join."""
    narrow = not any(step.name == "stand" for step in run.plan.steps)
    run.leave(Matching(job_of(run), narrow=narrow))


def find_pairs(run: Run, steps: Sequence[Step]) -> None:
    """join, verify: the pairs that pass."""
    clusters = any(step.name == "cluster" for step in run.plan.steps)
    most = max(run.plan.limits.memory // CLUSTER_BYTES, FEW_PAIRS) if clusters else None
    pairs = run.take(Matching).pairs(most)
    if most is not None and len(pairs) > most:
        raise InputError(
            f"{len(pairs):,} pairs match, and {most:,} are as many as the memory holds while clusters are chosen: "
            "raise the threshold or --memory, or take the copies out first with 'samesame dedup'"
        )
    run.leave(pairs)


def measure(run: Run, steps: Sequence[Step]) -> None:
    """measure: what the documents of each pair share."""
    run.take(Matching).measure(run.take(Pairs))


class Matching:
    """A job in its steps: key, group, sign and join in one pass; then the pairs, verified and measured."""

    def __init__(self, job: Job, *, narrow: bool = False) -> None:
        """With `narrow`, an index gives only the documents that match; the choice of stars needs all of them."""
        self.job = job
        self._narrow = narrow
        # Documents of an index that were not read, as they match nothing.
        self.unread = 0
        signing = job.settings.signing
        size = sum(side.size for side in job.sides)
        self.candidates: Candidates = signing.match(job.limits, size) if signing else NoCandidates()
        self.intake = self._taken_in()
        self.groups, self.firsts = self.intake.groups, self.intake.firsts

    def _taken_in(self) -> Intake:
        self.job.stage("read and sign")
        told = False
        intake = Intake(self.job, self.candidates)
        sides = []
        for side in self.job.sides:
            intake.begin_side()
            read, unread = side.narrowed(intake) if self._narrow else (side, 0)
            sides.append(read)
            self.unread += unread
            if read is not side:
                self.job.stage("read and sign")  # after the stage in which the index was asked
            for batch in read.batches():
                intake.push(batch)
                told = told or self._tell_if_many(intake.count)
        intake.end()
        self.job = replace(self.job, sides=tuple(sides))
        return intake

    def _tell_if_many(self, documents: int) -> bool:
        """Prints a message if the memory per document, which `--memory` does not bound, takes more than that."""
        memory, needed = self.job.limits.memory, documents * DOCUMENT_BYTES
        if needed <= max(memory, LITTLE):
            return False
        self.job.tell(
            f"{documents:,} documents up to now: their ids and groups alone take about {show_bytes(needed)}, which the "
            f"{show_bytes(memory)} of --memory do not bound; the run goes on and takes more. To stay within the limit, "
            "compare smaller parts with --against"
        )
        return True

    def pairs(self, most: int | None = None) -> Pairs:
        """The pairs of signed documents that pass. More than `most` are refused as soon as there are as many."""
        self.job.stage("match")
        self.candidates.choose(np.flatnonzero(self.groups.first(self.firsts) == self.firsts))
        pairs = self.candidates.pairs(self.intake.split, most, ahead=self.job.ahead and self.job.within)
        signing = self.job.settings.signing
        if signing is not None and signing.verified_from is not None:
            self.job.stage("verify")
            overlaps = overlaps_of(self.job, self.firsts, self._documents(pairs), signing.sign)
            pairs.found.verify(overlaps, signing.verified_from, self.job.limits.threads, most)
        return pairs

    def measure(self, pairs: Pairs) -> None:
        """Counts what the documents of each pair share in 4-word shingles, unless that is known."""
        if pairs.measured:
            return
        self.job.stage("measure")
        overlaps = overlaps_of(self.job, self.firsts, self._documents(pairs), self.job.settings.sign_plain)
        pairs.found.measure(overlaps, self.job.limits.threads)

    def _documents(self, pairs: Pairs) -> Numbers:
        """The signed documents that are in a pair."""
        return np.flatnonzero(to_numpy(pairs.found.documents(len(self.firsts))))
