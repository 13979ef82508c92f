"""A folder with one input of every kind, as a command line meets them."""

from __future__ import annotations

import csv
import json
import os
import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from fuzz.case import Fault
from fuzz.mutate import mutate
from fuzz.program import Child
from fuzz.seeds import texts
from fuzz.seeds.collections import collection

# Names of inputs, whole and damaged, present and missing.
INPUTS = ("a.jsonl", "b.csv", "c.parquet", "d", "e.jsonl.gz", "bad.jsonl", "bad.csv", "bad.parquet", "page.html")
ODD_INPUTS = ("missing.jsonl", "", "-", "*.jsonl", "no-*.x", "/dev/null", "index", "empty", "s.stats", "link.jsonl")


def build(folder: Path, rng: random.Random, largest: int = 25) -> None:
    """Makes the folder. What only the program can make is made by a child: this process must have no threads."""
    folder.mkdir(parents=True, exist_ok=True)
    records = collection(rng, largest, 10)
    jsonl = lines(records)
    _write_tables(folder, collection(rng, largest, 10))
    files = {
        "a.jsonl": jsonl,
        "e.jsonl.gz": _gzip(lines(collection(rng, largest))),
        "d/1.txt": texts.text(rng).encode(),
        "d/2.md": texts.text(rng).encode(),
        "d/x.bin": b"\0\1\2",
        "left.txt": texts.text(rng).encode(),
        "right.txt": texts.text(rng).encode(),
        "page.html": b"<p>Tea &amp; toast</p>",
        "x.bin": rng.randbytes(50),
        "bad.jsonl": mutate(rng, ".jsonl", jsonl, jsonl),
        "bad.csv": mutate(rng, ".csv", (folder / "b.csv").read_bytes(), b""),
        "bad.parquet": mutate(rng, ".parquet", (folder / "c.parquet").read_bytes(), b""),
        "truth.csv": b"left,right,relation\na0,a1,exact\nb2,c3,near\n",
    }
    for name, data in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / "empty").mkdir()
    (folder / "link.jsonl").symlink_to("a.jsonl")
    os.link(folder / "b.csv", folder / "hard.csv")
    _make(folder, ["index", "build", "index", "a.jsonl"], ["stats", "a.jsonl", "--out", "s.stats"])
    _make(folder, ["find", "a.jsonl", "--all-pairs", "--out", "m.jsonl"])


def lines(records: list[dict[str, Any]]) -> bytes:
    """Records as JSON lines."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def _gzip(data: bytes) -> bytes:
    import gzip

    return gzip.compress(data, 1, mtime=0)


def _write_tables(folder: Path, records: list[dict[str, Any]]) -> None:
    rows = [{"id": record["id"], "text": record["text"].replace("\0", "")} for record in records]
    with (folder / "b.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, ["id", "text"])
        writer.writeheader()
        writer.writerows(rows)
    schema = pa.schema([("id", pa.string()), ("text", pa.string())])
    pq.write_table(pa.Table.from_pylist(rows, schema), folder / "c.parquet")


def _make(folder: Path, *commands: list[str]) -> None:
    for command in commands:
        done = Child(command, folder, name="build").wait()
        if done.code not in (0, 1):
            raise Fault(f"{' '.join(command)} ended with {done.code}\n{done.errors}")


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder, by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
