"""Memory does not grow with the collection."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

MEGABYTE = 1 << 20


@pytest.mark.parametrize("verb", ["read", "find", "dedup", "dedup --mark"])
def test_half_a_gigabyte_of_text_does_not_stay_in_memory(
    measured: Callable[..., Any], program: Path, folder: Path, verb: str
) -> None:
    with pa.output_stream("a.jsonl.zst", compression="zstd") as stream:
        for i in range(5_000):
            stream.write(b'{"id":"%d","text":"%d %s"}\n' % (i, i, b"x" * 100_000))
    out = {"read": "o.parquet", "find": "o.csv", "dedup": "o.jsonl.zst", "dedup --mark": "o.parquet"}[verb]
    limits = [] if verb == "read" else ["--memory", "16MiB"]
    done = measured(program, *verb.split(), "a.jsonl.zst", "--out", out, "--threads", "2", *limits)
    assert done.returncode == 0
    assert done.peak < 400 * MEGABYTE
