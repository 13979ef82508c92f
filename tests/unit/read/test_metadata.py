"""Other columns and fields as JSON, whatever they hold; and every reading leaves out the same rows."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss
from samesame.plain import NotJson
from samesame.read.metadata import DEPTH, depth, is_object
from samesame.read.verb import without_metadata

FAR = pa.array([0, 1 << 62, None], pa.int64())
COLUMNS: dict[str, tuple[pa.Array, list[Any]]] = {
    "nan": (
        pa.array([float("nan"), float("inf"), -float("inf"), 1.5]),
        [None, None, None, 1.5],
    ),
    "nested nan": (pa.array([[1.0, float("nan")], [], None]), [[1.0, None], [], None]),
    "bytes": (pa.array([b"\xff", b"", None]), ["/w==", "", None]),
    "decimal": (pa.array([Decimal("1.500")], pa.decimal256(70, 3)), ["1.500"]),
    "duration": (FAR.cast(pa.duration("s")), ["PT0S", f"{1 << 62} s", None]),
    "map": (pa.array([[("k", 1)]], pa.map_(pa.string(), pa.int64())), [[["k", 1]]]),
    "null": (pa.nulls(2), [None, None]),
    "bool": (pa.array([True, None]), [True, None]),
    "dictionary": (pa.array(["a", "b", "a"]).dictionary_encode(), ["a", "b", "a"]),
    "runs": (pa.RunEndEncodedArray.from_arrays(pa.array([2, 3], pa.int32()), pa.array(["a", "b"])), ["a", "a", "b"]),
    "list view": (pa.array([[1, 2], []], pa.list_view(pa.int64())), [[1, 2], []]),
}


@pytest.mark.filterwarnings("ignore::samesame.plain.NotJson")
@pytest.mark.parametrize("kind", COLUMNS)
def test_values_of_any_type_become_json(kind: str) -> None:
    column, expected = COLUMNS[kind]
    documents = ss.read(pa.table({"text": ["t"] * len(column), "m": column}))
    raw = [batch.column("metadata").to_pylist() for batch in documents.batches()]
    strict = [json.loads(text, parse_constant=pytest.fail)["m"] for texts in raw for text in texts]
    assert strict == expected and not documents.problems.count


@pytest.mark.parametrize("unit", ["s", "ms", "us"])
@pytest.mark.parametrize("zone", [None, "UTC"])
def test_moments_beyond_python_are_kept_as_arrow_writes_them(unit: str, zone: str | None) -> None:
    far = FAR.cast(pa.timestamp(unit, tz=zone))
    for column in (far, pa.StructArray.from_arrays([far], names=["when"])):
        documents = ss.read(pa.table({"text": ["t"] * 3, "m": column}))
        found = [document.metadata["m"] for document in documents]
        moments = [value["when"] if isinstance(value, dict) else value for value in found]
        assert moments[2] is None and all(isinstance(moment, str) and moment for moment in moments[:2])
        assert not documents.problems.count


def test_a_value_that_python_cannot_hold_costs_only_itself() -> None:
    column = pa.array([0, None], pa.int64()).cast(pa.timestamp("s", tz="Nowhere/Nothing"))
    documents = ss.read(pa.table({"text": ["t"] * 2, "m": column}))
    assert [document.metadata["m"] for document in documents] == [None, None]
    (problem,) = documents.problems
    assert problem.line == 1 and "the column 'm' has a value that Python cannot hold" in problem.message


def test_a_column_of_json_objects_is_metadata_row_by_row(folder: Path) -> None:
    deep = "[" * 100_000
    values = ['{"k": [1]}', None, "just words", deep, '{"k": NaN}', '{"k":' + "[" * 500 + "]" * 500 + "}", "{}"]
    pq.write_table(pa.table({"text": ["t"] * 7, "metadata": values}), "a.parquet")
    documents = ss.read("a.parquet")
    found = [document.metadata for document in documents]
    assert found[:2] == [{"k": [1]}, {}] and found[6] == {}
    assert found[2:6] == [{"metadata": value} for value in values[2:6]]
    assert not documents.problems.count


def test_depth_counts_brackets_outside_strings() -> None:
    nested = '{"a":' + "[" * DEPTH + "]" * DEPTH + "}"
    assert depth(nested) == DEPTH + 1 and not is_object(nested)
    quoted = json.dumps({"a": "[" * 1000 + '\\"' + "{" * 1000, "b": []})
    assert depth(quoted) == 2 and is_object(quoted)


def test_nan_and_deep_values_of_python_objects() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    endless: dict[str, Any] = {}
    endless["self"] = endless
    source = [
        {"text": "1", "m": float("nan"), "n": pd.NA, "time": pd.NA},
        {"text": "2", "m": deep},
        {"text": "3", "m": endless},
        {"text": "4", "m": b"\xff"},
    ]
    documents = ss.read(source)
    with pytest.warns(NotJson, match="they are written as null"):
        found = list(documents)
    assert [document.text for document in found] == ["1", "4"]
    assert found[0].metadata["m"] is None and found[1].metadata == {"m": "/w=="}
    assert [problem.line for problem in documents.problems] == [2, 3]


@pytest.mark.filterwarnings("ignore::samesame.plain.NotJson")
@pytest.mark.parametrize("kind", [*COLUMNS, "bad"])
def test_a_reading_without_metadata_leaves_out_the_same_rows(folder: Path, kind: str) -> None:
    raw = pa.array([b"\xff", b"ok", b"x" * 100, None], pa.binary())
    bad = pa.StringArray.from_buffers(4, raw.buffers()[1], raw.buffers()[2], raw.buffers()[0])
    column = bad if kind == "bad" else COLUMNS[kind][0]
    texts = [None if i == 1 else f"t{i}" for i in range(len(column))]
    with pa.ipc.new_stream("a.arrow", pa.schema([("text", pa.string()), ("m", column.type)])) as writer:
        writer.write_table(pa.table({"text": texts, "m": column}))
    for documents in (ss.read("a.arrow"), ss.read("a.arrow", max_record=50)):
        with_metadata = [batch.column("line").to_pylist() for batch in documents.batches()]
        problems = [str(problem) for problem in documents.problems]
        plain = without_metadata(documents)
        assert [batch.column("line").to_pylist() for batch in plain.batches()] == with_metadata
        assert [str(problem) for problem in plain.problems] == problems


def test_column_names_that_are_not_utf8_are_named(folder: Path) -> None:
    with pa.ipc.new_stream("a.arrow", pa.schema([("text", pa.string()), ("name", pa.string())])) as writer:
        writer.write_table(pa.table({"text": ["t"], "name": ["x"]}))
    raw = Path("a.arrow").read_bytes()
    Path("a.arrow").write_bytes(raw.replace(b"name", b"n\xe4me"))
    Path("z.txt").write_text("fine")
    documents = ss.read(".")
    assert [document.id for document in documents] == ["z.txt"]
    assert [problem.file for problem in documents.problems] == ["a.arrow"]


def test_files_whose_name_is_not_utf8(folder: Path) -> None:
    import os

    table = pa.table({"text": ["one"], "n": [1]})
    pq.write_table(table, "a.parquet")
    Path("a.parquet").rename(os.fsdecode(b"\xff.parquet"))
    with pa.ipc.new_file("a.arrow", table.schema) as writer:
        writer.write_table(table)
    Path("a.arrow").rename(os.fsdecode(b"\xfe.arrow"))
    documents = ss.read(".")
    assert sorted(document.id for document in documents) == ["\\xfe.arrow:1", "\\xff.parquet:1"]
    assert not documents.problems.count
