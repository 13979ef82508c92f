"""Ctrl-C and SIGTERM are heard inside a pair of long texts."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from samesame.align.passages import AlignerName

# One pair of 2 × 4 MB, blocks of eight words in two orders, aligned a thousand times: many minutes of work.
WORK = """
import random
import pyarrow as pa
from samesame.align.passages import Aligner, align_pairs
draw = random.Random(5)
blocks = [" ".join(f"w{draw.randrange(200_000)}" for _ in range(8)) for _ in range(70_000)]
left = " ".join(blocks)
draw.shuffle(blocks)
texts = pa.array([left, " ".join(blocks)], pa.large_string())
print("ready", flush=True)
align_pairs(texts, [0] * 1_000, [1] * 1_000, Aligner(name="{aligner}"))
"""


@pytest.mark.parametrize("aligner", ["verbatim", "reworded"])
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_ends_the_work_inside_a_pair(aligner: AlignerName, name: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", WORK.replace("{aligner}", aligner)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.send_signal(getattr(signal, name))
        process.wait(20)  # generous: it is a question of milliseconds, and of minutes where nobody listens
    finally:
        process.kill()
        process.communicate()
    assert process.returncode != 0
