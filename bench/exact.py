"""Exact dedup end to end: from JSONL to JSONL, beside only reading and parsing the file with pyarrow."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.json as pj

import samesame as ss
from measure import best_of_each


def parse_with_pyarrow(path: Path) -> int:
    return int(pj.read_json(str(path), read_options=pj.ReadOptions(block_size=8 << 20)).num_rows)


def read_only(path: Path) -> int:
    return sum(batch.num_rows for batch in ss.read(path).batches())


def measure(paths: list[Path], runs: int = 5) -> list[dict[str, Any]]:
    """MB/s on all cores; the ratio is time of dedup by time of pyarrow, in the same run."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.jsonl"
        for path in paths:
            works: dict[str, Callable[[], object]] = {
                "pyarrow": partial(parse_with_pyarrow, path),
                "read": partial(read_only, path),
                "find": partial(ss.find, path, method="exact"),
                "dedup": partial(ss.dedup, path, out=out, method="exact"),
            }
            best = best_of_each(runs, works)
            size = path.stat().st_size / 1e6
            result = ss.dedup(path, method="exact")
            row: dict[str, Any] = {"file": path.name, "MB": size, "documents": result.summary.documents}
            row["copies"] = len(result.removed)
            row |= {f"{name} MB/s": size / seconds for name, seconds in best.items()}
            row["dedup : pyarrow"] = best["dedup"] / best["pyarrow"]
            rows.append(row)
    return rows
