"""Campaigns against their definition, with plain dictionaries; from clusters that are found and from any rows."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.report.campaigns import CAMPAIGN_SCHEMA, NOTED, campaign_table
from samesame.report.members import MEMBER_SCHEMA

from .test_dedup import Documents, any_collection

Row = dict[str, Any]


def naive(rows: list[Row]) -> list[Row]:
    """The definition; `rows` are members with what is noted of their documents."""
    clusters = defaultdict(list)
    for row in rows:
        clusters[row["cluster"]].append(row)
    return [
        summed(name, group) for name, group in sorted(clusters.items(), key=lambda item: -len(item[1])) if group[1:]
    ]


def summed(name: str, group: list[Row]) -> Row:
    members = [row for row in group if row["role"] == "member"]
    times = [row["time"] for row in group if row["time"] is not None]
    lengths = [row["characters"] for row in members]
    unique: list[Any] = [
        None if row["unique"] is None else sum(u["end"] - u["start"] for u in row["unique"]) for row in members
    ]
    characters = None if None in lengths else sum(lengths)
    return {
        "cluster": name,
        "size": len(group),
        "exact": sum("exact" in (row["edit"], row["rule"]) for row in members),
        "first": min(times, default=None),
        "last": max(times, default=None),
        "chosen": next((row["chosen"] for row in group if row["chosen"] is not None), None),
        "edits": counted(row["edit"] for row in group),
        "rules": counted(row["rule"] for row in group),
        "characters": characters,
        "unique_share": sum(unique) / characters if characters and None not in unique else None,
    }


def counted(values: Any) -> dict[str, int] | None:
    return dict(Counter(value for value in values if value is not None)) or None


def plain(table: pa.Table) -> list[Row]:
    rows: list[Row] = table.to_pylist()
    for row in rows:
        for name in ("edits", "rules"):
            told = row[name]
            assert told is None or [one["count"] for one in told] == sorted((o["count"] for o in told), reverse=True)
            row[name] = told and {one["name"]: one["count"] for one in told}
    return rows


texts = st.none() | st.sampled_from(["exact", "minor_change", "key_block"])
places = st.builds(lambda start, length: {"start": start, "end": start + length}, st.integers(0, 9), st.integers(0, 9))
member = st.fixed_dictionaries(
    {
        "cluster": st.sampled_from("abcd"),
        "role": st.sampled_from(["reference", "member"]),
        "edit": texts,
        "unique": st.none() | st.lists(places, max_size=3),
        "rule": texts,
        "time": st.none()
        | st.datetimes(datetime(1990, 1, 1), datetime(2030, 1, 1)).map(lambda t: t.replace(tzinfo=UTC)),
        "characters": st.none() | st.integers(0, 99),
        "chosen": st.none() | st.sampled_from(["copies", "contained"]),
    }
)


@settings(max_examples=300)
@given(st.lists(member, max_size=12))
def test_any_rows_are_summed_up_by_the_definition(rows: list[Row]) -> None:
    table = pa.Table.from_pylist([{**row, "id": str(i)} for i, row in enumerate(rows)], MEMBER_SCHEMA)
    noted = pa.Table.from_pylist([{name: row[name] for name in NOTED.names} for row in rows], NOTED)
    found = campaign_table(table, noted)
    assert found.schema.equals(CAMPAIGN_SCHEMA)
    assert plain(found) == naive(rows)


@pytest.mark.parametrize("engine", ["local", ss.Steps(partitions=3, processes=False)])
@settings(max_examples=40)
@given(any_collection, st.sampled_from(["overlap", "exact"]))
def test_clusters_know_times_and_lengths_on_both_engines(engine: Any, documents: Documents, method: str) -> None:
    clusters = ss.cluster(documents, method=method, engine=engine)
    of = {document.id: document for document in documents}
    rows = [
        {**row, "time": of[row["id"]].time, "characters": len(of[row["id"]].text), "chosen": None}
        for row in clusters.to_arrow().to_pylist()
    ]
    assert plain(clusters.campaigns().to_arrow()) == naive(rows)
    assert clusters.to_arrow().schema.equals(MEMBER_SCHEMA)
