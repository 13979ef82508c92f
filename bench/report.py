"""Measures `samesame report` on generated members: letters with edits, and documents that are alone.

python bench/report.py --members 100000 --documents 500000 --out run.json
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

LETTERS, SENTENCES, WORDS = 200, 12, 14


def sentence(random: Random) -> str:
    return " ".join(f"word{int(random.paretovariate(0.35)) % 30_000}" for _ in range(WORDS)).capitalize() + "."


def write(folder: Path, members: int, documents: int, seed: int = 1) -> None:
    """Texts and members; a member drops, changes and adds a sentence, and what it adds is its unique text."""
    random = Random(seed)
    letters = [[sentence(random) for _ in range(SENTENCES)] for _ in range(LETTERS)]
    with (folder / "texts.jsonl").open("w") as texts, (folder / "members.jsonl").open("w") as rows:

        def put(number: int, text: str, **row: object) -> None:
            id = f"d{number:07}"
            texts.write(json.dumps({"id": id, "text": text, "time": f"2026-0{1 + number % 9}-11"}) + "\n")
            rows.write(json.dumps({"id": id, **row}) + "\n")

        for number, letter in enumerate(letters):
            put(number, " ".join(letter), cluster=f"d{number:07}", role="reference")
        for number in range(LETTERS, members):
            which = min(int(random.paretovariate(0.6)) - 1, LETTERS - 1)
            own, kept = sentence(random), [*letters[which]]
            kept[random.randrange(SENTENCES)] = sentence(random)
            del kept[random.randrange(SENTENCES)]
            start = len(" ".join(kept)) + 1
            unique = [{"start": start, "end": start + len(own)}]
            row = {"role": "member", "edit": "minor_change_block_edit", "unique": unique, "rule": "must-link"}
            put(number, " ".join([*kept, own]), cluster=f"d{which:07}", **row)
        for number in range(members, documents):
            text = " ".join(sentence(random) for _ in range(random.randrange(2, 20)))
            put(number, text, cluster=f"d{number:07}", role="singleton")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=100_000)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, given.members, given.documents)
        command = ["-m", "samesame", "report", "members.jsonl", "--texts", "texts.jsonl", "--out", "page.html", "-q"]
        started = time.perf_counter()
        subprocess.run([sys.executable, *command], cwd=folder, check=True)
        seconds = time.perf_counter() - started
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = {
            "members": given.members,
            "documents": given.documents,
            "text_bytes": (folder / "texts.jsonl").stat().st_size,
            "page_bytes": (folder / "page.html").stat().st_size,
            "seconds": round(seconds, 2),
            "cpu_seconds": round(used.ru_utime + used.ru_stime, 2),
            "peak_mb": round(used.ru_maxrss / 1024),
        }
    print(json.dumps(found))
    if given.out is not None:
        given.out.write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
