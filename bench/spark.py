"""Spark against the local engine: time, shuffle bytes per document, spill and skew, from Spark's own events.

    python bench/spark.py --documents 10000 --partitions 8             a cluster is started: a master and two workers
    python bench/spark.py --source FOLDER/mailing-list.jsonl.zst       real texts
    python bench/spark.py --master local[2]                            in one process, or at a cluster that exists

Generated documents have 60 random words and a common footer of 20; every tenth one is a near copy of the one before.
The engine is started before time is taken, and has run a plan on the bundled sample: executors run, and have samesame.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import samesame as ss
from samesame.sample import sample_path
from spark_cluster import in_process, on_cluster
from spark_events import by_stage, skews, totals

FOOTER = " ".join(f"footer{number}" for number in range(20))


def corpus(path: Path, count: int) -> Path:
    """Writes the documents."""
    source, body = random.Random(5), ""
    with path.open("w") as file:
        for number in range(count):
            body = f"{body} more" if number % 10 == 9 else " ".join(f"w{source.randrange(10**7)}" for _ in range(60))
            file.write(json.dumps({"id": f"d{number:08}", "text": f"{body} {FOOTER}"}) + "\n")
    return path


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


def unpacked(source: Path, folder: Path) -> Path:
    """A collection as plain JSON lines."""
    if source.suffix != ".zst":
        return source
    path = folder / source.stem
    with path.open("wb") as file:
        subprocess.run(["zstd", "-dc", str(source)], stdout=file, check=True)
    return path


def told_of(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Measures one collection on both engines."""
    source = unpacked(asked.source, folder) if asked.source else corpus(folder / "documents.jsonl", asked.documents)
    with source.open("rb") as file:
        count = sum(1 for _ in file)
    told: dict[str, Any] = {"source": asked.source.name if asked.source else "generated", "documents": count}
    told |= {"bytes": source.stat().st_size, "partitions": asked.partitions, "method": asked.method}
    told |= {"master": asked.master or "standalone, 2 workers of 1 core", "memory": asked.memory}
    told["local"] = measured(source, "local", asked.method)
    starts = time.perf_counter()
    with in_process(folder, asked.master, asked.memory) if asked.master else on_cluster(folder, 2, asked.memory) as run:
        engine = run.engine(asked.partitions)
        measured(sample_path(), run.engine(2), asked.method)
        told["start_seconds"] = round(time.perf_counter() - starts, 1)
        run.log.restart()
        load = os.getloadavg()[0]
        told["spark"] = measured(source, engine, asked.method)
        told["load_before"] = round(load, 1)
        tasks, stages = run.log.tasks(), run.log.stages()
    told["figures"] = totals(tasks)
    for name in ("shuffle_written", "shuffle_read"):
        told[f"{name}_per_document"] = round(told["figures"][name] / count)
    told["skew"] = {
        "bytes": max((round(one.bytes, 2) for one in skews(tasks)), default=None),
        "records": max((round(one.records, 2) for one in skews(tasks)), default=None),
    }
    return {**told, "stages": by_stage(stages, tasks)}


def main() -> None:
    """Measures one size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--partitions", type=int, default=8)
    parser.add_argument("--method", default="overlap")
    parser.add_argument("--master", help="a master instead of a cluster that is started, such as local[2]")
    parser.add_argument("--memory", default="1g", help="of the JVM of an executor; in local mode of the one process")
    parser.add_argument("--source", type=Path, help="JSON lines, plain or .zst, instead of generated documents")
    parser.add_argument("--out", type=Path, help="a file for the figures; otherwise they are printed")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        told = json.dumps(told_of(asked, Path(name)), indent=1) + "\n"
    if asked.out:
        asked.out.write_text(told, encoding="utf-8")
    else:
        print(told, end="")


if __name__ == "__main__":
    main()
