"""What users see: the whole command, from process start to the file of matches, beside `ss.find` in process and rensa.

All take turns. rensa comes from an environment of its own (`--peer-python`) and is timed as a process, too.

    python bench/command.py --data FOLDER --peer-python VENV/bin/python --rounds 5
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa

from measure import save, table

COLLECTIONS = ("tos-versions-dev", "mailing-list")
# The process ends without giving its memory back, so that what is measured is `ss.find` alone.
IN_PROCESS = """
import os, sys, time
from pathlib import Path
import samesame as ss
used, start = time.process_time(), time.perf_counter()
found = ss.find([Path(name) for name in sys.argv[1:]], threshold=0.8)
print(time.perf_counter() - start, time.process_time() - used, flush=True)
os._exit(0)
"""
PEER = Path(__file__).parent / "peers" / "rensa_peer.py"
IMPORT = "import pyarrow"


def measured(command: list[str]) -> dict[str, float]:
    """Seconds of the clock and of the processor; MB at the peak; pages that the kernel had to give, in thousands."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=err)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        out.seek(0), err.seek(0)
        if os.waitstatus_to_exitcode(status):
            sys.exit(err.read().decode())
        times = [wall, used.ru_utime + used.ru_stime]
        if command[1:3] == ["-c", IN_PROCESS]:
            times = [float(word) for word in out.read().split()]
    figures = {"wall s": times[0], "CPU s": times[1], "system s": used.ru_stime}
    return figures | {"peak MB": used.ru_maxrss / 1024, "faults, 1000": used.ru_minflt / 1000}


def unpacked(data: Path, folder: Path) -> list[str]:
    """The collections as plain JSONL."""
    paths = []
    for name in COLLECTIONS:
        path = folder / f"{name}.jsonl"
        with pa.input_stream(str(data / f"{name}.jsonl.zst"), compression="zstd") as packed:
            path.write_bytes(packed.read())
        paths.append(str(path))
    return paths


def commands(inputs: list[str], peer: Path | None, folder: Path) -> dict[str, list[str]]:
    find = [sys.executable, "-m", "samesame", "find", *inputs, "--threshold", "0.8", "--out"]
    found = {
        "samesame find, JSONL": [*find, str(folder / "matches.jsonl")],
        "samesame find, CSV": [*find, str(folder / "matches.csv")],
        "ss.find in process": [sys.executable, "-c", IN_PROCESS, *inputs],
        IMPORT: [sys.executable, "-c", IMPORT],
    }
    if peer is not None:
        options = ["--threshold", ".8", "--size", "4", "--bands", "16", "--out", str(folder / "peer.csv")]
        found["rensa, 16 × 8"] = [str(peer), str(PEER), *inputs, *options]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--peer-python", type=Path, help="a Python that has rensa")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path, help="write the raw numbers to this folder")
    given = parser.parse_args()
    found: dict[str, list[dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        each = commands(unpacked(given.data, Path(folder)), given.peer_python, Path(folder))
        for _ in range(given.rounds):
            for name, command in each.items():
                found.setdefault(name, []).append({key: round(n, 3) for key, n in measured(command).items()})
    print(table([row(name, runs) for name, runs in found.items()]))
    if given.out:
        save(given.out, "command", found)


def row(name: str, runs: list[dict[str, float]]) -> dict[str, object]:
    """Medians, and the least and the most of the clock."""
    walls = [run["wall s"] for run in runs]
    medians = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
    return {"process": name, **medians, "least wall": min(walls), "most wall": max(walls)}


if __name__ == "__main__":
    main()
