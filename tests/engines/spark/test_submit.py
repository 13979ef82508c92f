"""spark-submit: the job and the commands of docs/spark.md, on a standalone cluster whose Python has no samesame."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pyarrow.parquet as pq

import samesame as ss
from tests.docs.test_docs import blocks

from .standalone import ROOT, Cluster

PAGE = ROOT / "docs" / "spark.md"


def test_the_commands_of_the_page_run(running: Cluster, sample: Path, folder: Path) -> None:
    told = [block.body for block in blocks(PAGE.read_text(encoding="utf-8"))]
    (job,) = (body for body in told if "sys.argv" in body)
    (commands,) = (body for body in told if "spark-submit" in body)
    (folder / "job.py").write_text(job)
    shutil.copy(sample, folder / "news.jsonl")
    shutil.copy(running.wheel, folder)
    commands = commands.replace("spark://host:7077", running.master)
    commands = commands.replace("/opt/executors/bin/python", str(running.python))
    done = subprocess.run(["sh", "-e", "-c", commands], env=running.environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-4000:]
    expected = ss.find(folder / "news.jsonl", threshold=0.6).to_arrow().to_pylist()
    assert pq.read_table(folder / "matches.parquet").to_pylist() == expected
