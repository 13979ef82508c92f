"""Results that stay on the cluster: rows as a data frame of Spark, brought here only where they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from samesame.engines.spark.failures import named
from samesame.engines.spark.writing import write_folder

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


@dataclass
class SparkRows:
    """Rows as `Batches`; `frame` has them on the cluster. Each reading runs the last stage again."""

    frame: DataFrame
    schema: pa.Schema
    # How many rows have each value of a column, where that is known.
    known: dict[str, dict[str, int]] = field(default_factory=dict)
    overwrite: bool = False

    @cached_property
    def num_rows(self) -> int:
        """How many rows there are in all."""
        for counts in self.known.values():
            return sum(counts.values())
        return int(self.frame.count())

    def counted(self, column: str) -> dict[str, int]:
        """How many rows have each value of a column; counted on the cluster."""
        if column not in self.known:
            self.known[column] = {row[0]: row[1] for row in self.frame.groupBy(column).count().collect()}
        return self.known[column]

    def write(self, out: str | Path) -> None:
        """Writes the rows on the cluster, as a folder of files."""
        with named():
            write_folder(self.frame, out, overwrite=self.overwrite)

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        """Batches in order, fetched partition by partition, so that one of them is held here."""
        for row in self.frame.mapInArrow(_packed(), "data binary").toLocalIterator():
            with pa.ipc.open_stream(row[0]) as reader:
                for batch in reader:
                    yield from pa.Table.from_batches([batch]).cast(self.schema).to_batches()


def _packed() -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """A function that makes one value of each batch; it needs only what every executor has."""

    def packed(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow

        for batch in batches:
            with pyarrow.BufferOutputStream() as sink:
                with pyarrow.ipc.new_stream(sink, batch.schema) as writer:
                    writer.write_batch(batch)
                data = sink.getvalue().to_pybytes()
            yield pyarrow.record_batch({"data": pyarrow.array([data], pyarrow.binary())})

    return packed
