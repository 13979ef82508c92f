"""A standalone cluster of Spark for measurements, as the tests start it: a master and workers on this machine.

Executors have a Python with pyarrow and numpy; samesame is sent to them as a wheel.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import samesame as ss
from spark_events import Log
from tests.engines.spark.standalone import cluster

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "ERROR",
    "spark.eventLog.enabled": "true",
    "spark.eventLog.rolling.enabled": "false",
    "spark.eventLog.compress": "false",
    # How much memory the JVM and the Python of an executor have, looked up every two seconds.
    "spark.executor.processTreeMetrics.enabled": "true",
    "spark.executor.metrics.pollingInterval": "2s",
}


@dataclass(frozen=True)
class Running:
    """A session, what is shipped to its executors, and the log of its events."""

    session: Any
    ship: bool | str
    log: Log

    def engine(self, partitions: int) -> ss.Spark:
        """The engine on it."""
        return ss.Spark(self.session, partitions=partitions, ship=self.ship)


@contextmanager
def on_cluster(folder: Path, workers: int = 2, memory: str = "1g") -> Iterator[Running]:
    """A session on a cluster of its own: workers of one core, executors with so much memory for their JVM."""
    (folder / "cluster").mkdir()
    with cluster(folder / "cluster", workers, memory) as started:
        os.environ.update({"PYSPARK_PYTHON": str(started.python), "SPARK_LOCAL_IP": "127.0.0.1"})
        with session_at(folder, started.master, memory) as session:
            yield Running(session, str(started.wheel), Log(folder / "events", session))


@contextmanager
def in_process(folder: Path, master: str, memory: str = "1g") -> Iterator[Running]:
    """A session in this process, such as `local[2]`, or at a cluster whose Python has samesame."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    with session_at(folder, master, memory) as session:
        yield Running(session, False, Log(folder / "events", session))


@contextmanager
def session_at(folder: Path, master: str, memory: str) -> Iterator[Any]:
    """A session that writes the log of its events into the folder."""
    from pyspark.sql import SparkSession

    (folder / "events").mkdir()
    told = {"spark.driver.memory": memory, "spark.executor.memory": memory, "spark.local.dir": str(folder / "local")}
    told["spark.eventLog.dir"] = (folder / "events").as_uri()
    session = SparkSession.builder.master(master).appName("bench").config(map={**SETTINGS, **told}).getOrCreate()
    try:
        yield session
    finally:
        session.stop()
