"""Drivers of applications on a cluster, each a process of its own: a process has one connection to Spark."""

from __future__ import annotations

import importlib.util
import pickle
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import samesame as ss
from tests.engines.cases import rows_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

BARE = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "WARN",
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.executor.cores": "1",
    "spark.task.maxFailures": "3",
    # All executors are on this machine: a task need not wait three seconds for the one that has its rows.
    "spark.locality.wait": "0s",
    # A worker that was killed does not come back.
    "spark.shuffle.io.maxRetries": "1",
    "spark.shuffle.io.retryWait": "1s",
}


def session_at(master: str, settings: dict[str, str]) -> SparkSession:
    """A session on the cluster."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).appName("tests")
    for name, value in {**BARE, **settings}.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def plans(session: SparkSession, wheel: str, what: Any) -> Any:
    """Whether executors had samesame before, what is told then, and the rows of some plans."""
    context = session.sparkContext
    known = context.parallelize(range(4), 4).map(_has_samesame()).collect()
    refused = ""
    try:
        ss.run(what[0], engine=ss.Spark(session, partitions=3))
    except ss.ParameterError as error:
        refused = str(error)
    engine = ss.Spark(session, partitions=3, ship=wheel)
    return known, refused, [rows_of(ss.run(plan, engine=engine)) for plan in what]


def _has_samesame() -> Callable[[int], bool]:
    def has(_: int) -> bool:
        return importlib.util.find_spec("samesame") is not None

    return has


def waiting(session: SparkSession, wheel: str, what: Any) -> Any:
    """The rows of a plan; waits in the middle, once all is read and shuffled, until a file is there."""
    plan, begun, go = what

    def wait(stage: str | None) -> None:
        if stage == "join":
            Path(begun).touch()
            while not Path(go).exists():
                time.sleep(0.1)

    engine = ss.Spark(session, partitions=4, ship=wheel)
    return rows_of(ss.run(plan, engine=engine, stage=wait))


def deduplicated(session: SparkSession, wheel: str, what: Any) -> Any:
    """What came of writing the documents that stay: the error, or None."""
    source, out = what
    try:
        ss.dedup(source, out=out, engine=ss.Spark(session, partitions=2, ship=wheel))
    except ss.SamesameError as error:
        return type(error).__name__, str(error)
    return None


if __name__ == "__main__":
    name, given, answer = sys.argv[1:]
    master, wheel, settings, what = pickle.loads(Path(given).read_bytes())
    session = session_at(master, settings)
    found = globals()[name](session, wheel, what)
    Path(answer).write_bytes(pickle.dumps(found))
    session.stop()
