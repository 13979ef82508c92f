"""samesame passages."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]
SHARED = "The pier is closed for the whole of the winter, and nobody may fish from it."
RECORDS = [{"id": "b", "text": f"Note: {SHARED}"}, {"id": "a", "text": f"{SHARED} So they say. 漢"}]
FIELDS = ["passage", "text", "words", "count", "boilerplate", "places"]
ROW = {
    "passage": 1,
    "text": SHARED,
    "words": 16,
    "count": 2,
    "boilerplate": False,
    "places": [{"id": "a", "start": 0, "end": 76}, {"id": "b", "start": 6, "end": 82}],
}


def test_in_a_pipe_passages_are_json_lines(run: Run, lines: Lines) -> None:
    done = run("passages", lines("a.jsonl", RECORDS))
    assert done.returncode == 0
    assert [json.loads(line) for line in done.stdout.splitlines()] == [ROW]
    assert list(json.loads(done.stdout)) == FIELDS
    assert done.stderr.startswith("2 documents: 1 passages in 2 places, 0 of them boilerplate.")


@pytest.mark.parametrize("out", ["p.jsonl", "p.jsonl.gz", "p.csv", "p.tsv", "p.parquet", "p.arrow"])
def test_the_suffix_picks_the_format(run: Run, lines: Lines, out: str) -> None:
    done = run("passages", lines("a.jsonl", RECORDS), "--out", out)
    assert (done.returncode, done.stdout) == (0, "")
    if out.endswith(("parquet", "arrow")):
        table = pq.read_table(out) if out.endswith("parquet") else feather.read_table(out)
        assert table.to_pylist() == [ROW]
        return
    read = run("read", out, "--out", "again.jsonl")
    assert read.returncode == 0
    (row,) = [json.loads(line) for line in Path("again.jsonl").read_text().splitlines()]
    assert (row["text"], str(row["words"])) == (SHARED, "16")
    places = row["places"] if isinstance(row["places"], list) else json.loads(row["places"])
    assert places == ROW["places"]


def test_options_reach_the_verb(run: Run, lines: Lines) -> None:
    path = lines("a.jsonl", RECORDS)
    for option in (["--min-words", "17"], ["--min-sentences", "2"], ["--min-count", "3"]):
        done = run("passages", path, *option)
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr.startswith("2 documents: no passages.")
    done = run("passages", path, "--boilerplate", "2", "--memory", "1MB", "--threads", "1", "--json")
    assert json.loads(done.stdout)["boilerplate"] is True


def test_bad_records_set_the_exit_code(run: Run, lines: Lines) -> None:
    path = lines("a.jsonl", [*RECORDS, "{broken"])
    done = run("passages", path)
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 1)
    assert "a.jsonl:3" in done.stderr
    assert run("passages", path, "--strict").returncode == 2
    done = run("passages", path, "--out", "a.jsonl")
    assert (done.returncode, "one of the inputs" in done.stderr) == (2, True)
    assert run("passages", "missing.jsonl").returncode == 2


def test_standard_input_is_read_twice(run: Run) -> None:
    text = "\n".join(json.dumps(record) for record in RECORDS).encode()
    done = run("passages", "-", stdin=text)
    assert (done.returncode, json.loads(done.stdout)) == (0, ROW)
