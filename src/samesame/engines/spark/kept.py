"""The documents that `dedup` leaves, on the cluster: their records with all columns, in the order of reading."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from samesame import _core
from samesame.engines.spark.flow import Flow
from samesame.engines.spark.parsing import LINE
from samesame.engines.spark.rows import SparkRows
from samesame.engines.spark.wire import NUMBER, RECORDS
from samesame.engines.spark.writing import format_of, write_folder

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


@dataclass
class KeptFrame:
    """The records that stay; `lines` says whether they are lines of JSONL, or rows."""

    records: DataFrame
    count: int
    lines: bool

    @staticmethod
    def of(flow: Flow, schema: Any) -> KeptFrame:
        """The records of the documents in the table `kept`; `schema` is theirs in Spark, None for lines."""
        from pyspark.sql.types import BinaryType, LongType, StructField, StructType

        fields = [StructField(LINE, BinaryType())] if schema is None else list(schema.fields)
        both = flow.session.sparkContext.union([flow.placed[RECORDS], flow.placed["kept"]])
        data = both.mapPartitionsWithIndex(flow.function("kept"))
        told = StructType([*fields, StructField(NUMBER, LongType())])
        frame = flow.as_frame(data, "unpacked", None, told)
        return KeptFrame(frame.orderBy(NUMBER).drop(NUMBER), flow.rows("kept"), schema is None)

    @cached_property
    def frame(self) -> DataFrame:
        """The documents that stay, with all columns; of lines of JSONL as Spark reads them."""
        if not self.lines:
            return self.records
        texts = self.records.selectExpr(f"cast({LINE} as string) as value")
        return texts.sparkSession.read.json(texts.rdd.map(lambda row: row[0]))

    def write(self, out: str, *, overwrite: bool) -> None:
        """Writes the documents that stay as a folder; lines of JSONL stay as they are."""
        lines = self.lines and format_of("out", out) == "json"
        frame = self.records.selectExpr(f"cast({LINE} as string) as value") if lines else self.frame
        write_folder(frame, out, overwrite=overwrite, lines=lines)

    def to_arrow(self) -> pa.Table:
        """The same here. Fields of JSON have the narrowest types that hold them, as with the other engines."""
        if not self.lines:
            table: pa.Table = self.records.toArrow()
            return table
        batches = SparkRows(self.records, pa.schema([(LINE, pa.large_binary())]))
        none = pa.nulls(0, pa.large_string())
        lines = pa.concat_arrays([none, *(batch.column(0).cast(pa.large_string()) for batch in batches)])
        shapes = _core.Shapes()
        shapes.add(lines, 1)
        return pa.Table.from_batches([shapes.columns(lines, 1)])
