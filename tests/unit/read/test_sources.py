"""What a user of Python hands over is understood, or refused with the way to say it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import samesame as ss


def texts(source: object) -> list[str]:
    documents = ss.read(source)
    found = [document.text for document in documents]
    assert not documents.problems.count
    return found


@pytest.mark.parametrize(
    "make",
    [
        pa.array,
        lambda values: pa.chunked_array([values[:1], values[1:]]),
        lambda values: pa.array(values).dictionary_encode(),
        lambda values: pa.array(values, pa.string_view()),
        pd.Series,
        lambda values: pd.Series(values, dtype="category"),
        lambda values: pd.Series(values, dtype="string"),
        pd.Index,
        pl.Series,
        np.array,
        lambda values: np.array(values, object),
        tuple,
        iter,
        set,
        lambda values: dict.fromkeys(values).keys(),
    ],
)
def test_a_column_of_texts_of_any_library_is_texts(make: Callable[[list[str]], object]) -> None:
    assert sorted(texts(make(["one", "three", "two"]))) == ["one", "three", "two"]


def test_pairs_are_ids_and_texts() -> None:
    documents = list(ss.read([("a", "one"), (7, "two"), (None, "three")]))
    assert [(d.id, d.text) for d in documents] == [("a", "one"), ("7", "two"), ("memory:3", "three")]


def test_a_tuple_that_is_no_pair_is_named() -> None:
    documents = ss.read([("a", "one"), ("b",), ("c", 5)])
    assert len(list(documents)) == 1
    assert [problem.line for problem in documents.problems] == [2, 3]


@pytest.mark.parametrize(
    "make",
    [
        lambda columns: pa.table(columns).to_batches()[0],
        lambda columns: pa.table(columns).to_reader(),
        lambda columns: pa.table(columns).to_struct_array(),
        lambda columns: pa.StructArray.from_arrays(list(map(pa.array, columns.values())), names=list(columns)),
        lambda columns: pl.DataFrame(columns).lazy().collect(),
        lambda columns: pd.DataFrame(columns).convert_dtypes(),
    ],
)
def test_tables_of_any_kind_are_read_as_often_as_it_takes(make: Callable[[dict[str, Any]], object]) -> None:
    documents = ss.read(make({"id": ["a", "b"], "text": ["one", "two"]}))
    for _ in range(2):
        assert [(d.id, d.text) for d in documents] == [("a", "one"), ("b", "two")]


def test_a_stream_survives_the_second_reading_of_dedup() -> None:
    table = pa.table({"id": ["a", "b", "c"], "text": ["one", "one", "two"]})
    assert [document.id for document in ss.dedup(table.to_reader())] == ["a", "c"]


def test_names_of_files_are_not_taken_for_texts(folder: Path) -> None:
    for name in ("a.txt", "b.jsonl"):
        Path(name).write_text("{}")
    Path("deep").mkdir()
    for source in (["a.txt"], ("a.txt", "b.jsonl"), pd.Series(["a.txt", "deep"]), pa.array(["a.txt"])):
        with pytest.raises(ss.ParameterError, match=r"a list of strings is a list of texts.*give pathlib.Path objects"):
            ss.read(source)
    with pytest.raises(ss.ParameterError, match="paths and other things in one list"):
        ss.read([Path("a.txt"), "b.jsonl"])
    assert texts(["a.txt", "more text"]) == ["a.txt", "more text"]
    assert texts([".", "", "x" * 10_000, "a\0b"]) == [".", "", "x" * 10_000, "a\0b"]


class Splits(dict[str, object]):
    """As Hugging Face's DatasetDict: a dictionary of tables."""


@pytest.mark.parametrize("value", [pa.table({"text": ["one"]}), ["one", "two"], 5, None])
def test_a_mapping_of_splits_or_columns_is_refused_with_a_way_out(value: object) -> None:
    with pytest.raises(ss.ParameterError, match=r"a mapping is \{id: text\}.*'train'.*source\['train'\]"):
        ss.read(Splits(train=value))


def test_a_value_that_is_no_text_among_texts_is_named() -> None:
    documents = ss.read({1: "one", 2: None, 3: "three"})
    assert [document.id for document in documents] == ["1", "3"]
    assert [str(problem) for problem in documents.problems] == [
        "memory:2: the field 'text' must be a string; got NoneType"
    ]


class Dataset:
    """As Hugging Face's Dataset: an iterable of mappings."""

    def __iter__(self) -> Iterator[dict[str, object]]:
        yield {"id": 1, "text": "one"}


def test_a_dataset_is_an_iterable_of_mappings() -> None:
    assert texts(Dataset()) == ["one"]


class Row(NamedTuple):
    id: str
    text: str
    n: int


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ([5, 6], "the first is of type int"),
        (b"bytes", "the first is of type int"),
        ([["a", "one"]], "the first is of type list"),
        (np.zeros((2, 2)), "the first is of type ndarray"),
        (pa.array([1, 2]), "the first is of type int"),
        (pd.Series([1.5]), "the first is of type float"),
        (5, "expected a path, texts or a table, got int"),
        (pl.LazyFrame({"text": ["one"]}), "expected"),
    ],
)
def test_what_holds_no_texts_is_refused_by_its_type(source: object, words: str) -> None:
    with pytest.raises(ss.ParameterError, match=words):
        ss.read(source)


def test_a_broken_table_is_refused_before_anything_looks_at_it() -> None:
    offsets, data = pa.py_buffer(np.array([0, 1 << 30, 7], np.int32)), pa.py_buffer(b"one two")
    broken = pa.StringArray.from_buffers(2, offsets, data)
    for source in (pa.table({"text": broken}), pa.table({"text": ["a", "b"], "other": broken}), broken):
        with pytest.raises(ss.ParameterError, match="source: "):
            list(ss.read(source))
