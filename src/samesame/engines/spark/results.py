"""From the last tables of a run to its result: rows as data frames, sorted by Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_numpy
from samesame.cluster.membership import RULES
from samesame.engines.base import Live, Outcome
from samesame.engines.spark.flow import Flow
from samesame.engines.spark.kept import KeptFrame
from samesame.engines.spark.reading import Read
from samesame.engines.spark.rows import SparkRows
from samesame.engines.spark.telling import plain, schema_told
from samesame.engines.spark.wire import table_of
from samesame.engines.spark.writing import write_folder
from samesame.engines.worker import schema_of
from samesame.errors import ParameterError
from samesame.model import RELATIONS
from samesame.plan.model import Collection, Plan
from samesame.read.problems import Problems
from samesame.report.kept import KeptRows, Stamps, places
from samesame.report.members import MEMBER_SCHEMA
from samesame.report.passages import PASSAGE_SCHEMA
from samesame.steps.frames import numbers

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame
    from pyspark.sql.types import DataType


def results_of(plan: Plan) -> frozenset[str]:
    """The tables that a result is made of."""
    if plan.verb == "find":
        return frozenset(["matches" if plan.finding.spans else "found"])
    tables = {"dedup": ["removals", "kept"], "cluster": ["told_members"], "passages": ["passages"]}
    return frozenset(tables[plan.verb])


def outcome_of(plan: Plan, flow: Flow, read: Read, live: Live, overwrite: bool) -> Outcome:
    """The result of a plan."""
    if plan.verb == "dedup":
        return _deduplicated(plan, flow, read, live, overwrite)
    if plan.verb == "cluster":
        return _clustered(plan, flow, read, overwrite)
    if plan.verb == "passages":
        return _passages(plan, flow, read, overwrite)
    (name,) = results_of(plan)
    order = ["left", "right", *(["left_side"] if len(plan.sides) > 1 else [])]
    rows = SparkRows(_frame(plan, flow, name).orderBy(*order), schema_told(plan, name), overwrite=overwrite)
    return Outcome(table=rows, figures={"documents": read.documents}, relations=_relations(rows))


def _frame(plan: Plan, flow: Flow, name: str) -> DataFrame:
    from pyspark.sql.pandas.types import from_arrow_schema

    schema = from_arrow_schema(plain(schema_told(plan, name)))
    return flow.frame(name, schema)


def _relations(rows: SparkRows) -> dict[str, int]:
    """How many rows there are of each relation; this runs the plan."""
    counted = rows.counted("relation")
    return {relation: counted[relation] for relation in RELATIONS if relation in counted}


def _deduplicated(plan: Plan, flow: Flow, read: Read, live: Live, overwrite: bool) -> Outcome:
    removed = SparkRows(
        _frame(plan, flow, "removals").orderBy("id"), schema_told(plan, "removals"), overwrite=overwrite
    )
    relations = _relations(removed)
    kept = KeptRows.of(*_kept_here(plan, flow)) if read.in_memory else KeptFrame.of(flow, read.schema)
    _write(plan, removed, kept, live, overwrite)
    figures = {"documents": read.here}
    return Outcome(table=removed, figures=figures, relations=relations, kept=kept)


def _write(plan: Plan, removed: SparkRows, kept: KeptRows | KeptFrame, live: Live, overwrite: bool) -> None:
    """Writes what the plan names."""
    options = plan.deduplicating
    if options.removed is not None or options.out is not None:
        live.stage("write")
    if options.removed is not None:
        write_folder(removed.frame, options.removed, overwrite=overwrite)
    if options.out is None:
        return
    if isinstance(kept, KeptRows):
        raise ParameterError("out: documents that are in memory are not written by Spark; take them from the result")
    kept.write(str(options.out), overwrite=overwrite)


def _clustered(plan: Plan, flow: Flow, read: Read, overwrite: bool) -> Outcome:
    """The largest clusters first, in each the reference first, then by id."""
    from pyspark.sql import functions as f

    told = _frame(plan, flow, "told_members")
    references = told.where("document = reference").select("reference", f.col("id").alias("cluster"))
    sizes = told.groupBy("reference").count()
    rows = told.join(references, "reference").join(sizes, "reference")
    is_reference = f.col("document") == f.col("reference")
    alone = is_reference & (f.col("count") == 1)
    role = f.when(alone, "singleton").when(is_reference, "reference").otherwise("member")
    coverage = f.when(alone | f.isnan("coverage"), None).otherwise(f.col("coverage"))
    columns = {
        "cluster": f.col("cluster"),
        "id": f.col("id"),
        "role": role,
        "coverage_of_reference": f.when(is_reference & ~alone, 1.0).otherwise(coverage),
        "rule": _rule(),
    }
    rows = rows.orderBy(f.desc("count"), "cluster", ~is_reference, "id")
    frame = rows.select(
        *(columns.get(name, f.lit(None).cast(kind)).alias(name) for name, kind in _types(MEMBER_SCHEMA))
    )
    found = SparkRows(frame, MEMBER_SCHEMA, overwrite=overwrite)
    found.counted("role")
    return Outcome(table=found, figures={"documents": read.documents})


def _rule() -> Column:
    """The names of rules; documents that joined no other have none."""
    from pyspark.sql import functions as f

    chosen = f.lit(None).cast("string")
    for number, name in enumerate(RULES):
        chosen = f.when(f.col("rule") == number, name).otherwise(chosen)
    return chosen


def _passages(plan: Plan, flow: Flow, read: Read, overwrite: bool) -> Outcome:
    """Passages in their order, numbered from 1."""
    from pyspark.sql import Window
    from pyspark.sql import functions as f

    frame = _frame(plan, flow, "passages")
    if plan.locating.min_sentences > 1:
        # Those with too few sentences are left out, so ranks have gaps. Only the ranks go to one task.
        ranks = frame.select("passage", f.row_number().over(Window.orderBy("passage")).alias("rank"))
        frame = frame.join(ranks, "passage").drop("passage").withColumnRenamed("rank", "passage")
    else:
        frame = frame.withColumn("passage", f.col("passage") + 1)
    names = [f.col(name).cast(kind) if name == "passage" else f.col(name) for name, kind in _types(PASSAGE_SCHEMA)]
    rows = SparkRows(frame.orderBy("passage").select(*names), PASSAGE_SCHEMA, overwrite=overwrite)
    total = frame.agg(f.sum("count"), f.sum(f.col("boilerplate").cast("int"))).first()
    assert total is not None
    figures = {"documents": read.documents, "places": int(total[0] or 0), "boilerplate": int(total[1] or 0)}
    return Outcome(table=rows, figures=figures)


def _types(schema: pa.Schema) -> list[tuple[str, DataType]]:
    """The names and the types of Spark of a schema."""
    from pyspark.sql.pandas.types import from_arrow_schema

    return [(field.name, field.dataType) for field in from_arrow_schema(plain(schema))]


def _kept_here(plan: Plan, flow: Flow) -> tuple[Any, ...]:
    """Which documents stay, if these are in memory here: their places, ids, and whether each stays."""
    side = plan.sides[0]
    assert isinstance(side, Collection)
    documents = side.open(Problems())
    found = [numbers(table_of([data], schema_of("kept", plan)), "document") for data in flow.collect("kept")]
    staying = np.concatenate([np.zeros(0, np.int64), *found])
    files, lines, ids = [], [], []
    for batch in documents.batches(again=True):
        files.append(to_numpy(batch.column("file")))
        lines.append(to_numpy(batch.column("line")))
        ids.append(to_numpy(_core.fingerprints(batch.column("id"))))
    count = sum(map(len, ids))
    at = places(_joined(files), _joined(lines))
    return at, _joined(ids).astype(np.uint64), np.isin(np.arange(count), staying), Stamps.of(documents)


def _joined(parts: list[Any]) -> Any:
    return np.concatenate([np.zeros(0, np.int64), *parts])
