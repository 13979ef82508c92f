"""Arrow data that lies is found out before anything uses it, and long values are not multiplied."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss
from samesame.read.soundness import PIECE, ROWS, check, row_lengths, sound_pieces


def strings(offsets: list[int], data: bytes) -> pa.Array:
    return pa.StringArray.from_buffers(len(offsets) - 1, pa.py_buffer(np.array(offsets, np.int32)), pa.py_buffer(data))


def dictionary(indices: list[int], *values: str) -> pa.Array:
    kind = pa.dictionary(pa.int32(), pa.string())
    buffers = [None, pa.py_buffer(np.array(indices, np.int32))]
    return pa.DictionaryArray.from_buffers(kind, len(indices), buffers, pa.array(values))


BROKEN = {
    "beyond the buffer": strings([0, 1 << 30, 7], b"one two"),
    "backwards": strings([0, 5, 2, 7], b"one two"),
    "negative": strings([0, -5, 7], b"one two"),
    "index beyond the dictionary": dictionary([0, 99], "a"),
    "negative index": dictionary([0, -1], "a"),
    "list": pa.ListArray.from_buffers(
        pa.list_(pa.int64()), 2, [None, pa.py_buffer(np.array([0, 1 << 20, 2], np.int32))], children=[pa.array([1, 2])]
    ),
    "view": pa.Array.from_buffers(
        pa.string_view(), 1, [None, pa.py_buffer(np.array([100, 0, 7, 1 << 20], np.int32)), pa.py_buffer(b"x" * 200)]
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
@pytest.mark.parametrize("column", ["text", "id", "other"])
def test_a_file_that_lies_about_its_buffers_is_named_and_the_rest_is_read(
    folder: Path, fault: str, column: str
) -> None:
    broken = BROKEN[fault]
    columns = {"text": ["one"] * len(broken), column: broken}
    with pa.ipc.new_stream("a.arrow", pa.table(columns).schema) as writer:
        writer.write_table(pa.table(columns))
    Path("z.txt").write_text("fine")
    documents = ss.read(".")
    assert [document.id for document in documents] == ["z.txt"]
    (problem,) = documents.problems
    assert problem.file == "a.arrow"


@pytest.mark.parametrize("fault", BROKEN)
def test_no_broken_batch_passes(fault: str) -> None:
    with pytest.raises(pa.ArrowException):
        check(pa.record_batch({"a": BROKEN[fault]}))


VALUES = ["", "x", None, "é" * 7, "longer than twelve bytes", "x"]
STRINGS = [
    pa.array(VALUES),
    pa.array(VALUES, pa.large_string()),
    pa.array(VALUES, pa.string_view()),
    pa.array(VALUES).dictionary_encode(),
    pa.array(VALUES).cast(pa.binary()),
    pa.array(VALUES).cast(pa.binary()).cast(pa.binary_view()),
    pa.RunEndEncodedArray.from_arrays(pa.array([1, 2, 3, 4, 5, 6], pa.int32()), pa.array(VALUES)),
]


@pytest.mark.parametrize("column", STRINGS, ids=lambda column: str(column.type))
@pytest.mark.parametrize("start", [0, 1, 4])
def test_lengths_are_those_of_the_values_spelled_out(column: pa.Array, start: int) -> None:
    batch = pa.record_batch({"a": column, "n": pa.array(range(6))}).slice(start)
    assert row_lengths(batch).tolist() == [len((value or "").encode()) for value in VALUES[start:]]


def test_a_long_value_that_stands_in_many_rows_is_spelled_out_piece_by_piece() -> None:
    long, short = "x" * (PIECE // 4), "y"
    texts = dictionary([0] * 10 + [1] * 20_000 + [0], long, short)
    pieces = list(sound_pieces(pa.record_batch({"text": texts}), 1 << 40))
    assert sum(piece.num_rows for piece in pieces) == len(texts)
    assert all(piece.num_rows <= ROWS and row_lengths(piece).sum() <= PIECE for piece in pieces)
    assert pa.chunked_array([piece.column(0) for piece in pieces]).to_pylist() == texts.to_pylist()


def test_a_row_longer_than_a_piece_is_one() -> None:
    batch = pa.record_batch({"a": ["x", "y" * (PIECE + 1), "z"]})
    assert [piece.num_rows for piece in sound_pieces(batch, 1 << 40)] == [1, 1, 1]


@pytest.mark.parametrize("column", STRINGS, ids=lambda column: str(column.type))
def test_any_type_of_strings_can_be_text_or_metadata(folder: Path, column: pa.Array) -> None:
    if not pa.types.is_binary(column.type) and column.type != pa.binary_view():
        documents = ss.read(pa.table({"text": column}))
        assert [document.text for document in documents] == [value for value in VALUES if value is not None]
        assert [problem.line for problem in documents.problems] == [3]
    with pa.ipc.new_file("a.arrow", pa.schema([("text", pa.string()), ("m", column.type)])) as writer:
        writer.write_table(pa.table({"text": ["t"] * 6, "m": column}))
    documents = ss.read("a.arrow")
    assert len(list(documents)) == 6 and not documents.problems.count
    assert [document.id for document in ss.dedup("a.arrow", out="out.arrow")] == ["a.arrow:1"]
    assert pa.ipc.open_file("out.arrow").read_all().num_rows == 1


@pytest.mark.parametrize("level", ["oldest", "newest"])
def test_what_polars_writes_is_read_and_copied(folder: Path, level: str) -> None:
    columns = {
        "id": ["a", "b", "c"],
        "text": ["the same words", "The same words!", "other words, and longer than a view holds"],
        "struct": [{"x": "1"}, {"x": None}, None],
        "list": [["p"], [], None],
        "kind": pl.Series(["u", "v", "u"], dtype=pl.Categorical),
    }
    frame = pl.DataFrame(columns)
    frame.write_ipc("a.arrow", compat_level=getattr(pl.CompatLevel, level)())
    kept = ss.dedup("a.arrow", out="out.arrow")
    assert [(document.id, document.metadata["struct"]) for document in kept] == [("a", {"x": "1"}), ("c", None)]
    assert pl.read_ipc("out.arrow").rows() == frame[[0, 2]].rows()
    assert ss.dedup(frame).to_arrow().column("id").to_pylist() == ["a", "c"]


def test_bytes_beyond_a_buffer_never_reach_an_output(folder: Path) -> None:
    secret = pa.py_buffer(b"one twosecret")
    broken = pa.StringArray.from_buffers(2, pa.py_buffer(np.array([0, 13, 7], np.int32)), secret.slice(0, 7))
    with pytest.raises(ss.ParameterError, match="source: the table is broken"):
        ss.dedup(pa.table({"text": broken}), out="out.jsonl")
    assert not Path("out.jsonl").exists()


@pytest.mark.parametrize("compression", ["none", "snappy", "zstd"])
def test_a_page_with_a_wrong_checksum_is_named(folder: Path, compression: str) -> None:
    table = pa.table({"text": [f"text number {i}" for i in range(1000)]})
    pq.write_table(table, "a.parquet", compression=compression, use_dictionary=False, write_page_checksum=True)
    raw = bytearray(Path("a.parquet").read_bytes())
    raw[1000] ^= 1
    Path("a.parquet").write_bytes(raw)
    documents = ss.read("a.parquet")
    assert list(documents) == [] and documents.problems.count == 1
