"""Matches and truth from files, tables and values; what is wrong with them is named."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss

Lines = Callable[..., Path]
MATCHES = [("a", "b"), ("a", "c")]


def counts(result: ss.Evaluation) -> tuple[int, int, int]:
    return result.all.found, result.all.true, result.all.correct


def problems(result: ss.Evaluation) -> list[str]:
    return [str(problem) for problem in result.problems]


@pytest.mark.parametrize(
    "source",
    [
        [("b", "a"), ["c", "d"]],
        iter([{"left": "a", "right": "b", "note": 1}, {"left": "c", "right": "d"}]),
        pa.table({"x": [0, 0], "left": ["a", "c"], "right": pa.array(["b", "d"]).dictionary_encode()}),
        pd.DataFrame({"id1": ["a", "c"], "id2": ["b", "d"]}),
        pl.DataFrame({"first": ["a", "c"], "second": ["b", "d"]}),
    ],
    ids=["tuples", "mappings", "arrow", "pandas", "polars"],
)
def test_pairs_in_memory(source: object) -> None:
    result = ss.evaluate(MATCHES, truth=source)
    assert (counts(result), problems(result), result.notes) == ((2, 2, 1), [], ())


def test_results_of_find_go_in_as_they_are() -> None:
    matches = ss.find({"a": "One two", "b": "one two", "c": "three"}, method="exact")
    for source in (matches, list(matches), matches.to_arrow(), matches.to_pandas()):
        assert ss.evaluate(source, truth=matches).exact.f1 == 1.0


@pytest.mark.parametrize("content", ["a,b\na,b\nc,d\n", "\ufeffid2,note,id1\r\na,,b\r\nc,,d\r\n"])
def test_common_names_of_columns(folder: Path, content: str) -> None:
    Path("t.csv").write_text(content, encoding="utf-8")
    result = ss.evaluate(MATCHES, truth="t.csv")
    assert (counts(result), result.notes) == ((2, 2, 1), ())


def test_other_names_are_a_guess_that_is_told(folder: Path) -> None:
    Path("t.tsv").write_text("\tsource\tcopy\trelation\n0\ta\tb\tnear\n1\tc\td\tnear\n")
    result = ss.evaluate(MATCHES, truth="t.tsv")
    assert counts(result) == (2, 2, 1)
    assert result.notes == ("t.tsv: the columns 'source' and 'copy' are read as left and right",)


def test_numbers_are_ids_too(lines: Lines) -> None:
    matches = [("1", "2"), (1, 3)]
    whole = lines("t.jsonl", [{"left": 2, "right": 1}, {"left": 7, "right": 8}])
    mixed = lines("u.jsonl", [{"left": 2, "right": "1"}, {"left": "7", "right": 8}])
    for truth in (whole, mixed, pa.table({"left": [2, 7], "right": [1, 8]})):
        result = ss.evaluate(matches, truth=truth)
        assert (counts(result), problems(result)) == ((2, 2, 1), [])


def test_a_relation_may_come_later_than_the_first_record(lines: Lines) -> None:
    path = lines("m.jsonl", [{"left": "a", "right": "b"}, {"left": "a", "right": "c", "relation": "near"}])
    result = ss.evaluate(path, truth=[("a", "c", "near")])
    assert (result.near.f1, [problem.line for problem in result.problems]) == (1.0, [1])


def test_packed_files_folders_and_globs(folder: Path) -> None:
    Path("parts").mkdir()
    with gzip.open("parts/1.jsonl.gz", "wt") as file:
        file.write('{"left":"a","right":"b"}\n')
    Path("parts/2.csv").write_text("left,right\nc,d\n")
    pq.write_table(pa.table({"left": ["a"], "right": ["b"]}), "parts/3.parquet")
    assert counts(ss.evaluate(MATCHES, truth="parts")) == (2, 2, 1)
    assert counts(ss.evaluate(MATCHES, truth="parts/*.csv")) == (2, 1, 0)


def test_a_bad_row_is_named_with_its_line_and_left_out(lines: Lines) -> None:
    rows: list[dict[str, object] | str | bytes] = [{"left": "a", "right": "b", "relation": "near"}, ""]
    rows += [{"left": "a", "right": "a", "relation": "near"}]
    rows += ["nonsense", b"\xff", '{"left": "\\ud800", "right": "b", "relation": "near"}', "[1]"]
    rows += [{"left": "", "right": "b", "relation": "near"}, {"left": "a", "relation": "near"}]
    rows += [{"left": "a", "right": ["b"], "relation": "near"}, {"left": "a", "right": "c", "relation": "same"}]
    rows += [{"left": "a", "right": "c", "relation": None}]
    result = ss.evaluate(lines("m.jsonl", rows), truth=MATCHES)
    assert counts(result) == (1, 2, 1)
    found = {text.split(": ", 1)[0]: text.split(": ", 1)[1] for text in problems(result)}
    assert {*found} == {f"m.jsonl:{line}" for line in range(3, 13)}
    assert found["m.jsonl:3"] == "a pair of 'a' with itself; left out"
    assert found["m.jsonl:4"] == "not valid JSON at column 1: Expecting value"
    assert found["m.jsonl:7"] == "expected a row with left, right, relation; got list; left out"
    assert found["m.jsonl:8"] == "the left id is missing or empty; left out"
    assert found["m.jsonl:9"] == "the right id is missing or empty; left out"
    assert found["m.jsonl:10"] == "right: expected a string or a number; got list; left out"
    expected = "relation: expected one of exact, near, contained, partial, none; got '{}'; left out"
    assert (found["m.jsonl:11"], found["m.jsonl:12"]) == (expected.format("same"), expected.format(""))


def test_bad_rows_of_csv_and_parquet(folder: Path) -> None:
    Path("m.csv").write_text('left,right\na,"b"\na\n"x\ny",\n')
    assert problems(ss.evaluate("m.csv", truth=MATCHES)) == [
        "m.csv:3: 1 fields where the header has 2",
        "m.csv:4: the right id is missing or empty; left out",
    ]
    pq.write_table(pa.table({"left": ["a", None], "right": ["b", "c"]}), "m.parquet")
    assert problems(ss.evaluate("m.parquet", truth=MATCHES)) == [
        "m.parquet:2: the left id is missing or empty; left out"
    ]


def test_bad_values_in_memory() -> None:
    told: list[ss.Problem] = []
    result = ss.evaluate(["ab", ("a",), ("a", "b"), 7], truth=MATCHES, tell=told.append)
    assert counts(result) == (1, 2, 1)
    assert [problem.line for problem in told] == [1, 2, 4] and list(result.problems) == told
    assert str(told[0]) == "matches:1: expected a row with left, right, relation; got str; left out"
    with pytest.raises(ss.InputError, match="truth:1: a pair of 'a' with itself"):
        ss.evaluate(MATCHES, truth=[("a", "a")], strict=True)


FAMILIES: list[dict[str, object]] = [
    {"id": "a", "text": "1", "letter": "x"},
    {"id": "b", "text": "2", "letter": "x"},
    {"id": "c", "text": "3"},
]
FAMILIES += [{"id": "d", "text": "4", "letter": ""}, {"id": "e", "text": "5", "letter": 7}]
FAMILIES += [{"id": "f", "text": "6", "letter": 7}]


def test_families_of_a_collection(lines: Lines) -> None:
    lines("t.jsonl", FAMILIES)
    Path("t.csv").write_text("id,text,letter\na,1,x\nb,2,x\nc,3,\nd,4,\ne,5,7\nf,6,7\n")
    table = pa.table({"id": [*"abcdef"], "letter": ["x", "x", None, "", "7", "7"]})
    pq.write_table(table, "t.parquet")
    lines("l.jsonl", [{key: value for key, value in row.items() if key != "text"} for row in FAMILIES])
    for truth in ("t.jsonl", "t.csv", "t.parquet", "l.jsonl", table, FAMILIES, ss.read("t.jsonl")):
        result = ss.evaluate([*MATCHES, ("c", "d"), ("g", "h")], truth=truth, family="letter")
        assert (counts(result), problems(result)) == ((4, 2, 1), []), truth


def test_bad_documents_are_named(lines: Lines) -> None:
    lines("t.jsonl", [*FAMILIES, {"id": "g", "text": "7", "letter": ["x"]}, FAMILIES[0], "nonsense"])
    result = ss.evaluate([("a", "b"), ("a", "a")], truth="t.jsonl", family="letter")
    assert counts(result) == (1, 2, 1)
    places = sorted(text.split(": ")[0] for text in problems(result))
    assert places == ["matches:2", "t.jsonl:7", "t.jsonl:8", "t.jsonl:9"]


def test_bad_labels_are_named(folder: Path) -> None:
    Path("t.csv").write_text("doc,letter\na,x\nb,x\n,x\na,y\n")
    result = ss.evaluate(MATCHES, truth="t.csv", family="letter", id_field="doc")
    assert counts(result) == (2, 1, 1)
    assert problems(result) == [
        "t.csv:4: the id is missing or empty; left out",
        "t.csv:5: the id 'a' stands already at t.csv:2; left out",
    ]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"truth": "t.jsonl"}, "truth: expected the columns left and right .* got id, text; for a collection"),
        ({"truth": "one.csv"}, "one.csv: truth: expected the columns left and right .* got left"),
        ({"truth": "t.txt"}, "t.txt: truth: expected a file of pairs"),
        ({"truth": "cut.parquet"}, "cut.parquet: cannot be read as parquet"),
        ({"truth": "gone.csv"}, "gone.csv: no such file"),
        ({"truth": 7}, "truth: expected a file, a table or pairs; got int"),
        ({"truth": "t.jsonl", "family": "letter"}, "family: .* no document has 'letter'"),
        ({"truth": "one.csv", "family": "letter"}, "id_field: one.csv: expected the column 'id'; there are: left"),
        ({"truth": [("a", "b", "copy")]}, "truth: relation: expected one of .* got 'copy'; and so in every row"),
        ({"truth": pa.table({"left": [0.5], "right": ["a"]})}, "the column 'left': expected strings .* got double"),
        ({"truth": "mixed"}, "some files of 'mixed' have relations and some have none"),
        ({"truth": MATCHES, "relations": ["same"]}, "relation: expected some of .* got 'same'"),
        ({"truth": MATCHES, "relations": ["near"]}, "relation: the matches have no relations"),
    ],
)
def test_what_cannot_be_done_says_why(lines: Lines, options: dict[str, object], words: str) -> None:
    lines("t.jsonl", [{"id": "a", "text": "b"}])
    lines("t.txt", ["a"])
    lines("one.csv", ["left", "a"])
    lines("cut.parquet", ["PAR1"])
    lines("mixed/1.csv", ["left,right", "a,b"])
    lines("mixed/2.csv", ["left,right,relation", "a,b,near"])
    with pytest.raises(ss.SamesameError, match=words):
        ss.evaluate(MATCHES, **options)  # type: ignore[arg-type]


def test_a_header_that_no_table_has_is_named(folder: Path) -> None:
    Path("t.csv").write_text("x" * 200_000 + ",right\na,b\n")
    with pytest.raises(ss.InputError, match=r"t\.csv: the first row is no header of a table: field larger than"):
        ss.evaluate({("a", "b")}, truth="t.csv")


def test_a_column_that_is_not_utf8_is_named(folder: Path) -> None:
    bad = pa.array([b"a", b"\xb4"], pa.binary()).view(pa.string())
    with pa.ipc.new_file("m.arrow", pa.schema([("left", pa.string()), ("right", pa.string())])) as writer:
        writer.write_table(pa.table({"left": ["a", "b"], "right": bad}))
    with pytest.raises(ss.InputError, match=r"m\.arrow: the column 'right' is damaged or not valid UTF-8"):
        ss.evaluate("m.arrow", truth={("a", "b")})


@pytest.mark.parametrize("name", ["m.jsonl.xz", "m.csv.bz2", "m.csv.xz"])
def test_matches_packed_in_other_ways_are_read(folder: Path, name: str) -> None:
    text = b"left,right\na,b\n" if ".csv" in name else b'{"left": "a", "right": "b"}\n'
    Path(name).write_bytes((lzma if name.endswith("xz") else bz2).compress(text))
    assert next(iter(ss.evaluate(name, truth={("a", "b")}))).correct == 1
    Path(name).write_bytes(Path(name).read_bytes()[:-8])
    with pytest.raises(ss.InputError, match="cannot be read"):
        ss.evaluate(name, truth={("a", "b")}, strict=True)


def test_a_field_whose_name_is_no_text_is_named(folder: Path) -> None:
    Path("m.jsonl").write_text('{"\\ud800": "a", "x": "b"}\n')
    with pytest.raises(ss.InputError, match="lone surrogate in its name"):
        ss.evaluate("m.jsonl", truth={("a", "b")})


@pytest.mark.parametrize("name", ["m.arrow", "m.parquet", "m.csv"])
def test_columns_of_the_same_name_are_refused(folder: Path, name: str) -> None:
    table = pa.table([["a"], ["b"], ["c"]], names=["left", "right", "right"])
    if name == "m.csv":
        (folder / name).write_text("left,right,right\na,b,c\n")
    elif name == "m.parquet":
        pq.write_table(table, folder / name)
    else:
        with pa.ipc.new_file(folder / name, table.schema) as writer:
            writer.write_table(table)
    with pytest.raises(ss.InputError, match="2 columns are called 'right'; rename"):
        ss.evaluate(folder / name, truth=[("a", "b")])


@pytest.mark.parametrize("text", ["null", "null\n", "1\n", "[]\n", '"a"\n', '{"left": "a", "right": "b"}\nnull\n'])
def test_lines_that_are_no_records_are_named_and_end_no_process(folder: Path, text: str) -> None:
    """Arrow's reader of JSON ended the process at a file of `null`."""
    (folder / "m.jsonl").write_text(text)
    result = ss.evaluate(folder / "m.jsonl", truth=[("a", "b")])
    assert len(result.problems) == 1 and result.all.found == text.count("left")
