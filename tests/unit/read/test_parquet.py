"""How much of a Parquet file is read at once."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss
from samesame.read.parquet import ROOM, Plan, plan_of
from samesame.read.soundness import ROWS

MIB = 1 << 20


def plan(path: str, longest: int = 128 * MIB) -> Plan:
    with pa.OSFile(path) as file:
        return plan_of(file, longest)


def rows_of(path: str) -> int:
    return plan(path).rows


def repeated(values: list[str], rows: int) -> pa.Table:
    """The values in turns, and one that is fine; a Parquet file holds each of them once."""
    indices = pa.array([*(i % len(values) for i in range(rows)), len(values)], pa.int32())
    texts = pa.DictionaryArray.from_arrays(indices, pa.array([*values, "fine"]))
    return pa.table({"id": [f"d{i}" for i in range(rows + 1)], "text": texts})


def write_dictionary(table: pa.Table, path: str, *, stored: bool) -> None:
    """A file whose text is in a dictionary, whatever its size; its schema says so, or says that it is plain."""
    pq.write_table(table, path, compression="zstd", dictionary_pagesize_limit=2**31 - 1, store_schema=stored)


@pytest.mark.parametrize("compression", ["none", "snappy", "zstd"])
@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_a_dictionary_bounds_the_rows_of_a_batch(folder: Path, compression: str, version: str) -> None:
    texts = pa.array(["x" * (4 * MIB), "y"])
    table = pa.table({"text": pa.DictionaryArray.from_arrays(pa.array([0, 1] * 500), texts)})
    pq.write_table(table, "a.parquet", compression=compression, data_page_version=version)
    assert rows_of("a.parquet") == ROOM // (4 * MIB + 9)  # each value has four bytes for its length


def test_long_values_without_a_dictionary_bound_them_too(folder: Path) -> None:
    pq.write_table(pa.table({"text": ["x" * MIB] * 30}), "a.parquet", use_dictionary=False, compression="zstd")
    assert ROOM // (2 * MIB) <= rows_of("a.parquet") <= ROOM // MIB


def test_usual_files_are_read_in_usual_batches(folder: Path) -> None:
    pq.write_table(pa.table({"n": list(range(1000)), "text": ["a few words"] * 1000}), "a.parquet")
    assert rows_of("a.parquet") == ROWS


@pytest.mark.parametrize("use_dictionary", [True, False])
def test_a_longer_record_is_named_and_left_out(folder: Path, use_dictionary: bool) -> None:
    table = pa.table({"text": ["short", "x" * 2000, "end"], "more": ["m", "m", "y" * 2000]})
    pq.write_table(table, "a.parquet", use_dictionary=use_dictionary)
    documents = ss.read("a.parquet", max_record=1024)
    assert [document.text for document in documents] == ["short"]
    assert [str(problem) for problem in documents.problems] == [
        f"a.parquet:{row}: longer than 1 KiB (see --max-record); left out" for row in (2, 3)
    ]
    assert len(list(ss.read(table, max_record=1024))) == 1


READ = """
import sys, samesame as ss
documents = ss.read(sys.argv[1], max_record=1 << 20)
count = sum(batch.num_rows for batch in documents.batches())
print(count, documents.problems.count)
"""


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
def test_a_few_kilobytes_do_not_become_gigabytes(measured: Callable[..., Any], folder: Path, suffix: str) -> None:
    # 400 rows of 8 MiB, 3.4 GB when spelled out, in a file of some kB (Parquet) or of 8 MiB (Arrow).
    texts = pa.array(["x" * (8 * MIB), "fine"])
    table = pa.table({"text": pa.DictionaryArray.from_arrays(pa.array([0] * 400 + [1], pa.int32()), texts)})
    if suffix == "parquet":
        pq.write_table(table, "a.parquet", compression="zstd")
    else:
        with pa.ipc.new_file("a.arrow", table.schema) as writer:
            writer.write_table(table)
    done = measured(sys.executable, "-c", READ, f"a.{suffix}")
    assert done.stdout.split() == ["1", "400"], done.stderr
    assert done.peak < 900 * MIB


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize("mib", [40, 20])
def test_long_values_of_a_dictionary_are_refused_without_being_spelled_out(
    measured: Callable[..., Any], folder: Path, stored: bool, mib: int
) -> None:
    # 1.2 or .6 GB of text in a few kB. One page of 60 MiB holds it, which Arrow needs twice, in the end.
    table = repeated(["x" * (mib * MIB), "y" * (60 - mib) * MIB], 30)
    write_dictionary(table, "a.parquet", stored=stored)
    assert Path("a.parquet").stat().st_size < 20_000
    assert plan("a.parquet", MIB) == Plan(ROWS, ("text",))
    done = measured(sys.executable, "-c", READ, "a.parquet")
    assert done.stdout.split() == ["1", "30"], done.stderr
    assert done.peak < 500 * MIB


@pytest.mark.parametrize("stored", [True, False])
def test_long_values_of_a_dictionary_are_read_and_copied_where_they_are_allowed(folder: Path, stored: bool) -> None:
    values = ["x" * (17 * MIB), "y" * (17 * MIB)]
    table = repeated(values, 3)
    write_dictionary(table, "a.parquet", stored=stored)
    assert plan("a.parquet").dictionaries == ("text",)
    documents = ss.read("a.parquet")
    assert [document.text for document in documents] == [values[0], values[1], values[0], "fine"]
    kept = ss.dedup("a.parquet", out="b.parquet")
    assert len(kept.removed) == 1
    assert pq.read_schema("b.parquet").equals(pq.read_schema("a.parquet"))
    assert pq.read_table("b.parquet")["text"].cast(pa.string()).to_pylist() == [*values, "fine"]


def test_pages_that_unpack_to_too_much_end_the_file(measured: Callable[..., Any], folder: Path) -> None:
    # 2 GB of text, each of them once in a page of 400 MiB: 12 kB.
    first = pa.table({"id": ["a", "b"], "text": pa.array(["one", "two"]).dictionary_encode()})
    long = repeated([letter * (100 * MIB) for letter in "abcd"], 20)
    with pq.ParquetWriter("a.parquet", first.schema, compression="zstd", dictionary_pagesize_limit=2**31 - 1) as writer:
        writer.write_table(first)
        writer.write_table(long)
    assert Path("a.parquet").stat().st_size < 20_000
    assert plan("a.parquet").groups == 1
    done = measured(sys.executable, "-c", READ, "a.parquet")
    assert done.stdout.split() == ["2", "1"], done.stderr
    assert done.peak < 250 * MIB
    documents = ss.read("a.parquet")
    assert [document.id for document in documents] == ["a", "b"]
    (problem,) = documents.problems
    assert str(problem).startswith("a.parquet:3: cannot be read on from row 3: ")
    assert str(problem).endswith(
        "unpack to 400 MiB, and 256 MiB are allowed (see --max-record); what came before is kept"
    )


def test_long_values_in_lists_are_read_row_by_row(folder: Path) -> None:
    value = "x" * (40 * MIB)
    table = pa.table({"text": ["a", "b"], "more": [[value], [value, "y"]]})
    pq.write_table(table, "a.parquet", compression="zstd", dictionary_pagesize_limit=2**31 - 1)
    assert plan("a.parquet").dictionaries == ()
    assert [len(document.metadata["more"]) for document in ss.read("a.parquet")] == [1, 2]


def test_a_large_page_of_a_large_file_is_read(folder: Path) -> None:
    texts = [random.Random(i).randbytes(MIB // 2).hex() for i in range(70)]
    pq.write_table(
        pa.table({"text": texts}), "a.parquet", use_dictionary=False, data_page_size=1 << 30, compression="zstd"
    )
    assert plan("a.parquet", 1000).groups is None
    assert [document.text for document in ss.read("a.parquet", max_record=2 * MIB)] == texts


def test_small_batches_are_read_in_the_same_order(folder: Path) -> None:
    texts = [f"text {i} " + "x" * (i % 7) for i in range(3000)]
    texts[1234] = "y" * (2 * MIB)  # makes the batches small
    pq.write_table(pa.table({"text": texts, "n": list(range(3000))}), "a.parquet", row_group_size=700)
    assert rows_of("a.parquet") < 200
    assert [(d.text, d.metadata["n"]) for d in ss.read("a.parquet")] == list(zip(texts, range(3000), strict=True))
