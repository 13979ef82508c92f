"""The kinds that dedup gives back, marks, and the folders that it writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import datasets  # type: ignore[import-untyped]
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss

Lines = Callable[..., Path]
COLUMNS = {"id": ["a", "b", "c"], "text": ["one", "ONE", "two"], "n": [1, 2, 3]}
ROWS = [{"id": "a", "text": "one", "n": 1}, {"id": "b", "text": "ONE", "n": 2}, {"id": "c", "text": "two", "n": 3}]
TOLD = ("kept", "relation", "left_coverage", "right_coverage")


def test_a_dataset_stays_one() -> None:
    dataset = datasets.Dataset.from_dict(COLUMNS)
    result = ss.dedup(dataset)
    assert isinstance(result.table, datasets.Dataset) and result.table.features == dataset.features
    assert result.table.to_list() == [ROWS[0], ROWS[2]] == result.to_arrow().to_pylist()
    marked = ss.dedup(dataset, mark=True).table
    assert marked.features == ss.dedup(dataset.select([0]), mark=True).table.features
    assert marked.column_names == ["id", "text", "n", "stays", *TOLD] and marked["stays"][:] == [True, False, True]


def test_rows_of_a_dataset_that_was_shuffled_are_the_ones_it_shows() -> None:
    dataset = datasets.Dataset.from_dict(COLUMNS).select([2, 1, 0]).with_format("numpy")
    assert ss.dedup(dataset).table.with_format(None).to_list() == [ROWS[2], ROWS[1]]


def test_a_frame_of_pandas_keeps_its_index_and_types() -> None:
    frame = pd.DataFrame(COLUMNS, index=pd.Index([7, 5, 3], name="row")).astype({"n": "Int16"})
    frame["k"] = pd.Categorical(["x", "y", "x"])
    result = ss.dedup(frame)
    pd.testing.assert_frame_equal(result.table, frame.loc[[7, 3]])
    pd.testing.assert_frame_equal(result.to_pandas(), frame.loc[[7, 3]])
    marked = ss.dedup(frame, mark=True).table
    pd.testing.assert_frame_equal(marked[frame.columns], frame)
    assert marked["stays"].dtype == bool and marked.loc[5, "kept"] == "a"


class Frame(pd.DataFrame):
    """As other libraries make one."""

    @property
    def _constructor(self) -> type[Frame]:
        return Frame


def test_a_frame_of_a_library_above_pandas_stays_one() -> None:
    assert type(ss.dedup(Frame(COLUMNS)).table) is Frame


def test_a_frame_with_values_that_arrow_has_no_type_for_stays_one() -> None:
    frame = pd.DataFrame(
        {
            "id": [1, "b", "c", "d"],
            "text": ["Keep the ferry.", "keep the ferry", 5, "Close the port."],
            "time": [pd.Timestamp("2026-01-02"), pd.Timestamp("2026-01-01"), pd.NaT, pd.NaT],
            "page": [3, "iv", None, 1j],
            "count": [1, 2, 3, 4],
        },
        index=["w", "x", "y", "z"],
    )
    clean = ss.dedup(frame)
    pd.testing.assert_frame_equal(clean.table, frame.loc[["x", "z"]])
    assert clean.mask.tolist() == [False, True, False, True]
    assert [(row.id, row.kept) for row in clean.removed] == [("1", "b")]
    assert clean.to_arrow()["page"].to_pylist() == ["iv", "1j"]
    assert clean.to_arrow()["count"].type == pa.int64()
    documents = ss.read(frame)
    assert [document.id for document in documents] == ["1", "b", "d"]
    assert [str(problem) for problem in documents.problems] == ["memory:3: the field 'text' must be a string; got int"]


def test_a_frame_whose_columns_have_one_name_is_refused_by_it() -> None:
    with pytest.raises(ss.ParameterError, match=r"Duplicate column names found: \['text', 'text'\]"):
        ss.dedup(pd.DataFrame([["a", 1], ["b", "x"]], columns=["text", "text"]))


def test_a_frame_without_rows_stays_one() -> None:
    assert ss.dedup(pd.DataFrame({"text": []}, dtype=object)).table.empty
    assert ss.dedup(pd.DataFrame(COLUMNS)[:0]).table.columns.tolist() == ["id", "text", "n"]


@pytest.mark.parametrize("view", [pa.string_view(), pa.run_end_encoded(pa.int32(), pa.string())])
def test_columns_that_arrow_cannot_filter_keep_their_type(view: pa.DataType) -> None:
    column = pa.array(["x", "y", "z"])
    column = column.cast(view) if view == pa.string_view() else pa.RunEndEncodedArray.from_arrays([1, 2, 3], column)
    table = pa.table({**COLUMNS, "v": column.cast(view) if view == pa.string_view() else column})
    result = ss.dedup(table).table
    assert result.schema == table.schema and result["v"].to_pylist() == ["x", "z"]


@pytest.mark.parametrize(
    ("source", "rest"),
    [
        ({"a": "one", "b": "ONE", "c": "two"}, {"a": "one", "c": "two"}),
        (["one", "ONE", "two"], ["one", "two"]),
        ([("a", "one"), ("b", "ONE")], [("a", "one")]),
        ([ss.Document("a", "one"), ss.Document("b", "ONE")], [ss.Document("a", "one")]),
        ((text for text in ("one", "ONE")), ["one"]),
        ([], []),
        (ss.read(ROWS), [ROWS[0], ROWS[2]]),
    ],
)
def test_what_is_no_table_stays_what_it_is(source: Any, rest: object) -> None:
    assert ss.dedup(source).table == rest


def test_a_column_stays_one() -> None:
    texts = ["one", "ONE", "two"]
    assert ss.dedup(pa.array(texts)).table.equals(pa.array(["one", "two"]))
    assert ss.dedup(pa.chunked_array([texts])).table.equals(pa.chunked_array([["one", "two"]]))
    pd.testing.assert_series_equal(ss.dedup(pd.Series(texts)).table, pd.Series({0: "one", 2: "two"}))
    assert ss.dedup(pl.Series(texts)).table.equals(pl.Series(["one", "two"]))


def test_a_stream_of_arrow_becomes_a_table() -> None:
    assert ss.dedup(pa.table(COLUMNS).to_reader()).table.equals(pa.table(COLUMNS).take([0, 2]))


def test_fields_of_other_names_are_the_users() -> None:
    frame = pl.DataFrame({"body": ["one", "ONE", "two"], "text": [1, 2, 3]})
    result = ss.dedup(ss.read(frame, text_field="body"))
    assert result.table.equals(frame[[0, 2]]) and len(result) == 2


def test_the_mask_has_a_value_for_each_row_and_bad_records_do_not_stay() -> None:
    frame = pl.DataFrame({"text": ["one", None, "ONE", "two"]})
    documents = ss.read(frame)
    result = ss.dedup(documents)
    assert result.mask.tolist() == [True, False, False, True] and result.mask.dtype == np.bool_
    assert [str(problem) for problem in documents.problems] == ["memory:2: no text: 'text' is null"]
    assert frame.filter(pl.Series(result.mask)).equals(result.table)
    assert ss.dedup(documents, mark=True).table["text"].to_list() == ["one", "ONE", "two"]


def test_of_files_the_mask_has_a_value_for_each_document(lines: Lines) -> None:
    lines("a.jsonl", [{"text": "one"}, "nonsense", "", {"text": "ONE"}])
    assert ss.dedup("a.jsonl").mask.tolist() == [True, False]


def test_a_plan_gives_a_table_of_arrow() -> None:
    plan = ss.explain(pd.DataFrame(COLUMNS), verb="dedup", mark=True)
    result = ss.run(plan)
    assert isinstance(result, ss.Deduplication) and result.table["stays"].to_pylist() == [True, False, True]


MARKS = ["stays", *TOLD]


@pytest.mark.parametrize("name", MARKS)
def test_a_column_that_has_the_name_of_a_mark_is_refused_before_anything_is_written(lines: Lines, name: str) -> None:
    table = pa.table({"text": ["one"], name: [1]})
    pq.write_table(table, "a.parquet")
    Path("a.csv").write_text(f"text,{name}\none,1\n")
    lines("a.jsonl", [{"text": "one"}, {"text": "two", name: None}])
    taken = f"mark: the input has a field '{name}' already"
    before = sorted(path.name for path in Path().iterdir())
    for source in (table, pl.DataFrame(table), Path("a.parquet"), Path("a.csv"), Path("a.jsonl")):
        for out in ("o.jsonl", "o.parquet", "o.csv"):
            with pytest.raises(ss.ParameterError, match=taken):
                ss.dedup(source, mark=True, out=out)
    with pytest.raises(ss.ParameterError, match=taken):
        assert ss.dedup(table.to_pylist(), mark=True).table
    with pytest.raises(ss.ParameterError, match=taken):
        ss.dedup(table.to_pylist(), mark=True, out="o.jsonl")
    assert sorted(path.name for path in Path().iterdir()) == before


def marks_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_marks_are_added_to_lines_that_stay_as_they_are_before_them(lines: Lines) -> None:
    lines("a.jsonl", ['{"id" : "a",  "text":"one", "k":1.50}', "broken", ' {"text":"O\\u004eE","id":"b" } '])
    Path("b.csv").write_text("id,text,k\nc,two,x\n")
    Path("d.txt").write_text("One")
    result = ss.dedup(".", mark=True, out="o.jsonl")
    first, second, third, last = Path("o.jsonl").read_text().splitlines()
    none = '"kept": null, "relation": null, "left_coverage": null, "right_coverage": null}'
    gone = '"stays": false, "kept": "a", "relation": "exact", "left_coverage": 1.0, "right_coverage": 1.0}'
    assert first == '{"id" : "a",  "text":"one", "k":1.50, "stays": true, ' + none
    assert second == '{"text":"O\\u004eE","id":"b", ' + gone
    assert third == '{"id":"c","text":"two","k":"x", "stays": true, ' + none
    assert last == '{"id":"d.txt","text":"One", ' + gone
    with pytest.warns(UserWarning, match="columns differ: 'k' is double in a"):
        assert result.to_arrow()["stays"].to_pylist() == [row["stays"] for row in marks_of(Path("o.jsonl"))]
    assert [document.id for document in result] == ["a", "c"] and len(result) == 2


@pytest.mark.parametrize("out", ["p.jsonl", "p.csv", "p.parquet", "p.arrow"])
def test_a_marked_file_tells_the_next_run_who_stayed(lines: Lines, out: str) -> None:
    lines("a.jsonl", [{"id": "b", "text": "one!"}, {"id": "a", "text": "ONE"}, {"id": "z", "text": "two"}])
    ss.dedup("a.jsonl", keep="longest", mark=True, out=out)
    lines(
        "b.jsonl",
        [*({"id": id_, "text": text} for id_, text in (("a", "one"), ("b", "one"), ("y", "two"), ("z", "two")))],
    )
    assert [document.id for document in ss.dedup("b.jsonl", previous=out)] == ["b", "z"]
    assert [document.id for document in ss.dedup("b.jsonl")] == ["a", "y"]


def shards() -> Iterator[tuple[str, pa.Table]]:
    for lang in ("de", "en"):
        for number in range(2):
            rows = [f"{lang}{number}", f"{lang}{number}+"]
            yield f"corpus/lang={lang}/{number}.parquet", pa.table({"id": rows, "text": [f"text {number}", rows[0]]})


@pytest.mark.parametrize("source", ["corpus", "corpus/**/*.parquet", "corpus/*/*.parquet"])
def test_a_folder_keeps_its_tree(folder: Path, source: str) -> None:
    for name, table in shards():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(table, name)
    result = ss.dedup(source, out="clean/")
    names = [f"lang={lang}/{number}.parquet" for lang in ("de", "en") for number in range(2)]
    assert sorted(path.relative_to("clean").as_posix() for path in Path("clean").rglob("*.*")) == names
    kept = [id_ for name in names for id_ in pq.ParquetFile(f"clean/{name}").read()["id"].to_pylist()]
    assert kept == [document.id for document in result] == ["de0", "de0+", "de1", "de1+", "en0+", "en1+"]


def test_files_of_one_name_in_two_folders_keep_them(lines: Lines) -> None:
    lines("x/a.jsonl", [{"text": "one"}])
    lines("y/z/a.jsonl", [{"text": "two"}])
    ss.dedup([Path("x/a.jsonl"), Path("y/z/a.jsonl")], out="clean/")
    ss.dedup([Path("x"), Path("y")], out="other/")
    ss.dedup([Path("x"), Path("y/z")], out="third/")
    for out, names in (("clean", ["x/a", "y/z/a"]), ("other", ["a", "z/a"]), ("third", ["x/a", "y/z/a"])):
        assert sorted(path.relative_to(out).as_posix() for path in Path(out).rglob("*.jsonl")) == [
            f"{name}.jsonl" for name in names
        ]


def test_columns_that_differ_are_united_and_told_once(folder: Path) -> None:
    pq.write_table(pa.table({"id": ["a"], "text": ["one"], "n": pa.array([1], pa.int8())}), "a.parquet")
    pq.write_table(pa.table({"lang": ["de"], "text": ["two"], "id": ["b"]}), "b.parquet")
    Path("c.csv").write_text("id,text,n\nc,three,4\n")
    Path("d.jsonl").write_text('{"id": "d", "text": "four", "n": 5, "m": {"k": [1, 2.5]}}\n')
    told = (
        r"columns differ: 'n' is int8 in a\.parquet and string in c\.csv and int64 in d\.jsonl, written as text; "
        r"'lang' is missing in a\.parquet; 'm' is missing in a\.parquet$"
    )
    with pytest.warns(UserWarning, match=told):
        ss.dedup(".", out="../o.parquet")
    assert pq.read_table("../o.parquet").to_pylist() == [
        {"id": "a", "text": "one", "n": "1", "lang": None, "m": None},
        {"id": "b", "text": "two", "n": None, "lang": "de", "m": None},
        {"id": "c", "text": "three", "n": "4", "lang": None, "m": None},
        {"id": "d", "text": "four", "n": "5", "lang": None, "m": {"k": [1.0, 2.5]}},
    ]
    with pytest.warns(UserWarning, match="columns differ"):
        ss.dedup(".", out="../o.csv")
    assert Path("../o.csv").read_text().splitlines()[-1] == 'd,four,5,,"{""k"": [1.0, 2.5]}"'


def test_inputs_without_a_text_add_no_columns(folder: Path) -> None:
    pq.write_table(pa.table({"id": ["a"], "text": ["one"]}), "a.parquet")
    pq.write_table(pa.table({"id": ["b"], "other": ["two"]}), "b.parquet")
    pq.write_table(pa.table([["c"], ["d"], ["e"]], names=["text", "x", "x"]), "c.parquet")
    Path("d.csv").write_text("id,else\n1,2\n")
    result = ss.dedup(".", out="../o.parquet")
    assert pq.read_table("../o.parquet").to_pydict() == {"id": ["a"], "text": ["one"]}
    assert result.summary.problems == 3


def test_a_folder_called_like_standard_output_is_none(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    Path("-").mkdir()
    ss.dedup(["one", "ONE"], out="-")
    assert capfd.readouterr().out == '{"id":"memory:1","text":"one"}\n' and not list(Path("-").iterdir())


def test_csv_files_of_different_columns_become_one(folder: Path) -> None:
    Path("a.csv").write_text("id,text\na,one\n")
    Path("b.csv").write_text("id,lang,text\nb,de,ONE\nc,en,two\n")
    with pytest.warns(UserWarning, match=r"columns differ: 'lang' is missing in a\.csv"):
        ss.dedup(".", out="o.tsv")
    assert Path("o.tsv").read_text() == "id\ttext\tlang\na\tone\t\nc\ttwo\ten\n"


def test_csv_files_of_the_same_columns_become_one_to_the_byte(folder: Path) -> None:
    Path("a.csv").write_bytes(b'"id",text\r\n"a","one"\r\n')
    Path("b.csv").write_bytes(b"id, text\nb,ONE\n\nc,'two'\n")
    ss.dedup(".", out="o.csv")
    assert Path("o.csv").read_bytes() == b'"id",text\r\n"a","one"\r\nc,\'two\'\n'


def test_columns_of_csv_with_one_name_are_told_apart(folder: Path) -> None:
    Path("a.csv").write_text("text,k,k,k (2)\none,1,2,3\n")
    ss.dedup("a.csv", out="o.jsonl")
    assert Path("o.jsonl").read_text() == '{"text":"one","k":"1","k (2)":"2","k (2) (2)":"3"}\n'


def test_an_array_of_json_keeps_its_records(folder: Path) -> None:
    Path("a.json").write_text('[\n  {"text": "one",\n   "n": [1,\n 2]},\n  {"text": "ONE"}\n]\n')
    ss.dedup("a.json", out="o.jsonl.zst")
    assert [document.metadata for document in ss.read("o.jsonl.zst")] == [{"n": [1, 2]}]
    assert ss.dedup("a.json").table.to_pylist() == [{"text": "one", "n": [1, 2]}]


def test_records_deeper_or_wider_than_columns_are_json_in_them(lines: Lines) -> None:
    deep = "[" * 120 + "]" * 120
    wide = json.dumps({f"k{i}": i for i in range(2000)})
    lines("a.jsonl", [f'{{"text": "one", "d": {deep}, "w": {wide}, "e": {{}}}}', '{"text": "two", "e": null}'])
    row = ss.dedup("a.jsonl", out="o.parquet").to_arrow().to_pylist()[0]
    assert json.loads(row["d"]) == json.loads(deep) and json.loads(row["w"]) == json.loads(wide) and row["e"] == "{}"
    assert pq.read_table("o.parquet").to_pylist()[0] == row


def test_records_of_too_many_different_fields_are_refused_as_columns(lines: Lines) -> None:
    path = lines("a.jsonl", [{"text": f"{i}", f"k{i}": i} for i in range(2001)])
    with pytest.raises(ss.InputError, match="more than 2,000 different fields are too many columns; write JSONL"):
        ss.dedup(path, out="o.parquet")
    ss.dedup(path, out="o.jsonl")
    assert Path("o.jsonl").read_bytes() == path.read_bytes()


def test_without_a_record_the_columns_are_those_of_documents(folder: Path) -> None:
    Path("a.jsonl").touch()
    ss.dedup("a.jsonl", out="o.parquet")
    assert pq.read_schema("o.parquet").names == ["id", "text", "time", "metadata"]


def test_dictionaries_of_several_files_are_one_in_an_arrow_file(folder: Path) -> None:
    for number in range(3):
        words = [f"w{number * 90 + i}" for i in range(90)]
        column = pa.array(words).dictionary_encode().cast(pa.dictionary(pa.int8(), pa.string()))
        table = pa.table({"id": words, "text": words, "k": column})
        with pa.ipc.new_file(f"{number}.arrow", table.schema) as file:
            file.write_table(table)
    ss.dedup(".", out="out/o.arrow")
    with pa.ipc.open_file("out/o.arrow") as reader:
        found = reader.read_all()
    assert found.schema.field("k").type == pa.dictionary(pa.int32(), pa.string())
    assert found["k"].to_pylist() == found["id"].to_pylist() and found.num_rows == 270


@pytest.mark.parametrize("mark", [False, True])
@pytest.mark.parametrize("out", ["o.jsonl", "o.csv", "o.parquet", "folder/"])
@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_writing_tells_how_many_documents_are_written(folder: Path, suffix: str, out: str, mark: bool) -> None:
    for part in ("1", "2"):
        rows = [{"id": f"{part}-{row}", "text": f"text {part} {row // 2}"} for row in range(50)]
        pd.DataFrame(rows).pipe(_write, f"in/{part}.{suffix}")
    told: list[tuple[str | None, tuple[int, int, int]]] = []
    stages: list[str | None] = []
    ss.dedup(
        "in", out=f"../{out}", mark=mark, progress=lambda *told_: told.append((stages[-1], told_)), stage=stages.append
    )
    writing = [counts for stage, counts in told if stage == "write"]
    size = sum(path.stat().st_size for path in Path("in").iterdir())
    assert writing[-1] == (100 if mark else 50, size, size) and writing == sorted(writing)


def _write(frame: pd.DataFrame, name: str) -> None:
    Path(name).parent.mkdir(exist_ok=True)
    if name.endswith("jsonl"):
        frame.to_json(name, orient="records", lines=True)
    elif name.endswith("csv"):
        frame.to_csv(name, index=False)
    else:
        frame.to_parquet(name)
