"""A collection without its copies, as files."""

from __future__ import annotations

import csv
import gzip
import json
import os
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


def test_files_of_different_kinds_keep_their_fields(lines: Lines) -> None:
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


def test_a_folder_that_is_an_index_is_refused(lines: Lines) -> None:
    path = lines("a.jsonl", [{"id": "a", "text": "one"}])
    ss.build_index("i.index", path)
    before = sorted(file.name for file in Path("i.index").iterdir())
    with pytest.raises(ss.ParameterError, match=r"out: 'i\.index' is an index"):
        ss.dedup(path, out="i.index")
    assert sorted(file.name for file in Path("i.index").iterdir()) == before


def test_two_inputs_that_would_get_one_name_in_the_folder_are_refused(lines: Lines) -> None:
    Path("a.txt").write_text("three")
    lines("a.txt.jsonl", [{"text": "four"}])
    with pytest.raises(ss.ParameterError, match=r"out: two inputs would be 'a\.txt\.jsonl' in 'clean/'"):
        ss.dedup([Path("a.txt"), Path("a.txt.jsonl")], out="clean/")
    with pytest.raises(ss.ParameterError, match="needs inputs that are files"):
        ss.dedup(["one", "two"], out="clean/")
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
    with pytest.raises(ss.ParameterError, match=r"removed: .* is also the file of 'out'"):
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


FIVE = [
    {"id": "a", "text": "one", "m": "LONE"},
    *({"id": id_, "text": text} for id_, text in (("b", "two"), ("c", "two"), ("d", "three"), ("e", "four"))),
]


@pytest.mark.parametrize("out", ["o.parquet", "o.csv", "o.jsonl", "o.arrow"])
@pytest.mark.parametrize("others", [False, True])
def test_a_record_that_is_bad_only_with_its_metadata_does_not_shift_the_others(
    lines: Lines, out: str, others: bool
) -> None:
    lines("a.jsonl", [json.dumps(record).replace("LONE", "\\ud800") for record in FIVE])
    if others:
        Path("b.csv").write_text("id,text\nf,five\n")
    result = ss.dedup(".", out=out)
    kept = ["b", "d", "e", *(["f"] if others else [])]
    assert [document.id for document in result] == kept == result.to_arrow()["id"].to_pylist()
    assert [document.id for document in ss.read(out)] == kept
    assert result.summary.problems == 1


def rewritten(path: Path) -> None:
    """As many bytes, at the same time, other documents."""
    before = path.stat()
    path.write_bytes(path.read_bytes().replace(b'"n1', b'"m1'))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def appended(path: Path) -> None:
    with path.open("a") as file:
        file.write('{"id": "new", "text": "new"}\n')


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def replaced(path: Path) -> None:
    Path("other").write_bytes(path.read_bytes())
    Path("other").rename(path)


def gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("change", [rewritten, appended, truncated, replaced, gone])
@pytest.mark.parametrize("out", ["o.jsonl", "o.jsonl.gz", "o.csv", "o.parquet", "out/"])
def test_an_input_that_changes_between_the_readings_is_named_and_nothing_is_written(
    lines: Lines, change: Callable[[Path], None], out: str
) -> None:
    lines("in/a.jsonl", [{"id": f"z{i}", "text": f"other {i}"} for i in range(9)])
    path = lines("in/b.jsonl", [{"id": f"n{i}", "text": f"text {i}"} for i in range(3000)])

    def change_at_the_end(documents: int, done: int, total: int) -> None:
        if documents == 3009 and path.exists():
            change(path)

    with pytest.raises(ss.InputError, match="changed while it was read; nothing was written") as raised:
        ss.dedup("in", out=out, removed="r.csv", progress=change_at_the_end)
    assert "b.jsonl" in str(raised.value) or "one of 2 inputs" in str(raised.value)
    assert {name.name for name in Path().iterdir()} <= {"in", "out"} and not list(Path().glob("out/*"))


