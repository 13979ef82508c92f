"""The experiments of the CoDet paper on today's data: tables and plots.

python bench/experiments/codet.py --data FOLDER --out docs/experiments/codet [--only sweeps,values,time,effect]
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

import samesame as ss
from samesame import _core

sys.path.append(str(Path(__file__).parents[1]))
from experiments.labelled import Labelled, Pair, articles, bills, laws, terms, turkish
from experiments.plot import Axis, Points, line_plot
from measure import generated

Row = dict[str, Any]
COLLECTIONS = {"articles": articles, "bills": bills, "laws": laws, "terms": terms}
DEPTHS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 30)
SUFFIXES = (1, 2, 3, 4, 5)
LEVELS = tuple(round(0.05 * step, 2) for step in range(2, 20))
LEVEL = 0.5
SIZES = (12_500, 25_000, 50_000, 100_000, 200_000)
METHODS: dict[str, dict[str, Any]] = {
    "ffp": {"preset": "codet"},
    "dsc": {"preset": "codet"},
    "imatch": {"preset": "codet"},
    "simhash": {"preset": "codet"},
    "codet": {},
    "overlap": {},
}


def main() -> None:
    """Runs what is asked for."""
    options = argparse.ArgumentParser(description="The experiments of the CoDet paper.")
    options.add_argument("--data", type=Path, required=True, help="folder of collections")
    options.add_argument("--out", type=Path, required=True, help="folder for tables and plots")
    options.add_argument("--only", default="sweeps,values,effect,time", help="some of the experiments")
    options.add_argument("--largest", type=int, default=SIZES[-1], help="documents of the largest generated collection")
    options.add_argument("--collections", default=",".join(COLLECTIONS), help="some of the labelled collections")
    wish = options.parse_args()
    wish.out.mkdir(parents=True, exist_ok=True)
    asked = wish.only.split(",")
    if "sweeps" in asked or "effect" in asked:
        labelled = [COLLECTIONS[name](wish.data) for name in wish.collections.split(",")]
    if "sweeps" in asked:
        sweeps(labelled, wish.out)
    if "effect" in asked:
        effectiveness(labelled, wish.out)
    if "values" in asked:
        texts = {"turkish-news": turkish(wish.data), "articles": articles(wish.data).texts}
        similarity_values(texts, wish.out)
    if "time" in asked:
        times([size for size in SIZES if size <= wish.largest], wish.out)


def save(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """A table as CSV; also for people who watch."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({k: f"{v:.4g}" if isinstance(v, float) else v for k, v in row.items()} for row in rows)
    print(path.read_text(encoding="utf-8"), flush=True)


def lines(rows: Iterable[Row], name: Callable[[Row], str], x: str, y: str) -> dict[str, Points]:
    """Rows as lines of a plot."""
    found: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        found.setdefault(name(row), []).append((row[x], row[y]))
    return dict(found)


# --- sweeps: Figs 2, 4 and 5, and ETL ---


