"""The verb `evaluate` for alignments: all pairs of a PAN collection, aligned and scored."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from samesame.align.passages import Aligner, align_pairs
from samesame.assess.pan import PanCollection, load_pan
from samesame.assess.plagdet import Case, SectionScore, Tally


@dataclass(frozen=True, slots=True)
class AlignmentEvaluation:
    """The measures by section and over all, the detections, and the time that aligning took.

    `processor_seconds` are those of all threads together, which say more on a busy machine.
    """

    aligner: Aligner
    scores: list[SectionScore]
    detections: list[list[Case]]
    collection: PanCollection
    seconds: float
    processor_seconds: float

    @property
    def pairs_per_second(self) -> float:
        """Pairs aligned per second, from texts to passages."""
        return len(self.detections) / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Everything except the detections, as JSON values."""
        sections = [{name: _rounded(value) for name, value in asdict(score).items()} for score in self.scores]
        return {
            "aligner": asdict(self.aligner),
            "sections": sections,
            "seconds": round(self.seconds, 3),
            "processor_seconds": round(self.processor_seconds, 3),
            "pairs_per_second": round(self.pairs_per_second, 1),
        }

    def write(self, path: Path) -> None:
        """Writes the detections as JSON lines."""
        with path.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in self._lines())

    def _lines(self) -> Iterator[dict[str, object]]:
        for pair, found in zip(self.collection.pairs, self.detections, strict=True):
            for case in found:
                yield {
                    "susp": pair.suspicious,
                    "src": pair.source,
                    "this_offset": case.start,
                    "this_length": case.end - case.start,
                    "source_offset": case.source_start,
                    "source_length": case.source_end - case.source_start,
                }


def evaluate_alignment(folder: str | Path, *, aligner: Aligner | None = None, threads: int = 0) -> AlignmentEvaluation:
    """Aligns every listed pair of a PAN collection and scores the passages by section."""
    aligner = aligner or Aligner(name="reworded")
    collection = load_pan(folder)
    texts = collection.texts()
    numbers = {name: number for number, name in enumerate(texts)}
    column = pa.array(texts.values(), pa.large_string())
    left = [numbers["susp", pair.suspicious] for pair in collection.pairs]
    right = [numbers["src", pair.source] for pair in collection.pairs]
    started, worked = time.perf_counter(), time.process_time()
    spans = align_pairs(column, left, right, aligner, threads=threads)
    seconds, processor_seconds = time.perf_counter() - started, time.process_time() - worked
    detections = [[_case(span) for span in found] for found in spans.to_pylist()]
    scores = _scores(collection, detections)
    return AlignmentEvaluation(aligner, scores, detections, collection, seconds, processor_seconds)


def _case(span: dict[str, Any]) -> Case:
    return Case(span["left_start"], span["left_end"], span["right_start"], span["right_end"])


def _scores(collection: PanCollection, detections: list[list[Case]]) -> list[SectionScore]:
    tallies: dict[str, Tally] = {}
    overall = Tally()
    for pair, found in zip(collection.pairs, detections, strict=True):
        for tally in (tallies.setdefault(pair.section, Tally()), overall):
            tally.add(pair.cases, found)
    return [*(tally.score(section) for section, tally in tallies.items()), overall.score("overall")]


def _rounded(value: object) -> object:
    return round(value, 4) if isinstance(value, float) else value
