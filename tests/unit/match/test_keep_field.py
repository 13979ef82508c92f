"""keep=FIELD: the highest value stays, or the lowest, whatever the records are given as."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss
from samesame.match.wishes import NOTHING, NUMBER, TEXT, TIME, WISH, wish_ranks

TEXTS = ["Keep the ferry", "keep the ferry!", "KEEP THE FERRY", "keep: the ferry"]
IDS = ["c", "a", "d", "b"]
Records = list[dict[str, Any]]


def records(values: list[Any]) -> Records:
    """Copies of one text with these values; None: the record has no such field."""
    rows = zip(IDS, TEXTS, values, strict=True)
    return [{"id": i, "text": text} | ({} if value is None else {"quality": value}) for i, text, value in rows]


def columns(values: list[Any]) -> dict[str, list[Any]]:
    return {"id": IDS, "text": TEXTS, "quality": values}


def stays(source: object, keep: str) -> str:
    found = []
    for engine in ("local", ss.Steps(partitions=2, processes=False)):
        (document,) = ss.dedup(source, keep=keep, engine=engine)
        found.append(document.id)
    assert found[0] == found[1]
    return found[0]


SOURCES: dict[str, Callable[[list[Any]], object]] = {
    "mappings": records,
    "documents": lambda values: [
        ss.Document(one["id"], one["text"], metadata={"quality": one.get("quality")}) for one in records(values)
    ],
    "arrow": lambda values: pa.table(columns(values)),
    "pandas": lambda values: pd.DataFrame(columns(values)),
    "polars": lambda values: pl.DataFrame(columns(values)),
}


def test_a_field_inside_of_an_object_is_named_by_its_path(tmp_path: Path) -> None:
    qualities = [9, 10, None, -1]
    rows: Records = [
        {"id": id_, "text": text, "meta": {"more": {"quality": quality}, "quality": "no"}}
        for id_, text, quality in zip(IDS, TEXTS, qualities, strict=True)
    ]
    lines = tmp_path / "a.jsonl"
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows))
    table = pa.Table.from_pylist(rows)
    pq.write_table(table, tmp_path / "a.parquet")
    documents = [ss.Document(row["id"], row["text"], metadata={"meta": row["meta"]}) for row in rows]
    for source in (rows, documents, table, lines, tmp_path / "a.parquet"):
        assert (stays(source, "meta.more.quality"), stays(source, "meta.more.quality:min")) == ("a", "b")
    named = [{**row, "meta.more.quality": -1 * (quality or 0)} for row, quality in zip(rows, qualities, strict=True)]
    assert stays(named, "meta.more.quality") == stays(pa.Table.from_pylist(named), "meta.more.quality") == "b"
    with pytest.raises(ss.ParameterError, match=r"keep: the field 'meta\.more' .* holds a list or an object"):
        ss.dedup(rows, keep="meta.more")


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
@pytest.mark.parametrize(
    ("values", "highest", "lowest"),
    [
        ([9, 10, None, -1], "a", "b"),
        ([0.5, None, 1e300, -0.5], "d", "b"),
        (["9", "10", "8", "n/a"], "a", "d"),
        (["good", "better", None, "best"], "c", "b"),
        ([True, False, None, False], "c", "a"),
    ],
    ids=["numbers", "floats", "written", "texts", "flags"],
)
def test_the_highest_value_stays_or_the_lowest(
    source: Callable[[list[Any]], object], values: list[Any], highest: str, lowest: str
) -> None:
    given = source(values)
    assert (stays(given, "quality"), stays(given, "quality:max"), stays(given, "quality:min")) == (
        highest,
        highest,
        lowest,
    )


@pytest.mark.parametrize(
    "values",
    [
        [date(2025, 3, 9), date(2025, 3, 10), None, date(2025, 2, 28)],
        [datetime(2025, 3, 1), datetime(2025, 3, 1, 0, 0, 0, 500_000), None, datetime(2025, 2, 1)],
        [Decimal("9.5"), Decimal("10.25"), None, Decimal("-3.00")],
        ["2025-03-01T00:30:00+01:00", "2025-03-01T00:00:00Z", None, "2025-02-28T23:00:00.5+00:00"],
    ],
    ids=["dates", "moments", "decimals", "zones"],
)
def test_types_of_columns_have_their_order(values: list[Any]) -> None:
    table = pa.table(columns(values))
    assert (stays(table, "quality"), stays(table, "quality:min")) == ("a", "b")
    assert stays(records(values), "quality") == "a"


def test_the_fields_of_a_document_decide_as_others_do() -> None:
    times = [datetime(2025, 3, day, tzinfo=UTC) for day in (2, 4, 3, 1)]
    rows = [{**one, "time": time} for one, time in zip(records([1] * 4), times, strict=True)]
    assert (stays(rows, "time"), stays(rows, "time:min")) == ("a", "b")
    assert (stays(rows, "id"), stays(rows, "id:min")) == ("d", "a")
    assert (stays(rows, "text"), stays(rows, "text:min")) == ("b", "d")


def test_renamed_fields_go_by_their_own_names(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("name,body,id\n1,keep it,7\n2,keep it!,8\n")
    documents = ss.read(path, id_field="name", text_field="body")
    assert (stays(documents, "name"), stays(documents, "id:min"), stays(documents, "body")) == ("2", "1", "2")


def test_ties_go_to_the_first_and_numbers_before_times_before_texts() -> None:
    assert stays(records([1, "1", 1.0, None]), "quality") == "c"
    assert stays(records(["text", "2025-03-01", 1, None]), "quality") == "d"
    assert stays(records(["text", "2025-03-01", " ", None]), "quality:min") == "a"


def test_a_field_named_like_a_rule_is_given_with_its_end() -> None:
    rows = [{**one, "first": value} for one, value in zip(records([1] * 4), (1, 3, 4, 2), strict=True)]
    assert (stays(rows, "first"), stays(rows, "first:max"), stays(rows, "first:min")) == ("c", "d", "c")


def test_nested_values_and_fields_that_nobody_has_are_errors() -> None:
    with pytest.raises(ss.ParameterError, match="keep: the field 'quality' of the document 'a' holds a list or an obj"):
        ss.dedup(records([1, {"x": 1}, [2], 3]), keep="quality")
    for values in ([None] * 4, ["", " ", "NaN", None]):
        with pytest.raises(ss.ParameterError, match="keep: no record has a value in the field 'quality'; expected"):
            ss.dedup(records(values), keep="quality")
    assert len(ss.dedup([], keep="quality")) == 0


def test_ranks_are_those_of_a_naive_order() -> None:
    rows = [(TEXT, 0.0, "b"), (NUMBER, 2.0, None), (TEXT, 0.0, "a"), (NOTHING, 0.0, None), (TIME, 9.0, None)] * 2
    schema = pa.schema(WISH)
    table = pa.table([list(column) for column in zip(*rows, strict=True)], schema=schema)
    for keep, sign in (("x:min", 1), ("x", -1)):
        ordered = sorted(set(rows), key=lambda row: (row[0], row[1], sign * ord(row[2] or "a")))
        assert wish_ranks(table, keep).tolist() == [ordered.index(row) for row in rows]
    assert np.array_equal(wish_ranks(schema.empty_table(), "x"), np.zeros(0, np.int64))


def test_sources_are_ranked_as_they_are_given(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({"id": name, "text": "keep the ferry"}) + "\n")
    paths = [tmp_path / "b.jsonl", tmp_path / "a.jsonl"]
    assert (stays(paths, "sources"), stays(paths[::-1], "sources"), stays(tmp_path, "sources")) == ("b", "a", "a")
