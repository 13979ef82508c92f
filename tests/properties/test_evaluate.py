"""evaluate against a naive twin: sets of pairs, written from the definition."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Callable, Set
from itertools import combinations
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.model import RELATIONS, Relation

Row = tuple[str, str, str]
Counts = tuple[int, int, int]
IDS = ["a", "b", "c", "d", "é", "x,y", '"', "a b"]
# Every broken row: an id with itself, an empty one, a relation that is none.
ids = st.sampled_from([*IDS, ""])
rows = st.lists(st.tuples(ids, ids, st.sampled_from([*RELATIONS, "none", "same"])), max_size=25).map(
    # Where no row at all has a relation that is known, the job is refused.
    lambda found: [*found, ("p", "q", "none")]
)
chosen = st.one_of(st.none(), st.sets(st.sampled_from(RELATIONS), min_size=1).map(sorted))


def good(found: list[Row], wanted: list[Relation] | None) -> set[Row]:
    return {
        (left, right, relation)
        for left, right, relation in found
        if left and right and left != right and relation in (wanted or RELATIONS)
    }


def counts(ours: Set[object], true: Set[object]) -> Counts:
    return len(ours), len(true), len(ours & true)


def naive(matches: list[Row], truth: list[Row], wanted: list[Relation] | None) -> tuple[dict[str, Counts], int]:
    sides = [good(matches, wanted), good(truth, wanted)]
    result: dict[str, Counts] = {}
    for relation in [relation for relation in RELATIONS if relation in (wanted or RELATIONS)]:
        pair: Callable[[tuple[str, str]], object] = tuple if relation == "contained" else frozenset
        result[relation] = counts(*({pair((a, b)) for a, b, r in side if r == relation} for side in sides))
    result["all"] = counts(*({frozenset((a, b)) for a, b, _ in side} for side in sides))
    contained = [{(a, b) for a, b, r in side if r == "contained"} for side in sides]
    turned = [(a, b) for a, b in contained[0] if (b, a) in contained[1] and (a, b) not in contained[1]]
    return result, len(turned)


def measured(result: ss.Evaluation) -> dict[str, Counts]:
    return {row.relation: (row.found, row.true, row.correct) for row in result}


@given(rows, rows, chosen)
def test_counts_are_those_of_the_twin(matches: list[Row], truth: list[Row], wanted: list[Relation] | None) -> None:
    result = ss.evaluate(matches, truth=truth, relations=wanted)
    expected, turned = naive(matches, truth, wanted)
    assert measured(result) == expected
    assert result.reversed == turned
    known = [*RELATIONS, "none"]
    broken = [row for row in [*matches, *truth] if not (row[0] and row[1] and row[0] != row[1] and row[2] in known)]
    assert len(result.problems) == len(broken)


@given(rows, rows)
def test_without_relations_only_pairs_count(matches: list[Row], truth: list[Row]) -> None:
    bare = [(left, right) for left, right, _ in truth]
    everything = [(left, right, "near") for left, right in bare]
    expected = {"all": naive(matches, everything, None)[0]["all"]}
    assert measured(ss.evaluate(matches, truth=bare)) == expected


@given(rows, rows)
def test_shares_are_those_of_the_counts(matches: list[Row], truth: list[Row]) -> None:
    for row in ss.evaluate(matches, truth=truth):
        assert row.precision == (row.correct / row.found if row.found else None)
        assert row.recall == (row.correct / row.true if row.true else None)
        if row.precision and row.recall:
            mean = 2 * row.precision * row.recall / (row.precision + row.recall)
            assert row.f1 is not None and abs(row.f1 - mean) < 1e-12
        else:
            assert row.f1 == (0 if row.found or row.true else None)


families = st.dictionaries(st.sampled_from(IDS), st.sampled_from(["f", "g", "", None]), min_size=1)


@given(rows, families, chosen)
def test_families_are_all_their_pairs(
    matches: list[Row], labels: dict[str, str | None], wanted: list[Relation] | None
) -> None:
    documents: list[dict[str, str | None]] = [{"id": "z", "text": "…", "family": "only"}]
    documents += [{"id": id_, "text": "…", "family": family} for id_, family in labels.items()]
    true = {frozenset(p) for p in combinations(labels, 2) if labels[p[0]] and labels[p[0]] == labels[p[1]]}
    ours = {frozenset((a, b)) for a, b, _ in good(matches, wanted)}
    result = ss.evaluate(matches, truth=documents, family="family", relations=wanted)
    assert measured(result) == {"all": counts(ours, true)}
    # A list of labels without texts says the same.
    table = pa.table({name: [document[name] for document in documents] for name in ("id", "family")})
    assert measured(ss.evaluate(matches, truth=table, family="family", relations=wanted)) == measured(result)


def write(rows: list[Row], path: Path) -> Path:
    table = pa.table({name: [row[i] for row in rows] for i, name in enumerate(("left", "right", "relation"))})
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()), "utf-8")
    elif path.suffix == ".parquet":
        pq.write_table(table, path)
    elif path.suffix == ".arrow":
        with pa.ipc.new_file(path, table.schema) as file:
            file.write_table(table, max_chunksize=3)
    else:
        with path.open("w", encoding="utf-8", newline="") as file:
            delimiter = "\t" if path.suffix == ".tsv" else ","
            csv.writer(file, delimiter=delimiter).writerows([table.column_names, *rows])
    return path


@settings(max_examples=40)
@given(rows, rows)
def test_the_format_of_a_file_does_not_matter(matches: list[Row], truth: list[Row]) -> None:
    expected = ss.evaluate(matches, truth=truth).to_dict()
    with tempfile.TemporaryDirectory() as folder:
        for suffix in ("jsonl", "csv", "tsv", "parquet", "arrow"):
            found = write(matches, Path(folder, f"m.{suffix}"))
            true = write(truth, Path(folder, f"t.{suffix}"))
            assert ss.evaluate(found, truth=true).to_dict() == expected
