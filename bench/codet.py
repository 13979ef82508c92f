"""CoDet: speed from raw text, the step from words to matches beside I-Match, growth, copies, memory.

python bench/codet.py [--only speed] [--only step] ...
"""

from __future__ import annotations

import argparse
import datetime
import math
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

import samesame as ss
from measure import best_of, best_of_each, generated, save, table
from run import HERE
from samesame import _core
from samesame.read.verb import documents_of, without_metadata
from samesame.segment.words import WordOptions

Row = dict[str, Any]
ENGLISH = WordOptions(language="en", stop=True, stem="first5")
RUNS = 3


def main() -> None:
    """Runs the parts asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="folder for the raw numbers [bench/runs/<date>-codet]")
    parser.add_argument("--only", choices=["speed", "step", "growth", "copies", "memory"], action="append")
    parser.add_argument("--documents", type=int, default=200_000, help="the largest collection of 'growth'")
    arguments = parser.parse_args()
    out = arguments.out or HERE / "runs" / f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}-codet"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        works: dict[str, Callable[[], list[Row]]] = {
            "speed": lambda: speed(folder),
            "step": lambda: step(generated(folder, "--documents", "50000")),
            "growth": lambda: growth(arguments.documents, folder),
            "copies": lambda: copies(folder),
            "memory": lambda: windows(generated(folder, "--documents", "50000")),
        }
        for part in arguments.only or list(works):
            rows = works[part]()
            save(out, part, rows)
            print(f"\n## {part}\n{table(rows)}", flush=True)


def texts_of(path: Path) -> list[pa.Array]:
    """All texts, read."""
    return [batch.column("text") for batch in without_metadata(documents_of(path)).batches()]


def speed(folder: Path) -> list[Row]:
    """From a file of raw text to matches, best of several files.

    A language is remembered with its text: a second run over one file would not detect it.
    """
    seconds: dict[str, list[float]] = {}
    for seed in range(1, RUNS + 1):
        path = generated(folder, "--documents", "50000", "--seed", str(seed))
        find = partial(ss.find, path, method="codet")
        works: dict[str, Callable[[], object]] = {"codet, nothing given": find, "overlap": partial(ss.find, path)}
        works["codet, language given"] = partial(find, language="en")
        statistics = ss.Statistics.count(path, options=ENGLISH)
        works["codet, statistics and language given"] = partial(find, language="en", stats=statistics)
        works["imatch, statistics and language given"] = partial(
            ss.find, path, method="imatch", language="en", stats=statistics
        )
        for name, work in works.items():
            seconds.setdefault(name, []).append(best_of(1, work))
    count, size = statistics.documents, path.stat().st_size
    return [
        {"run": name, "bytes per document": size / count, "seconds": min(runs), "documents/s": count / min(runs)}
        for name, runs in seconds.items()
    ]


def step(path: Path) -> list[Row]:
    """From words to matches: all of the work but for cutting texts into words, which is measured by itself."""
    batches, key = texts_of(path), ENGLISH.key()
    weights = ss.Statistics.count(path, options=ENGLISH).weights()

    def cut(by_sentence: bool) -> None:
        for texts in batches:
            _core.word_counts(texts, key, by_sentence, 0)

    def imatch() -> None:
        join = _core.SetJoin(2 << 30, len(batches))
        for texts in batches:
            prints = weights.imatch(texts, key, skip=2, take=10, hash="xxh3", threads=0)
            valid = prints.is_valid().cast(pa.int64()).to_numpy().cumsum()
            offsets = pa.concat_arrays([pa.array([0], pa.int64()), pa.array(valid)])
            join.push(pa.LargeListArray.from_arrays(offsets, prints.drop_null()), 0)
        join.pairs("coverage", 1.0, None, 0)

    def codet() -> None:
        join = _core.TreeJoin(2 << 30)
        for texts in batches:
            join.push(weights.paths(texts, key, sorted=True, depth=5, suffixes=1, threads=0))
        join.pairs(0.5, None, 1 << 30, 0)

    works: dict[str, Callable[[], object]] = {
        "words": partial(cut, False),
        "words by sentence": partial(cut, True),
        "imatch": imatch,
        "codet": codet,
    }
    best = best_of_each(2 * RUNS, works)
    steps = {"imatch": best["imatch"] - best["words"], "codet": best["codet"] - best["words by sentence"]}
    rows: list[Row] = [{"step": f"{name}, from texts", "seconds": seconds} for name, seconds in best.items()]
    rows += [{"step": f"{name}, from words to matches", "seconds": seconds} for name, seconds in steps.items()]
    return [*rows, {"step": "codet by imatch, from words", "times": steps["codet"] / steps["imatch"]}]


def growth(largest: int, folder: Path) -> list[Row]:
    """Time against the number of documents, and the exponent from the first row."""
    rows: list[Row] = []
    for documents in [largest // 16, largest // 8, largest // 4, largest // 2, largest]:
        path = generated(folder, "--documents", str(documents))
        statistics = ss.Statistics.count(path, options=ENGLISH)
        find = partial(ss.find, path, method="codet", language="en", stats=statistics)
        seconds = best_of_each(RUNS, {"find": find})["find"]
        first = rows[0] if rows else {"seconds": seconds, "documents": documents / 2}
        exponent = math.log(seconds / first["seconds"]) / math.log(documents / first["documents"])
        row = {"documents": documents, "seconds": seconds, "documents/s": documents / seconds}
        rows.append({**row, "exponent from the first": exponent})
    return rows


def copies(folder: Path) -> list[Row]:
    """One content in n documents, and n near copies of one text, which only `dedup` need not tell in pairs."""
    rows = []
    for kind, verb in (("--identical", ss.find), ("--identical", ss.dedup), ("--variants", ss.dedup)):
        for count in (12_500, 25_000, 50_000):
            path = generated(folder, kind, str(count))
            started = time.perf_counter()
            verb(path, method="codet", language="en")
            row = {"kind": kind[2:], "verb": verb.__name__, "documents": count}
            rows.append({**row, "seconds": time.perf_counter() - started})
    return rows


def windows(path: Path) -> list[Row]:
    """Ten windows, the last one kept: bytes per document of the tree, and what is left when all have gone."""
    statistics = ss.Statistics.count(path, options=ENGLISH)
    tree = ss.CorpusTree(statistics)
    documents = [document for batch in texts_of(path) for document in batch.to_pylist()]
    size = len(documents) // 10
    rows: list[Row] = []
    for window in range(10):
        started = time.perf_counter()
        for number, text in enumerate(documents[window * size : (window + 1) * size]):
            tree.add(f"{window}-{number}", text, time=window)
        seconds = time.perf_counter() - started
        full = tree.stats()
        tree.expire(window)
        kept = tree.stats()
        row = {"window": str(window), "documents": full.documents, "bytes per document": full.bytes / full.documents}
        rows.append({**row, "MB after expiry": kept.bytes / 1e6, "documents/s": size / seconds})
    tree.expire(100)
    rows.append({"window": "none left", "MB after expiry": tree.stats().bytes / 1e6})
    whole = ss.CorpusTree(statistics)
    for number, text in enumerate(documents):
        whole.add(str(number), text)
    stats = whole.stats()
    row = {"window": "all at once", "documents": stats.documents, "bytes per document": stats.bytes / stats.documents}
    return [*rows, row]


if __name__ == "__main__":
    main()
