"""What DURIAN and the methods it is compared with make of a collection: a cluster and an edit class for each letter."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import samesame as ss
from experiments.durian_links import Link
from experiments.durian_sets import Collection
from samesame.report.members import Clusters

COMPARED: Final = ("ffp", "dsc", "imatch")
Rows = list[dict[str, Any]]


def clustered(collection: Collection, *, links: Sequence[Link] | None = None, **settings: Any) -> Clusters:
    """The clusters of `durian`: under the links that its rules make, or under given ones alone."""
    if links is None:
        return ss.cluster(collection.documents, method="durian", **settings)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "links.csv"
        path.write_text("left,right,kind\n" + "".join(f"{a},{b},{kind}\n" for a, b, kind in links), encoding="utf-8")
        return ss.cluster(collection.documents, method="durian", links=False, constraints=path, **settings)


def detected(collection: Collection, method: str) -> Rows:
    """Each letter with the reference copy that a method matches it with best; the main texts are compared.

    As in the paper the method is told the reference copies. What matches none is a singleton.
    """
    main = {item.id: letter.main_text for item, letter in zip(collection.items, collection.letters, strict=True)}
    names = {collection.items[number].id: name for name, number in collection.references.items()}
    matches = ss.find(main, against={one: main[one] for one in names}, method=method, preset="durian", all_pairs=True)
    best: dict[str, tuple[float, str]] = {}
    for row in matches.to_arrow().to_pylist():
        here, there = ("left", "right") if row["left_side"] == "in" else ("right", "left")
        score = max(row["left_score"], row["right_score"]), names[row[there]]
        best[row[here]] = max(best.get(row[here], score), score)
    alone = {"cluster": "", "edit": "singleton"}
    return [{"id": one, **({"cluster": best[one][1], "edit": ""} if one in best else alone)} for one in main]
