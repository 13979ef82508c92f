"""Runs the benchmarks of the foundation and writes their raw numbers: see README.md."""

from __future__ import annotations

import argparse
import datetime
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import exact
import memory
import startup
import text
from measure import generated, save, table

HERE = Path(__file__).parent
EXACT = ("tos-versions-dev", "mailing-list", "public-comments", "turkish-news", "chinese-laws")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of collections, *.jsonl.zst")
    parser.add_argument("--out", type=Path, help="folder for the raw numbers [bench/runs/<date>-foundation]")
    parser.add_argument("--documents", type=int, default=400_000, help="size of the generated collection")
    parser.add_argument("--only", choices=["text", "exact", "memory", "startup"], action="append")
    arguments = parser.parse_args()
    out = arguments.out or HERE / "runs" / f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}-foundation"
    wanted = arguments.only or ["startup", "text", "exact", "memory"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = str(arguments.documents)
        works: dict[str, Callable[[], list[dict[str, Any]]]] = {
            "startup": startup.measure,
            "text": lambda: text.measure(arguments.data),
            "exact": lambda: exact.measure([*unpacked(arguments.data, folder), generated(folder, "--documents", size)]),
            "memory": lambda: memory.measure(generated(folder, "--documents", size), folder),
        }
        for part in wanted:
            rows = works[part]()
            save(out, part, rows)
            print(f"\n## {part}\n{table(rows)}", flush=True)


def unpacked(data: Path, folder: Path) -> list[Path]:
    """The collections as plain JSONL: unpacking is not what is measured."""
    import pyarrow as pa

    paths = []
    for name in EXACT:
        path = folder / f"{name}.jsonl"
        with pa.input_stream(str(next(data.glob(f"{name}.jsonl*")))) as source, path.open("wb") as target:
            while block := source.read(1 << 22):
                target.write(block)
        paths.append(path)
    return paths


if __name__ == "__main__":
    main()
