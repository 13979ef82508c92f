"""Spark on a standalone cluster beside the local engine: are the rows the same on real texts, to the last digit?

    python bench/spark_same.py --data FOLDER --out bench/runs/DATE-spark

`find` with every method, `dedup`, `passages` and `cluster` on two collections. One row for each plan is written: rows,
seconds of both engines, and how many rows differ. It ends with exit code 1 if any does.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

import samesame as ss
from samesame.methods import METHODS
from spark import unpacked
from spark_cluster import on_cluster

COLLECTIONS = ("event-news", "turkish-news")
# A sentence that stands in more places starts no passage: n documents with one passage are n² pairs.
COMMON = {"pdc": {"common": 200}}


def plans() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What is run: a name, the verb, its options."""
    for method, one in METHODS.items():
        if not one.kind.clusters:
            yield f"find {method}", "find", {"method": method, **COMMON.get(method, {})}
    yield "find overlap, spans", "find", {"method": "overlap", "spans": True}
    yield "find overlap, all pairs from .5", "find", {"method": "overlap", "threshold": 0.5, "all_pairs": True}
    for keep in ("earliest", "longest"):
        yield f"dedup overlap, {keep}", "dedup", {"method": "overlap", "keep": keep}
    yield "dedup codet", "dedup", {"method": "codet"}
    yield "passages", "passages", {}
    for kind in ("stars", "components"):
        yield f"cluster overlap, {kind}", "cluster", {"method": "overlap", "kind": kind}


def tables_of(result: Any) -> dict[str, pa.Table]:
    """All rows that a verb gives."""
    tables = {"rows": result.to_arrow()}
    if isinstance(result, ss.Deduplication):
        tables["removed"] = result.removed.to_arrow()
    return tables


def different(one: pa.Table, other: pa.Table) -> int:
    """How many rows differ, in order; floats must be equal, schemas too."""
    if not one.schema.equals(other.schema):
        return max(int(one.num_rows), int(other.num_rows), 1)
    if one.equals(other):
        return 0
    pairs = zip(one.to_pylist(), other.to_pylist(), strict=False)
    unequal = sum(bool(left != right) for left, right in pairs)
    return abs(int(one.num_rows) - int(other.num_rows)) + unequal


def compared(source: Path, verb: str, options: dict[str, Any], engine: ss.Spark) -> dict[str, Any]:
    """Both engines on one plan."""
    plan = ss.explain(source, verb=verb, **options)
    start = time.perf_counter()
    here = tables_of(ss.run(plan))
    between = time.perf_counter()
    there = tables_of(ss.run(plan, engine=engine))
    seconds = {"local": round(between - start, 2), "spark": round(time.perf_counter() - between, 2)}
    rows = {name: table.num_rows for name, table in here.items()}
    return {"rows": rows, "different": {name: different(here[name], there[name]) for name in here}, "seconds": seconds}


def main() -> None:
    """Compares all plans on all collections."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of collections")
    parser.add_argument("--out", type=Path, required=True, help="folder for the figures")
    parser.add_argument("--collections", default=",".join(COLLECTIONS), help="names, with commas between")
    parser.add_argument("--only", help="plans whose name has this")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with tempfile.TemporaryDirectory() as name, on_cluster(Path(name)) as run:
        for collection in asked.collections.split(","):
            source, told = unpacked(asked.data / f"{collection}.jsonl.zst", Path(name)), list[dict[str, Any]]()
            for title, verb, options in plans():
                if asked.only is None or asked.only in title:
                    told.append({"plan": title, **compared(source, verb, options, run.engine(4))})
                    wrong += sum(told[-1]["different"].values())
                    print(collection, json.dumps(told[-1]), flush=True)
            text = json.dumps(told, indent=1) + "\n"
            (asked.out / f"same-{collection}.json").write_text(text, encoding="utf-8")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
