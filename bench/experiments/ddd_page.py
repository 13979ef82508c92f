"""The tables and plots of the page on DDD, made of a run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from experiments.codet_page import signed
from experiments.plot import Axis, Points, drawn
from experiments.tables import Row, load, markdown, share

F1 = Axis(label="F1", low=0, high=1)
SHOWN = (0.6, 0.7, 0.8, 0.9, 1.0)
# The columns of the table of kinds: a method at a threshold.
TOLD = (("ddd", 0.8), ("ddd", 0.7), ("spotsigs", 0.8), ("spotsigs", 0.6), ("lsh", 0.8), ("i-match", 1.0))


def sets(run: Path) -> str:
    """The collections."""
    head = ["set", "documents", "characters (median)", "true pairs", "pairs that are not judged"]
    rows = [
        [r["set"], r["documents"], f"{r['characters']:,.0f}", r["true"], r["not judged"]]
        for r in load(run / "sets.csv")
    ]
    return markdown(head, rows)


def levels(run: Path) -> str:
    """Pairs told, true ones among them, precision, recall and F1 of each method."""
    rows: list[list[Any]] = []
    for r in load(run / "levels.csv"):
        if r["threshold"] in SHOWN:
            level = "–" if r["method"] == "i-match" else share(r["threshold"], 1)
            figures = [share(r[name], 3) for name in ("precision", "recall", "f1")]
            rows.append([r["set"], r["method"], level, r["T"], r["T and C"], *figures])
    return markdown(["set", "method", "threshold", "pairs told (T)", "true (T ∩ C)", "precision", "recall", "F1"], rows)


def ahead(run: Path) -> str:
    """F1 at .8 with its interval, the lead of ddd, and the best threshold of each method."""
    rows = load(run / "levels.csv")
    head = ["set", "method", "F1 at .8", "95 % interval", "ddd ahead by, 95 % interval", "best threshold", "F1 there"]
    body: list[list[Any]] = []
    for r in rows:
        if r["low"] == "":
            continue
        same = [other for other in rows if (other["set"], other["method"]) == (r["set"], r["method"])]
        best = max(same, key=lambda row: float(row["f1"]))
        lead = "–" if r["method"] == "ddd" else f"{signed(r['ddd ahead low'])} to {signed(r['ddd ahead high'])}"
        level = "–" if r["method"] == "i-match" else share(best["threshold"])
        ends = f"{share(r['low'])}–{share(r['high'])}"
        body.append([r["set"], r["method"], share(r["f1"], 3), ends, lead, level, share(best["f1"], 3)])
    return markdown(head, body)


def grams(run: Path) -> str:
    """F1 by the length of the grams."""
    found: dict[tuple[str, int], list[Row]] = {}
    for row in load(run / "grams.csv"):
        found.setdefault((row["set"], row["q"]), []).append(row)
    body: list[list[Any]] = []
    for (name, q), rows in found.items():
        at = {row["threshold"]: row["f1"] for row in rows}
        best = max(rows, key=lambda row: float(row["f1"]))
        figures = [share(at[level], 3) for level in (0.6, 0.7, 0.8)]
        low = next(row["precision"] for row in rows if row["threshold"] == 0.5)
        held = f"{rows[0]['grams']:,.0f}"
        body.append([name, q, held, *figures, share(low, 3), share(best["threshold"]), share(best["f1"], 3)])
    head = ["set", "q", "grams of a document", "F1 at .6", "at .7", "at .8", "precision at .5", "best threshold"]
    return markdown([*head, "F1 there"], body)


def kinds(run: Path) -> str:
    """Which copies are told, by what was done to them."""
    found: dict[tuple[str, str, float], dict[tuple[str, float], Row]] = {}
    for row in load(run / "kinds.csv"):
        cells = found.setdefault((row["set"], row["kind"], row["amount"]), {})
        cells[row["method"], row["threshold"]] = row
    body: list[list[Any]] = []
    for (name, kind, amount), cells in found.items():
        shown = [share(cells[key]["told"] / cells[key]["copies"]) for key in TOLD]
        body.append([name, kind, f"{amount:.0%}" if amount else "–", cells[TOLD[0]]["copies"], *shown])
    names = [method if method == "i-match" else f"{method} .{round(level * 10)}" for method, level in TOLD]
    return markdown(["set", "copies by", "amount", "copies", *names], body)


def stream(run: Path) -> str:
    """The pairs of find and those of a window."""
    head = ["set", "pairs of `find`", "pairs of `ss.Window`", "in both", "documents stopped", "sets compared in full"]
    names = ("set", "find", "window", "both", "documents stopped", "compared")
    return markdown(head, [[r[name] for name in names] for r in load(run / "stream.csv")])


def clip(run: Path) -> str:
    """What clipping loses and saves."""
    rows = load(run / "clip.csv")
    body: list[list[Any]] = []
    for r in rows:
        name = "none" if (r["fewest"], r["share"]) == (0, 1.0) else f"({r['fewest']}, {r['share']:g})"
        lost = f"{(r['matches'] - r['told']) / r['matches']:.1%}"
        body.append([r["set"], name, r["matches"], lost, f"{r['looked at']:,.0f}", f"{r['mean ms']:.2f}"])
    return markdown(["set", "clip", "pairs by brute force", "of them lost", "looked at per item", "ms per item"], body)


def times(run: Path, by: str, label: str) -> str:
    """Milliseconds per item."""
    rows = [r for r in load(run / "time.csv") if r["by"] == by]
    lines = [
        ["mean ms", *(f"{r['mean ms']:.2f}" for r in rows)],
        ["99th percentile", *(f"{r['p99 ms']:.2f}" for r in rows)],
    ]
    return markdown([label, *(f"{r['value']:,}" for r in rows)], lines)


# --- plots ---


def levels_plot(run: Path, name: str) -> str:
    """F1 by threshold."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for r in load(run / "levels.csv"):
        if r["set"] == name:
            # I-Match has no threshold: a level line.
            places = (0.3, 0.95) if r["method"] == "i-match" else (r["threshold"],)
            lines.setdefault(r["method"], []).extend((place, r["f1"]) for place in places)
    points: dict[str, Points] = dict(lines)
    return drawn(f"F1 against the threshold, {name}", points, Axis(label="threshold", low=0.3, high=1), F1)


