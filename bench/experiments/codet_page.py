"""The tables and plots of the page on CoDet, made of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from experiments.plot import Axis, Points, drawn
from experiments.tables import Row, load, markdown, pivot, share

F1 = Axis(label="F1", low=0, high=1)
DEFAULT = 0.5
DEPTHS = (1, 2, 3, 5, 10, 30)


def sets(run: Path) -> str:
    """The collections."""
    head = ["set", "documents", "million characters", "sentences of a document (median)", "true pairs", "groups"]
    rows = [
        [r["set"], r["documents"], f"{r['characters'] / 1e6:.1f}", f"{r['sentences']:.0f}", r["true"], r["groups"]]
        for r in load(run / "sets.csv")
    ]
    return markdown(head, rows)


def effectiveness(run: Path) -> str:
    """F1 of each method at its default; a star where the interval of the difference to codet does not hold 0."""

    def cell(row: Row) -> str:
        apart = row["codet ahead low"] > 0 or row["codet ahead high"] < 0
        return share(row["f1"]) + ("*" if apart else "")

    return pivot(load(run / "effectiveness.csv"), "method", "set", cell, "F1 at the default")


def best(run: Path) -> str:
    """F1 of each method at the best threshold of its sweep."""
    return pivot(load(run / "effectiveness.csv"), "method", "set", lambda r: share(r["f1 at best"]), "F1 at the best")


def own(run: Path) -> str:
    """What codet does at its default, with the interval, and where its best ETL lies."""
    head = ["set", "precision", "recall", "F1", "95 % interval", "best ETL", "F1 there", "right way"]
    rows: list[list[Any]] = []
    for r in load(run / "effectiveness.csv"):
        if r["method"] == "codet":
            ends = f"{share(r['low'])}–{share(r['high'])}"
            way = f"{r['right way']:,} of {r['true told']:,}" if r["right way"] != "" else "–"
            rows.append([r["set"], r["precision"], r["recall"], r["f1"], ends, r["best level"], r["f1 at best"], way])
    return markdown(head, rows)


def left_out(run: Path) -> str:
    """The ETL that other sources choose."""
    head = [
        "set left out",
        "ETL of the others",
        "F1 there",
        "F1 at .5",
        "gain, 95 % interval",
        "own best ETL",
        "F1 there",
    ]
    rows: list[list[Any]] = []
    for r in load(run / "left-out.csv"):
        gain = f"{signed(r['gain low'])} to {signed(r['gain high'])}"
        rows.append(
            [r["set"], r["others choose"], r["f1"], r["f1 at default"], gain, r["own best"], r["f1 at own best"]]
        )
    return markdown(head, rows)


def mean(run: Path) -> str:
    """Mean F1 by ETL."""
    rows = [row for row in load(run / "mean.csv") if round(row["ETL"] * 100) % 10 == 0 or row["ETL"] in (0.45, 0.65)]
    head = ["mean F1 at ETL", *(share(row["ETL"]) for row in rows)]
    return markdown(head, [[name, *(share(row[name], 3) for row in rows)] for name in ("by source", "by set")])


def signed(value: float) -> str:
    """A difference with its sign."""
    return ("+" if value > 0 else "−" if value < 0 else "") + share(abs(value))


def at_settings(run: Path, ws: bool, name: str, values: Iterable[int]) -> str:
    """F1 at ETL .5 and at the best ETL, by depth or by suffixes."""
    fixed = ("suffixes", 1) if name == "depth" else ("depth", 5)
    rows = [row for row in load(run / "sweeps.csv") if row["ws"] == ws and row[fixed[0]] == fixed[1]]
    found: dict[str, dict[int, list[Row]]] = {}
    for row in rows:
        found.setdefault(row["set"], {}).setdefault(row[name], []).append(row)
    label = "DT" if name == "depth" else "PSC"
    head = ["F1 at .5 / at the best ETL", *(f"{label} {value}" for value in values)]
    return markdown(head, [[one, *(_two(by[value]) for value in values)] for one, by in found.items()])


def _two(rows: list[Row]) -> str:
    usual = next(row for row in rows if row["ETL"] == DEFAULT)
    return f"{share(usual['f1'])} / {share(max(row['f1'] for row in rows))}"


def values(run: Path) -> str:
    """Similarity values per document."""
    rows = load(run / "values.csv")
    off = {(row["collection"], row["idf of"]): row["values"] for row in rows if not row["ws"]}
    head = ["collection", "documents", "idf of", "word sorting on", "off"]
    body = [["paper (BilCol-2005)", 5000, "a reference collection", "3.53", "341"]]
    body += [
        [r["collection"], r["documents"], r["idf of"], f"{r['values']:.1f}", f"{off[r['collection'], r['idf of']]:.0f}"]
        for r in rows
        if r["ws"]
    ]
    return markdown(head, body)


def causes(run: Path) -> str:
    """F1 with one thing changed."""
    rows = load(run / "causes.csv")
    found: dict[str, list[Any]] = {}
    for row in rows:
        cells = found.setdefault(row["set"], [row["set"]])
        gain = f" ({signed(row['gain low'])} to {signed(row['gain high'])})"
        cells.append(share(row["f1"]) + (gain if row["changed"] != "nothing" else ""))
    return markdown(["set", "unchanged", "each sentence once", "without common sentences"], list(found.values()))


def plants(run: Path) -> str:
    """How many plants are told, by kind and edit rate; Chinese apart, as there characters are edited."""
    rates = (0.0, 0.05, 0.1, 0.2, 0.3)
    rows = load(run / "plants.csv")
    body: list[list[Any]] = []
    for names in (("turkish+", "web+"), ("laws+",)):
        for kind in ("excerpt", "whole", "part"):
            for method in ("codet", "ffp", "overlap"):
                some = [r for r in rows if r["set"] in names and (r["kind"], r["method"]) == (kind, method)]
                by_rate = [[r for r in some if r["rate"] == rate] for rate in rates]
                cells = [f"{sum(r['told'] for r in g)} of {sum(r['plants'] for r in g)}" for g in by_rate]
                body.append([", ".join(names), kind, method, *cells])
    return markdown(["set", "planted", "told by", *(f"edited {rate:.0%}" for rate in rates)], body)


def times(run: Path) -> str:
    """Seconds of the processor by the number of documents."""
    return pivot(load(run / "time.csv"), "documents", "method", lambda r: f"{r['s']:.2f}", "s of the processor")


# --- plots ---


def by_set(rows: Iterable[Row], x: str, y: str) -> dict[str, Points]:
    """A line for each set."""
    found: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        found.setdefault(row["set"], []).append((row[x], row[y]))
    return dict(found)


def etl_plot(run: Path, ws: bool) -> str:
    """F1 by ETL."""
    rows = [r for r in load(run / "sweeps.csv") if r["ws"] == ws and r["depth"] == 5 and r["suffixes"] == 1]
    title = f"F1 against ETL, word sorting {'on' if ws else 'off'}, DT 5, PSC 1"
    return drawn(title, by_set(rows, "ETL", "f1"), Axis(label="equivalency threshold level (ETL)", low=0, high=1), F1)


def setting_plot(run: Path, name: str, ws: bool) -> str:
    """F1 at the best ETL by depth or suffixes."""
    fixed = ("suffixes", 1) if name == "depth" else ("depth", 5)
    top: dict[tuple[str, int], Row] = {}
    for row in load(run / "sweeps.csv"):
        if row["ws"] == ws and row[fixed[0]] == fixed[1]:
            top[row["set"], row[name]] = max(top.get((row["set"], row[name]), row), row, key=lambda r: float(r["f1"]))
    rows = sorted(top.values(), key=lambda row: int(row[name]))
    label = "depth threshold (DT)" if name == "depth" else "processed suffix count (PSC)"
    title = f"F1 at the best ETL against {label[-4:-1].strip('(')}, word sorting {'on' if ws else 'off'}"
    ordered = by_set(rows, name, "f1")
    return drawn(title, ordered, Axis(label=label, log=name == "depth"), F1)


def time_plot(run: Path) -> str:
    """Seconds by documents."""
    found: dict[str, list[tuple[float, float]]] = {}
    for row in load(run / "time.csv"):
        found.setdefault(row["method"], []).append((row["documents"], row["s"]))
    axes = Axis(label="documents (mails)", log=True), Axis(label="seconds of the processor", log=True)
    return drawn("Texts to pairs", dict(found), *axes)


TABLES: dict[str, Callable[[Path], str]] = {
    "sets": sets,
    "effectiveness": effectiveness,
    "best": best,
    "codet": own,
    "left-out": left_out,
    "mean": mean,
    "depth-ws-on": partial(at_settings, ws=True, name="depth", values=DEPTHS),
    "depth-ws-off": partial(at_settings, ws=False, name="depth", values=DEPTHS),
    "suffixes": partial(at_settings, ws=True, name="suffixes", values=(1, 2, 3, 5)),
    "values": values,
    "causes": causes,
    "plants": plants,
    "time": times,
}
PLOTS: dict[str, Callable[[Path], str]] = {
    "etl-ws-on": partial(etl_plot, ws=True),
    "etl-ws-off": partial(etl_plot, ws=False),
    "depth-ws-on": partial(setting_plot, name="depth", ws=True),
    "depth-ws-off": partial(setting_plot, name="depth", ws=False),
    "suffixes": partial(setting_plot, name="suffixes", ws=True),
    "time": time_plot,
}
