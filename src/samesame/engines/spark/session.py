"""Starts a session of Spark for the command line, or takes the one that there is."""

from __future__ import annotations

import os
import sys

from samesame.engines.spark.engine import Spark
from samesame.errors import ParameterError
from samesame.extras import require

# The oldest Java that PySpark 4 runs on.
JAVA = 17


def started(master: str | None = None, *, overwrite: bool = False) -> Spark:
    """The engine on a session: the one of this process, as under spark-submit, or a new one at `master`."""
    require("spark", "pyspark")
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession()
    if running is not None:
        if master is not None and running.sparkContext.master != master:
            raise ParameterError(f"master: a session at {running.sparkContext.master} runs here already")
        return Spark(running, overwrite=overwrite)
    # Tasks need the Python that has pyarrow; a cluster may have been told of another one.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("samesame").config("spark.ui.showConsoleProgress", "false")
    if master is not None:
        builder = builder.master(master)
    try:
        session = builder.getOrCreate()
    except Exception as error:
        raise ParameterError(f"engine: Spark did not start: {_reason(error)}") from error
    session.sparkContext.setLogLevel("ERROR")
    return Spark(session, overwrite=overwrite)


def _reason(error: Exception) -> str:
    first = next(iter(str(error).strip().splitlines()), type(error).__name__)
    if "JAVA" in first.upper():
        remedy = f"install it (apt install openjdk-{JAVA}-jre-headless), or set JAVA_HOME"
        return f"{first}; it needs Java {JAVA} or later: {remedy}"
    return first
