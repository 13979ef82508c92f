"""Fields inside of objects: `meta.body` in JSON lines, JSON, Parquet, Arrow and what Python hands over."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import samesame as ss
from samesame.read.nested import inside

FIELDS: dict[str, Any] = {"id_field": "meta.key", "text_field": "meta.page.body", "time_field": "meta.day"}
ROWS: list[dict[str, Any]] = [
    {"n": 1, "meta": {"key": "a", "day": "2026-01-02", "page": {"body": "Good morning.", "no": 5}}},
    {"n": 2, "meta": {"key": "b", "day": None, "page": {"body": 'Good "night".\n', "no": 6}}},
]
TIMES = [datetime(2026, 1, 2, tzinfo=UTC), None]
Lines = Callable[..., Path]


def write_lines(path: Path) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))


SOURCES: dict[str, Callable[[], Any]] = {
    "a.jsonl": lambda: write_lines(Path("a.jsonl")),
    "a.json": lambda: Path("a.json").write_text(json.dumps(ROWS, indent=2)),
    "a.parquet": lambda: pq.write_table(pa.Table.from_pylist(ROWS), "a.parquet"),
    "a.arrow": lambda: feather.write_feather(pa.Table.from_pylist(ROWS), "a.arrow"),
    "mappings": lambda: ROWS,
    "arrow": lambda: pa.Table.from_pylist(ROWS),
    "pandas": lambda: pd.DataFrame(ROWS),
    "polars": lambda: pl.DataFrame(ROWS),
}


@pytest.mark.parametrize("kind", SOURCES)
def test_fields_are_found_inside_of_objects(folder: Path, kind: str) -> None:
    made = SOURCES[kind]()
    documents = ss.read(kind if "." in kind else made, **FIELDS)
    found = list(documents)
    assert [(document.id, document.text, document.time) for document in found] == [
        (row["meta"]["key"], row["meta"]["page"]["body"], time) for row, time in zip(ROWS, TIMES, strict=True)
    ]
    # What holds the fields stays as it is.
    assert [dict(document.metadata) for document in found] == ROWS
    assert not documents.problems.count


@pytest.mark.parametrize("kind", SOURCES)
def test_a_path_that_no_record_has_is_an_error(folder: Path, kind: str) -> None:
    made = SOURCES[kind]()
    source = kind if "." in kind else made
    for path in ("meta.body", "meta.page.body.x", "page.body", "meta.", ".meta", "meta..key"):
        with pytest.raises(ss.ParameterError, match=r"text_field: no (record has the field|column) .*--text-field"):
            list(ss.read(source, text_field=path))
        if "." in kind or kind == "mappings":
            with pytest.raises(ss.ParameterError, match="id_field: no record has the field"):
                list(ss.read(source, **{**FIELDS, "id_field": path}))


def test_a_field_whose_name_has_the_dot_wins(folder: Path) -> None:
    rows = [{"a.b": "its own", "a": {"b": "inside"}}, {"a": {"b": "inside"}, "a.b": "its own"}]
    Path("a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    sources: list[Any] = ["a.jsonl", rows, pa.Table.from_pylist(rows)]
    for source in sources:
        documents = list(ss.read(source, text_field="a.b"))
        assert [document.text for document in documents] == ["its own", "its own"]
        assert [dict(document.metadata) for document in documents] == [{"a": {"b": "inside"}}] * 2


def test_records_without_it_are_named_with_their_place(lines: Lines) -> None:
    records: list[Any] = [
        {"meta": {"body": "good"}},
        {"meta": {"title": "none"}},
        {"meta": "body"},
        {"meta": {"body": 5}},
        '{"meta": {"body": "one", "body": "two"}}',
        '{"meta": {"body": "one"}, "meta": {"body": "two"}}',
        '{"meta": {"body": "\\ud800"}}',
        {"meta": {"body": "also good"}},
    ]
    documents = ss.read(lines("a.jsonl", records), text_field="meta.body")
    assert [document.text for document in documents] == ["good", "also good"]
    assert [(problem.line, problem.message) for problem in documents.problems] == [
        (2, "no field 'meta.body'; --text-field names another"),
        (3, "no field 'meta.body'; --text-field names another"),
        (4, "invalid type: integer `5`, expected a string in the field 'meta.body'"),
        (5, "the field 'body' stands there twice"),
        (6, "the field 'meta' stands there twice"),
        (7, "the field 'meta' has a \\u escape that is half of a pair (a lone surrogate)"),
    ]


def test_rows_without_it_are_named_with_their_place() -> None:
    rows: list[Any] = [{"meta": {"body": "good"}}, {"meta": {"body": None}}, {"meta": None}, {"meta": {"body": "too"}}]
    for source in (pa.Table.from_pylist(rows), rows):
        documents = ss.read(source, text_field="meta.body")
        assert [document.id for document in documents] == ["memory:1", "memory:4"]
        assert [problem.line for problem in documents.problems] == [2, 3]
    table = pa.Table.from_pylist([{"meta": {"body": 5}}])
    with pytest.raises(ss.ParameterError, match=r"the column 'meta\.body' holds int64, not text"):
        list(ss.read(table, text_field="meta.body"))


def test_a_bad_id_or_time_inside_is_named(lines: Lines) -> None:
    path = lines("a.jsonl", [{"m": {"id": [1], "t": 0}, "text": "x"}, {"m": {"id": 7, "t": "soon"}, "text": "y"}])
    documents = ss.read(path, id_field="m.id", time_field="m.t")
    assert [document.id for document in documents] == ["7"]
    assert [problem.line for problem in documents.problems] == [1, 2]


def test_dedup_knows_lines_again_by_an_id_inside(run: Callable[..., Any], lines: Lines) -> None:
    text = "The ferry leaves at ten."
    path = lines("a.jsonl", [{"m": {"id": name, "body": text}} for name in "cab"])
    done = run("dedup", path, "--id-field", "m.id", "--text-field", "m.body", "--keep", "first", "--out", "o.jsonl")
    assert done.returncode == 0, done.stderr
    assert Path("o.jsonl").read_text() == json.dumps({"m": {"id": "c", "body": text}}) + "\n"
    found = run("find", path, "--id-field", "m.id", "--text-field", "m.body", "--engine", "steps")
    assert [json.loads(line)["right"] for line in found.stdout.splitlines()] == ["b", "c"]


VALUES = st.recursive(
    st.sampled_from([None, 1, "x", "y", [{"a": "in a list"}]]),
    lambda inner: st.dictionaries(st.sampled_from(["a", "b", "a.b"]), inner, max_size=3),
    max_leaves=6,
)


@given(st.lists(st.dictionaries(st.sampled_from(["a", "b", "a.b"]), VALUES, max_size=3), max_size=4))
def test_lines_and_mappings_agree(tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]]) -> None:
    path = tmp_path_factory.mktemp("nested") / "a.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))

    def texts(source: Any) -> list[tuple[int, str]] | str:
        try:
            table = ss.read(source, text_field="a.b", ids="path").to_arrow()
        except ss.ParameterError as error:
            return str(error)[:20]
        return [(int(row["id"].rsplit(":", 1)[1]), row["text"]) for row in table.to_pylist()]

    expected = [
        (line, value)
        for line, row in enumerate(rows, 1)
        if isinstance(value := row["a.b"] if "a.b" in row else inside(row, "a.b")[1], str)
    ]
    assert texts(path) == texts(rows)
    assert texts(rows) in (expected, "text_field: no recor")
