"""JSON files: one array, one object, or lines."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss

RECORDS: list[dict[str, object]] = [
    {"id": f"d{i}", "text": f'text {i} "[{{]}}\\ é\n', "k": [i, {"a": None}]} for i in range(5)
]


def read(content: str | bytes, **options: object) -> tuple[list[ss.Document], list[str]]:
    Path("a.json").write_bytes(content if isinstance(content, bytes) else content.encode())
    documents = ss.read("a.json", **options)  # type: ignore[arg-type]
    return list(documents), [str(problem) for problem in documents.problems]


def expected(records: list[dict[str, object]]) -> list[ss.Document]:
    return [
        ss.Document(str(r["id"]), str(r["text"]), None, {k: v for k, v in r.items() if k not in ("id", "text")})
        for r in records
    ]


@pytest.mark.parametrize("indent", [None, 0, 2])
@pytest.mark.parametrize("around", ["", " \n\r\n\t", "\ufeff"])
def test_an_array_gives_a_document_an_element(folder: Path, indent: int | None, around: str) -> None:
    text = around + json.dumps(RECORDS, indent=indent) + around.replace("\ufeff", "\n")
    assert read(text) == (expected(RECORDS), [])


def test_lines_are_read_as_lines(folder: Path) -> None:
    text = "\n\n" + "".join(json.dumps(record) + "\n" for record in RECORDS)
    assert read(text) == (expected(RECORDS), [])
    assert read('{"text": "a"}\n{"text": \n{"text": "c"}\n')[0][1].id == "a.json:3"


def test_one_object_is_one_record_over_any_lines(folder: Path) -> None:
    for indent in (None, 2):
        assert read(json.dumps(RECORDS[0], indent=indent)) == (expected(RECORDS[:1]), [])
    several = "\n".join(json.dumps(record, indent=2) for record in RECORDS)
    assert read(several) == (expected(RECORDS), [])


def test_an_array_inside_an_object_is_not_guessed(folder: Path) -> None:
    for indent in (None, 2):
        with pytest.raises(ss.ParameterError, match=r"no record has the field 'text' \(there are: data\)"):
            read(json.dumps({"data": RECORDS}, indent=indent))


def test_ids_default_to_the_number_of_the_element(folder: Path) -> None:
    documents, problems = read('[\n{"text": "one"}, {"text": "uno"}\n,\n\n  {\n"text": "two"\n},{"text":"three"}]\n')
    assert [(d.id, d.text) for d in documents] == [
        ("a.json:1", "one"),
        ("a.json:2", "uno"),
        ("a.json:3", "two"),
        ("a.json:4", "three"),
    ]
    assert problems == []
    records = [{"text": "word " * 60} for _ in range(10_000)]
    assert [document.id for document in read(json.dumps(records))[0]] == [f"a.json:{i}" for i in range(1, 10_001)]


@pytest.mark.parametrize(
    ("element", "words"),
    [
        ("nonsense", "not valid JSON"),
        ('{"text": 5}', "expected a string in the field 'text'"),
        ('{"id": "x"}', "no field 'text'"),
        ("[1, 2]", "expected a JSON object"),
        ('{"text": "x" "y"}', "not valid JSON"),
        ('{"text":\n\n x}', "not valid JSON at line 3 of the record, column 2"),
        ("", "nothing stands before a comma"),
        ('{"text": "x", "k": ]}', "not valid JSON"),
    ],
)
def test_a_bad_element_is_named_and_the_rest_is_read(folder: Path, element: str, words: str) -> None:
    documents, problems = read(f'[{{"id": "a", "text": "a"}},\n{element},\n{{"id": "b", "text": "b"}}]')
    assert [document.id for document in documents] == ["a", "b"]
    assert len(problems) == 1 and problems[0].startswith("a.json:2: ") and words in problems[0]


def test_a_file_that_is_cut_off_is_named(folder: Path) -> None:
    whole = json.dumps(RECORDS, indent=1)
    documents, problems = read(whole[:-1])
    assert len(documents) == 5 and [p.split(": ", 1)[1] for p in problems] == [
        "the array is not closed; is the file cut off?"
    ]
    documents, problems = read(whole[: len(whole) // 2])
    assert 0 < len(documents) < 5 and len(problems) == 2


def test_text_after_the_array_is_named(folder: Path) -> None:
    for rest in ('{"text": "after"}', "]", ', {"text": "b"}]', "x" * 3_000_000):
        documents, problems = read('[{"id": "a", "text": "a"}]\n' + rest)
        assert [document.id for document in documents] == ["a"]
        assert len(problems) == 1 and "after the end of the array" in problems[0]


def test_empty_files_and_arrays_have_no_documents(folder: Path) -> None:
    for content in ("", " \n", "[]", "[ \n ]\n"):
        assert read(content) == ([], [])


@pytest.mark.parametrize("bomb", ["[" * 1_000_000, '{"text":' * 300_000, "[" + "[" * 1_000_000 + "]" * 1_000_001])
def test_depth_bombs_are_named(folder: Path, bomb: str) -> None:
    documents, problems = read(bomb)
    assert documents == [] and 1 <= len(problems) <= 2
    documents, problems = read('[{"id": "a", "text": "t", "k": ' + "[" * 200 + "]" * 200 + '}, {"text": "b"}]')
    assert [document.text for document in documents] == ["b"]
    assert problems == ["a.json:1: the field 'k' is nested deeper than 128 levels"]


def test_elements_beyond_the_limit_are_passed_over(folder: Path) -> None:
    long = {"id": "long", "text": "x" * (9 << 20)}
    array = [RECORDS[0], long, RECORDS[1], {"id": "mid", "text": "x" * (1 << 20)}, RECORDS[2]]
    documents, problems = read(json.dumps(array, indent=1), max_record=1 << 20)
    assert [document.id for document in documents] == ["d0", "d1", "d2"]
    assert problems == [f"a.json:{i}: longer than 1 MiB (see --max-record); left out" for i in (2, 4)]


def test_a_large_array_is_read_in_order(folder: Path) -> None:
    records = [{"id": str(i), "text": "word " * 100} for i in range(20_000)]
    documents, problems = read(json.dumps(records, indent=1))
    assert [document.id for document in documents] == [str(i) for i in range(20_000)] and problems == []


def test_packed_and_standard_input(folder: Path) -> None:
    Path("a.json.GZ").write_bytes(gzip.compress(json.dumps(RECORDS).encode()))
    assert list(ss.read("a.json.GZ")) == expected(RECORDS)
    command = [sys.executable, "-m", "samesame", "read", "-", "--format", "json"]
    run = subprocess.run(command, input=json.dumps(RECORDS), capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in run.stdout.splitlines()] == RECORDS


def test_dedup_of_an_array_writes_documents(folder: Path) -> None:
    Path("a.json").write_text(
        json.dumps([RECORDS[0], {**RECORDS[0], "id": "copy"}, {"id": "x", "text": "other words"}])
    )
    ss.dedup("a.json", out="b.jsonl")
    kept = [json.loads(line) for line in Path("b.jsonl").read_text().splitlines()]
    assert sorted(record["id"] for record in kept) in (["d0", "x"], ["copy", "x"])
    assert kept[0]["k"] == RECORDS[0]["k"]


VALUES = st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda v: st.lists(v, max_size=3), max_leaves=5)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.text(max_size=20), VALUES), max_size=6), st.sampled_from([None, 0, 3]), st.booleans())
def test_an_array_is_read_as_its_elements_as_lines(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, object]], indent: int | None, ascii_: bool
) -> None:
    records = [{"id": str(i), "text": text, "k": value} for i, (text, value) in enumerate(pairs)]
    path = tmp_path_factory.mktemp("arrays") / "a.json"
    path.write_text(json.dumps(records, indent=indent, ensure_ascii=ascii_), "utf-8", "surrogatepass")
    lines = path.with_suffix(".jsonl")
    lines.write_text("".join(json.dumps(r, ensure_ascii=ascii_) + "\n" for r in records), "utf-8", "surrogatepass")
    assert list(ss.read(path)) == list(ss.read(lines))


def test_fields_over_several_lines_become_one(folder: Path, run: Callable[..., Any]) -> None:
    record = {"id": "a", "text": "one\ntwo", "k": [1, [2, {"b": " x\r\n  y "}]], "": {"c": []}}
    for indent in (None, 1, "\t"):
        Path("a.json").write_text(json.dumps([record], indent=indent).replace("\n", "\r\n"))
        done = run("read", "a.json")
        assert [json.loads(line) for line in done.stdout.splitlines()] == [record]
