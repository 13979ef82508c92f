"""Every method and verb on both engines: the rows are equal to the last digit."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import samesame as ss

from .cases import CASES, Case, rows_of

THERE = """
import pickle, sys
import samesame as ss
from tests.engines.cases import rows_of
plan, engine = pickle.load(open(sys.argv[1], "rb"))
pickle.dump(rows_of(ss.run(plan, engine=engine)), open(sys.argv[2], "wb"))
"""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_both_engines_give_the_same_rows(case: Case, halves: tuple[Path, Path], tmp_path: Path) -> None:
    plan = case.plan(*halves, tmp_path)
    steps = ss.Steps(partitions=2, processes=case.processes)
    here, there = rows_of(ss.run(plan)), rows_of(ss.run(plan, engine=steps))
    assert all(table.num_rows for table in here.values()), "a case that finds nothing shows nothing"
    for name, table in here.items():
        assert there[name].to_pylist() == table.to_pylist()
        assert there[name].schema.equals(table.schema)


@pytest.mark.parametrize("engine", ["local", ss.Steps(partitions=3, processes=False)], ids=["local", "steps"])
@pytest.mark.parametrize("name", ["find-overlap", "find-across-dsc", "dedup-minhash", "passages"])
def test_a_pickled_plan_runs_in_another_process(
    name: str, engine: str | ss.Steps, halves: tuple[Path, Path], tmp_path: Path
) -> None:
    (case,) = (case for case in CASES if case.name == name)
    plan = case.plan(*halves, tmp_path)
    sent, answer = tmp_path / "plan", tmp_path / "answer"
    sent.write_bytes(pickle.dumps((plan, engine)))
    root = Path(__file__).resolve().parents[2]
    subprocess.run([sys.executable, "-c", THERE, sent, answer], cwd=root, check=True, timeout=120)
    assert pickle.loads(answer.read_bytes()) == rows_of(ss.run(plan))
