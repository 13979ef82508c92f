"""Alignment: the PAN 2013 text-alignment collection by section, and how fast texts are aligned and compared.

    python bench/align.py --pan FOLDER --data FOLDER [--out bench/runs/NAME]

The PAN folder holds `susp/`, `src/` and the sections; the data folder `tos-versions-dev` and `event-news` as JSONL.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import measure
from samesame.align.passages import Aligner, align
from samesame.read.verb import read
from samesame.verbs.alignment import evaluate_alignment
from samesame.verbs.compare import compare

RUNS = 3
ALIGNERS = {
    "reworded": Aligner(name="reworded"),
    "reworded + adapt": Aligner(name="reworded", adapt=True),
    "reworded + adapt + summary": Aligner(name="reworded", adapt=True, summary=True),
    "verbatim": Aligner(),
}


def sections(folder: Path) -> Iterator[dict[str, Any]]:
    """A row per section and aligner; speed and processor seconds (of all threads) are the best of several runs."""
    for name, aligner in ALIGNERS.items():
        results = [evaluate_alignment(folder, aligner=aligner) for _ in range(RUNS)]
        speed = max(result.pairs_per_second for result in results)
        worked = min(result.processor_seconds for result in results)
        cost = {"pairs/s": round(speed), "processor s": round(worked, 2)}
        for score in results[0].scores:
            row = {key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(score).items()}
            yield {"aligner": name, **row, **(cost if score.section == "overall" else {})}


def speeds(data: Path) -> Iterator[dict[str, Any]]:
    """Seconds of single calls, in process."""
    texts = [document.text for document in read(next(data.glob("tos-versions-dev.jsonl*")))]
    long = "\n".join(texts)
    million, other = long[:1_000_000], long[200_000:1_200_000]
    words = million.split(" ")
    words[::97] = ["edited"] * len(words[::97])
    for name, right in {"shifted": other, "edited": " ".join(words), "the same": million}.items():
        seconds = measure.best_of(RUNS, partial(compare, million, right))
        yield {"what": f"compare, 1 MB, {name}", "seconds": round(seconds, 4)}
    items = [document.text for document in read(next(data.glob("event-news.jsonl*"))) if len(document.text) >= 3600]
    pairs = [(text[:3000], text[600:3600]) for text in items[:100]]
    seconds = measure.best_of(10, lambda: [align(left, right) for left, right in pairs]) / len(pairs)
    yield {"what": "align verbatim, items of 3 kB", "seconds": round(seconds, 6)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pan", type=Path, required=True, help="folder of the PAN collection")
    parser.add_argument("--data", type=Path, required=True, help="folder with collections as JSONL")
    parser.add_argument("--out", type=Path, help="folder of the run")
    options = parser.parse_args()
    for name, rows in {"sections": list(sections(options.pan)), "speeds": list(speeds(options.data))}.items():
        print(measure.table(rows))
        if options.out:
            measure.save(options.out, name, rows)


if __name__ == "__main__":
    main()
