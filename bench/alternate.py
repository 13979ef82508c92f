"""Two builds in turns: processor and wall seconds of whole commands, the old build's own spread beside the new one's.

`--before` is the folder `src` of another checkout with its core built into it, in the same profile.

    python bench/alternate.py --before ../before/src --data FOLDER --rounds 9
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import save, table

RUN = "from samesame.cli.main import run; run()"
SOURCE = Path(__file__).parents[1] / "src"


def commands(data: Path, out: Path) -> dict[str, list[str]]:
    terms, mails = (str(data / f"{name}.jsonl.zst") for name in ("tos-versions-dev", "mailing-list"))
    return {
        "overlap": ["find", terms, mails, "--out", str(out / "overlap.jsonl")],
        "codet": ["find", mails, "--method", "codet", "--out", str(out / "codet.jsonl")],
        "dedup": ["dedup", terms, mails, "--out", str(out / "dedup.jsonl")],
        "passages": ["passages", mails, "--out", str(out / "passages.jsonl")],
    }


def seconds(source: Path, arguments: list[str]) -> tuple[float, float]:
    """Of the processor, and of the clock on the wall."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    variables = {**os.environ, "PYTHONPATH": str(source)}
    done = subprocess.run([sys.executable, "-c", RUN, *arguments], env=variables, capture_output=True, text=True)
    if done.returncode == 2:
        sys.exit(done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return round(used, 3), round(time.perf_counter() - started, 3)


def row(name: str, build: str, times: list[tuple[float, float]]) -> dict[str, object]:
    used, wall = ([one[i] for one in times] for i in (0, 1))
    return {
        "command": name,
        "build": build,
        "CPU s, median": statistics.median(used),
        "least": min(used),
        "most": max(used),
        "wall s, median": statistics.median(wall),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--out", type=Path, help="write the raw numbers to this folder")
    given = parser.parse_args()
    builds = {"before": given.before, "now": SOURCE}
    found: dict[str, dict[str, list[tuple[float, float]]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(given.rounds):
            for name, arguments in commands(given.data, Path(folder)).items():
                for build in ("before", "now") if turn % 2 == 0 else ("now", "before"):
                    times = seconds(builds[build], arguments)
                    found.setdefault(name, {}).setdefault(build, []).append(times)
    print(table([row(name, build, times) for name, by_build in found.items() for build, times in by_build.items()]))
    if given.out:
        save(given.out, "alternate", found)


if __name__ == "__main__":
    main()
