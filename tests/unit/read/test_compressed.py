"""Packed inputs."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import zlib
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

import samesame as ss

RECORDS = [{"id": f"d{i}", "text": f"text number {i} " + chr(97 + i % 26) * (i % 40)} for i in range(20_000)]
PLAIN = "".join(json.dumps(record) + "\n" for record in RECORDS).encode()


def zstd(data: bytes) -> bytes:
    out = pa.BufferOutputStream()
    with pa.CompressedOutputStream(out, "zstd") as stream:
        stream.write(data)
    packed: bytes = out.getvalue().to_pybytes()
    return packed


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "zst": zstd,
    "xz": lzma.compress,
    "bz2": bz2.compress,
}
every_packer = pytest.mark.parametrize("suffix", PACKERS)


def read(path: str) -> tuple[list[ss.Document], list[str]]:
    documents = ss.read(path)
    return list(documents), [str(problem) for problem in documents.problems]


@every_packer
def test_packed_files_are_read_like_plain_ones(folder: Path, suffix: str) -> None:
    pack = PACKERS[suffix]
    Path(f"a.jsonl.{suffix}").write_bytes(pack(PLAIN))
    Path(f"b.csv.{suffix}").write_bytes(pack(b"id,text\nx,one\n"))
    Path(f"c.txt.{suffix}").write_bytes(pack(b"two"))
    Path(f"e.mbox.{suffix}").write_bytes(pack(b"From a Mon Mar 3 11:06:40 2025\nSubject: s\n\nthree\n"))
    documents, problems = read(".")
    assert [document.id for document in documents[: len(RECORDS)]] == [record["id"] for record in RECORDS]
    assert [document.text.strip() for document in documents[len(RECORDS) :]] == ["one", "two", "three"]
    assert problems == []


@every_packer
def test_the_content_tells_that_it_is_packed_not_the_name(folder: Path, suffix: str) -> None:
    Path("a.jsonl").write_bytes(PACKERS[suffix](PLAIN))
    Path("b.jsonl.gz").write_bytes(b'{"text": "plain"}\n')
    documents, problems = read(".")
    assert (len(documents), problems) == (len(RECORDS) + 1, [])


@every_packer
def test_packed_parts_one_after_the_other_are_one_file(folder: Path, suffix: str) -> None:
    pack, middle = PACKERS[suffix], PLAIN.index(b"\n", len(PLAIN) // 2) - 5
    Path(f"a.jsonl.{suffix}").write_bytes(pack(PLAIN[:middle]) + pack(PLAIN[middle:]))
    documents, problems = read(f"a.jsonl.{suffix}")
    assert (len(documents), problems) == (len(RECORDS), [])


@every_packer
def test_what_comes_before_a_cut_is_kept_and_the_place_is_named(folder: Path, suffix: str) -> None:
    packed = PACKERS[suffix](PLAIN)
    Path(f"a.jsonl.{suffix}").write_bytes(packed[: len(packed) * 2 // 3])
    Path("b.jsonl").write_text('{"id": "after", "text": "t"}\n')
    documents, problems = read(".")
    ids = [document.id for document in documents]
    assert ids == [*(record["id"] for record in RECORDS[: len(ids) - 1]), "after"]
    assert len(problems) == 1
    assert problems[0].startswith(f"a.jsonl.{suffix}:{len(ids)}: cannot be read on from here")


def test_a_cut_gzip_keeps_lines_before_the_cut(folder: Path) -> None:
    packed = gzip.compress(PLAIN)
    Path("a.jsonl.gz").write_bytes(packed[: len(packed) * 2 // 3])
    documents, _ = read("a.jsonl.gz")
    assert len(documents) > len(RECORDS) // 3


@every_packer
def test_damaged_bytes_are_named(folder: Path, suffix: str) -> None:
    packed = bytearray(PACKERS[suffix](PLAIN))
    packed[len(packed) // 2 : len(packed) // 2 + 40] = bytes(40)
    Path(f"a.jsonl.{suffix}").write_bytes(packed)
    documents, problems = read(f"a.jsonl.{suffix}")
    assert len(documents) < len(RECORDS) and len(problems) >= 1
    assert all(problem.startswith(f"a.jsonl.{suffix}:") for problem in problems)


@every_packer
def test_other_formats_that_are_cut_off_are_named_too(folder: Path, suffix: str) -> None:
    rows = b"id,text\n" + b"".join(b"%d,some words here %d\n" % (i, i * i) for i in range(50_000))
    for name, data in (("a.csv", rows), ("b.txt", rows)):
        packed = PACKERS[suffix](data)
        Path(f"{name}.{suffix}").write_bytes(packed[: len(packed) // 2])
    documents, problems = read(".")
    assert [document.id for document in documents] == [str(i) for i in range(len(documents))]
    assert sorted(problem.split(":")[0] for problem in problems) == [f"a.csv.{suffix}", f"b.txt.{suffix}"]


@every_packer
def test_what_follows_a_packed_file_is_named(folder: Path, suffix: str) -> None:
    Path(f"a.jsonl.{suffix}").write_bytes(PACKERS[suffix](PLAIN) + b"garbage that nobody packed")
    documents, problems = read(f"a.jsonl.{suffix}")
    assert len(documents) == len(RECORDS)
    assert len(problems) == 1 and "cannot be read on from here" in problems[0]


@every_packer
def test_suffixes_may_be_written_in_capitals(folder: Path, suffix: str) -> None:
    Path(f"a.JSONL.{suffix.upper()}").write_bytes(PACKERS[suffix](b'{"text": "t"}'))
    assert [document.text for document in ss.read(".")] == ["t"]


@every_packer
def test_an_empty_packed_file_is_empty(folder: Path, suffix: str) -> None:
    Path(f"a.jsonl.{suffix}").write_bytes(PACKERS[suffix](b""))
    assert read(f"a.jsonl.{suffix}") == ([], [])


def test_an_xz_file_that_asks_for_gigabytes_is_named(folder: Path) -> None:
    packed = bytearray(lzma.compress(b"x", preset=0))
    # The dictionary's size is one byte of the block header; its checksum follows.
    packed[12 + 4] = 38
    size = (packed[12] + 1) * 4
    packed[12 + size - 4 : 12 + size] = zlib.crc32(packed[12 : 12 + size - 4]).to_bytes(4, "little")
    Path("a.txt.xz").write_bytes(packed)
    Path("b.txt").write_text("good")
    documents, problems = read(".")
    assert [document.text for document in documents] == ["good"]
    assert len(problems) == 1 and problems[0].startswith("a.txt.xz: cannot be read")


def test_a_line_of_a_gigabyte_is_passed_over(folder: Path) -> None:
    with pa.output_stream("a.jsonl.zst", compression="zstd") as stream:
        stream.write(b'{"id": "a", "text": "before"}\n{"id": "huge", "text": "')
        megabyte = b"x" * (1 << 20)
        for _ in range(1100):
            stream.write(megabyte)
        stream.write(b'"}\n{"id": "b", "text": "after"}\n')
    documents, problems = read("a.jsonl.zst")
    assert [document.id for document in documents] == ["a", "b"]
    assert problems == ["a.jsonl.zst:2: longer than 128 MiB (see --max-record); left out"]
