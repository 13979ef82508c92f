"""Figures from the log of Spark's events: what tasks read, wrote, spilled and sent to the driver."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

# A stage whose tasks all read less than this has no skew worth the name.
LITTLE = 64 << 10


@dataclass(frozen=True)
class Task:
    """A task that ended well."""

    stage: int
    read_bytes: int
    read_records: int
    written_bytes: int
    spilled_bytes: int
    result_bytes: int
    seconds: float
    cpu_seconds: float


def tasks_in(lines: Iterable[str]) -> Iterator[Task]:
    """The tasks in a log."""
    for line in lines:
        if '"SparkListenerTaskEnd"' not in line:
            continue
        event = json.loads(line)
        if event["Task End Reason"]["Reason"] == "Success":
            yield _task(event)


def _task(event: dict[str, Any]) -> Task:
    metrics = event["Task Metrics"]
    read = metrics["Shuffle Read Metrics"]
    return Task(
        stage=event["Stage ID"],
        read_bytes=read["Remote Bytes Read"] + read["Local Bytes Read"],
        read_records=read["Total Records Read"],
        written_bytes=metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"],
        spilled_bytes=metrics["Disk Bytes Spilled"],
        result_bytes=metrics["Result Size"],
        seconds=metrics["Executor Run Time"] / 1000,
        cpu_seconds=metrics["Executor CPU Time"] / 1e9,
    )


@dataclass(frozen=True)
class Skew:
    """How much more than the median one task of a stage reads, of those that read any."""

    stage: int
    tasks: int
    bytes: float
    records: float
    most: int


def skews(tasks: Iterable[Task], little: int = LITTLE) -> list[Skew]:
    """The skew of each stage that reads more than a little."""
    stages: dict[int, list[Task]] = {}
    for task in tasks:
        if task.read_bytes:
            stages.setdefault(task.stage, []).append(task)
    found = []
    for stage, read in sorted(stages.items()):
        sizes, records = [task.read_bytes for task in read], [task.read_records for task in read]
        if max(sizes) > little:
            by_bytes, by_records = (max(values) / median(values) for values in (sizes, records))
            found.append(Skew(stage, len(read), by_bytes, by_records, max(sizes)))
    return found


def totals(tasks: Iterable[Task]) -> dict[str, float]:
    """Sums over all tasks."""
    told = list(tasks)
    return {
        "stages": len({task.stage for task in told}),
        "tasks": len(told),
        "shuffle_written": sum(task.written_bytes for task in told),
        "shuffle_read": sum(task.read_bytes for task in told),
        "spilled": sum(task.spilled_bytes for task in told),
        "results": sum(task.result_bytes for task in told),
        "largest_result": max((task.result_bytes for task in told), default=0),
        "task_seconds": round(sum(task.seconds for task in told), 1),
    }


@dataclass
class Log:
    """The part of the log of a running session that is written after a moment."""

    folder: Path
    session: Any
    start: int = 0

    def __post_init__(self) -> None:
        self.start = len(self._text())

    def tasks(self) -> list[Task]:
        """The tasks since then."""
        return list(tasks_in(self._text()[self.start :].decode().splitlines()))

    def _text(self) -> bytes:
        self.session.sparkContext._jsc.sc().listenerBus().waitUntilEmpty()
        [path] = [path for path in self.folder.iterdir() if not path.name.startswith(".")]
        return path.read_bytes()
