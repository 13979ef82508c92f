"""An index beside the collection that it stands for: its size, one document asked, a large question, an open index.

Commands are run in turns and told in seconds of the processor and of the clock; what a process takes before it does
anything (`import pyarrow`, a `find` without `--against`) stands beside them.

    python bench/index.py --data FOLDER --rounds 5
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import samesame as ss
from measure import generated, save, table
from run import HERE, unpacked

Row = dict[str, Any]
RUN = ["-c", "from samesame.cli.main import run; run()"]
# Every so many-th document is asked for in the large question.
STEP = 4


def main() -> None:
    """Runs all parts on a generated collection and on real ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of collections, *.jsonl.zst")
    parser.add_argument("--documents", type=int, default=200_000, help="documents of the generated collection")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path, help="folder for the raw numbers [bench/runs/<date>-index]")
    arguments = parser.parse_args()
    out = arguments.out or HERE / "runs" / f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}-index"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = [generated(folder, "--documents", str(arguments.documents))]
        wanted = ("mailing-list", "tos-versions-dev")
        paths += [path for path in unpacked(arguments.data, folder) if path.stem in wanted] if arguments.data else []
        rows: dict[str, list[Row]] = {"size": [], "one": [], "large": [], "open": []}
        for path in paths:
            for part, found in collection(path, folder, arguments.rounds).items():
                rows[part] += found
    for part, found in rows.items():
        save(out, part, found)
        print(f"\n## {part}\n{table(found)}", flush=True)


def collection(path: Path, folder: Path, rounds: int) -> dict[str, list[Row]]:
    """All that is measured on one collection."""
    index, one, large = (folder / f"{path.stem}.{kind}" for kind in ("index", "one.jsonl", "large.jsonl"))
    built = timed([*RUN, "index", "build", str(index), str(path)])
    questions(path, one, large)
    texts = sum(len(json.loads(line)["text"].encode()) for line in path.open(encoding="utf-8"))
    size = sum(file.stat().st_size for file in index.iterdir())
    sizes = {"texts MB": texts / 1e6, "index MB": size / 1e6, "index / texts": size / texts}
    name = {"collection": path.stem, "documents": ss.Index(index).documents}
    find = [*RUN, "find", str(one), "--out", str(folder / "found.jsonl")]
    starts = {
        "python -c pass": ["-c", "pass"],
        "import pyarrow": ["-c", "import pyarrow"],
        "find ONE": find,
        "find ONE --against INDEX": [*find, "--against", str(index)],
        "find ONE --against FILE": [*find, "--against", str(path)],
    }
    sides = {"INDEX": str(index), "FILE": str(path)}
    larger = {
        f"find LARGE --against {side}": [
            *RUN,
            "find",
            str(large),
            "--against",
            against,
            "--out",
            str(folder / f"{side}.jsonl"),
        ]
        for side, against in sides.items()
    }
    result = {
        "size": [{**name, **sizes, "build, CPU s": built["CPU s"], "peak MB": built["peak MB"]}],
        "one": in_turns(name, starts, rounds),
        "large": in_turns(name, larger, max(rounds // 2, 1)),
        "open": [{**name, **asked_often(index, one)}],
    }
    assert (folder / "INDEX.jsonl").read_bytes() == (folder / "FILE.jsonl").read_bytes(), "other rows against the index"
    return result


def questions(path: Path, one: Path, large: Path) -> None:
    """One document of the collection, and many, under other ids and with an addition."""
    with path.open(encoding="utf-8") as lines, large.open("w", encoding="utf-8") as out:
        for number, line in enumerate(lines):
            if number % STEP == STEP // 2:
                record = json.loads(line)
                asked = {"id": f"q{number}", "text": f"{record['text']} and so on"}
                out.write(json.dumps(asked) + "\n")
    with large.open(encoding="utf-8") as lines:
        middle = sorted(lines, key=len)[sum(1 for _ in large.open(encoding="utf-8")) // 2]
    one.write_text(middle, encoding="utf-8")


def in_turns(name: Row, commands: dict[str, list[str]], rounds: int) -> list[Row]:
    """The median of several runs of each command."""
    runs: dict[str, list[Row]] = {command: [] for command in commands}
    for _ in range(rounds):
        for command, arguments in commands.items():
            runs[command].append(timed(arguments))
    middle = {
        command: {figure: statistics.median(run[figure] for run in found) for figure in found[0]}
        for command, found in runs.items()
    }
    return [{**name, "command": command, **figures} for command, figures in middle.items()]


def timed(arguments: list[str]) -> Row:
    """Runs Python with these arguments; seconds of the processor and of the clock, and the peak of its memory."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak, ended = 0, 0
    while not ended:
        peak = max(peak, peak_of(process.pid))
        time.sleep(0.005)
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{arguments} ended with {process.returncode}")
    used = usage.ru_utime + usage.ru_stime
    return {"CPU s": used, "wall s": time.perf_counter() - start, "peak MB": peak / 1e6}


def peak_of(pid: int) -> int:
    """The most bytes that a process has held so far. The kernel counts those of its parent at the end."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))


def asked_often(index: Path, one: Path, times: int = 50) -> Row:
    """Milliseconds of a question to an index that stays open, in a process that is warm."""
    question = ss.read(one)
    texts = {document.id: document.text for document in question}
    cpu, wall = [], []
    with ss.Index(index) as opened:
        for _ in range(times):
            start, used = time.perf_counter(), time.process_time()
            len(ss.find(texts, against=opened))
            cpu.append(1000 * (time.process_time() - used))
            wall.append(1000 * (time.perf_counter() - start))
    return {"questions": times, "CPU ms": statistics.median(cpu), "wall ms": statistics.median(wall)}


if __name__ == "__main__":
    main()
