"""Spark against the local engine: time, shuffle bytes per document, spill and skew, from Spark's own events.

    python bench/spark.py --documents 10000 --partitions 8

Documents have 60 random words and a common footer of 20; every tenth one is a near copy of the one before.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import samesame as ss
from spark_events import Log, skews, totals

FOOTER = " ".join(f"footer{number}" for number in range(20))


def corpus(path: Path, count: int) -> Path:
    """Writes the documents."""
    source, body = random.Random(5), ""
    with path.open("w") as file:
        for number in range(count):
            body = f"{body} more" if number % 10 == 9 else " ".join(f"w{source.randrange(10**7)}" for _ in range(60))
            file.write(json.dumps({"id": f"d{number:08}", "text": f"{body} {FOOTER}"}) + "\n")
    return path


def session(folder: Path, master: str, memory: str) -> Any:
    """A session with a log of its events."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    (folder / "events").mkdir()
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.driver.memory": memory,
        "spark.executor.memory": memory,
        "spark.local.dir": str(folder / "local"),
        "spark.eventLog.enabled": "true",
        "spark.eventLog.rolling.enabled": "false",
        "spark.eventLog.compress": "false",
        "spark.eventLog.dir": (folder / "events").as_uri(),
    }
    builder = SparkSession.builder.master(master).appName("bench")
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def measured(source: Path, engine: Any, method: str) -> dict[str, Any]:
    """Seconds of a run, CPU seconds of this process, and what was found."""
    start, cpu = time.perf_counter(), time.process_time()
    found = ss.find(source, method=method, engine=engine)
    rows = len(found)
    return {
        "rows": rows,
        "seconds": round(time.perf_counter() - start, 2),
        "cpu_seconds": round(time.process_time() - cpu, 2),
    }


def main() -> None:
    """Measures one size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--partitions", type=int, default=8)
    parser.add_argument("--method", default="overlap")
    parser.add_argument("--master", default="local[2]")
    parser.add_argument("--memory", default="1g", help="of an executor; in local mode of the one process")
    parser.add_argument("--source", type=Path, help="a JSONL file instead of generated documents")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = asked.source or corpus(folder / "documents.jsonl", asked.documents)
        told: dict[str, Any] = {"documents": asked.documents, "bytes": source.stat().st_size, **vars(asked)}
        told["local"] = measured(source, "local", asked.method)
        running = session(folder, asked.master, asked.memory)
        log = Log(folder / "events", running)
        told["spark"] = measured(source, ss.Spark(running, partitions=asked.partitions), asked.method)
        tasks = log.tasks()
        told["figures"] = totals(tasks)
        told["per_document"] = round(told["figures"]["shuffle_written"] / asked.documents)
        told["skew"] = max(([one.bytes, one.records, one.most] for one in skews(tasks)), default=None)
        running.stop()
    told["peak_children"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(json.dumps(told, default=str, indent=1))


if __name__ == "__main__":
    main()
