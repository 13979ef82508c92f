"""One session of Spark for all these tests, with a log of its events."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import samesame as ss

from .standalone import Cluster, cluster

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SETTINGS: dict[str, bool | float | int | str | None] = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "1g",
    "spark.sql.shuffle.partitions": "2",
    "spark.eventLog.enabled": "true",
    "spark.eventLog.rolling.enabled": "false",
    "spark.eventLog.compress": "false",
}


@pytest.fixture(scope="session", autouse=True)
def _quick_starts() -> None:
    """Every Java here ends soon: what the second compiler and a parallel collector cost would not be earned back."""
    os.environ["JAVA_TOOL_OPTIONS"] = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


@pytest.fixture(scope="session")
def events(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the event log."""
    return tmp_path_factory.mktemp("events")


@pytest.fixture(scope="session")
def session(events: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """A session on two cores of this machine."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").appName("tests").config(map=SETTINGS)
    builder = builder.config("spark.eventLog.dir", events.as_uri())
    session = builder.config("spark.local.dir", str(tmp_path_factory.mktemp("spark"))).getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="session")
def engine(session: SparkSession) -> ss.Spark:
    """The engine on that session, with as few partitions as show something."""
    return ss.Spark(session, partitions=2)


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster for the tests that leave it whole."""
    with cluster(tmp_path_factory.mktemp("cluster")) as started:
        yield started
