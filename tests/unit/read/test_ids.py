"""Every id once; without one, file and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss

Lines = Callable[..., Path]


def read(source: object) -> tuple[list[ss.Document], list[str]]:
    documents = ss.read(source)
    return list(documents), [str(problem) for problem in documents.problems]


def test_a_repeated_id_is_named_with_both_places_and_left_out(lines: Lines) -> None:
    path = lines("a.jsonl", [{"id": "x", "text": "1"}, {"id": "y", "text": "2"}, {"id": "x", "text": "3"}])
    documents, problems = read(path)
    assert [document.text for document in documents] == ["1", "2"]
    assert problems == ["a.jsonl:3: the id 'x' stands already at a.jsonl:1; left out"]


def test_ids_are_compared_over_files_of_all_formats(lines: Lines) -> None:
    lines("a.jsonl", [{"id": "x", "text": "1"}])
    Path("b.csv").write_text("id,text\nx,2\n")
    pq.write_table(pa.table({"id": ["y", "x"], "text": ["3", "4"]}), "c.parquet")
    lines("d.jsonl", [{"id": "y", "text": "5"}])
    documents, problems = read(".")
    assert [document.text for document in documents] == ["1", "3"]
    assert problems == [
        "b.csv:2: the id 'x' stands already at a.jsonl:1; left out",
        "c.parquet:2: the id 'x' stands already at a.jsonl:1; left out",
        "d.jsonl:1: the id 'y' stands already at c.parquet:1; left out",
    ]


def test_a_default_id_that_somebody_has_already_is_repeated_too(lines: Lines) -> None:
    documents, problems = read(lines("a.jsonl", [{"id": "a.jsonl:2", "text": "1"}, {"text": "2"}]))
    assert len(documents) == 1
    assert problems == ["a.jsonl:2: the id 'a.jsonl:2' stands already at a.jsonl:1; left out"]


def test_repeated_ids_in_memory_are_named() -> None:
    documents, problems = read([{"id": "x", "text": "1"}, {"id": "x", "text": "2"}])
    assert [document.text for document in documents] == ["1"]
    assert problems == ["memory:2: the id 'x' stands already at memory:1; left out"]


def test_a_repeated_id_ends_a_strict_run(lines: Lines) -> None:
    path = lines("a.jsonl", [{"id": "x", "text": "1"}, {"id": "x", "text": "2"}])
    with pytest.raises(ss.InputError, match="the id 'x' stands already at"):
        list(ss.read(path, strict=True))


@pytest.mark.parametrize(
    ("written", "id_"),
    [('"a"', "a"), ("7", "7"), ("7.50", "7.50"), ('""', "a.jsonl:1"), ("null", "a.jsonl:1"), ('"a\\u0000"', "a\0")],
)
def test_ids_are_strings_or_numbers_as_they_are_written(lines: Lines, written: str, id_: str) -> None:
    assert [d.id for d in ss.read(lines("a.jsonl", [f'{{"id": {written}, "text": "t"}}']))] == [id_]


def test_ids_that_differ_by_form_are_different(lines: Lines) -> None:
    ids = ["é", "e\u0301", "É", "é ", "\ufeffé"]
    assert [d.id for d in ss.read(lines("a.jsonl", [{"id": i, "text": "t"} for i in ids]))] == ids
