"""The tables and plots of the page on PDC-MR, made of a run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from experiments.planted import LONGEST
from experiments.plot import Axis, drawn
from experiments.tables import Row, load, markdown, share

F1 = Axis(label="F1", low=0, high=1)
GAMMAS = ("1", "2", "3", "4", "3 bridged")
SETS = ("web", "laws", "turkish")


def sets(run: Path) -> str:
    """The planted collections."""
    head = ["set", "documents", "sentences", "documents with a planted passage", "planted sentences"]
    names = ("set", "documents", "sentences", "receivers", "planted sentences")
    return markdown(head, [[row[name] for name in names] for row in load(run / "sets.csv")])


def tau(run: Path) -> str:
    """The best tau, and F1 there and at .9."""
    found: dict[tuple[Any, ...], list[Row]] = {}
    for row in load(run / "tau.csv"):
        found.setdefault((row["set"], row["edited"], row["signature"]), []).append(row)
    body: list[list[Any]] = []
    for (name, edited, signature), rows in found.items():
        best = max(rows, key=lambda row: float(row["f1"]))
        usual = next(row for row in rows if row["tau"] == 0.9)
        cells = [f"{best['tau']:.1f}", share(best["f1"], 3), share(usual["f1"], 3)]
        cells += [share(usual["precision"], 3), share(usual["recall"], 3)]
        body.append([name, f"{edited:.0%}", signature, *cells])
    head = ["set", "edited", "signature", "best τ", "F1 there", "F1 at .9", "precision at .9", "recall at .9"]
    return markdown(head, body)


def located(run: Path) -> str:
    """F1 by signature and gamma: a star where the interval of the difference to gamma 3 does not hold 0."""
    found: dict[tuple[str, str], list[Any]] = {}
    for row in load(run / "located.csv"):
        cells = found.setdefault((row["set"], row["signature"]), [row["set"], row["signature"]])
        apart = row["ahead of gamma 3 low"] > 0 or row["ahead of gamma 3 high"] < 0
        cells.append(f"{share(row['f1'], 3)}{'*' if apart else ''} / {share(row['f1 with repeats false'], 3)}")
    return markdown(["set", "signature", *(f"γ {gamma}" for gamma in GAMMAS)], list(found.values()))


def signatures(run: Path) -> str:
    """Precision, recall and F1 at gamma 3, and how far each signature is ahead of I-Match."""
    head = ["set", "signature", "precision", "recall", "F1", "95 % interval", "ahead of I-Match, 95 % interval"]
    body: list[list[Any]] = []
    for row in load(run / "located.csv"):
        if str(row["gamma"]) == "3":
            ends = f"{share(row['low'], 3)}–{share(row['high'], 3)}"
            ahead = f"{signed(row['ahead of imatch low'])} to {signed(row['ahead of imatch high'])}"
            cells = [share(row[name], 3) for name in ("precision", "recall", "f1")]
            body.append([row["set"], row["signature"], *cells, ends, ahead if row["signature"] != "imatch" else "–"])
    return markdown(head, body)


def signed(value: float) -> str:
    """A difference with its sign."""
    return ("+" if value > 0 else "−" if value < 0 else "") + share(abs(value), 3)


def lengths(run: Path) -> str:
    """Recall by the length of the planted passage."""
    rows = [row for row in load(run / "lengths.csv") if row["signature"] == "imatch"]
    body: list[list[Any]] = []
    for name in SETS:
        for gamma in GAMMAS:
            own = [row for row in rows if row["set"] == name and str(row["gamma"]) == gamma]
            body.append([name, gamma, *(share(row["told"] / row["planted"]) for row in own)])
    return markdown(
        ["set", "γ", *(f"{length} sentence{'s' if length > 1 else ''}" for length in range(1, LONGEST + 1))], body
    )


def changes(run: Path) -> str:
    """Recall by what was done to a sentence."""
    found: dict[tuple[str, str], list[Any]] = {}
    for row in load(run / "changes.csv"):
        found.setdefault((row["set"], row["signature"]), [row["set"], row["signature"]]).append(share(row["recall"]))
    head = ["set", "signature", "unchanged", "a word left out", "put in", "moved"]
    return markdown(head, list(found.values()))


def boundaries(run: Path) -> str:
    """Sentences of PAN's copied passages in their sources."""
    (row,) = load(run / "boundaries.csv")
    head = ["copied passages", "with other white space only", "whole sentences in them", "word for word in the source"]
    shown = [f"{row[name]:,} ({row[name] / row['sentences']:.1%})" for name in ("in the source", "as a sentence of it")]
    spaced = f"{row['other white space']:,} ({row['other white space'] / row['passages']:.1%})"
    return markdown([*head, "and as a sentence of it"], [[row["passages"], spaced, row["sentences"], *shown]])


def kinds(run: Path) -> str:
    """F1 in characters by kind of reuse."""
    rows = load(run / "kinds.csv")
    names = list(dict.fromkeys(_setting(row) for row in rows))
    found: dict[str, list[Any]] = {}
    for row in rows:
        cells = found.setdefault(row["kind"], [row["kind"], row["passages"]])
        apart = row["ahead of default low"] > 0 or row["ahead of default high"] < 0
        cells.append(f"{share(row['f1'])}{'*' if apart else ''} ({share(row['precision'])}, {share(row['recall'])})")
    return markdown(["kind", "passages", *names], list(found.values()))


