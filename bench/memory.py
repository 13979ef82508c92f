"""Memory while streaming: the resident size of `samesame` on files three and twelve times larger than its cap."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

CAP = 64 << 20


def resident(pid: int) -> int:
    """Bytes that a process holds in memory, but for files it maps: 0 when it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(("RssAnon:", "RssShmem:")))


def watch(command: list[str]) -> dict[str, Any]:
    """Runs a command and samples its memory twenty times a second."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    samples = []
    while process.poll() is None:
        samples.append(resident(process.pid))
        time.sleep(0.05)
    error = process.stderr.read().decode() if process.stderr else ""
    if process.returncode:
        raise RuntimeError(f"{command} ended with {process.returncode}: {error}")
    quarter = max(len(samples) // 4, 1)
    return {
        "seconds": time.perf_counter() - start,
        "peak MB": max(samples) / 1e6,
        "MB at a quarter": samples[quarter] / 1e6 if len(samples) > quarter else 0.0,
        "MB at the end": samples[-2] / 1e6 if len(samples) > 1 else 0.0,
    }


def measure(path: Path, folder: Path) -> list[dict[str, Any]]:
    """`read` and `dedup` under the cap, on a quarter of the file and on all of it."""
    part = folder / "quarter.jsonl"
    with path.open("rb") as source, part.open("wb") as target:
        target.writelines(source.readlines(path.stat().st_size // 4))
    rows = []
    for name in ("read", "dedup"):
        for file in (part, path):
            limit = ["--method", "exact", "--memory", f"{CAP >> 20}MiB"] if name == "dedup" else []
            command = [
                sys.executable,
                "-m",
                "samesame",
                name,
                str(file),
                *limit,
                "--out",
                str(folder / f"{name}.jsonl"),
            ]
            rows.append({"command": name, "file MB": file.stat().st_size / 1e6, "cap MB": CAP / 1e6, **watch(command)})
    return rows