@pytest.mark.parametrize("change", [appended, truncated, replaced, gone])
def test_what_changed_since_is_an_error_in_python_too(lines: Lines, change: Callable[[Path], None]) -> None:
    path = lines("a.jsonl", [{"id": f"n{i}", "text": f"text {i}"} for i in range(30)])
    result = ss.dedup(path)
    assert len(list(result)) == 30
    change(path)
    with pytest.raises(ss.InputError, match=r"a\.jsonl: changed while it was read"):
        list(result)
    with pytest.raises(ss.InputError, match=r"a\.jsonl: changed while it was read"):
        result.to_arrow()


@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_a_columnar_file_that_changes_is_named(folder: Path, suffix: str) -> None:
    def write(count: int) -> None:
        rows = table([f"{i}" for i in range(count)], [f"text {i}" for i in range(count)])
        if suffix == ".parquet":
            pq.write_table(rows, "a.parquet")
        else:
            with pa.ipc.new_file("a.arrow", rows.schema) as file:
                file.write_table(rows)

    write(50)
    result = ss.dedup(f"a{suffix}")
    write(40)
    with pytest.raises(ss.InputError, match="changed while it was read"):
        result.write(f"o{suffix}")
    assert [path.name for path in Path().iterdir()] == [f"a{suffix}"]


def test_ids_of_any_kind_are_known_again_when_lines_are_copied(folder: Path) -> None:
    stays = b'{"text":"one","id":1.50}\n{"text":"two"}\n{"text":"3","id":null}\n {"id":"\\u00e9\\n","text":"four"}\n'
    Path("a.jsonl").write_bytes(stays)
    ss.dedup("a.jsonl", out="o.jsonl")
    assert Path("o.jsonl").read_bytes() == stays
    ss.dedup(ss.read("a.jsonl", id_field="text", text_field="text"), out="p.jsonl")
    assert Path("p.jsonl").read_bytes() == stays


def test_a_hard_link_is_an_input_too(lines: Lines) -> None:
    path = lines("a.jsonl", [{"id": "a", "text": "one"}, {"id": "b", "text": "one"}])
    os.link("a.jsonl", "hard.jsonl")
    refused(path, out="hard.jsonl")
    refused(path, removed="hard.jsonl")
    Path("p.csv").write_text("id,kept\n")
    with pytest.raises(ss.ParameterError, match="is one of the inputs"):
        ss.dedup(path, removed="p.csv", previous="p.csv")
    with pytest.raises(ss.ParameterError, match="is one of the inputs"):
        ss.dedup(path, out="hard.jsonl", removed="x.csv")
    assert sorted(found.name for found in Path().iterdir()) == ["a.jsonl", "hard.jsonl", "p.csv"]


def test_cells_that_look_like_formulas_can_be_defused(folder: Path) -> None:
    texts = ["=cmd()", "+1", "-1 is a text", "@x", "\ttab", "＝wide()", "＠broad", "plain", "a=b"]
    ss.dedup(texts, out="o.csv", csv_safe=True)
    with Path("o.csv").open(newline="") as file:
        found = [row["text"] for row in csv.DictReader(file)]
    assert found == ["'=cmd()", "'+1", "'-1 is a text", "'@x", "'\ttab", "'＝wide()", "'＠broad", "plain", "a=b"]
    ss.dedup(texts, out="o.csv")
    assert [document.text for document in ss.read("o.csv")] == texts


def test_a_file_that_cannot_be_read_at_all_is_named_and_the_others_are_written(lines: Lines) -> None:
    path = lines("in/a.jsonl", [{"id": "a", "text": "one"}])
    Path("in/b.jsonl").write_bytes(b"\x1f\x8b broken from the start")
    result = ss.dedup("in", out="o.jsonl")
    assert result.summary.problems == 1 and Path("o.jsonl").read_bytes() == path.read_bytes()
