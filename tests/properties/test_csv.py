"""The core's lines of CSV and JSON are those of the general way, which writes value by value."""

from __future__ import annotations

import csv
import io
import json
import warnings
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from samesame import _core
from samesame.plain import NotJson
from samesame.report.columns import all_finite, all_in_core
from samesame.report.csv import CsvWriter
from samesame.report.files import any_json_lines, table_json_lines
from samesame.report.matches import ACROSS_SCHEMA, MATCH_SCHEMA
from samesame.report.passages import PASSAGE_SCHEMA
from samesame.report.removals import REMOVAL_SCHEMA

SCHEMAS = [MATCH_SCHEMA, ACROSS_SCHEMA, PASSAGE_SCHEMA, REMOVAL_SCHEMA]
# What begins a formula, written out: taken from the code it would be wrong wherever the code is.
FORMULA = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"
# With what must be quoted, and what begins a formula, more often than by chance.
marked = st.text(st.sampled_from(FORMULA + "\",'aç\0\x7f\u2028"), max_size=4)
texts = marked | st.text(st.characters(exclude_categories=["Cs"]), max_size=5)


def values(type: pa.DataType) -> st.SearchStrategy[Any]:
    """Values of a column, nulls among them."""
    if pa.types.is_large_list(type):
        return st.none() | st.lists(values(type.value_type), max_size=3)
    if pa.types.is_struct(type):
        return st.none() | st.fixed_dictionaries({field.name: values(field.type) for field in type})
    of_type: dict[pa.DataType, st.SearchStrategy[Any]] = {
        pa.large_string(): texts,
        pa.float64(): st.floats() | st.floats(0, 1),
        pa.int64(): st.integers(-(2**63), 2**63 - 1),
        pa.bool_(): st.booleans(),
    }
    return st.none() | of_type[type]


@st.composite
def batches(draw: st.DrawFn) -> pa.RecordBatch:
    """Some rows of one of our tables, from the middle of a batch."""
    schema = draw(st.sampled_from(SCHEMAS))
    rows = draw(st.lists(st.fixed_dictionaries({field.name: values(field.type) for field in schema}), max_size=5))
    return pa.RecordBatch.from_pylist(rows, schema).slice(draw(st.integers(0, 2)))


@settings(max_examples=200)
@given(batches(), st.sampled_from(",\t"), st.booleans())
def test_lines_of_csv_are_those_of_the_general_way(batch: pa.RecordBatch, delimiter: str, safe: bool) -> None:
    writer = CsvWriter(pa.BufferOutputStream(), batch.schema, delimiter, safe=safe)
    written = _core.csv_lines(batch, delimiter, safe)
    assert written == writer.any_lines(batch)
    read = list(csv.reader(io.StringIO(written.decode(), newline=""), delimiter=delimiter))
    assert [len(row) for row in read] == [batch.num_columns] * batch.num_rows
    if not safe:
        words = batch.schema.get_field_index("method" if "method" in batch.schema.names else "text")
        assert [row[words] for row in read] == [value or "" for value in batch.column(words).to_pylist()]


@settings(max_examples=200)
@given(batches())
def test_lines_of_json_are_those_of_the_general_way(batch: pa.RecordBatch) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotJson)
        expected = any_json_lines(batch)
    assert _core.row_lines(batch) == expected
    if all_finite(batch):
        with warnings.catch_warnings():
            warnings.simplefilter("error", NotJson)
            assert table_json_lines(batch) == expected


@pytest.mark.parametrize("mark", FORMULA)
def test_every_beginning_of_a_formula_is_defused(mark: str) -> None:
    batch = pa.record_batch({"x": pa.array([f"{mark}1", f"1{mark}"], pa.large_string())})
    read = list(csv.reader(io.StringIO(_core.csv_lines(batch, ",", True).decode(), newline="")))
    assert read == [[f"'{mark}1"], [f"1{mark}"]]


def test_many_rows_keep_their_order() -> None:
    rows = [{"id": str(i), "kept": "=1", "left_coverage": i / 7} for i in range(1000)]
    batch = pa.RecordBatch.from_pylist(rows, REMOVAL_SCHEMA)
    lines = _core.csv_lines(batch, ",", True).decode().splitlines()
    assert lines == [f"{i},'=1,,,{i / 7},," for i in range(1000)]
    assert [json.loads(line)["id"] for line in _core.row_lines(batch).splitlines()] == [str(i) for i in range(1000)]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_core_writes_our_tables(schema: pa.Schema) -> None:
    assert all_in_core(schema)


@pytest.mark.parametrize(
    "type",
    [
        pa.string(),
        pa.float32(),
        pa.timestamp("us"),
        pa.list_(pa.struct([("a", pa.int64())])),
        pa.large_list(pa.int64()),
        pa.large_list(pa.struct([("a", pa.float64())])),
        pa.dictionary(pa.int32(), pa.large_string()),
    ],
)
def test_other_columns_are_written_in_the_general_way(type: pa.DataType) -> None:
    assert not all_in_core(pa.schema([("id", pa.large_string()), ("x", type)]))


def test_what_json_lacks_is_warned_of() -> None:
    batch = pa.record_batch({"x": pa.array([1.0, None, float("nan")])})
    with pytest.warns(NotJson):
        assert table_json_lines(batch) == b'{"x": 1.0}\n{"x": null}\n{"x": null}\n'


def test_a_column_the_core_cannot_write_is_named() -> None:
    with pytest.raises(Exception, match="column 'x': the core writes no Float32"):
        _core.csv_lines(pa.record_batch({"x": pa.array([1.0], pa.float32())}), ",", False)
