"""A run that is killed: the next one writes what an undisturbed one would, and no rest stays."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from random import Random

import pytest

KILLS = 4


@pytest.mark.parametrize(
    "arguments",
    ["dedup a.jsonl --out out/o.jsonl --removed out/r.csv", "find a.jsonl --out out/o.parquet", "dedup in --out out/"],
)
def test_a_rerun_after_kills_writes_what_an_undisturbed_run_does(folder: Path, program: Path, arguments: str) -> None:
    random = Random(13)
    Path("in").mkdir()
    texts = [f"text {i // 3} " + random.randbytes(400).hex() * (i % 3 == 0) for i in range(9000)]
    lines = [json.dumps({"id": f"{i:06}", "text": text}) + "\n" for i, text in enumerate(texts)]
    Path("a.jsonl").write_text("".join(lines))
    for part in range(20):
        Path(f"in/{part:02}.jsonl").write_text("".join(lines[part::20]))
    command: list[str | Path] = [program, *arguments.split()]
    started = time.monotonic()
    subprocess.run(command, capture_output=True, timeout=120, check=True)
    seconds = time.monotonic() - started
    expected = {path.name: path.read_bytes() for path in Path("out").iterdir()}
    for _ in range(KILLS):
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            # The last third of a run is where it writes.
            time.sleep(random.uniform(0.6, 1.05) * seconds)
            process.kill()
        # Nothing but whole files under final names, whatever the moment.
        found = {path.name: path.read_bytes() for path in Path("out").iterdir() if not path.name.startswith(".")}
        assert found == expected
    subprocess.run(command, capture_output=True, timeout=120, check=True)
    assert {path.name: path.read_bytes() for path in Path("out").iterdir()} == expected
