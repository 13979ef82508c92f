"""Shared passages: speed, growth, a footer in many documents; sentences to diagonals.

python bench/passages.py --data FOLDER [--only speed] [--only growth] [--only footer] [--only diagonals]
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

import samesame as ss
from generator import batches
from measure import best_of, best_of_each, save, table
from memory import watch
from run import HERE, unpacked
from samesame.match.sentences import match_sequences, sentence_duplicates
from samesame.read.verb import documents_of, without_metadata
from samesame.sign.sentences import Signature, sign_sentences

Row = dict[str, Any]
COLLECTIONS = ("mailing-list", "tos-versions-dev")
KINDS: tuple[Signature, ...] = ("imatch", "4-shingles")
FOOTER = "You get this mail because you are on the list of the harbour office. To leave the list, write to us."


def main() -> None:
    """Runs the parts asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of collections, *.jsonl or *.jsonl.zst")
    parser.add_argument("--out", type=Path, help="folder for the raw numbers [bench/runs/<date>-passages]")
    parser.add_argument("--only", choices=["speed", "growth", "footer", "diagonals"], action="append")
    parser.add_argument("--documents", type=int, default=200_000, help="the largest collection of 'growth'")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each, of which the best counts")
    arguments = parser.parse_args()
    out = arguments.out or HERE / "runs" / f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}-passages"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        works: dict[str, Callable[[], list[Row]]] = {
            "speed": lambda: speed(collections(arguments.data, folder), folder, arguments.rounds),
            "growth": lambda: growth(arguments.documents, folder, arguments.rounds),
            "footer": lambda: footer(folder, arguments.rounds),
            "diagonals": lambda: diagonals(arguments.documents // 4, arguments.rounds),
        }
        for part in arguments.only or list(works):
            rows = works[part]()
            save(out, part, rows)
            print(f"\n## {part}\n{table(rows)}", flush=True)


def collections(data: Path, folder: Path) -> list[Path]:
    """The collections as JSONL."""
    plain = [data / f"{name}.jsonl" for name in COLLECTIONS]
    if all(path.exists() for path in plain):
        return plain
    return [path for path in unpacked(data, folder) if path.stem in COLLECTIONS]


def speed(paths: list[Path], folder: Path, rounds: int) -> list[Row]:
    """From JSONL to groups written, beside only reading; and the whole command, import and all."""
    megabytes = sum(path.stat().st_size for path in paths) / 1e6
    out = folder / "passages.jsonl"

    def read() -> None:
        for _ in without_metadata(documents_of(paths)).batches():
            pass

    def verb() -> None:
        ss.passages(paths).write(out)

    def command() -> None:
        subprocess.run(
            [sys.executable, "-m", "samesame", "passages", *map(str, paths), "--out", str(out)],
            check=True,
            capture_output=True,
        )

    works = {"read documents": read, "ss.passages and write": verb, "samesame passages": command}
    best = best_of_each(rounds, works)
    found = ss.passages(paths)
    rows: list[Row] = [{"step": name, "s": seconds, "MB/s": megabytes / seconds} for name, seconds in best.items()]
    for row in rows:
        row["CPU s"] = min(cpu_seconds(works[row["step"]]) for _ in range(rounds))
    counts = sum(found.to_arrow()["count"].to_pylist())
    rows[1] |= {"passages": len(found), "places": counts, "written MB": out.stat().st_size / 1e6}
    stages = {f"of it: {name}": seconds for name, seconds in found.summary.stages.items()}
    return rows + [{"step": name, "s": seconds, "MB/s": megabytes / seconds} for name, seconds in stages.items()]


def cpu_seconds(work: Callable[[], object]) -> float:
    """Seconds of all cores together, of this process and those it starts: what a busy machine does not change."""
    before = os.times()
    work()
    return sum(os.times()[:4]) - sum(before[:4])


def growth(most: int, folder: Path, rounds: int) -> list[Row]:
    """Generated text of growing size: time, memory, the exponent from the first size on."""
    rows: list[Row] = []
    for documents in (most // 8, most // 4, most // 2, most):
        path = folder / f"generated-{documents}.jsonl"
        write(path, batches(documents, seed=1))
        command = [sys.executable, "-m", "samesame", "passages", str(path), "--out", str(folder / "out.jsonl")]
        best = best_watched(command, rounds)
        rows.append({"documents": documents, "MB": path.stat().st_size / 1e6, **best})
        rows[-1]["exponent"] = exponent(rows, "CPU s")
        path.unlink()
    return rows


def best_watched(command: list[str], rounds: int) -> Row:
    """Of several runs of a program the shortest time, and the least work of all cores."""
    runs: list[Row] = []
    spent = min(cpu_seconds(lambda: runs.append(watch(command))) for _ in range(rounds))
    best = min(runs, key=lambda run: float(run["seconds"]))
    return {"s": best["seconds"], "CPU s": spent, "peak MB": best["peak MB"]}


def footer(folder: Path, rounds: int) -> list[Row]:
    """One footer in more and more documents."""
    rows: list[Row] = []
    for documents in (7_500, 15_000, 30_000, 60_000):
        path = folder / "footer.jsonl"
        with path.open("w", encoding="utf-8") as file:
            for batch in batches(documents, seed=2, share_copies=0.0, boilerplate=0.0):
                for row in batch.to_pylist():
                    file.write(json.dumps({"id": row["id"], "text": f"{row['text']}\n--\n{FOOTER}\n"}) + "\n")
        work = partial(ss.passages, path)
        seconds, spent = best_of(rounds, work), min(cpu_seconds(work) for _ in range(rounds))
        group = next(passage for passage in ss.passages(path) if passage.text == FOOTER)
        row = {"documents": documents, "s": seconds, "CPU s": spent, "places of the footer": group.count}
        rows.append({**row, "boilerplate": str(group.boilerplate)})
        rows[-1]["exponent"] = exponent(rows, "CPU s")
    return rows


def diagonals(most: int, rounds: int) -> list[Row]:
    """From sentences with signatures to diagonals."""
    rows: list[Row] = []
    for documents in (most // 8, most // 4, most // 2, most):
        texts = pa.concat_arrays([batch.column("text").cast(pa.large_string()) for batch in batches(documents, seed=1)])
        for kind in KINDS:
            signed = sign_sentences(texts, kind)
            spent = min(cpu_seconds(partial(sequences, signed)) for _ in range(rounds))
            found = sequences(signed)
            row = {"signature": kind, "documents": documents, "sentences": len(signed.flatten()), "CPU s": spent}
            rows.append({**row, "diagonals": len(found)})
            rows[-1]["exponent"] = exponent([row for row in rows if row["signature"] == kind], "CPU s")
    return rows


def sequences(signed: pa.LargeListArray) -> pa.Table:
    """The second and the third step of pdc."""
    return match_sequences(*sentence_duplicates(signed))


def exponent(rows: list[Row], name: str) -> float | str:
    """How the time of that name in the last row grew from the first: 1 is linear."""
    if len(rows) < 2:
        return ""
    first, last = rows[0], rows[-1]
    return math.log(last[name] / first[name]) / math.log(last["documents"] / first["documents"])


def write(path: Path, generated: Any) -> None:
    """Documents as JSONL."""
    with path.open("w", encoding="utf-8") as file:
        for batch in generated:
            for row in batch.select(["id", "text"]).to_pylist():
                file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
