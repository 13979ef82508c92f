"""Texts that are already in Python."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pandas as pd
import pytest

import samesame as ss

MOMENT = datetime(2025, 3, 3, 11, 6, 40, tzinfo=UTC)


def read(source: object, **options: object) -> tuple[list[ss.Document], list[str]]:
    documents = ss.read(source, **options)  # type: ignore[arg-type]
    return list(documents), [str(problem) for problem in documents.problems]


def test_strings_documents_and_mappings_may_stand_side_by_side() -> None:
    documents, problems = read(
        ["one", ss.Document("b", "two", MOMENT, {"k": 1}), {"id": 3, "text": "three", "m": None}]
    )
    assert documents == [
        ss.Document("memory:1", "one"),
        ss.Document("b", "two", MOMENT, {"k": 1}),
        ss.Document("3", "three", None, {"m": None}),
    ]
    assert problems == []


def test_a_mapping_is_ids_and_texts() -> None:
    assert list(ss.read({"a": "one", "b": "two"})) == [ss.Document("a", "one"), ss.Document("b", "two")]


def test_nothing_gives_no_documents() -> None:
    assert read([]) == read({}) == read(iter(())) == ([], [])


def test_a_generator_can_be_read_more_than_once() -> None:
    def texts() -> Iterator[str]:
        yield from ("one", "two")

    documents = ss.read(texts())
    assert [document.text for document in documents] == [document.text for document in documents] == ["one", "two"]


def test_a_string_is_a_path_and_a_list_of_strings_is_texts(folder: Path) -> None:
    Path("a.txt").write_text("from the file")
    assert [document.text for document in ss.read("a.txt")] == ["from the file"]
    assert [document.text for document in ss.read(["a.txt", "b.txt"])] == ["a.txt", "b.txt"]
    assert [document.text for document in ss.read([Path("a.txt")])] == ["from the file"]


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (5, "expected a string, a Document, a mapping or a pair (id, text); got int"),
        (b"bytes", "expected a string, a Document, a mapping or a pair (id, text); got bytes"),
        (None, "expected a string, a Document, a mapping or a pair (id, text); got NoneType"),
        ({"id": "a"}, "the field 'text' must be a string; got NoneType"),
        ({"text": 5}, "the field 'text' must be a string; got int"),
        (ss.Document("a", None), "the field 'text' must be a string; got NoneType"),  # type: ignore[arg-type]
        ("\ud800", "a lone surrogate in the text, at character 1"),
        ({"id": "a\udfff", "text": "t"}, "a lone surrogate in the id, at character 2"),
        ({"text": "t", "k": "\ud800"}, "a lone surrogate in the metadata"),
        ({"text": "t", ("k",): 1}, "keys must be str"),
    ],
)
def test_a_bad_item_is_named_with_its_place_and_the_rest_is_read(item: object, words: str) -> None:
    documents, problems = read(["one", item, "three"])
    assert [document.text for document in documents] == ["one", "three"]
    assert len(problems) == 1
    assert problems[0].startswith("memory:2: ") and words in problems[0]


def test_an_item_is_good_or_bad_for_every_reading() -> None:
    kept = ss.dedup([{"id": "a", "text": "t", ("k",): 1}, {"id": "b", "text": "t"}, {"id": "c", "text": "u"}])
    assert [document.id for document in kept] == ["b", "c"]


@pytest.mark.parametrize(
    "time",
    [
        MOMENT,
        MOMENT.replace(tzinfo=None),
        MOMENT.astimezone(timezone(timedelta(hours=5))),
        "2025-03-03T11:06:40Z",
        "20250303T110640",
        1_741_000_000,
        1_741_000_000_000,
        "1741000000",
        pd.Timestamp(MOMENT),
    ],
)
def test_times_are_moments_in_utc(time: object) -> None:
    (document,) = ss.read([{"text": "t", "time": time}])
    assert document.time == MOMENT


def test_a_day_is_its_beginning_and_no_time_is_none() -> None:
    times = [
        document.time for document in ss.read([{"text": "t", "time": t} for t in (date(2025, 3, 3), None, pd.NaT)])
    ]
    assert times == [datetime(2025, 3, 3, tzinfo=UTC), None, None]


@pytest.mark.parametrize("time", [10**30, -(10**18), float("inf"), "0001-01-01T00:00:00+14:00"])
def test_a_time_beyond_the_years_of_python_is_named_as_such(time: object) -> None:
    documents, problems = read([{"id": "a", "text": "t", "time": time}])
    assert documents == [ss.Document("a", "t")]
    assert problems == [f"memory:1: the time '{time}' is outside the years 1 to 9999; kept without it"]


@pytest.mark.parametrize("time", ["yesterday", "", [1], True, "nan nan"])
def test_a_bad_time_costs_only_the_time_as_in_files(time: object) -> None:
    documents, problems = read([{"id": "a", "text": "t", "time": time}])
    assert documents == [ss.Document("a", "t")]
    assert problems == [f"memory:1: the time '{time}' is not ISO 8601; kept without it"]


def test_many_items_are_numbered_over_batches() -> None:
    documents = ss.read([*["t"] * 9000, 5, "u"])
    assert [document.id for document in documents][-1] == "memory:9002"
    assert [problem.line for problem in documents.problems] == [9001]


def test_what_is_no_source_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ss.ParameterError, match="source: expected a path, texts or a table, got int"):
        ss.read(5)
