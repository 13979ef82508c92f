"""Runs plans over partitions in this process, and looks at the tables between their stages."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

import samesame as ss
from samesame.engines.base import Live
from samesame.engines.numbered import write_documents
from samesame.engines.shuffle import Shuffle
from samesame.engines.steps import run_step
from samesame.engines.worker import schema_of
from samesame.plan.model import Plan


def stepped(*sides: Any, partitions: int, processes: bool = False, **options: Any) -> pa.Table:
    """The rows of `find` by the step engine; an index is given as such."""
    paths = [side.path if isinstance(side, ss.Index) else side for side in sides]
    against: dict[str, Any] = {"against": paths[1]} if len(paths) > 1 else {}
    engine = ss.Steps(partitions=partitions, processes=processes)
    return ss.find(paths[0], **against, engine=engine, **options).to_arrow()


def tables_of(plan: Plan, partitions: int, result: str, given: Mapping[str, pa.Table] | None = None) -> list[pa.Table]:
    """The partitions of a table after all steps, some tables being given beforehand."""
    with tempfile.TemporaryDirectory() as folder:
        shuffle = Shuffle(Path(folder), partitions)
        write_documents(plan, Live(), shuffle)
        for name, table in (given or {}).items():
            shuffle.write(name, 0, table)
        engine = ss.Steps(partitions=partitions, processes=False)
        with engine.runner(plan, shuffle) as run:
            for step in plan.steps:
                run_step(step, run, shuffle)
        return [shuffle.read(result, partition, schema_of(result, plan)) for partition in range(partitions)]
