"""How much of a Parquet file is read at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss
from samesame.read.parquet import ROOM, batch_rows
from samesame.read.soundness import ROWS

MIB = 1 << 20


def rows_of(path: str) -> int:
    with pa.OSFile(path) as file:
        return batch_rows(file)


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


def test_small_batches_are_read_in_the_same_order(folder: Path) -> None:
    texts = [f"text {i} " + "x" * (i % 7) for i in range(3000)]
    texts[1234] = "y" * (2 * MIB)  # makes the batches small
    pq.write_table(pa.table({"text": texts, "n": list(range(3000))}), "a.parquet", row_group_size=700)
    assert rows_of("a.parquet") < 200
    assert [(d.text, d.metadata["n"]) for d in ss.read("a.parquet")] == list(zip(texts, range(3000), strict=True))
