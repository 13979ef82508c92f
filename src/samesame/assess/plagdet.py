"""The measures of the PAN text-alignment task (Potthast et al., COLING 2010).

A case is a stretch of the suspicious text and one of the source. A detection finds a case if it overlaps both.
Precision is the share of a detection's characters that are in cases it finds, averaged over all detections; recall is
the same with cases and detections exchanged; granularity is the number of detections per case that was found. Plagdet =
F1 / log2(1 + granularity).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Case(NamedTuple):
    """Half-open stretches of two texts, in code points."""

    start: int
    end: int
    source_start: int
    source_end: int


@dataclass(frozen=True, slots=True)
class SectionScore:
    """The measures of one section, or of all. `false_pairs` are pairs without a case but with a detection."""

    section: str
    pairs: int
    cases: int
    detections: int
    plagdet: float
    precision: float
    recall: float
    granularity: float
    missed: int
    false_pairs: int


@dataclass(slots=True)
class Tally:
    """Adds up the measures, pair by pair."""

    pairs: int = 0
    false_pairs: int = 0
    precisions: list[float] = field(default_factory=list)
    recalls: list[float] = field(default_factory=list)
    found: list[int] = field(default_factory=list)

    def add(self, cases: Sequence[Case], detections: Sequence[Case]) -> None:
        """Adds one pair of texts: its true cases, and what was detected."""
        self.pairs += 1
        self.false_pairs += bool(detections) and not cases
        self.precisions += [covered(detection, cases)[0] for detection in detections]
        shares = [covered(case, detections) for case in cases]
        self.recalls += [share for share, _ in shares]
        self.found += [count for _, count in shares if count]

    def score(self, section: str) -> SectionScore:
        """The measures of all pairs so far. A mean of nothing counts 0, granularity 1."""
        precision, recall, granularity = mean(self.precisions), mean(self.recalls), mean(self.found) or 1.0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        return SectionScore(
            section=section,
            pairs=self.pairs,
            cases=len(self.recalls),
            detections=len(self.precisions),
            plagdet=f1 / math.log2(1 + granularity),
            precision=precision,
            recall=recall,
            granularity=granularity,
            missed=len(self.recalls) - len(self.found),
            false_pairs=self.false_pairs,
        )


def covered(case: Case, others: Iterable[Case]) -> tuple[float, int]:
    """The share of a case's characters, on both sides, that is inside the others that overlap it; and how many do."""
    meeting = [other for other in others if overlap(case[:2], other[:2]) and overlap(case[2:], other[2:])]
    if not meeting:
        return 0.0, 0
    parts = [[overlap(case[side : side + 2], other[side : side + 2]) for other in meeting] for side in (0, 2)]
    size = case.end - case.start + case.source_end - case.source_start
    return sum(union(side) for side in parts) / size, len(meeting)


def overlap(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, int] | None:
    """The intersection of two intervals."""
    start, end = max(one[0], other[0]), min(one[1], other[1])
    return (start, end) if start < end else None


def union(intervals: Iterable[tuple[int, int] | None]) -> int:
    """How many numbers are in any of the intervals."""
    total = reached = 0
    for start, end in sorted(interval for interval in intervals if interval):
        total += max(end, reached) - max(start, reached)
        reached = max(end, reached)
    return total


def mean(values: Sequence[float]) -> float:
    """The mean; 0 for no values."""
    return math.fsum(values) / len(values) if values else 0.0
