"""A training set cleaned of its test set: what goes at each threshold, seconds and peak memory of the whole command.

Also what n copies of one document of the other collection cost: twice as many should take twice as long, not four
times.

    python bench/against.py --data FOLDER --out bench/runs/2026-11-16-against
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pyarrow.csv as pa_csv
import xxhash

import samesame as ss
from command import measured
from measure import save, table

Row = dict[str, Any]
COLLECTIONS = ("tos-versions-dev", "public-comments", "mailing-list")
THRESHOLDS = (0.9, 0.8, 0.5)
# One document in so many is of the test set.
TEST = 10


def split(source: Path, folder: Path) -> tuple[Path, Path]:
    """A training set and a test set, chosen by a hash of the id."""
    paths = folder / "train.jsonl", folder / "test.jsonl"
    with paths[0].open("w") as train, paths[1].open("w") as test:
        for document in ss.read(source):
            file = test if xxhash.xxh64_intdigest(document.id) % TEST == 0 else train
            file.write(json.dumps({"id": document.id, "text": document.text}) + "\n")
    return paths


def lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for _ in file)


def cleaned(name: str, train: Path, test: Path, folder: Path, threshold: float, *options: str) -> Row:
    """One run of the command."""
    out, removed = folder / "clean.jsonl", folder / "removed.csv"
    program = [sys.executable, "-m", "samesame"]
    command = [*program, "dedup", train, "--against", test, "--out", out, "--removed", removed]
    cost = measured([*map(str, command), "--threshold", str(threshold), *options])
    rows = pa_csv.read_csv(removed)
    counted = Counter(zip(rows["kept_side"].to_pylist(), rows["relation"].to_pylist(), strict=True))
    left = folder / "left.csv"
    check = [*program, "find", out, "--against", test, "--threshold", threshold, "--out", left]
    subprocess.run(list(map(str, check)), check=True, capture_output=True)
    found = pa_csv.read_csv(left)
    pairs = zip(found["relation"].to_pylist(), found["left_side"].to_pylist(), strict=True)
    still = sum(relation != "contained" or side == "in" for relation, side in pairs)
    return {
        "collection": name,
        "options": " ".join(options),
        "threshold": threshold,
        "train": lines(train),
        "test": lines(test),
        "kept": lines(out),
        **{f"against, {relation}": counted["against", relation] for relation in ("exact", "near", "contained")},
        "within": sum(count for (side, _), count in counted.items() if side == "in"),
        "still covered": still,
        **{name: cost[name] for name in ("wall s", "CPU s", "peak MB")},
    }


def real(data: Path) -> Iterator[Row]:
    for name in COLLECTIONS:
        (source,) = data.glob(f"{name}.jsonl*")
        with tempfile.TemporaryDirectory() as folder:
            # In a process of its own: its memory would count as that of the command.
            with ProcessPoolExecutor(1, get_context("spawn")) as pool:
                train, test = pool.submit(split, source, Path(folder)).result()
            for threshold in THRESHOLDS:
                yield cleaned(name, train, test, Path(folder), threshold, "--against-only")
            yield cleaned(name, train, test, Path(folder), 0.8)


def copies() -> Iterator[Row]:
    """n copies of one document of the other collection."""
    text = " ".join(f"word{i}" for i in range(100))
    for count in (25_000, 50_000, 100_000):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            train, test = folder / "train.jsonl", folder / "test.jsonl"
            train.write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n" for i in range(count)))
            test.write_text(json.dumps({"id": "t", "text": text}) + "\n")
            row = cleaned("copies", train, test, folder, 0.8)
            yield {name: row[name] for name in ("train", "kept", "against, exact", "wall s", "CPU s", "peak MB")}


def main() -> None:
    """Measures, prints and saves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    results = {"real": list(real(arguments.data)), "copies": list(copies())}
    for rows in results.values():
        print(table(rows), end="\n\n")
    if arguments.out is not None:
        save(arguments.out, "against", results)


if __name__ == "__main__":
    main()
