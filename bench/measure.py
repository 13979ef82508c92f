"""What all benchmarks share: timing, the record of machine and versions, the files of a run."""

from __future__ import annotations

import datetime
import importlib.metadata
import json
import os
import platform
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

PACKAGES = ("samesame", "pyarrow", "numpy", "typer", "rich")


def best_of(runs: int, work: Callable[[], object]) -> float:
    """Seconds of the fastest of several runs: what the machine can do when nothing disturbs it."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def best_of_each(runs: int, works: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """The fastest run of each, taken in turns, so that a slow minute of the machine hits all of them."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(runs):
        for name, work in works.items():
            best[name] = min(best[name], best_of(1, work))
    return best


def generated(folder: Path, *arguments: str) -> Path:
    """A collection made by the generator with these arguments, once a folder."""
    path = folder / f"{'-'.join(arguments).strip('-')}.jsonl"
    if not path.exists():
        command = [sys.executable, str(Path(__file__).parent / "generate.py"), *arguments, "--out", str(path)]
        subprocess.run(command, check=True, capture_output=True)
    return path


def command(arguments: Iterable[str]) -> str:
    """The command as a reader would type it: places of this machine are not named.

    >>> command(["bench/index.py", "--data", "/home/me/data", "--out=/tmp/run", "--only", "size"])
    'python bench/index.py --data FOLDER --out=FOLDER --only size'
    """
    return shlex.join(["python", *(re.sub(r"(^|=)/.*", r"\1FOLDER", argument) for argument in arguments)])


def environment() -> dict[str, Any]:
    """The machine and the versions."""
    rust = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "command": command(sys.argv),
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "rust": rust,
        "versions": {name: importlib.metadata.version(name) for name in PACKAGES},
    }


def _cpu() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor()


def save(out: Path, name: str, results: object) -> None:
    """Writes raw numbers with their environment to `out/name.json`."""
    out.mkdir(parents=True, exist_ok=True)
    record = {"environment": environment(), "results": results}
    (out / f"{name}.json").write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def table(rows: list[dict[str, Any]]) -> str:
    """Rows as a Markdown table."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = ["| " + " | ".join(names) + " |", "|" + "|".join(["---"] * len(names)) + "|"]
    lines += ["| " + " | ".join(_cell(row.get(name, "")) for name in names) + " |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
