"""What DURIAN and the methods it is compared with make of a collection: a cluster and an edit class for each letter."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

import samesame as ss
from experiments.durian_links import Link
from experiments.durian_sets import Collection
from samesame.cluster.gather import NONE, Candidates
from samesame.engines.local import durian as engine
from samesame.match.groups import Numbers
from samesame.report.members import Clusters

COMPARED: Final = ("ffp", "dsc", "imatch")
Rows = list[dict[str, Any]]


def clustered(collection: Collection, *, links: Sequence[Link] | None = None, **settings: Any) -> Clusters:
    """The clusters of `durian`: under the links that its rules make, or under given ones alone."""
    if links is None:
        return ss.cluster(collection.documents, method="durian", **settings)
    with unconstrained(), tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "links.csv"
        path.write_text("left,right,kind\n" + "".join(f"{a},{b},{kind}\n" for a, b, kind in links), encoding="utf-8")
        return ss.cluster(collection.documents, method="durian", constraints=path, **settings)


@contextlib.contextmanager
def unconstrained() -> Iterator[None]:
    """No rule makes a link, as in the baseline of the paper; letters with the same words stay together."""
    usual = engine._Clustering, engine._Asking
    engine._Clustering, engine._Asking = _Free, _FreeAsking  # type: ignore[misc, assignment]
    try:
        yield
    finally:
        engine._Clustering, engine._Asking = usual  # type: ignore[misc]


class _Free(engine._Clustering):
    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        nothing = np.zeros_like(self._traits.dockets)
        self._traits = replace(self._traits, dockets=nothing, relayers=nothing)

    def _rows(self, *arguments: Any) -> Any:
        rows = super()._rows(*arguments)
        return replace(rows, must=np.full_like(rows.must, NONE))


class _FreeAsking(engine._Asking):
    def __call__(self, seeds: Numbers) -> list[Candidates]:
        return [replace(one, must=np.full_like(one.must, NONE)) for one in super().__call__(seeds)]


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
