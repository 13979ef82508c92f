"""find keeps to its memory however many pairs there are, and says so where the disk is full."""

from __future__ import annotations

import json
import os
import resource
import subprocess
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

MEGABYTE = 1 << 20
WORDS = [f"word{i}" for i in range(40)]


def write_near_copies(count: int) -> None:
    with Path("near.jsonl").open("w", encoding="utf-8") as file:
        for i in range(count):
            text = [*WORDS[: i % 40], f"x{i}", *WORDS[i % 40 + 1 :]]
            file.write(json.dumps({"id": f"d{i}", "text": " ".join(text)}) + "\n")


def run(program: Path, *arguments: str, limit: Callable[[], None] | None = None) -> tuple[int, str, int]:
    """The exit code, what was said, and the bytes held at most."""
    command = [str(program), "find", "near.jsonl", "--threads", "2", "--threshold", "0.7", *arguments]
    with Path("said").open("w") as said:
        process = subprocess.Popen(command, stderr=said, preexec_fn=limit)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, Path("said").read_text(), usage.ru_maxrss * 1024


def test_millions_of_pairs_stay_within_the_memory(program: Path, folder: Path) -> None:
    write_near_copies(2_000)
    code, said, held = run(program, "--memory", "16MiB", "--out", "o.parquet")
    assert code == 0, said
    assert pq.read_metadata("o.parquet").num_rows == 2_000 * 1_999 // 2
    assert held < 300 * MEGABYTE


def test_millions_of_pairs_of_copies_stay_within_the_memory(program: Path, folder: Path) -> None:
    Path("near.jsonl").write_text("".join(f'{{"id":"{i}","text":"same words"}}\n' for i in range(2_000)))
    code, said, held = run(program, "--memory", "16MiB", "--all-pairs", "--out", "o.parquet")
    assert code == 0, said
    assert pq.read_metadata("o.parquet").num_rows == 2_000 * 1_999 // 2
    assert held < 300 * MEGABYTE


def small_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (MEGABYTE, MEGABYTE))


@pytest.mark.parametrize("more", [[], ["--spans"]])
def test_a_full_disk_is_named_with_the_ways_out(program: Path, folder: Path, more: list[str]) -> None:
    # With spans the rows, not the pairs, are what is too much.
    write_near_copies(400 if not more else 130)
    code, said, _ = run(program, "--memory", "1MiB", "--out", "o.jsonl", *more, limit=small_files)
    assert code == 2 and "Traceback" not in said
    assert "wait in a temporary file in" in said and "set TMPDIR to another folder" in said and "--memory" in said
    assert not Path("o.jsonl").exists()