def grams_plot(run: Path, name: str) -> str:
    """F1 by threshold for each q."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for r in load(run / "grams.csv"):
        if r["set"] == name:
            lines.setdefault(f"q = {r['q']}", []).append((r["threshold"], r["f1"]))
    points: dict[str, Points] = dict(lines)
    return drawn(
        f"F1 against the threshold by length of grams, {name}", points, Axis(label="threshold", low=0.3, high=1), F1
    )


def time_plot(run: Path, by: str, label: str) -> str:
    """Milliseconds by items or by length."""
    rows = [r for r in load(run / "time.csv") if r["by"] == by]
    points: dict[str, Points] = {
        kind: [(r["value"], r[name]) for r in rows]
        for kind, name in (("mean", "mean ms"), ("99th percentile", "p99 ms"))
    }
    axes = Axis(label=label, log=True), Axis(label="milliseconds of the processor per item", log=True)
    return drawn(f"Time per item against {label}", points, *axes)


TABLES: dict[str, Callable[[Path], str]] = {
    "sets": sets,
    "levels": levels,
    "ahead": ahead,
    "grams": grams,
    "kinds": kinds,
    "stream": stream,
    "clip": clip,
    "time-items": partial(times, by="items", label="items in the window"),
    "time-hours": partial(times, by="hour", label="hour of 500 items"),
    "time-length": partial(times, by="length", label="characters of an item"),
}
PLOTS: dict[str, Callable[[Path], str]] = {
    "levels-news": partial(levels_plot, name="event news"),
    "levels-event-day": partial(levels_plot, name="event day"),
    "levels-turkish-day": partial(levels_plot, name="turkish day"),
    "grams": partial(grams_plot, name="event day"),
    "time-items": partial(time_plot, by="items", label="items in the window"),
    "time-length": partial(time_plot, by="length", label="characters of an item"),
}
