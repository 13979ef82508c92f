"""The tables and plots of the page on DURIAN, made of a run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from experiments.plot import Axis, Points, drawn
from experiments.tables import Row, load, markdown, share

SETS = ("NTF", "NTF2", "DOT")
METHODS = ("durian", "unconstrained", "ffp", "dsc", "imatch")
EDITS = (
    *("exact", "minor_change", "block_added", "key_block", "block_deleted", "minor_change_block_edit"),
    *("block_reordering", "repeated", "bag_of_words", "singleton"),
)
# The lowest F1 of the paper's DURIAN over its three sets.
PAPER = {
    **{"exact": "1.00", "minor_change": ".96", "block_added": ".98", "key_block": ".98", "block_deleted": ".96"},
    **{"block_reordering": ".90", "singleton": ".94"},
}
KINDS = ("must", "cannot", "family", "all")


def sets(run: Path) -> str:
    """What the sets hold."""
    rows = load(run / "sets.csv")
    head = ["set", "letters", "documents", *EDITS]
    return markdown(head, [[r["set"], r["letters"], r["documents"], *(r[edit] or 0 for edit in EDITS)] for r in rows])


def agreement(run: Path) -> str:
    """Table 1: how far a program agrees with the truth."""
    names = ("ac1 macro", "ac1 micro", "kappa macro", "kappa micro", "precision", "recall", "f1")
    head = ["set", "method", "AC1 macro", "AC1 micro", "kappa macro", "kappa micro", "pairs: precision", "recall", "F1"]
    rows = load(run / "agreement.csv")
    return markdown(head, [[r["set"], r["method"], *(_figure(r[name]) for name in names)] for r in rows])


def classes(run: Path) -> str:
    """Table 2: F1 of each class by method."""
    found = {(r["set"], r["edit"], r["method"]): r["f1"] for r in load(run / "classes.csv")}
    body = [
        [edit, one, *(_figure(found.get((one, edit, method), "")) for method in METHODS), PAPER.get(edit, "–")]
        for edit in EDITS
        for one in SETS
    ]
    return markdown(["edit", "set", *METHODS, "the paper's durian, lowest"], body)


def shares(run: Path) -> str:
    """Precision and recall of `durian`, and how many labels are right."""
    names = ("true", "precision", "recall", "f1", "label_accuracy")
    rows = [r for r in load(run / "classes.csv") if r["method"] == "durian" and r["edit"] in EDITS]
    rows.sort(key=lambda r: (EDITS.index(r["edit"]), SETS.index(r["set"])))
    body = [[r["edit"], r["set"], r["true"], *(_figure(r[name]) for name in names[1:])] for r in rows]
    return markdown(["edit", "set", "letters", "precision", "recall", "F1", "labels right"], body)


def parts(run: Path) -> str:
    """The easy and the hard letters."""
    names = ("in the right cluster", "labels right", "unique precision", "unique recall")
    head = ["set", "part", "letters", "in the right cluster", "labels right", "unique text: precision", "recall"]
    rows = load(run / "parts.csv")
    return markdown(head, [[r["set"], r["part"], r["letters"], *(_figure(r[n]) for n in names)] for r in rows])


def confusion(run: Path) -> str:
    """Labels that are not right."""
    rows = sorted(load(run / "confusion.csv"), key=lambda r: (SETS.index(r["set"]), -r["letters"]))
    rows = [r for r in rows if r["found"] != "reference"]
    return markdown(
        ["set", "true", "found", "letters"], [[r["set"], r["true"], r["found"], r["letters"]] for r in rows]
    )


def missed(run: Path) -> str:
    """Letters of each part that are not in the cluster of their own letter."""
    names = ("part", "edit", "cluster", "rule", "letters")
    rows = [[r["set"], *(r[name] or "–" for name in names)] for r in load(run / "missed.csv")]
    return markdown(["set", "part", "edit", "found in", "by rule", "letters"], rows)


def theta(run: Path) -> str:
    """F1 by theta."""
    rows = load(run / "theta.csv")
    names = ("durian", "unconstrained")
    return markdown(
        ["set", "theta", *names], [[r["set"], share(r["theta"]), *(_figure(r[n]) for n in names)] for r in rows]
    )


def limits(run: Path) -> str:
    """F1 without links, under 50 and under all of them."""
    rows = load(run / "links.csv")
    body: list[list[Any]] = []
    for one in SETS:
        for kind in KINDS:
            of = [r for r in rows if (r["set"], r["links"]) == (one, kind)]
            at = {r["number"]: r["f1"] for r in of}
            most = max(at)
            body.append([one, kind, most, *(_figure(at.get(n, "")) for n in (0, 50)), _figure(at[most])])
    return markdown(["set", "links", "made by the rules", "F1 without", "under 50", "under all of them"], body)


def _figure(value: Any) -> str:
    return "–" if value == "" else share(value, 3)


def plotted(run: Path, *, one: str) -> str:
    """Fig. 4: F1 against the number of links."""
    rows: list[Row] = [r for r in load(run / "links.csv") if r["set"] == one]
    lines: dict[str, Points] = {
        kind: [(max(r["number"], 1), r["f1"]) for r in rows if r["links"] == kind] for kind in KINDS
    }
    low = min(value for points in lines.values() for _, value in points)
    return drawn(
        f"{one}: mean F1 over classes against links",
        lines,
        Axis(label="links (1: none)", log=True),
        Axis(label="F1", low=int(low * 10) / 10, high=1),
    )


Tables = dict[str, Callable[[Path], str]]
TABLES: Tables = {
    "sets": sets,
    "agreement": agreement,
    "classes": classes,
    "shares": shares,
    "parts": parts,
    "confusion": confusion,
    "missed": missed,
    "limits": limits,
    "theta": theta,
}
PLOTS: Tables = {f"links-{one.lower()}": partial(plotted, one=one) for one in SETS}