class Signed:
    """A collection ready for many runs: its texts and their statistics."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.ids = list(texts)
        self._texts = pa.array(texts.values(), pa.large_string())
        self._statistics = ss.Statistics.count_texts([self._texts], ss.CoDet().words())
        self._weights = self._statistics.weights()

    def pairs(self, level: float, parameters: Mapping[str, Any]) -> list[tuple[float, Pair]]:
        """Each pair with the larger of its two scores, if that is above a level."""
        join = _core.TreeJoin(8 << 30)
        join.push(ss.CoDet(**parameters).sign(self._texts, self._weights, 0))
        table = join.pairs(level, None, 1 << 30, 0).table()
        columns = [table.column(name).to_pylist() for name in ("left", "right", "left_score", "right_score")]
        return [(max(a, b), (self.ids[left], self.ids[right])) for left, right, a, b in zip(*columns, strict=True)]


def at_level(collection: Labelled, pairs: list[tuple[float, Pair]], level: float) -> tuple[float, float, float]:
    """Precision, recall, F1 at an equivalency threshold level."""
    return collection.score(pair for score, pair in pairs if score > level)


def sweeps(labelled: list[Labelled], out: Path) -> None:
    """F1 against ETL, DT with and without word sorting, and PSC."""
    rows: list[Row] = []
    levels: list[Row] = []
    for collection in labelled:
        signed = Signed(collection.texts)
        wishes: list[Row] = [{"ws": ws, "depth": depth, "suffixes": 1} for ws in (True, False) for depth in DEPTHS]
        wishes += [{"ws": ws, "depth": 5, "suffixes": count} for ws in (True, False) for count in SUFFIXES[1:]]
        for wish in wishes:
            pairs = signed.pairs(LEVELS[0], wish)
            scores = {level: at_level(collection, pairs, level) for level in LEVELS}
            best = max(LEVELS, key=lambda level: scores[level][2])
            precision, recall, f1 = scores[LEVEL]
            row = {"collection": collection.name, **wish, "precision": precision, "recall": recall, "F1": f1}
            rows.append({**row, "best ETL": best, "F1 at best": scores[best][2]})
            if wish["depth"] == 5 and wish["suffixes"] == 1:
                for level in LEVELS:
                    named = dict(zip(("precision", "recall", "F1"), scores[level], strict=True))
                    levels.append({"collection": collection.name, "ws": wish["ws"], "ETL": level, **named})
    save(out / "sweeps.csv", rows)
    save(out / "etl.csv", levels)
    score = Axis(label="F1", low=0, high=1)
    single = [row for row in rows if row["suffixes"] == 1]
    for ws, state in ((True, "on"), (False, "off")):
        shown = lines((r for r in single if r["ws"] == ws), lambda r: str(r["collection"]), "depth", "F1")
        axis = Axis(label="depth threshold (DT)", log=True)
        line_plot(
            out / f"depth-ws-{state}.svg", f"F1 against DT, word sorting {state}, ETL {LEVEL}", shown, axis, score
        )
        shown = lines((r for r in levels if r["ws"] == ws), lambda r: str(r["collection"]), "ETL", "F1")
        axis = Axis(label="equivalency threshold level (ETL)", low=0, high=1)
        line_plot(out / f"etl-ws-{state}.svg", f"F1 against ETL, word sorting {state}, DT 5", shown, axis, score)
    shown = lines((r for r in rows if r["depth"] == 5 and r["ws"]), lambda r: str(r["collection"]), "suffixes", "F1")
    axis = Axis(label="processed suffix count (PSC)")
    line_plot(out / "suffixes.svg", f"F1 against PSC, word sorting on, DT 5, ETL {LEVEL}", shown, axis, score)


# --- effectiveness: Table 1 ---


def effectiveness(labelled: list[Labelled], out: Path) -> None:
    """Precision, recall and F1 of all methods."""
    rows = []
    for collection in labelled:
        for method, wish in METHODS.items():
            found = ss.find(collection.texts, method=method, all_pairs=True, **wish).to_arrow()
            pairs = list(zip(found["left"].to_pylist(), found["right"].to_pylist(), strict=True))
            scores = dict(zip(("precision", "recall", "F1"), collection.score(pairs), strict=True))
            rows.append({"collection": collection.name, "method": method, "pairs": len(pairs), **scores})
    save(out / "effectiveness.csv", rows)


# --- similarity values a document ---


def similarity_values(collections: Mapping[str, dict[str, str]], out: Path) -> None:
    """How many similarity values are calculated for a document: others with which it shares a node."""
    rows = []
    for name, texts in collections.items():
        for ws in (True, False):
            found = Signed(texts).pairs(0.0, {"ws": ws})
            rows.append(
                {"collection": name, "documents": len(texts), "ws": ws, "values a document": len(found) / len(texts)}
            )
    save(out / "values.csv", rows)


# --- time: Fig. 3 ---


def times(sizes: Sequence[int], out: Path) -> None:
    """Seconds of each method from a file of raw text to pairs, the better of two runs, by number of documents."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            path = generated(Path(folder), "--documents", str(size))
            statistics = counted(path)
            for method, wish in METHODS.items():
                given = dict(wish) if method == "overlap" else {**wish, "language": "en"}
                if method in ("imatch", "simhash", "codet"):
                    given["stats"] = statistics
                runs = [ss.find(path, method=method, **given) for _ in range(2)]
                found = min(runs, key=lambda run: run.summary.seconds)
                seconds = found.summary.seconds
                row = {"documents": size, "method": method, "seconds": seconds, "pairs": len(found)}
                match = found.summary.stages.get("match", 0.0)
                rows.append({**row, "documents a second": size / seconds, "match seconds": match})
                print(rows[-1], flush=True)
    save(out / "time.csv", rows)
    shown = lines(rows, lambda row: str(row["method"]), "documents", "seconds")
    axes = Axis(label="documents", log=True), Axis(label="seconds", log=True)
    line_plot(out / "time.svg", "Raw text to pairs, two threads, statistics given", shown, *axes)


def counted(path: Path) -> ss.Statistics:
    """The statistics that all methods with idf share."""
    return ss.Statistics.count(path, options=ss.CoDet(language="en").words())


if __name__ == "__main__":
    main()
