"""Every method and verb on Spark: the rows are those of the local engine, to the last digit."""

from __future__ import annotations

from pathlib import Path

import pytest

import samesame as ss
from tests.engines.cases import CASES, Case, rows_of


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_spark_gives_the_same_rows(case: Case, halves: tuple[Path, Path], tmp_path: Path, engine: ss.Spark) -> None:
    plan = case.plan(*halves, tmp_path)
    here, there = rows_of(ss.run(plan)), rows_of(ss.run(plan, engine=engine))
    assert all(table.num_rows for table in here.values()), "a case that finds nothing shows nothing"
    for name, table in here.items():
        assert there[name].to_pylist() == table.to_pylist()
        assert there[name].schema.equals(table.schema)
