"""One table of several with different columns."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal

import pyarrow as pa
import pytest

from samesame.errors import InputError
from samesame.report.union import fitted, promoted, text_of, united

SHORT, LONG = (pa.dictionary(index, pa.string()) for index in (pa.int8(), pa.int32()))


def schema(**kinds: pa.DataType) -> pa.Schema:
    return pa.schema(list(kinds.items()))


def test_columns_come_in_the_order_they_are_met_and_differences_are_told() -> None:
    first, second = schema(id=pa.string(), n=pa.int32()), schema(lang=pa.string(), n=pa.int64(), id=pa.string())
    found = united([("a", first), ("b", first), ("c", second), ("d", second)])
    assert found.schema == schema(id=pa.string(), n=pa.int64(), lang=pa.string())
    assert found.note == "columns differ: 'n' is int32 in a and int64 in c, written as int64; 'lang' is missing in a"


def test_the_order_of_columns_alone_is_no_difference() -> None:
    found = united([("a", schema(x=pa.string(), y=pa.int8())), ("b", schema(y=pa.int8(), x=pa.string()))])
    assert found.schema.names == ["x", "y"] and found.note == ""


def test_how_wide_the_offsets_of_strings_are_is_no_difference() -> None:
    wide = schema(x=pa.large_string(), y=pa.int8())
    found = united([("a", schema(x=pa.string(), y=pa.int8())), ("b", wide)])
    assert found.schema == wide and found.note == ""
    assert united([("a", schema(x=pa.string())), ("b", wide)]).note == "columns differ: 'y' is missing in a"


def test_one_schema_stays_what_it_is_with_all_its_metadata() -> None:
    one = pa.schema([pa.field("x", pa.int8(), False, {"k": "v"})], {"pandas": "{}", "made": "here"})
    assert united([("a", one), ("b", one)]).schema.equals(one, check_metadata=True)
    two = united([("a", one), ("b", schema(y=pa.int8()))]).schema
    assert two.metadata == {b"made": b"here"} and two.field("x").nullable


def test_a_note_names_few_columns() -> None:
    wide = schema(**{f"c{i}": pa.int8() for i in range(9)})
    assert united([("a", wide), ("b", schema(x=pa.int8()))]).note.endswith("'c4' is missing in b; and 5 more")


@pytest.mark.parametrize(
    ("left", "right", "wanted"),
    [
        (pa.int8(), pa.int64(), pa.int64()),
        (pa.int64(), pa.float64(), pa.float64()),
        (pa.null(), pa.binary(), pa.binary()),
        (pa.string(), pa.large_string(), pa.large_string()),
        (SHORT, pa.string(), pa.string()),
        (SHORT, LONG, LONG),
        (pa.list_(pa.int8()), pa.list_(pa.int16()), pa.list_(pa.int16())),
        (pa.decimal128(5, 2), pa.decimal128(9, 3), pa.decimal128(9, 3)),
        (pa.decimal128(5, 2), pa.float64(), None),
        (pa.string(), pa.binary(), None),
        (pa.int64(), pa.string(), None),
        (pa.bool_(), pa.int8(), None),
        (pa.list_(pa.int8()), pa.int8(), None),
        (pa.timestamp("us", "UTC"), pa.timestamp("us", "Asia/Tokyo"), None),
    ],
)
def test_types_are_promoted_where_nothing_is_lost(
    left: pa.DataType, right: pa.DataType, wanted: pa.DataType | None
) -> None:
    assert promoted([left, right]) == wanted == promoted([right, left])


def test_structures_get_the_fields_of_both() -> None:
    left, right = pa.struct([("x", pa.int8())]), pa.struct([("y", pa.string())])
    both = pa.struct([("x", pa.int8()), ("y", pa.string())])
    assert promoted([left, right]) == both
    batch = pa.record_batch({"s": pa.array([{"y": "a"}, None], right)})
    assert fitted(batch, schema(s=both))["s"].to_pylist() == [{"x": None, "y": "a"}, None]


def test_values_without_a_common_type_are_text() -> None:
    values = ["x", 1, 1.5, True, None, [1, "a"], {"b": 2}, date(2025, 3, 1), Decimal("1.50"), b"caf\xc3\xa9"]
    texts = ["x", "1", "1.5", "true", None, '[1, "a"]', '{"b": 2}', "2025-03-01", "1.50", "café"]
    assert [text_of(value) for value in values] == texts
    batch = pa.record_batch({"c": pa.array([[1], None]), "d": pa.array([datetime(2025, 3, 1), None])})
    assert fitted(batch, schema(d=pa.large_string(), c=pa.large_string(), e=pa.int8())).to_pydict() == {
        "d": ["2025-03-01T00:00:00", None],
        "c": ["[1]", None],
        "e": [None, None],
    }
    assert json.loads(texts[6] or "") == {"b": 2}


def test_a_value_that_does_not_fit_is_an_error_and_not_rounded() -> None:
    batch = pa.record_batch({"n": pa.array([2**53 + 1])})
    with pytest.raises(InputError, match="the column 'n' is int64 in one input and double in another"):
        fitted(batch, schema(n=pa.float64()))
