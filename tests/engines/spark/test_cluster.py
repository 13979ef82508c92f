"""A real cluster: a master and two workers whose Python has no samesame until it is shipped; and its faults."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import samesame as ss
from tests.engines.cases import CASES, rows_of

from .standalone import Cluster, cluster

NAMES = (
    "find-overlap",
    "find-across-spans",
    "dedup-minhash",
    "cluster-components",
    "find-pdc",
    "dedup-codet",
    "passages",
)


def test_executors_get_samesame_and_give_the_same_rows(
    running: Cluster, halves: tuple[Path, Path], tmp_path: Path
) -> None:
    imports = [str(running.python), "-c", "import pyarrow, numpy, samesame"]
    there = subprocess.run(imports, capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
    assert "No module named 'samesame'" in there.stderr
    plans = []
    for number, case in enumerate(case for case in CASES if case.name in NAMES):
        (tmp_path / str(number)).mkdir()
        plans.append(case.plan(*halves, tmp_path / str(number)))
    known, refused, found = running.drive("plans", plans)
    assert known == [False] * 4
    assert refused == "engine: the Python of the executors has no samesame; ship it: ss.Spark(session, ship=...)"
    assert len(found) == len(NAMES)
    assert not list(running.temporary.glob("samesame-*")), "what was shipped stays behind"
    for plan, tables in zip(plans, found, strict=True):
        for name, table in rows_of(ss.run(plan)).items():
            assert tables[name].equals(table)


def test_an_executor_without_memory_leaves_no_output_and_a_rerun_is_right(running: Cluster, tmp_path: Path) -> None:
    source, out = tmp_path / "long.jsonl", tmp_path / "clean.jsonl"
    short = [{"id": "a", "text": "Keep the ferry."}, {"id": "b", "text": "keep the ferry"}, {"id": "c", "text": "No."}]
    lines = "".join(json.dumps(record) + "\n" for record in short)
    with source.open("w") as file:
        file.write(lines)
        file.write('{"id": "d", "text": "')
        for _ in range(400):
            file.write("x" * (1 << 20))
        file.write('"}\n')
    kind, words = running.drive("deduplicated", (source, out))
    assert kind == "SamesameError" and words.startswith("Spark: ")
    assert [path.name for path in tmp_path.iterdir()] == ["long.jsonl"]
    source.write_text(lines)
    assert running.drive("deduplicated", (source, out)) is None
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["clean.jsonl", "long.jsonl"]
    kept = [line for path in sorted(out.glob("part-*")) for line in path.read_text().splitlines()]
    assert kept == [json.dumps(short[0]), json.dumps(short[2])]


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(halves: tuple[Path, Path], tmp_path: Path) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    plan = ss.explain(list(halves), verb="find", threshold=0.5)
    (tmp_path / "cluster").mkdir()
    with cluster(tmp_path / "cluster") as running:
        driver = running.start_driver("waiting", (plan, begun, go))
        while not begun.exists():
            assert driver.poll() is None, (running.folder / "driver.log").read_text()[-4000:]
            time.sleep(0.1)
        running.kill(1)
        go.touch()
        found = running.finish(driver)
    assert found["rows"].equals(ss.run(plan).to_arrow())  # type: ignore[union-attr]
