"""Every id once; without one, file and line."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss

Lines = Callable[..., Path]
OUT = "--ids path (ids='path') makes ids of file and line"


def read(source: object) -> tuple[list[ss.Document], list[str]]:
    documents = ss.read(source)
    return list(documents), [str(problem) for problem in documents.problems]


def test_a_repeated_id_is_named_with_both_places_and_left_out(lines: Lines) -> None:
    path = lines("a.jsonl", [{"id": "x", "text": "1"}, {"id": "y", "text": "2"}, {"id": "x", "text": "3"}])
    documents, problems = read(path)
    assert [document.text for document in documents] == ["1", "2"]
    assert problems == [f"a.jsonl:3: the id 'x' stands already at a.jsonl:1; left out; {OUT}"]


def test_ids_are_compared_over_files_of_all_formats(lines: Lines) -> None:
    lines("a.jsonl", [{"id": "x", "text": "1"}])
    Path("b.csv").write_text("id,text\nx,2\n")
    pq.write_table(pa.table({"id": ["y", "x"], "text": ["3", "4"]}), "c.parquet")
    lines("d.jsonl", [{"id": "y", "text": "5"}])
    documents, problems = read(".")
    assert [document.text for document in documents] == ["1", "3"]
    assert problems == [
        f"b.csv:2: the id 'x' stands already at a.jsonl:1; left out; {OUT}",
        f"c.parquet:2: the id 'x' stands already at a.jsonl:1; left out; {OUT}",
        f"d.jsonl:1: the id 'y' stands already at c.parquet:1; left out; {OUT}",
    ]


def test_a_default_id_that_somebody_has_already_is_repeated_too(lines: Lines) -> None:
    documents, problems = read(lines("a.jsonl", [{"id": "a.jsonl:2", "text": "1"}, {"text": "2"}]))
    assert len(documents) == 1
    assert problems == [f"a.jsonl:2: the id 'a.jsonl:2' stands already at a.jsonl:1; left out; {OUT}"]


def test_repeated_ids_in_memory_are_named() -> None:
    documents, problems = read([{"id": "x", "text": "1"}, {"id": "x", "text": "2"}])
    assert [document.text for document in documents] == ["1"]
    assert problems == [f"memory:2: the id 'x' stands already at memory:1; left out; {OUT}"]


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


def test_shards_that_both_count_from_0_are_read_whole_with_ids_of_the_path(lines: Lines) -> None:
    for name in ("a/x.jsonl", "b/x.jsonl"):
        lines(name, [{"id": i, "text": f"{name} {i}"} for i in range(3)])
    Path("c.csv").write_text("id,text\n0,csv\n")
    pq.write_table(pa.table({"id": [0, 1], "text": ["p", "q"]}), "d.parquet")
    documents = ss.read(".", ids="path")
    names = [*(f"a/x.jsonl:{i}" for i in (1, 2, 3)), *(f"b/x.jsonl:{i}" for i in (1, 2, 3))]
    assert sorted(document.id for document in documents) == sorted([*names, "c.csv:2", "d.parquet:1", "d.parquet:2"])
    assert not documents.problems.count
    assert {str(document.metadata["id"]) for document in documents} == {"0", "1", "2"}  # their own ids are not lost


def test_ids_of_the_path_in_memory() -> None:
    assert [document.id for document in ss.read([("x", "1"), {"id": "x", "text": "2"}], ids="path")] == [
        "memory:1",
        "memory:2",
    ]
    table = pa.table({"id": ["x", "x"], "text": ["1", "2"]})
    assert [document.id for document in ss.read(table, ids="path")] == ["memory:1", "memory:2"]


def test_ids_of_the_path_and_a_field_for_them_contradict_each_other() -> None:
    with pytest.raises(ss.ParameterError, match=r"ids: 'path' makes ids of file and line; leave out id_field"):
        ss.read(["t"], ids="path", id_field="key")
    with pytest.raises(ss.ParameterError, match=r"ids: expected 'field' or 'path', got 'line'"):
        ss.read(["t"], ids="line")  # type: ignore[arg-type]


def test_dedup_never_loses_a_document_because_of_its_id(lines: Lines) -> None:
    path = lines("a.jsonl", [{"id": "x", "text": "one"}, {"id": "y", "text": "two"}, {"id": "x", "text": "three"}])
    Path("out.jsonl").write_text("earlier\n")
    with pytest.raises(ss.InputError, match=r"a\.jsonl:3: the id 'x' stands already at a\.jsonl:1; --ids path"):
        ss.dedup(path, out="out.jsonl")
    assert Path("out.jsonl").read_text() == "earlier\n"
    ss.dedup(ss.read(path, ids="path"), out="out.jsonl")
    assert Path("out.jsonl").read_bytes() == path.read_bytes()


def test_two_names_that_are_written_alike_are_two_files(folder: Path) -> None:
    Path(os.fsdecode(b"\xff.txt")).write_text("bytes")
    Path("\\xff.txt").write_text("letters")
    assert sorted((d.id, d.text) for d in ss.read(".")) == [("\\xff.txt", "letters"), ("\\xff.txt (2)", "bytes")]
