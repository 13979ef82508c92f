"""Tables with columns of any type, and what is left of them by definition."""

from __future__ import annotations

import json
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pyarrow as pa
from hypothesis import strategies as st

import samesame as ss

# Some have the same words, one has none, and a missing one makes its row a bad record.
TEXTS = ["one", "ONE!", "two", "Two", "three", "?!", None]
_WORDS = st.text("ab,\"\n\r\tü=' {}[]", max_size=4)
_WHOLE = st.integers(-(2**31), 2**31 - 1)

# Each type with the values of a cell.
TYPES: list[tuple[pa.DataType, st.SearchStrategy[Any]]] = [
    (pa.int8(), st.integers(-128, 127)),
    (pa.uint64(), st.integers(0, 2**64 - 1)),
    (pa.int64(), st.integers(-(2**63), 2**63 - 1)),
    (pa.float32(), st.floats(width=32, allow_nan=False, allow_infinity=False)),
    (pa.float64(), st.floats(allow_nan=False, allow_infinity=False)),
    (pa.bool_(), st.booleans()),
    (pa.string(), _WORDS),
    (pa.large_string(), _WORDS),
    (pa.binary(), st.binary(max_size=4)),
    (pa.binary(2), st.binary(min_size=2, max_size=2)),
    (pa.decimal128(12, 3), st.integers(-(10**9), 10**9).map(lambda n: Decimal(n).scaleb(-3))),
    (pa.timestamp("us", tz="Europe/Berlin"), st.datetimes().map(lambda moment: moment.replace(microsecond=0))),
    (pa.timestamp("ms"), st.datetimes().map(lambda moment: moment.replace(microsecond=0))),
    (pa.date32(), st.dates()),
    (pa.duration("us"), st.timedeltas(timedelta(-9999), timedelta(9999))),
    (pa.time64("us"), st.times()),
    (pa.list_(pa.int32()), st.lists(_WHOLE, max_size=3)),
    (pa.list_(pa.struct([("a", pa.string())])), st.lists(st.fixed_dictionaries({"a": _WORDS}), max_size=2)),
    (
        pa.struct([("x", pa.int64()), ("y", pa.list_(pa.string()))]),
        st.fixed_dictionaries({"x": _WHOLE, "y": st.lists(_WORDS, max_size=2)}),
    ),
    (pa.dictionary(pa.int8(), pa.string()), st.sampled_from(["red", "green", ""])),
    (pa.null(), st.none()),
]


@st.composite
def tables(draw: st.DrawFn, most: int = 9) -> pa.Table:
    """A few rows with an id, a text, and up to four columns of any type, in any order and number of chunks."""
    size = draw(st.integers(0, most))
    cells = {
        "id": pa.array([f"d{i}" for i in range(size)], pa.string()),
        "text": pa.array(draw(st.lists(st.sampled_from(TEXTS), min_size=size, max_size=size)), pa.string()),
    }
    for number in range(draw(st.integers(0, 4))):
        kind, values = draw(st.sampled_from(TYPES))
        column = draw(st.lists(st.none() | values, min_size=size, max_size=size))
        cells[f"c{number}"] = pa.array(column, kind)
    names = draw(st.permutations(list(cells)))
    table = pa.table({name: cells[name] for name in names})
    cut = draw(st.integers(0, size))
    return pa.concat_tables([table.slice(0, cut), table.slice(cut)])


def naive_rest(table: pa.Table, result: ss.Deduplication) -> pa.Table:
    """The rows that are good and were not removed, one after the other."""
    removed = {removal.id for removal in result.removed}
    rows = zip(table["id"].to_pylist(), table["text"].to_pylist(), strict=True)
    return table.filter(pa.array([text is not None and id_ not in removed for id_, text in rows], pa.bool_()))


# JSON whose numbers all writers write alike.
_LEAVES = st.none() | st.booleans() | st.sampled_from([0, -7, 2**53 + 1, 2**63, 0.25, -1.5]) | _WORDS
VALUES = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("pq"), inner, max_size=2),
    max_leaves=5,
)


def naive_column(values: list[Any]) -> list[Any]:
    """Values of JSON as a column: with one kind they stay what they are, else they are text."""
    there = [value for value in values if value is not None]
    kinds = {type(value) for value in there}
    whole = [value for value in there if type(value) is int]
    if kinds == {int, float} and all(abs(value) <= 2**53 for value in whole):
        return [None if value is None else float(value) for value in values]
    if len(kinds) > 1 or any(not -(2**63) <= value < 2**63 for value in whole):
        return [_text(value) for value in values]
    if kinds == {list}:
        items = iter(naive_column([item for value in there for item in value]))
        return [None if value is None else [next(items) for _ in value] for value in values]
    if kinds == {dict}:
        names = list(dict.fromkeys(name for value in there for name in value))
        if not names:
            return [_text(value) for value in values]
        columns = {name: naive_column([(value or {}).get(name) for value in values]) for name in names}
        return [
            None if value is None else {name: columns[name][row] for name in names} for row, value in enumerate(values)
        ]
    return values


def _text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else compact(value)


def compact(value: Any) -> str:
    """JSON as the core writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
