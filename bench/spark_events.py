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
    # The most that its executor had until then, by process: resident memory, if Spark was told to look.
    jvm_memory: int = 0
    python_memory: int = 0


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
    peaks = event.get("Task Executor Metrics", {})
    return Task(
        stage=event["Stage ID"],
        read_bytes=read["Remote Bytes Read"] + read["Local Bytes Read"],
        read_records=read["Total Records Read"],
        written_bytes=metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"],
        spilled_bytes=metrics["Disk Bytes Spilled"],
        result_bytes=metrics["Result Size"],
        seconds=metrics["Executor Run Time"] / 1000,
        cpu_seconds=metrics["Executor CPU Time"] / 1e9,
        jvm_memory=peaks.get("ProcessTreeJVMRSSMemory", 0),
        python_memory=peaks.get("ProcessTreePythonRSSMemory", 0),
    )


@dataclass(frozen=True)
class Stage:
    """A stage that ended: when it began and how long it took, and what it read (the names of the RDDs in it)."""

    stage: int
    name: str
    reads: tuple[str, ...]
    begun: float
    seconds: float


def stages_in(lines: Iterable[str]) -> Iterator[Stage]:
    """The stages in a log, in the order of their ends."""
    for line in lines:
        if '"SparkListenerStageCompleted"' not in line:
            continue
        told = json.loads(line)["Stage Info"]
        begun, ended = told["Submission Time"] / 1000, told["Completion Time"] / 1000
        names = dict.fromkeys(one["Name"] for one in told["RDD Info"] if one["Name"].startswith("samesame"))
        yield Stage(told["Stage ID"], told["Stage Name"], tuple(names), begun, ended - begun)


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
        "jvm_memory": max((task.jvm_memory for task in told), default=0),
        "python_memory": max((task.python_memory for task in told), default=0),
    }


def by_stage(stages: Iterable[Stage], tasks: Iterable[Task]) -> list[dict[str, Any]]:
    """Where the time goes: one row for each stage."""
    of: dict[int, list[Task]] = {}
    for task in tasks:
        of.setdefault(task.stage, []).append(task)
    rows = []
    for stage in stages:
        figures = totals(of.get(stage.stage, []))
        names = ("tasks", "shuffle_read", "shuffle_written", "spilled", "task_seconds")
        reads = "; ".join(name.removeprefix("samesame ") for name in stage.reads)
        row = {"stage": stage.stage, "reads": reads, "seconds": round(stage.seconds, 1)}
        rows.append(row | {name: figures[name] for name in names})
    return rows


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
        return list(tasks_in(self._lines()))

    def stages(self) -> list[Stage]:
        """The stages since then."""
        return list(stages_in(self._lines()))

    def restart(self) -> None:
        """Forgets what was until now."""
        self.start = len(self._text())

    def _lines(self) -> list[str]:
        return self._text()[self.start :].decode().splitlines()

    def _text(self) -> bytes:
        self.session.sparkContext._jsc.sc().listenerBus().waitUntilEmpty()
        [path] = [path for path in self.folder.iterdir() if not path.name.startswith(".")]
        return path.read_bytes()
