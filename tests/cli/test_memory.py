"""Memory does not grow with the collection."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pyarrow as pa
import pytest

MEGABYTE = 1 << 20


@pytest.mark.parametrize("verb", ["read", "find", "dedup"])
def test_half_a_gigabyte_of_text_does_not_stay_in_memory(program: Path, folder: Path, verb: str) -> None:
    with pa.output_stream("a.jsonl.zst", compression="zstd") as stream:
        for i in range(5_000):
            stream.write(b'{"id":"%d","text":"%d %s"}\n' % (i, i, b"x" * 100_000))
    out = {"read": "o.parquet", "find": "o.csv", "dedup": "o.jsonl.zst"}[verb]
    limits = [] if verb == "read" else ["--memory", "16MiB"]
    command = [str(program), verb, "a.jsonl.zst", "--out", out, "--threads", "2", *limits]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    assert usage.ru_maxrss * 1024 < 400 * MEGABYTE
