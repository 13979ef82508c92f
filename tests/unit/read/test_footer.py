"""The footer of Parquet files, read as pyarrow reads it where it is whole, and without harm where it is not."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss
from samesame.read.footer import pages, row_groups
from samesame.read.parquet import plan_of
from samesame.read.soundness import ROWS

TABLE = pa.table(
    {
        "id": [f"d{i}" for i in range(500)],
        "n": list(range(500)),
        "text": [f"text {i % 9}" * (i % 40) for i in range(500)],
        "list": [[f"x{i}", ""] for i in range(500)],
        "struct": [{"a": i, "b": "y" * i} for i in range(500)],
    }
)


@pytest.mark.parametrize("compression", ["none", "zstd"])
@pytest.mark.parametrize("dictionary", [True, False])
@pytest.mark.parametrize("version", ["1.0", "2.4", "2.6"])
def test_chunks_are_those_of_pyarrow(folder: Path, compression: str, dictionary: bool, version: str) -> None:
    options = {"compression": compression, "use_dictionary": dictionary, "version": version}
    pq.write_table(TABLE, "a.parquet", row_group_size=100, store_schema=dictionary, **options)
    metadata = pq.read_metadata("a.parquet")
    groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
    columns = [group.column(i) for group in groups for i in range(group.num_columns)]
    with pa.OSFile("a.parquet") as file:
        chunks = [chunk for group in row_groups(file) for chunk in group]
        assert [(c.name, c.strings, c.values, c.size, c.packed) for c in chunks] == [
            (
                column.path_in_schema,
                column.physical_type == "BYTE_ARRAY",
                column.num_values,
                column.total_uncompressed_size,
                column.total_compressed_size,
            )
            for column in columns
        ]
        for chunk, column in zip(chunks, columns, strict=True):
            places = (column.dictionary_page_offset, column.data_page_offset)
            assert chunk.offsets == tuple(place for place in places if place is not None)
            found = list(pages(file, chunk))
            assert [page.kind for page in found] == [2, 0][-len(chunk.offsets) :]
            assert sum(page.head + page.packed for page in found) == column.total_compressed_size
            assert sum(page.head + page.size for page in found) == column.total_uncompressed_size


def test_all_pages_of_a_column_are_met(folder: Path) -> None:
    pq.write_table(TABLE, "a.parquet", data_page_size=64, write_batch_size=10, use_dictionary=False)
    with pa.OSFile("a.parquet") as file:
        (chunks,) = row_groups(file)
        counts = {chunk.name: len(list(pages(file, chunk))) for chunk in chunks}
    assert counts["text"] == counts["n"] == 50


def test_no_footer_harms(folder: Path) -> None:
    pq.write_table(TABLE, "a.parquet")
    whole = Path("a.parquet").read_bytes()
    length = int.from_bytes(whole[-8:-4], "little")
    rng = random.Random(5)
    found = set()
    for _ in range(2000):
        damaged = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(whole) - 8 - length, len(whole))] = rng.choice([0, 0xFF, rng.randrange(256)])
        found.add(plan_of(pa.BufferReader(bytes(damaged)), 1 << 20).rows)
    assert ROWS in found and len(found) > 1 and all(1 <= rows <= ROWS for rows in found)
    for cut in range(0, len(whole), 97):
        assert 1 <= plan_of(pa.BufferReader(whole[:cut]), 1 << 20).rows <= ROWS


def test_a_histogram_of_the_wrong_length_does_not_end_the_process(folder: Path) -> None:
    # Lists have histograms of their levels in the footer: asked for such a chunk, pyarrow terminates.
    pq.write_table(pa.table({"text": ["t"] * 9, "list": [["x"], []] * 4 + [None]}), "a.parquet", compression="none")
    whole = Path("a.parquet").read_bytes()
    start = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
    # Lists of three i64 in the size statistics; one of them gets shorter by its head.
    places = [at for at in range(start, len(whole) - 8) if whole[at] == 0x36]
    assert places
    ended = 0
    for at in places:
        Path("a.parquet").write_bytes(whole[:at] + b"\x26" + whole[at + 1 : at + 3] + whole[at + 4 :])
        code = "import sys, samesame as ss; d = ss.read('a.parquet'); print(len(list(d)), d.problems.count)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        ended += done.stdout == "0 1\n"
    assert ended


def test_no_strings_and_no_rows(folder: Path) -> None:
    pq.write_table(TABLE.select(["n"]), "a.parquet")
    pq.write_table(TABLE.slice(0, 0), "b.parquet")
    for name in ("a.parquet", "b.parquet"):
        with pa.OSFile(name) as file:
            assert plan_of(file, 1 << 20).rows == ROWS
    assert list(ss.read("b.parquet")) == []
