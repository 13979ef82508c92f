"""The experiments of the DDD paper on real texts: tables.

python bench/experiments/ddd.py --data FOLDER --out bench/runs/DATE-experiments-ddd [--only levels,grams]
python bench/experiments/page.py bench/runs/DATE-experiments-ddd docs/experiments/ddd.md
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

import samesame as ss
from experiments import ddd_time
from experiments.ddd_sets import Day, by_words, days_of
from experiments.judged import FALSE, TRUE, Judged, Scored, Shares, scores
from experiments.resample import drawn, f1_draws, interval
from experiments.scored import found
from experiments.tables import Row, environment, save

LOWEST = 0.3
LEVELS = tuple(round(0.05 * step, 2) for step in range(6, 20))
SHOWN = (0.6, 0.7, 0.8, 0.9)
GRAMS = (2, 3, 4, 5, 6, 8)
MOST = 1_500
# Pairs of a method at a threshold, of the texts of a collection.
Run = Callable[[Sequence[str], float], Scored]


def once(method: str, **settings: object) -> Run:
    """A method whose pairs at a threshold are those of a lower one that reach it: it runs once for a collection."""
    known: dict[int, Scored] = {}

    def run(texts: Sequence[str], level: float) -> Scored:
        if id(texts) not in known:
            known[id(texts)] = found(texts, method, **settings, threshold=LOWEST)
        pairs = known[id(texts)]
        told = pairs.score >= level
        return Scored(pairs.left[told], pairs.right[told], pairs.left_score[told], pairs.right_score[told])

    return run


def signed_once(texts: Sequence[str], level: float) -> Scored:
    """I-Match knows no threshold."""
    return found(texts, "imatch")


def banded(texts: Sequence[str], level: float) -> Scored:
    """Bands follow the threshold, so that each one is a run of its own."""
    return found(texts, "minhash", threshold=level)


METHODS: dict[str, Run] = {
    "ddd": once("ddd"),
    "spotsigs": once("spotsigs", preset="ddd"),
    "lsh": banded,
    "i-match": signed_once,
}


def overview(sets: list[Judged], out: Path) -> None:
    """Documents, their length, true pairs and pairs that are not judged."""
    rows: list[Row] = []
    for judged in sets:
        lengths = np.array([len(text) for text in judged.texts])
        row: Row = {"set": judged.name, "documents": len(lengths), "characters": float(np.median(lengths))}
        rows.append({**row, "true": judged.wanted, "not judged": len(judged.unknown)})
    save(out / "sets.csv", rows)


def levels(sets: list[Judged], out: Path) -> None:
    """Precision, recall, F1, pairs told and true ones among them, for each method and threshold."""
    rows: list[Row] = []
    for judged in sets:
        counts = drawn(int(judged.groups.max()) + 1)
        usual: dict[str, Shares] = {}
        for name, run in METHODS.items():
            for level in (1.0,) if name == "i-match" else LEVELS:
                pairs = run(judged.texts, level)
                rows.append({"set": judged.name, "method": name, "threshold": level, **counted(judged, pairs)})
                if level in (0.8, 1.0):
                    usual[name] = f1_draws(judged, pairs, np.ones(len(pairs.left), bool), counts)
                    low, high = interval(usual[name])
                    less, more = interval(usual["ddd"] - usual[name])
                    rows[-1] |= {"low": low, "high": high, "ddd ahead low": less, "ddd ahead high": more}
        print("measured", judged.name, flush=True)
    save(out / "levels.csv", rows)


def counted(judged: Judged, pairs: Scored) -> Row:
    """What of the judged pairs is told, and how much of it is right."""
    labels = judged.labels(pairs.left, pairs.right)
    true, false = (int(np.count_nonzero(labels == label)) for label in (TRUE, FALSE))
    return {"T": true + false, "T and C": true, **scores(true, true + false, judged.wanted)._asdict()}


def grams(sets: list[Judged], out: Path) -> None:
    """The same for other lengths of grams, and how many grams a document has."""
    rows: list[Row] = []
    for judged in sets:
        for q in GRAMS:
            run = once("ddd", q=q)
            held = np.mean([len(ddd_time.grams_of(text, q)) for text in judged.texts[:200]])
            for level in LEVELS:
                row: Row = {"set": judged.name, "q": q, "grams": float(held), "threshold": level}
                rows.append({**row, **counted(judged, run(judged.texts, level))})
    save(out / "grams.csv", rows)


def kinds(days: list[Day], out: Path) -> None:
    """How many copies of each kind are told."""
    rows: list[Row] = []
    for day in days:
        for name, run in METHODS.items():
            for level in (1.0,) if name == "i-match" else SHOWN:
                pairs = run(day.judged.texts, level)
                told = {frozenset(pair) for pair in zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)}
                for kind, amount in dict.fromkeys((edit.kind, edit.amount) for edit in day.edits):
                    some = [edit for edit in day.edits if (edit.kind, edit.amount) == (kind, amount)]
                    hit = sum(frozenset((edit.item, edit.copy)) in told for edit in some)
                    row: Row = {"set": day.judged.name, "method": name, "threshold": level, "kind": kind}
                    rows.append({**row, "amount": amount, "copies": len(some), "told": hit})
    save(out / "kinds.csv", rows)


def stream(sets: list[Judged], out: Path) -> None:
    """The same texts one after the other through a window of a day: does it tell the pairs of `find`?"""
    rows: list[Row] = []
    for judged in sets:
        window, told = ss.Window(now="2026-03-01T12:00:00Z", most=MOST), set[frozenset[str]]()
        for number, text in enumerate(judged.texts):
            verdict = window.add(ss.Document(str(number), text))
            told |= {frozenset((verdict.id, match.id)) for match in verdict.matches}
        pairs = METHODS["ddd"](judged.texts, ss.Ddd().threshold)
        ends = zip(pairs.left.astype(str), pairs.right.astype(str), strict=True)
        both = {frozenset((str(one), str(other))) for one, other in ends}
        row: Row = {"set": judged.name, "find": len(both), "window": len(told), "both": len(both & told)}
        copies = sum(group.held - 1 for group in window.groups())
        entries, compared, features = window._core.work()
        work = {"entries": entries, "compared": compared, "features": features}
        rows.append({**row, "documents stopped": copies, **work})
    save(out / "stream.csv", rows)


def main() -> None:
    """Runs what is asked for."""
    options = argparse.ArgumentParser(description="The experiments of the DDD paper.")
    options.add_argument("--data", type=Path, required=True, help="folder of collections")
    options.add_argument("--out", type=Path, required=True, help="folder for the tables")
    options.add_argument("--only", help="some of the experiments, with commas between")
    wish = options.parse_args()
    wish.out.mkdir(parents=True, exist_ok=True)
    days = days_of(wish.data, MOST)
    sets = [by_words(wish.data, "event-news", "event news"), *(day.judged for day in days)]
    works: dict[str, Callable[[], None]] = {
        "overview": lambda: overview(sets, wish.out),
        "levels": lambda: levels(sets, wish.out),
        "grams": lambda: grams(sets, wish.out),
        "kinds": lambda: kinds(days, wish.out),
        "stream": lambda: stream(sets, wish.out),
        "clip": lambda: ddd_time.clip(sets, wish.out),
        "time": lambda: ddd_time.times(wish.data, wish.out),
    }
    seconds = {"collections": time.process_time()}
    for name in wish.only.split(",") if wish.only else works:
        start = time.process_time()
        works[name]()
        seconds[name] = time.process_time() - start
    if not wish.only:
        environment(wish.out / "environment.json", "python bench/experiments/ddd.py --data FOLDER --out DIR", seconds)


if __name__ == "__main__":
    main()
