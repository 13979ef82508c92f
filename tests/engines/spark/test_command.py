"""The command line on Spark: folders of Parquet or JSON lines, which appear when they are whole."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pyarrow.parquet as pq

import samesame as ss
from tests.conftest import PROGRAM

SETTINGS = "--conf spark.ui.enabled=false --conf spark.driver.bindAddress=127.0.0.1 pyspark-shell"
ON_SPARK = ("--engine", "spark", "--master", "local[2]")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the program with a session of its own."""
    environment = {"PYSPARK_SUBMIT_ARGS": SETTINGS, "SPARK_LOCAL_IP": "127.0.0.1"}
    return subprocess.run(
        [str(PROGRAM), *arguments],
        cwd=folder,
        env={**os.environ, **environment, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_find_writes_a_folder_and_takes_no_name_twice(folder: Path, sample: Path) -> None:
    wish = ("find", str(sample), "--threshold", "0.6", *ON_SPARK, "--out", "found.parquet")
    done = run(folder, *wish)
    assert done.returncode == 0, done.stderr
    expected = ss.find(sample, threshold=0.6).to_arrow().to_pylist()
    assert pq.read_table(folder / "found.parquet").to_pylist() == expected
    assert sorted(path.name for path in folder.iterdir()) == ["found.parquet"]
    again = run(folder, *wish)
    assert again.returncode == 2
    assert "out: 'found.parquet' exists" in again.stderr
    replaced = run(folder, *wish, "--overwrite", "--relation", "exact")
    assert replaced.returncode == 0, replaced.stderr
    rows = pq.read_table(folder / "found.parquet").to_pylist()
    assert rows == [row for row in expected if row["relation"] == "exact"] != expected


def test_dedup_writes_the_lines_that_stay(folder: Path, sample: Path) -> None:
    done = run(folder, "dedup", str(sample), *ON_SPARK, "--out", "clean.jsonl")
    assert done.returncode == 0, done.stderr
    lines = [line for path in sorted((folder / "clean.jsonl").glob("part-*")) for line in path.read_text().splitlines()]
    kept = {document.id for document in ss.dedup(sample)}
    assert lines == [line for line in sample.read_text().splitlines() if json.loads(line)["id"] in kept]


def test_options_of_spark_go_with_spark(folder: Path, sample: Path) -> None:
    done = run(folder, "find", str(sample), "--master", "local[2]")
    assert done.returncode == 2
    assert "master: it goes with --engine spark" in done.stderr
