"""Fig. 11 of the PDC-MR paper: the time of `pdc` and of document-level SpotSigs against the number of documents.

python bench/experiments/pdc_cluster.py --data FOLDER --out bench/runs/DATE-spark-pdc

On a standalone cluster of Spark (a master and two workers of one core), which runs and has samesame before time is
taken, and with the local engine. The documents are mails in an order by chance: a smaller size is the beginning of a
larger one.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import samesame as ss
from experiments.labelled import records
from experiments.pdc_reuse import COMMON
from experiments.tables import Row, environment, save
from samesame.sample import sample_path
from spark_cluster import Running, on_cluster
from spark_events import totals

SIZES = (2_000, 4_000, 8_000, 16_000, 32_000)
METHODS: dict[str, dict[str, Any]] = {"pdc": {"common": COMMON}, "spotsigs": {}}
PARTITIONS = 8


def mails(data: Path) -> list[str]:
    """Lines of mails, in an order by chance."""
    rows = [{"id": row["id"], "text": row["text"]} for row in records(data / "mailing-list.jsonl.zst")]
    Random(11).shuffle(rows)
    return [json.dumps(row) + "\n" for row in rows]


def timed(source: Path, method: str, engine: Any) -> tuple[float, int]:
    """Seconds until all rows are here, and how many these are."""
    start = time.perf_counter()
    rows = ss.find(source, method=method, engine=engine, **METHODS[method]).to_arrow().num_rows
    return time.perf_counter() - start, rows


def measured(source: Path, documents: int, method: str, run: Running) -> Row:
    """Both engines on one size; both must find as many rows."""
    here, found = timed(source, method, "local")
    run.log.restart()
    load = os.getloadavg()[0]
    there, rows = timed(source, method, run.engine(PARTITIONS))
    assert rows == found
    told = totals(run.log.tasks())
    row: Row = {"method": method, "documents": documents, "bytes": source.stat().st_size, "rows": rows}
    row |= {"local seconds": here, "cluster seconds": there, "task seconds": told["task_seconds"]}
    row |= {"stages": told["stages"], "tasks": told["tasks"], "spilled": told["spilled"], "load before": load}
    return {**row, "shuffle written": told["shuffle_written"], "shuffle read": told["shuffle_read"]}


def main() -> None:
    """Measures all sizes."""
    options = argparse.ArgumentParser(description="Fig. 11 of the PDC-MR paper.")
    options.add_argument("--data", type=Path, required=True, help="folder of collections")
    options.add_argument("--out", type=Path, required=True, help="folder for the table")
    options.add_argument("--sizes", default=",".join(map(str, SIZES)), help="numbers of documents, with commas between")
    wish = options.parse_args()
    wish.out.mkdir(parents=True, exist_ok=True)
    lines, rows, start = mails(wish.data), list[Row](), time.process_time()
    with tempfile.TemporaryDirectory() as name, on_cluster(Path(name)) as run:
        for method in METHODS:
            timed(sample_path(), method, run.engine(2))
        for size in map(int, wish.sizes.split(",")):
            source = Path(name) / f"{size}.jsonl"
            source.write_text("".join(lines[:size]), encoding="utf-8")
            rows += [measured(source, size, method, run) for method in METHODS]
            save(wish.out / "cluster.csv", rows)
    command = "python bench/experiments/pdc_cluster.py --data FOLDER --out DIR"
    environment(wish.out / "environment.json", command, {"of the driver": time.process_time() - start})


if __name__ == "__main__":
    main()
