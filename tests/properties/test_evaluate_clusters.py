"""evaluate of clusters against a naive twin: every pair of documents is looked at, from the definitions."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss

Rows = list[dict[str, str | None]]
EDITS = ["exact", "minor_change", "key_block", "singleton", None]


@st.composite
def two_clusterings(draw: st.DrawFn) -> tuple[Rows, Rows]:
    """The same documents for both, but for some that the first lacks or has alone."""
    count = draw(st.integers(1, 14))
    sides: list[Rows] = []
    for side in range(2):
        ids = [f"d{i}" for i in range(count) if side or draw(st.integers(0, 9))]
        extra = [] if side else [f"x{i}" for i in range(draw(st.integers(0, 2)))]
        sides.append(
            [
                {"id": one, "cluster": draw(st.sampled_from("pqrs")), "edit": draw(st.sampled_from(EDITS))}
                for one in draw(st.permutations(ids + extra))
            ]
        )
    return sides[0], sides[1]


def clusters(rows: Rows) -> dict[str, str]:
    """The cluster of each document; singletons have one of their own."""
    return {str(row["id"]): f"alone {row['id']}" if row["edit"] == "singleton" else str(row["cluster"]) for row in rows}


def members(of: dict[str, str], cluster: str) -> set[str]:
    return {one for one, its in of.items() if its == cluster}


def agreement(same: list[tuple[bool, bool]]) -> tuple[float | None, float | None]:
    """AC1 and Cohen's kappa of two answers to the same questions."""
    if not same:
        return None, None
    m = len(same)
    agreed = sum(x == y for x, y in same) / m
    ours, theirs = sum(x for x, _ in same) / m, sum(y for _, y in same) / m
    mean = (ours + theirs) / 2
    chance = ours * theirs + (1 - ours) * (1 - theirs)
    by_chance = 2 * mean * (1 - mean)
    return (agreed - by_chance) / (1 - by_chance), None if chance == 1 else (agreed - chance) / (1 - chance)


def partners(found: dict[str, str], truth: dict[str, str], shown: list[str]) -> dict[str, str | None]:
    """For each true cluster the one found that stands for it: those that share most go first."""
    order = {
        cluster: min(i for i, one in enumerate(shown) if found[one] == cluster) for cluster in map(found.get, shown)
    }
    left = [c for c in set(found.values()) if len(members(found, c)) > 1 and members(found, c) & set(shown)]
    right = [c for c in set(truth.values()) if len(members(truth, c)) > 1]
    cells = [(len(members(found, a) & members(truth, b)), b, a) for a in left for b in right]
    chosen: dict[str, str | None] = dict.fromkeys(right)
    for shared, b, a in sorted(cells, key=lambda cell: (-cell[0], cell[1], order[cell[2]])):
        if shared and chosen[b] is None and a not in chosen.values():
            chosen[b] = a
    return chosen


def share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def close(a: float | None, b: float | None) -> bool:
    return a == b or (a is not None and b is not None and abs(a - b) < 1e-9)


@settings(max_examples=300)
@given(two_clusterings())
def test_pairs_and_agreement(sides: tuple[Rows, Rows]) -> None:
    found, truth = (clusters(side) for side in sides)
    result = ss.evaluate(sides[0], truth=sides[1])
    shown = sorted(truth)
    ours = {one: found.get(one, f"missing {one}") for one in shown}
    same = [(ours[a] == ours[b], truth[a] == truth[b]) for a, b in combinations(shown, 2)]
    counts = result.pairs
    expected = [same.count(answer) for answer in ((True, True), (True, False), (False, True), (False, False))]
    assert [counts.a, counts.b, counts.c, counts.d] == expected
    assert close(result.ac1, agreement(same)[0]) and close(result.kappa, agreement(same)[1])
    assert close(counts.precision, share(expected[0], expected[0] + expected[1]))
    assert close(counts.recall, share(expected[0], expected[0] + expected[2]))


def distinct(sides: tuple[Rows, Rows]) -> bool:
    """Whether no two cells share the same number of documents: then the order among equals does not matter."""
    found, truth = (clusters(side) for side in sides)
    sizes = [len(members(found, a) & members(truth, b)) for a in set(found.values()) for b in set(truth.values())]
    large = [size for size in sizes if size > 0]
    return len(large) == len(set(large))


@settings(max_examples=600)
@given(two_clusterings().filter(distinct))
def test_means_over_clusters_and_detection_by_class(sides: tuple[Rows, Rows]) -> None:
    found, truth = (clusters(side) for side in sides)
    result = ss.evaluate(sides[0], truth=sides[1])
    shown = sorted(truth)
    ours = {one: found.get(one, f"missing {one}") for one in shown}
    chosen = partners(found | ours, truth, shown)
    each = [agreement([(ours[one] == chosen[b], truth[one] == b) for one in shown]) for b in chosen]
    for mine, place in ((result.macro_ac1, 0), (result.macro_kappa, 1)):
        known = [value[place] for value in each if value[place] is not None]
        assert close(mine, sum(known) / len(known) if known else None)  # type: ignore[arg-type]
    grouped = {one for one in shown if one in found and len(members(found, found[one])) > 1}
    edit = {str(row["id"]): row["edit"] or "-" for row in sides[1]}
    alone = {one for one in shown if truth[one] not in chosen}
    right = {one for one in shown if one not in alone and ours[one] == chosen[truth[one]]}
    for row in result:
        if row.edit == "singleton":
            of, told, good = alone, set(shown) - grouped, alone - grouped
        elif row.edit == "all":
            of, told, good = set(shown) - alone, grouped, right
        else:
            of = {one for one in shown if one not in alone and edit[one] == row.edit}
            told, good = of & grouped, of & right
        assert (row.found, row.true, row.correct) == (len(told), len(of), len(good))
        assert close(row.precision, share(len(good), len(told))) and close(row.recall, share(len(good), len(of)))


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet", ".arrow", ".tsv"])
def test_every_kind_of_source_is_alike(suffix: str) -> None:
    rows: Rows = [
        {"id": i, "cluster": c, "edit": e} for i, c, e in zip("abcd", "1122", ["exact", None, "x,y", ""], strict=True)
    ]
    truth: Rows = [{"id": i, "cluster": c, "edit": "exact"} for i, c in zip("abcd", "1112", strict=True)]
    expected = ss.evaluate(rows, truth=truth).to_dict()
    assert ss.evaluate(pa.Table.from_pylist(rows), truth=pa.Table.from_pylist(truth)).to_dict() == expected
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{name}{suffix}" for name in ("members", "truth")]
        for file, side in zip(files, (rows, truth), strict=True):
            WRITERS[suffix](file, side)
        assert ss.evaluate(files[0], truth=str(files[1])).to_dict() == expected


def _csv(file: Path, rows: Rows, delimiter: str = ",") -> None:
    with file.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, ["edit", "id", "cluster"], delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)


def _arrow(file: Path, rows: Rows) -> None:
    table = pa.Table.from_pylist(rows)
    with pa.OSFile(str(file), "wb") as stream, pa.ipc.new_file(stream, table.schema) as writer:
        writer.write_table(table)


WRITERS: dict[str, Callable[[Path, Rows], object]] = {
    ".csv": _csv,
    ".tsv": lambda file, rows: _csv(file, rows, "\t"),
    ".jsonl": lambda file, rows: file.write_text("".join(json.dumps(row) + "\n" for row in rows)),
    ".parquet": lambda file, rows: pq.write_table(pa.Table.from_pylist(rows), file),
    ".arrow": _arrow,
}
