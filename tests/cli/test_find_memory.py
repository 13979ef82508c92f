"""find keeps to its memory however many pairs there are, and says so where the disk is full."""

from __future__ import annotations

import json
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

Measure = Callable[..., Any]
MEGABYTE = 1 << 20
WORDS = [f"word{i}" for i in range(40)]


def write_near_copies(count: int) -> None:
    with Path("near.jsonl").open("w", encoding="utf-8") as file:
        for i in range(count):
            text = [*WORDS[: i % 40], f"x{i}", *WORDS[i % 40 + 1 :]]
            file.write(json.dumps({"id": f"d{i}", "text": " ".join(text)}) + "\n")


FIND = ["find", "near.jsonl", "--threads", "2", "--threshold", "0.7"]


def test_millions_of_pairs_stay_within_the_memory(measured: Measure, program: Path, folder: Path) -> None:
    write_near_copies(2_000)
    done = measured(program, *FIND, "--memory", "16MiB", "--out", "o.parquet")
    assert done.returncode == 0, done.stderr
    assert pq.read_metadata("o.parquet").num_rows == 2_000 * 1_999 // 2
    assert done.peak < 300 * MEGABYTE


def test_millions_of_pairs_of_copies_stay_within_the_memory(measured: Measure, program: Path, folder: Path) -> None:
    Path("near.jsonl").write_text("".join(f'{{"id":"{i}","text":"same words"}}\n' for i in range(2_000)))
    done = measured(program, *FIND, "--memory", "16MiB", "--all-pairs", "--out", "o.parquet")
    assert done.returncode == 0, done.stderr
    assert pq.read_metadata("o.parquet").num_rows == 2_000 * 1_999 // 2
    assert done.peak < 300 * MEGABYTE


def small_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (MEGABYTE, MEGABYTE))


@pytest.mark.parametrize("more", [[], ["--spans"]])
def test_a_full_disk_is_named_with_the_ways_out(
    measured: Measure, program: Path, folder: Path, more: list[str]
) -> None:
    # With spans the rows, not the pairs, are what is too much.
    write_near_copies(400 if not more else 130)
    done = measured(program, *FIND, "--memory", "1MiB", "--out", "o.jsonl", *more, limit=small_files)
    said = done.stderr
    assert done.returncode == 2 and "Traceback" not in said
    assert "wait in a temporary file in" in said and "set TMPDIR to another folder" in said and "--memory" in said
    assert not Path("o.jsonl").exists()


def test_documents_that_take_more_than_the_memory_are_told_of_while_they_are_read(
    run: Callable[..., Any], folder: Path
) -> None:
    (folder / "many.csv").write_text("text\n" + "a\n" * 1_000_000)
    done = run("find", "many.csv", "--method", "exact", "--memory", "64MiB", "--out", "m.parquet")
    assert done.returncode == 0 and done.stderr.count("which the 67.1 MB of --memory do not bound") == 1, done.stderr
    few = run("find", "many.csv", "--method", "exact", "--memory", "1GiB", "--out", "m.parquet")
    assert few.returncode == 0 and "do not bound" not in few.stderr
