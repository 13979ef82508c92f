"""A collection without its copies, as files."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss

Lines = Callable[..., Path]


def test_jsonl_lines_that_stay_stay_to_the_byte(folder: Path) -> None:
    stays = [
        b'\xef\xbb\xbf{"id" : "a",  "text":"Same words",\t"k":1.50}\r\n',
        b'{"text":"\\u00e9\\/ other", "id":"c", "z":{"b":1,"a":2}}\n',
        b'  {"id":"d","text":"?!"}  \n',
        b'{"id":"e","text":"?!"}',
    ]
    goes = [b'{"id":"b","text":"same WORDS!"}\n', b"\n", b"broken\n"]
    Path("a.jsonl").write_bytes(stays[0] + goes[0] + stays[1] + goes[1] + goes[2] + stays[2] + stays[3])
    result = ss.dedup("a.jsonl", out="out.jsonl")
    assert Path("out.jsonl").read_bytes() == b"".join(stays) + b"\n"
    assert [removal.id for removal in result.removed] == ["b"]


def test_several_jsonl_files_packed_or_not_become_one(lines: Lines) -> None:
    first = lines("a.jsonl", [{"id": "a", "text": "one"}, {"id": "b", "text": "two"}]).read_bytes()
    Path("b.jsonl.gz").write_bytes(gzip.compress(b'{"id": "c", "text": "TWO"}\n{"id": "d",  "text": "three"}\n'))
    ss.dedup([Path("a.jsonl"), Path("b.jsonl.gz")], out="out.jsonl.gz")
    assert gzip.decompress(Path("out.jsonl.gz").read_bytes()) == first + b'{"id": "d",  "text": "three"}\n'


def table(ids: list[str], texts: list[str]) -> pa.Table:
    columns = {"id": ids, "text": texts, "n": list(range(len(ids))), "l": [[i] for i in ids]}
    return pa.table(columns).replace_schema_metadata({"made": "by hand"})


@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_parquet_and_arrow_keep_all_their_columns(folder: Path, suffix: str) -> None:
    pq.write_table(table(["a", "b"], ["one", "two"]), "a.parquet")
    pq.write_table(table(["c", "d"], ["ONE!", "three"]), "b.parquet")
    ss.dedup(".", out=f"out/x{suffix}")
    out = Path(f"out/x{suffix}")
    found = pq.read_table(out) if suffix == ".parquet" else pa.ipc.open_file(str(out)).read_all()
    assert found.equals(table(["a", "b", "d"], ["one", "two", "three"]).set_column(2, "n", pa.array([0, 1, 1])))
    assert found.schema.metadata[b"made"] == b"by hand"


def test_a_broken_parquet_among_good_ones_is_named_and_the_rest_keeps_its_columns(folder: Path) -> None:
    pq.write_table(table(["a", "b"], ["one", "one"]), "a.parquet")
    Path("b.parquet").write_bytes(b"garbage")
    result = ss.dedup(".", out="out.parquet")
    assert result.summary.problems == 1
    assert pq.read_table("out.parquet").to_pydict() == {"id": ["a"], "text": ["one"], "n": [0], "l": [["a"]]}


def test_bad_rows_do_not_come_back_in_the_output(folder: Path) -> None:
    pq.write_table(pa.table({"id": ["a", "b", "c"], "text": ["one", None, "three"]}), "a.parquet")
    result = ss.dedup("a.parquet", out="out.parquet")
    assert pq.read_table("out.parquet").to_pydict() == {"id": ["a", "c"], "text": ["one", "three"]}
    assert (len(result), result.summary.problems) == (2, 1)


def test_an_empty_parquet_keeps_its_columns(folder: Path) -> None:
    pq.write_table(table([], []).slice(0, 0), "a.parquet")
    ss.dedup("a.parquet", out="out.parquet")
    assert pq.read_schema("out.parquet").names == ["id", "text", "n", "l"]


def test_columns_with_a_dictionary_a_batch_can_be_written(folder: Path) -> None:
    schema = pa.schema([("id", pa.string()), ("text", pa.string()), ("k", pa.dictionary(pa.int32(), pa.string()))])
    with pa.ipc.new_stream("a.arrow", schema) as writer:
        for id_ in ("x", "y"):
            kind = pa.array([f"kind {id_}"]).dictionary_encode()
            writer.write_batch(pa.record_batch([pa.array([id_]), pa.array([id_]), kind], schema=schema))
    ss.dedup("a.arrow", out="out.arrow")
    with pa.ipc.open_file("out.arrow") as reader:
        assert reader.read_all()["k"].to_pylist() == ["kind x", "kind y"]


def test_files_of_different_kinds_become_documents(lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": "one", "k": 1}])
    Path("b.csv").write_text("id,text,m\nb,ONE,2\nc,two,3\n")
    ss.dedup(".", out="out.jsonl")
    assert list(ss.read("out.jsonl")) == [
        ss.Document("a", "one", None, {"k": 1}),
        ss.Document("c", "two", None, {"m": "3"}),
    ]


def test_a_folder_gets_one_file_an_input_by_its_name(lines: Lines) -> None:
    lines("in/a.jsonl", [{"id": "a", "text": "one"}, {"id": "b", "text": "two"}])
    lines("in/b.jsonl", [{"id": "c", "text": "ONE"}])
    Path("in/c.txt").write_text("three")
    Path("in/d.csv").write_text("id,text\nd,four\n")
    ss.dedup("in", out="clean/")
    assert sorted(path.name for path in Path("clean").iterdir()) == ["a.jsonl", "b.jsonl", "c.txt.jsonl", "d.csv"]
    assert Path("clean/a.jsonl").read_bytes() == Path("in/a.jsonl").read_bytes()
    assert Path("clean/b.jsonl").read_bytes() == b""
    assert [document.text for document in ss.read("clean/c.txt.jsonl")] == ["three"]


def test_two_inputs_that_would_get_one_name_in_the_folder_are_refused(lines: Lines) -> None:
    lines("x/a.jsonl", [{"text": "one"}])
    lines("y/a.jsonl", [{"text": "two"}])
    with pytest.raises(ss.ParameterError, match="needs inputs that are files with different names"):
        ss.dedup([Path("x/a.jsonl"), Path("y/a.jsonl")], out="clean/")
    Path("x/a.txt").write_text("three")
    lines("y/a.txt.jsonl", [{"text": "four"}])
    with pytest.raises(ss.ParameterError, match="needs inputs that are files with different names"):
        ss.dedup([Path("x/a.txt"), Path("y/a.txt.jsonl")], out="clean/")
    assert not Path("clean").exists()


def refused(path: Path, **outputs: str) -> None:
    before = path.read_bytes()
    with pytest.raises(ss.ParameterError, match="is one of the inputs; choose another name"):
        ss.dedup(path, **outputs)  # type: ignore[arg-type]
    assert path.read_bytes() == before


def test_an_input_is_never_overwritten(lines: Lines) -> None:
    path = lines("in/a.jsonl", [{"id": "a", "text": "one"}, {"id": "b", "text": "one"}])
    Path("link.jsonl").symlink_to(path)
    refused(path, out="in/a.jsonl")
    refused(path, out="in/../in/a.jsonl")
    refused(path, out="link.jsonl")
    refused(path, out="in/")
    refused(path, removed="in/a.jsonl")
    refused(path, out="x.jsonl", removed="in/a.jsonl")
    assert not Path("x.jsonl").exists()


def test_an_input_is_not_overwritten_later_either(lines: Lines) -> None:
    path = lines("a.jsonl", [{"id": "a", "text": "one"}, {"id": "b", "text": "one"}])
    result = ss.dedup(path)
    with pytest.raises(ss.ParameterError, match="is one of the inputs"):
        result.write("a.jsonl")
    assert len(path.read_bytes().splitlines()) == 2


def test_what_stays_and_what_goes_cannot_share_a_file(lines: Lines) -> None:
    path = lines("a.jsonl", [{"id": "a", "text": "one"}, {"id": "b", "text": "one"}])
    with pytest.raises(ss.ParameterError, match=r"removed: .* is also the file for what stays"):
        ss.dedup(path, out="x.jsonl", removed="./x.jsonl")


@pytest.mark.parametrize("option", ["out", "removed"])
def test_an_output_without_a_format_is_refused_before_any_work(folder: Path, option: str) -> None:
    with pytest.raises(ss.ParameterError, match="tells no format"):
        ss.dedup(["a", "a"], **{option: "x.txt"})  # type: ignore[arg-type]


def test_the_result_is_documents_in_python_too() -> None:
    result = ss.dedup([ss.Document("a", "one", None, {"k": 1}), ss.Document("b", "ONE"), ss.Document("c", "two")])
    assert [document.id for document in result] == ["a", "c"] == result.to_arrow()["id"].to_pylist()
    assert (len(result), len(result.removed), repr(result)) == (2, 1, "Deduplication(2 kept, 1 removed)")
    assert next(iter(result)).metadata == {"k": 1}


def test_what_is_removed_is_found_in_what_stays(lines: Lines) -> None:
    records = [{"id": f"{i:03}", "text": f"Words of {i % 7}" + "!" * (i % 3)} for i in range(60)]
    result = ss.dedup(lines("a.jsonl", records), keep="longest")
    stays = {document.id for document in result}
    texts = {str(record["id"]): str(record["text"]).rstrip("!") for record in records}
    assert len(stays) == 7 and len(result.removed) == 53
    for removal in result.removed:
        assert removal.kept in stays and removal.id not in stays
        assert texts[removal.id] == texts[removal.kept]
        assert removal.left_coverage == removal.right_coverage == 1.0
