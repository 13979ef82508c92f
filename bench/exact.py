"""Exact dedup end to end: from JSONL to JSONL, beside only reading and parsing the file with pyarrow."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.json as pj

import samesame as ss
from measure import best_of_each


def parse_with_pyarrow(path: Path, block: int = 8 << 20) -> int:
    """Large blocks: pyarrow is fastest with them, and its default refuses a line longer than a block."""
    return int(pj.read_json(str(path), read_options=pj.ReadOptions(block_size=block)).num_rows)


class Dedup:
    """Writes to a new name each time: to replace or remove a large file takes time that is not ours."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path, self.folder, self.count = path, folder, 0

    def __call__(self) -> None:
        self.count += 1
        ss.dedup(self.path, out=self.folder / f"{self.path.stem}-{self.count}.jsonl", method="exact")


def read_only(path: Path) -> int:
    return sum(batch.num_rows for batch in ss.read(path).batches())


def measure(paths: list[Path], runs: int = 7) -> list[dict[str, Any]]:
    """MB/s on all cores; the ratio is time of dedup by time of pyarrow, in the same run."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            works: dict[str, Callable[[], object]] = {
                "pyarrow": partial(parse_with_pyarrow, path),
                "read": partial(read_only, path),
                "find": partial(ss.find, path, method="exact"),
                "dedup": Dedup(path, Path(folder)),
            }
            os.sync()  # what was written before must not be written back while the clock runs
            best = best_of_each(runs, works)
            size = path.stat().st_size / 1e6
            result = ss.dedup(path, method="exact")
            row: dict[str, Any] = {"file": path.name, "MB": size, "documents": result.summary.documents}
            row["copies"] = len(result.removed)
            row |= {f"{name} MB/s": size / seconds for name, seconds in best.items()}
            row["dedup : pyarrow"] = best["dedup"] / best["pyarrow"]
            rows.append(row)
    return rows
