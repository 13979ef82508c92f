"""The overlap engine: exactness on real collections, stages beside the machine's limit, growth, memory.

python bench/overlap.py --data FOLDER [--only exactness] [--only stages] ...
"""

from __future__ import annotations

import argparse
import datetime
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

import samesame as ss
from measure import best_of_each, generated, save, table
from memory import watch
from run import HERE, unpacked
from samesame import _core
from samesame.read.verb import documents_of, without_metadata

Row = dict[str, Any]
THRESHOLDS = (0.3, 0.5, 0.6, 0.8, 0.9)
WORDS = ("bigrams", None, False, "none")
# Small enough for a table of all pairs.
SMALL = ("tos-versions-dev", "turkish-news", "chinese-laws")


def main() -> None:
    """Runs the parts asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of collections, *.jsonl.zst")
    parser.add_argument("--out", type=Path, help="folder for the raw numbers [bench/runs/<date>-overlap]")
    parser.add_argument("--only", choices=["exactness", "stages", "growth", "copies", "cap"], action="append")
    parser.add_argument("--documents", type=int, default=400_000, help="the largest collection of 'growth'")
    parser.add_argument("--gigabytes", type=float, default=5, help="the input of 'cap'")
    arguments = parser.parse_args()
    out = arguments.out or HERE / "runs" / f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}-overlap"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        works: dict[str, Callable[[], list[Row]]] = {
            "exactness": lambda: exactness([p for p in unpacked(arguments.data, folder) if p.stem in SMALL]),
            "stages": lambda: stages(unpacked(arguments.data, folder)[:2]),
            "growth": lambda: growth(arguments.documents, folder),
            "copies": lambda: copies(folder),
            "cap": lambda: cap(arguments.gigabytes, folder),
        }
        for part in arguments.only or list(works):
            rows = works[part]()
            save(out, part, rows)
            print(f"\n## {part}\n{table(rows)}", flush=True)


def exactness(paths: list[Path]) -> list[Row]:
    """Pairs of `find --all-pairs` beside those of a table of all pairs, without any filter."""
    rows = []
    for path in paths:
        brute = Brute(path)
        for threshold in THRESHOLDS:
            truth = brute.pairs(threshold)
            matches = ss.find(path, threshold=threshold, all_pairs=True).to_arrow()
            found = set(zip(*(matches[name].to_pylist() for name in ("left", "right", "relation")), strict=True))
            row = {"collection": path.stem, "documents": len(brute.ids), "threshold": threshold}
            rows.append({**row, "pairs": len(truth), "found": len(found), "the same": str(truth == found)})
    return rows


class Brute:
    """How many features every two documents share, counted for all. Documents with equal features share a row."""

    def __init__(self, path: Path) -> None:
        documents = list(ss.read(path))
        self.ids = [document.id for document in documents]
        texts = pa.array([document.text for document in documents], pa.large_string())
        self.keys = _core.exact_keys(texts, "words", None, 0).to_pylist()
        groups: dict[frozenset[int], list[int]] = {}
        for i, features in enumerate(_core.shingles(texts, WORDS, 4, 0)):
            groups.setdefault(frozenset(features.as_py()), []).append(i)
        groups.pop(frozenset(), None)
        self.members = list(groups.values())
        self.sizes = np.array([len(features) for features in groups])
        holders: dict[int, list[int]] = {}
        for row, features in enumerate(groups):
            for feature in features:
                holders.setdefault(feature, []).append(row)
        self.counts = np.zeros((len(groups), len(groups)), np.uint32)
        for rows in holders.values():
            if len(rows) > 1:
                self.counts[np.ix_(rows, rows)] += 1
        np.fill_diagonal(self.counts, self.sizes)

    def pairs(self, threshold: float) -> set[tuple[str, str, str]]:
        """The pairs that pass, by the definition."""
        found: set[tuple[str, str, str]] = set()
        for a, size in enumerate(self.sizes):
            shared = self.counts[a, a:]
            left, right = shared / size >= threshold, shared / self.sizes[a:] >= threshold
            for b in np.flatnonzero(left | right):
                found.update(self._named(a, a + int(b), bool(left[b]), bool(right[b])))
        return found

    def _named(self, a: int, b: int, left: bool, right: bool) -> Iterator[tuple[str, str, str]]:
        for i in self.members[a]:
            for j in self.members[b]:
                if a == b and i >= j:
                    continue
                if left and right:
                    relation = "exact" if self.keys[i] == self.keys[j] else "near"
                    yield (min(self.ids[i], self.ids[j]), max(self.ids[i], self.ids[j]), relation)
                else:
                    yield (self.ids[i], self.ids[j], "contained") if left else (self.ids[j], self.ids[i], "contained")


def stages(paths: list[Path]) -> list[Row]:
    """What reading, hashing and each further step take, on the same files in one run."""
    steps: dict[str, Callable[[], object]] = {
        "read the bytes": lambda: [path.read_bytes() for path in paths],
        "read documents": partial(through, paths, 0),
        "+ hash words, collapse identical ones": partial(through, paths, 1),
        "+ shingle and shuffle": partial(through, paths, 2),
        "+ match": partial(through, paths, 3),
        "find, all of it": lambda: ss.find(paths),
        "find --all-pairs": lambda: ss.find(paths, all_pairs=True),
    }
    best = best_of_each(5, steps)
    size = sum(path.stat().st_size for path in paths) / 1e6
    return [{"step": name, "seconds": seconds, "MB/s": size / seconds} for name, seconds in best.items()]


def through(paths: list[Path], depth: int) -> None:
    """Runs the first steps of `find` by hand."""
    documents = without_metadata(documents_of(paths))
    groups, join = _core.KeyGroups(), _core.SetJoin(2 << 30, documents.size // 6)
    count = 0
    for batch in documents.batches():
        if depth == 0:
            continue
        hashed = _core.HashedTexts(batch.column("text"), WORDS, 0)
        labels = groups.push(hashed.keys()).cast(pa.int64()).fill_null(-1).to_numpy()
        new = labels == np.arange(count, count + len(labels))
        count += len(labels)
        if depth > 1:
            join.push_hashed(hashed, pa.array(np.flatnonzero(new), pa.uint32()), 4, 0)
    if depth > 2:
        join.pairs("coverage", 0.8, None, 0)


def growth(largest: int, folder: Path) -> list[Row]:
    """Time against the number of documents, and the exponent between the ends."""
    rows: list[Row] = []
    for documents in [largest // 16, largest // 8, largest // 4, largest // 2, largest]:
        path = generated(folder, "--documents", str(documents))
        best = best_of_each(3, {"find": partial(ss.find, path)})
        peak = watch([sys.executable, "-m", "samesame", "find", str(path), "--out", str(folder / "m.parquet")])
        size = path.stat().st_size / 1e6
        row = {"documents": documents, "MB": size, "seconds": best["find"], "MB/s": size / best["find"]}
        first = rows[0] if rows else None
        exponent = (
            math.log(best["find"] / first["seconds"]) / math.log(documents / first["documents"]) if first else 0.0
        )
        rows.append({**row, "peak MB": peak["peak MB"], "exponent from the first": exponent})
    return rows


def copies(folder: Path) -> list[Row]:
    """`dedup` of n identical documents and of n pairwise different near copies."""
    rows = []
    for kind in ("--identical", "--variants"):
        for count in (25_000, 50_000, 100_000):
            path = generated(folder, kind, str(count))
            started = time.perf_counter()
            result = ss.dedup(path)
            seconds = time.perf_counter() - started
            rows.append({"kind": kind[2:], "documents": count, "seconds": seconds, "stay": len(result)})
    return rows


def cap(gigabytes: float, folder: Path) -> list[Row]:
    """A large input under a cap of 1 GiB, beside the same without one."""
    path = generated(folder, "--documents", str(int(gigabytes * 492_000)))
    rows = []
    for memory in ("1GiB", "16GiB"):
        out = folder / f"{memory}.parquet"
        command = [sys.executable, "-m", "samesame", "find", str(path), "--memory", memory, "--out", str(out)]
        row = {"MB": path.stat().st_size / 1e6, "cap": memory, **watch(command)}
        rows.append({**row, "bytes of output": out.stat().st_size})
    same = (folder / "1GiB.parquet").read_bytes() == (folder / "16GiB.parquet").read_bytes()
    return [{**row, "the same": str(same)} for row in rows]


if __name__ == "__main__":
    main()
