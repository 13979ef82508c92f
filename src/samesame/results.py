"""What every result can do: be iterated, counted, and converted to Arrow, pandas or Polars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, cast

from samesame.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    from pyspark.sql import DataFrame

Row = TypeVar("Row")
ROWS = 4096  # converted to Python objects at a time


class Batches(Protocol):
    """Rows that do not fit into memory together; each iteration starts anew."""

    @property
    def schema(self) -> pa.Schema:
        """The schema of all batches."""
        ...

    @property
    def num_rows(self) -> int:
        """How many rows there are in all."""
        ...

    def __iter__(self) -> Iterator[pa.RecordBatch]: ...


class Table(Generic[Row]):
    """Rows over an Arrow table, or over batches read one by one; nothing is converted until a row is read."""

    def __init__(self, table: pa.Table | Batches) -> None:
        self._table = table

    def _row(self, values: dict[str, object]) -> Row:
        raise NotImplementedError

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def __iter__(self) -> Iterator[Row]:
        for batch in self.batches(ROWS):
            for values in batch.to_pylist():
                yield self._row(values)

    def batches(self, rows: int) -> Iterator[pa.RecordBatch]:
        """Record batches of `rows` rows; only the last one may have fewer."""
        import pyarrow as pa

        table = self._table
        return regular(table.to_batches() if isinstance(table, pa.Table) else table, rows)

    def to_arrow(self) -> pa.Table:
        """The Arrow table itself; rows that did not fit into the memory are all read into it."""
        import pyarrow as pa

        table = self._table
        return table if isinstance(table, pa.Table) else pa.Table.from_batches(table, table.schema)

    def to_pandas(self) -> pd.DataFrame:
        """A pandas data frame (needs `pip install samesame[pandas]`)."""
        return to_pandas(self.to_arrow())

    def to_polars(self) -> pl.DataFrame:
        """A Polars data frame (needs `pip install samesame[polars]`)."""
        return to_polars(self.to_arrow())

    def to_spark(self) -> DataFrame:
        """The rows as a data frame of Spark, if the engine was Spark; they stay on the cluster."""
        frame = getattr(self._table, "frame", None)
        if frame is None:
            raise ParameterError("to_spark: these rows are in this process; run with engine=ss.Spark(session) for that")
        return cast("DataFrame", frame)

    def counted(self, column: str) -> dict[str, int]:
        """How many rows have each value of a column of strings."""
        if (count := getattr(self._table, "counted", None)) is not None:
            return cast("dict[str, int]", count(column))
        return {row["values"]: row["counts"] for row in self.to_arrow()[column].value_counts().to_pylist()}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self):,} rows)"


def regular(batches: Iterable[pa.RecordBatch], rows: int) -> Iterator[pa.RecordBatch]:
    """The same rows in batches of `rows` rows, whatever batches they come in, so that files of them are equal, too.

    >>> import pyarrow as pa
    >>> irregular = [pa.record_batch({"a": list(range(n))}) for n in (2, 0, 1, 7)]
    >>> [batch.num_rows for batch in regular(irregular, 3)]
    [3, 3, 3, 1]
    """
    waiting: list[pa.RecordBatch] = []
    missing = rows
    for batch in batches:
        while batch.num_rows >= missing:
            yield _joined([*waiting, batch.slice(0, missing)])
            batch = batch.slice(missing)
            waiting, missing = [], rows
        if batch.num_rows:
            waiting.append(batch)
            missing -= batch.num_rows
    if waiting:
        yield _joined(waiting)


def _joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    import pyarrow as pa

    return batches[0] if len(batches) == 1 else pa.Table.from_batches(batches).combine_chunks().to_batches()[0]


def to_pandas(table: pa.Table) -> pd.DataFrame:
    """An Arrow table as a pandas data frame."""
    frame: pd.DataFrame = table.to_pandas()
    return frame


def to_polars(table: pa.Table) -> pl.DataFrame:
    """An Arrow table as a Polars data frame."""
    import polars as pl

    frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)
    return frame