def _setting(row: Row) -> str:
    name = {"imatch": "I-Match"}.get(row["signature"], row["signature"])
    extra = [", bridge 1"] if row["bridge"] else []
    return "".join(
        [f"{name}, γ {row['gamma']}", *extra, *([f", τ {share(row['tau'], 1)}"] if row["tau"] != 0.9 else [])]
    )


def pan_lengths(run: Path) -> str:
    """Recall of PAN's copied passages by their whole sentences."""
    rows = load(run / "pan-lengths.csv")
    starts = list(dict.fromkeys(row["sentences from"] for row in rows))
    ends = [*(after - 1 for after in starts[1:]), None]
    head = [
        f"{a}" if a == b else f"{a} or more" if b is None else f"{a}–{b}" for a, b in zip(starts, ends, strict=True)
    ]
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(_setting(row), [_setting(row)]).append(share(row["recall"]))
    counts = ["passages", *(row["passages"] for row in rows[: len(starts)])]
    return markdown(["whole sentences", *head], [counts, *found.values()])


def reuse(run: Path) -> str:
    """Kinds of reuse in whole collections."""
    head = ["collection", "documents", "with a passage", "quotation", "whole document", "boilerplate"]
    head += ["sentences of a quotation (mean)", "sentences of its document (median)"]
    body: list[list[Any]] = []
    for row in load(run / "reuse.csv"):
        cells = [f"{row[kind]:.0%}" for kind in ("quotation", "whole document", "boilerplate")]
        ends = [f"{row['sentences of a quotation']:.1f}", f"{row['sentences of its document']:.0f}"]
        body.append([row["collection"], row["documents"], row["with a passage"], *cells, *ends])
    return markdown(head, body)


def beyond(run: Path) -> str:
    """Documents that only one of the methods finds."""
    rows = load(run / "beyond.csv")
    return markdown(list(rows[0]), [list(row.values()) for row in rows])


def antecedents(run: Path) -> str:
    """F1 and signatures per sentence by the number of antecedents."""
    rows = load(run / "antecedents.csv")
    counts = list(dict.fromkeys(row["antecedents"] for row in rows))
    found: dict[str, list[Any]] = {}
    for row in rows:
        cell = f"{share(row['f1'])} ({row['signatures per sentence']:.1f})"
        found.setdefault(row["set"], [row["set"]]).append(cell)
    return markdown(["F1 (signatures per sentence)", *(f"{count:,}" for count in counts)], list(found.values()))


# --- plots ---


def tau_plot(run: Path, name: str, edited: float) -> str:
    """F1 of duplicate sentences by tau."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for row in load(run / "tau.csv"):
        if row["set"] == name and row["edited"] == edited:
            lines.setdefault(row["signature"], []).append((row["tau"], row["f1"]))
    title = f"Duplicate sentences by τ ({name}, {edited:.0%} edited)"
    return drawn(title, dict(lines), Axis(label="τ"), F1)


def one_plot(run: Path, file: str, x: str, axis: Axis, title: str) -> str:
    """F1 of each set by one parameter."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for row in load(run / f"{file}.csv"):
        lines.setdefault(row["set"], []).append((row[x], row["f1"]))
    return drawn(title, dict(lines), axis, F1)


def lengths_plot(run: Path) -> str:
    """Recall by the length of the passage, all sets together."""
    found: dict[str, dict[int, tuple[int, int]]] = {}
    for row in load(run / "lengths.csv"):
        if row["signature"] == "imatch":
            by = found.setdefault(f"γ {row['gamma']}", {})
            told, planted = by.get(row["length"], (0, 0))
            by[row["length"]] = told + row["told"], planted + row["planted"]
    lines = {name: [(length, t / p) for length, (t, p) in by.items()] for name, by in found.items()}
    x, y = Axis(label="sentences of the planted passage"), Axis(label="recall", low=0, high=1)
    return drawn("Planted sentences found, I-Match, three sets", lines, x, y)


TABLES: dict[str, Callable[[Path], str]] = {
    "sets": sets,
    "tau": tau,
    "located": located,
    "signatures": signatures,
    "lengths": lengths,
    "kinds": kinds,
    "pan-lengths": pan_lengths,
    "reuse": reuse,
    "beyond": beyond,
    "antecedents": antecedents,
    "changes": changes,
    "boundaries": boundaries,
}
PLOTS: dict[str, Callable[[Path], str]] = {
    **{f"tau-{name}": partial(tau_plot, name=name, edited=0.11) for name in SETS},
    **{f"tau-{name}-often": partial(tau_plot, name=name, edited=0.5) for name in SETS},
    "idf": partial(
        one_plot, file="idf", x="idf from", axis=Axis(label="lowest idf"), title="I-Match by the lowest idf"
    ),
    "antecedents": partial(
        one_plot,
        file="antecedents",
        x="antecedents",
        axis=Axis(label="antecedents", log=True),
        title="SpotSigs by the number of antecedents",
    ),
    "lengths": lengths_plot,
}
