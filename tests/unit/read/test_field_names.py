"""A field that no record has is an error before anything is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss
from samesame.model import Problem
from samesame.read.documents import Documents, ReadOptions
from samesame.read.inputs import resolve
from samesame.read.problems import Problems

Lines = Callable[..., Path]
RECORDS = [{"key": 1, "body": "one", "when": 0}, {"key": 2, "body": "two"}]


def jsonl(lines: Lines) -> object:
    return lines("a.jsonl", RECORDS)


def csv(lines: Lines) -> object:
    Path("a.csv").write_text("key,body,when\n1,one,0\n2,two,\n")
    return "a.csv"


def parquet(lines: Lines) -> object:
    pq.write_table(pa.Table.from_pylist(RECORDS), "a.parquet")
    return "a.parquet"


def mappings(lines: Lines) -> object:
    return RECORDS


def table(lines: Lines) -> object:
    return pa.Table.from_pylist(RECORDS)


every_source = pytest.mark.parametrize("make", [jsonl, csv, parquet, mappings, table])
RIGHT = {"id_field": "key", "text_field": "body", "time_field": "when"}


@every_source
@pytest.mark.parametrize("option", list(RIGHT))
def test_a_misspelt_field_is_an_error_that_lists_those_there_are(
    lines: Lines, make: Callable[[Lines], object], option: str
) -> None:
    source = make(lines)
    assert [d.text for d in ss.read(source, **RIGHT)] == ["one", "two"]  # type: ignore[arg-type]
    documents = ss.read(source, **{**RIGHT, option: "wrong"})  # type: ignore[arg-type]
    with pytest.raises(ss.ParameterError, match=rf"{option}: no .* 'wrong' \(there are: key, body, when\)"):
        list(documents)


@every_source
def test_the_usual_text_must_be_there_but_id_and_time_need_not(lines: Lines, make: Callable[[Lines], object]) -> None:
    source = make(lines)
    assert [d.time for d in ss.read(source, text_field="body")] == [None, None]
    with pytest.raises(ss.ParameterError, match=r"text_field: no .* 'text' \(there are: key, body, when\)"):
        list(ss.read(source))


def test_one_record_with_the_field_is_enough(lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": "one"}])
    lines("b.jsonl", [{"id": "b", "body": "two"}] * 3)
    documents = ss.read(".", text_field="body", id_field="id")
    assert len(list(documents)) == 1 and documents.problems.count == 3  # the first has no body, two repeat their id


def test_texts_have_no_fields(folder: Path) -> None:
    Path("a.txt").write_text("one")
    Path("b.html").write_text("<p>two</p>")
    assert len(list(ss.read(".", text_field="body", id_field="key", time_field="when"))) == 2
    assert len(list(ss.read(["one", ("a", "two"), ss.Document("b", "three")], text_field="body"))) == 3


def test_beside_texts_records_without_the_usual_text_are_only_bad_records(lines: Lines) -> None:
    lines("a.jsonl", [{"name": "no text"}])
    Path("b.txt").write_text("one")
    documents = ss.read(".")
    assert len(list(documents)) == 1 and documents.problems.count == 1
    with pytest.raises(ss.ParameterError, match="text_field"):
        list(ss.read(".", text_field="body"))


def test_garbage_is_no_misspelt_field(lines: Lines) -> None:
    documents = ss.read(lines("a.jsonl", ["nonsense", "[1]", b"\xff"]))
    assert list(documents) == [] and documents.problems.count == 3
    assert list(ss.read(lines("b.jsonl", []), text_field="body")) == []


def test_one_error_is_told_instead_of_a_bad_record_a_line(lines: Lines) -> None:
    lines("a.jsonl", [{"id": i, "body": "t"} for i in range(100)])
    told: list[Problem] = []
    problems = Problems(tell=told.append)
    documents = Documents(resolve(["a.jsonl"], None, problems), ReadOptions(), problems)
    with pytest.raises(ss.ParameterError):
        list(documents.batches())
    assert told == [] and problems.count == 0


def test_bad_records_before_the_first_good_one_are_told_before_it(lines: Lines) -> None:
    lines("a.jsonl", ["nonsense", {"body": "t"}, {"text": "t"}, "nonsense"])
    told: list[Problem] = []
    problems = Problems(tell=told.append)
    documents = Documents(resolve(["a.jsonl"], None, problems), ReadOptions(), problems)
    assert sum(batch.num_rows for batch in documents.batches()) == 1
    assert sorted(problem.line for problem in told) == [1, 2, 4] and list(problems) == told


def test_an_earlier_output_survives_a_misspelt_field(lines: Lines) -> None:
    lines("a.jsonl", RECORDS)
    Path("out.jsonl").write_text("earlier")
    for option in RIGHT:
        with pytest.raises(ss.ParameterError, match=option):
            ss.dedup(ss.read("a.jsonl", **{**RIGHT, option: "wrong"}), out="out.jsonl")  # type: ignore[arg-type]
    assert Path("out.jsonl").read_text() == "earlier"
