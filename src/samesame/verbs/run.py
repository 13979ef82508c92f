"""What `find` and `dedup` share: a job from what the user asked for, and a clock for its stages."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import pyarrow as pa

from samesame import _core
from samesame.arrays import words_array
from samesame.engines import Limits
from samesame.engines.base import Job, Side
from samesame.errors import ParameterError, StatisticsMismatch
from samesame.limits import parse_size
from samesame.methods import MethodSettings
from samesame.read.documents import Documents, Progress
from samesame.read.held import Held
from samesame.report.matches import Summary
from samesame.sign.statistics import Statistics

# Words of texts that are counted are kept in this share of the memory, until the texts are signed.
KEPT_SHARE = 4
# Documents that are counted first and read again later are held in this share.
HELD_SHARE = 8


class Clock:
    """Seconds of each stage, as the engine tells that they begin."""

    def __init__(self) -> None:
        self.started = self._since = time.perf_counter()
        self._stage: str | None = None
        self.stages: dict[str, float] = {}

    def __call__(self, stage: str | None) -> None:
        """A stage begins; None: the last one ends."""
        now = time.perf_counter()
        if self._stage is not None:
            self.stages[self._stage] = self.stages.get(self._stage, 0.0) + now - self._since
        self._stage, self._since = stage, now

    def summary(self, documents: Documents, count: int, relations: dict[str, int], note: str | None = None) -> Summary:
        """What the run did, up to now."""
        self(None)
        seconds = self._since - self.started
        return Summary(count, documents.size, len(documents.problems), seconds, relations, self.stages, note)


@dataclass(frozen=True, slots=True)
class DocumentSide:
    """Documents read for id and text; progress is told whenever they are."""

    documents: Documents
    progress: Progress | None = None

    @property
    def size(self) -> int:
        """Bytes of input."""
        return self.documents.size

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches, always in the same order."""
        return self.documents.batches(progress=self.progress, again=again)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What the user asked for, as far as it is the same for all verbs."""

    settings: MethodSettings
    stats: Statistics | str | PathLike[str] | None = None
    memory: str | int = "2GiB"
    threads: int = 0

    def job(self, clock: Clock, sides: tuple[Side, ...]) -> Job:
        """The job. A method that needs idf and has none gets it from the documents of all sides, in a first pass."""
        return self.job_and_statistics(clock, sides)[0]

    def job_and_statistics(self, clock: Clock, sides: tuple[Side, ...]) -> tuple[Job, Statistics | None]:
        """The job, and the statistics it runs under."""
        settings, signing = self.settings, self.settings.signing
        limits = Limits(memory=parse_size(self.memory), threads=self.threads)
        _core.words(words_array([]), settings.words().key(), 1)  # refuses an unknown language
        if self.stats is None and settings.needs_statistics:
            sides = tuple(Held(side, limits.memory // HELD_SHARE) for side in sides)
        statistics = self._statistics(sides, clock)
        weights = None
        few = signing.few_documents if signing else 0
        if statistics is not None and (self.stats is not None or statistics.documents >= few):
            weights = statistics.weights()
        job = Job(sides=sides, settings=settings, limits=limits, weights=weights, stage=clock)
        return job, statistics

    def _statistics(self, sides: tuple[Side, ...], clock: Clock) -> Statistics | None:
        settings, signing = self.settings, self.settings.signing
        if signing is None or not settings.needs_statistics:
            if self.stats is not None:
                raise ParameterError(f"stats: the method '{settings.method.name}' needs no statistics; leave them out")
            return None
        options = settings.words()
        statistics = self.stats
        if statistics is None:
            clock("count words")
            texts = (batch.column("text") for side in sides for batch in side.batches())
            # Where all texts are signed with the words that are counted, they need be cut but once.
            keep = parse_size(self.memory) // KEPT_SHARE if signing.by_sentence else 0
            statistics = Statistics.count_texts(texts, options, self.threads, keep=keep)
        elif not isinstance(statistics, Statistics):
            statistics = Statistics.load(Path(statistics))
        if statistics.options != options:
            raise StatisticsMismatch(
                f"the statistics count words prepared as {statistics.options}, the method '{settings.method.name}' "
                f"prepares them as {options}; count them alike with 'samesame stats'"
            )
        return statistics
