"""The experiments of the DURIAN paper on letters made of real comments: tables.

python bench/experiments/durian.py --comments FILE --out bench/runs/DATE-experiments-durian [--only classes,links]
python bench/experiments/page.py bench/runs/DATE-experiments-durian docs/experiments/durian.md
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import samesame as ss
from experiments.durian_links import KINDS, drawn, links
from experiments.durian_runs import COMPARED, Rows, clustered, detected
from experiments.durian_sets import Collection, collections
from experiments.tables import Row, environment, save
from generator.campaigns import Item
from samesame.assess.agreement import mean
from samesame.assess.clusters import ClusterEvaluation

COUNTS = (0, 10, 20, 50, 100, 200)
DRAWS = 2
THETAS = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0)
PARTS = ("easy", "small", "shared", "quoting", "rewritten")
Places = set[int]


def overview(sets: Sequence[Collection], out: Path) -> None:
    """Letters of each class and of each part."""
    rows: list[Row] = []
    for one in sets:
        edits, parts = (Counter(getattr(item, name) for item in one.items) for name in ("edit", "part"))
        rows.append({"set": one.name, "letters": len(one.references), "documents": len(one.items), **edits, **parts})
    save(out / "sets.csv", rows)


def everything(one: Collection) -> dict[str, Rows]:
    """What each method makes of a collection."""
    made: dict[str, Rows] = {
        "durian": clustered(one).to_arrow().to_pylist(),
        "unconstrained": clustered(one, links=[]).to_arrow().to_pylist(),
    }
    return made | {method: detected(one, method) for method in COMPARED}


def classes(sets: Sequence[Collection], out: Path) -> None:
    """Agreement (Table 1), detection by class (Table 2), and the parts of `durian`."""
    agreement: list[Row] = []
    detection: list[Row] = []
    parts: list[Row] = []
    confusion: list[Row] = []
    lost: list[Row] = []
    for one in sets:
        for method, rows in everything(one).items():
            result: ClusterEvaluation = ss.evaluate(rows, truth=one.truth)
            agreement.append({"set": one.name, "method": method, **_agreed(result)})
            detection += [{"set": one.name, "method": method, **row} for row in result.to_arrow().to_pylist()]
            if method == "durian":
                parts += [{"set": one.name, **row} for row in by_part(one, rows)]
                told = ((true, found, n) for true, cells in result.confusion.items() for found, n in cells.items())
                lost += [{"set": one.name, **row} for row in missed(one, rows)]
                confusion += [{"set": one.name, "true": a, "found": b, "letters": n} for a, b, n in told if a != b]
    tables = {"agreement": agreement, "classes": detection, "parts": parts, "confusion": confusion, "missed": lost}
    for name, table in tables.items():
        save(out / f"{name}.csv", table)


def _agreed(result: ClusterEvaluation) -> Row:
    told = result.to_dict()
    shares = {f"{name} {side}": told[name][side] for name in ("ac1", "kappa") for side in ("macro", "micro")}
    return shares | {name: told["pairs"][name] for name in ("precision", "recall", "f1")}


def by_part(one: Collection, rows: Rows) -> list[Row]:
    """Detection, labels and unique text of the letters of each part."""
    members = {row["id"]: row for row in rows}
    table: list[Row] = []
    for part in (*PARTS, "all"):
        wanted = [item for item in one.items if part in (item.part, "all")]
        if wanted:
            table.append({"part": part, "letters": len(wanted), **_measured(one, wanted, members)})
    return table


def missed(one: Collection, rows: Rows) -> list[Row]:
    """Letters that are not in the cluster of their own letter: where they are, and the rule that put them there."""
    members = {row["id"]: row for row in rows}
    names = _names(one, members)
    counts: Counter[tuple[str, str, str, str]] = Counter()
    for item in one.items:
        row = members[item.id]
        alone = row["role"] == "singleton"
        if (found := "" if alone else names.get(row["cluster"], row["cluster"])) != item.cluster:
            where = "alone" if alone else "another letter's" if found in one.references else "one of its own"
            counts[item.part, item.edit, where, "" if alone else row["rule"] or row["role"]] += 1
    keys = ("part", "edit", "cluster", "rule")
    return [{**dict(zip(keys, of, strict=True)), "letters": number} for of, number in sorted(counts.items())]


def _names(one: Collection, members: dict[str, Any]) -> dict[str, str]:
    """Clusters named by the letters whose reference copy they hold."""
    return {members[one.items[number].id]["cluster"]: name for name, number in one.references.items()}


def _measured(one: Collection, wanted: list[Item], members: dict[str, Any]) -> Row:
    """Over these letters, with clusters named by the letters whose reference copy they hold."""
    names = _names(one, members)
    right = labels = copies = 0
    kept = [0, 0, 0]
    for item in wanted:
        row = members[item.id]
        found = names.get(row["cluster"], row["cluster"]) if row["role"] != "singleton" else ""
        right += found == item.cluster
        if item.cluster and found == item.cluster and row["role"] == "member":
            copies += 1
            labels += row["edit"] == item.edit
            told, true = places(item, [(r["start"], r["end"]) for r in row["unique"] or ()]), places(item, item.own)
            kept = [kept[0] + len(told & true), kept[1] + len(told), kept[2] + len(true)]
    shares = {"in the right cluster": right / len(wanted), "labels right": labels / copies if copies else ""}
    return {**shares, "unique precision": _share(kept[0], kept[1]), "unique recall": _share(kept[0], kept[2])}


def places(item: Item, ranges: Sequence[tuple[int, int]]) -> Places:
    """The characters in some ranges that are no white space."""
    return {at for start, end in ranges for at in range(start, end) if not item.text[at].isspace()}


def _share(part: int, whole: int) -> float | str:
    return part / whole if whole else ""


def averaged(rows: Any, one: Collection) -> float | None:
    """The mean of F1 over the classes."""
    result = ss.evaluate(rows, truth=one.truth)
    return mean([row.f1 for row in result if row.edit != "all"])


def constraints(sets: Sequence[Collection], out: Path) -> None:
    """F1 under so many links of one kind or of all, drawn from those that the rules make (Fig. 4)."""
    rows: list[Row] = []
    for one in sets:
        known = links(one)
        counts = Counter(kind for *_, kind in known)
        for name, kinds in (*((kind, (kind,)) for kind in KINDS), ("all", KINDS)):
            most = sum(counts[kind] for kind in kinds)
            for count in (*(n for n in COUNTS if n < most), most):
                draws = 1 if count in (0, most) else DRAWS
                found = [averaged(clustered(one, links=drawn(known, kinds, count, n)), one) for n in range(draws)]
                rows.append({"set": one.name, "links": name, "number": count, "f1": mean(found)})
    save(out / "links.csv", rows)


def thresholds(sets: Sequence[Collection], out: Path) -> None:
    """F1 by theta, with the links of the rules and without."""
    rows: list[Row] = []
    for one in sets:
        for theta in THETAS:
            found = {name: averaged(clustered(one, links=given, theta=theta), one) for name, given in GIVEN.items()}
            rows.append({"set": one.name, "theta": theta, **found})
    save(out / "theta.csv", rows)


GIVEN: dict[str, list[Any] | None] = {"durian": None, "unconstrained": []}
EXPERIMENTS: dict[str, Callable[[Sequence[Collection], Path], None]] = {
    "sets": overview,
    "classes": classes,
    "links": constraints,
    "theta": thresholds,
}


def main() -> None:
    """Runs the experiments that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--comments", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", default=",".join(EXPERIMENTS))
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    start = time.process_time()
    sets = collections(asked.comments)
    seconds = {"making the sets": time.process_time() - start}
    for name in asked.only.split(","):
        start = time.process_time()
        EXPERIMENTS[name](sets, asked.out)
        seconds[name] = time.process_time() - start
    command = "python bench/experiments/durian.py --comments FILE --out DIR"
    environment(asked.out / "environment.json", command, seconds)


if __name__ == "__main__":
    main()
