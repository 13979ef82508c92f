"""Runs the stages of `find` over partitions, and tells their rows as `find` does."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from samesame.engines.shuffle import Shuffle
from samesame.engines.steps import Steps
from samesame.engines.worker import schema_of
from samesame.limits import Limits
from samesame.match.index import Index
from samesame.match.pairs import Measured
from samesame.methods import method_named
from samesame.model import RELATIONS, Relation
from samesame.plan.model import Collection, FindOptions, IndexAt, Plan
from samesame.read.documents import ReadOptions
from samesame.report.matches import ACROSS_SCHEMA, MATCH_SCHEMA
from samesame.sign.statistics import Statistics
from samesame.steps.frames import made, numbers
from samesame.steps.recipes import find_steps

from .brute import Corpus

Sides = tuple[Corpus | Index, ...]


def plan_of(
    sides: Sides,
    method: str = "overlap",
    *,
    relations: Sequence[Relation] | None = None,
    all_pairs: bool = False,
    spans: bool = False,
    stats: Statistics | None = None,
    preset: str | None = None,
    **parameters: Any,
) -> Plan:
    declared = method_named(method)
    settings = declared.settings(parameters, preset)
    stages = declared.stages
    counts = stages is not None and stages.needs_statistics(settings) and stats is None
    plain = stages is not None and stages.plain(settings)
    return Plan(
        verb="find",
        sides=tuple(IndexAt(side.path) if isinstance(side, Index) else Collection((), ReadOptions()) for side in sides),
        method=method,
        settings=settings,
        options=FindOptions(relations=tuple(relations or declared.relations), all_pairs=all_pairs, spans=spans),
        limits=Limits(threads=1),
        statistics=stats,
        steps=find_steps(declared, spans=spans, counts=counts, plain=plain),
    )


def documents_of(sides: Sides) -> pa.Table:
    """The documents of all sides, numbered as they come."""
    tables, count = [], 0
    for number, side in enumerate(sides):
        table = _indexed(side) if isinstance(side, Index) else _texts(side)
        place = {"document": np.arange(count, count + table.num_rows), "side": np.full(table.num_rows, number)}
        count += table.num_rows
        tables.append(made("documents", {**{name: table[name] for name in table.column_names}, **place}))
    return pa.concat_tables(tables)


def _texts(corpus: Corpus) -> pa.Table:
    text = pa.large_string()
    return pa.table({"id": pa.array(list(corpus), text), "text": pa.array(list(corpus.values()), text)})


def _indexed(index: Index) -> pa.Table:
    batches = list(index.batches())
    return pa.Table.from_batches(batches) if batches else pa.table({"id": pa.array([], pa.large_string())})


def tables_of(plan: Plan, documents: pa.Table, partitions: int, result: str) -> list[pa.Table]:
    """The partitions of a table after all steps; given statistics are written as an engine does."""
    with tempfile.TemporaryDirectory() as folder:
        shuffle = Shuffle(Path(folder), partitions)
        shuffle.write("documents", 0, documents)
        if plan.statistics is not None:
            shuffle.write(
                "words", 0, made("words", {name: plan.statistics.table[name] for name in ("word", "documents")})
            )
            shuffle.write("totals", 0, made("totals", {"documents": np.array([plan.statistics.documents])}))
        engine = Steps(partitions=partitions, processes=False)
        for step in plan.steps:
            engine._step(plan, step, shuffle)
        return [shuffle.read(result, partition, schema_of(result, plan)) for partition in range(partitions)]


def stepped(*sides: Corpus | Index, partitions: int, processes: bool = False, **options: Any) -> pa.Table:
    """The rows of `find` by the stages."""
    plan, documents = plan_of(sides, **options), documents_of(sides)
    result = "matches" if plan.options.spans else "found"
    if processes:
        parts = Steps(partitions=partitions, processes=True).tables(plan, documents, result)
    else:
        parts = tables_of(plan, documents, partitions, result)
    return _rows(pa.concat_tables(parts), plan)


def _rows(found: pa.Table, plan: Plan) -> pa.Table:
    order = [("left_id", "ascending"), ("right_id", "ascending"), ("left_side", "ascending")]
    found = found.sort_by(order)
    measured = Measured(*(numbers(found, name) for name in ("shared", "left_size", "right_size")))
    relation = [RELATIONS[number] for number in numbers(found, "relation")]
    columns = {
        "left": found["left_id"],
        "right": found["right_id"],
        "relation": pa.array(relation, pa.large_string()),
        "method": pa.array([plan.method] * len(relation), pa.large_string()),
        "left_score": found["left_score"],
        "right_score": found["right_score"],
        "left_coverage": pa.array(measured.left_share),
        "right_coverage": pa.array(measured.right_share),
        "jaccard": pa.array(measured.jaccard),
        "spans": found["spans"],
    }
    for side in ("left_side", "right_side"):
        names = [("in", "against")[number] for number in numbers(found, side)]
        columns[side] = pa.array(names, pa.large_string())
    schema = MATCH_SCHEMA if len(plan.sides) == 1 else ACROSS_SCHEMA
    return pa.table([columns[name] for name in schema.names], schema=schema)
