"""What every result can do: be iterated, counted, and handed on as Arrow, pandas or Polars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

Row = TypeVar("Row")


class Table(Generic[Row]):
    """Rows over an Arrow table; nothing is copied until a row is asked for."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table

    def _row(self, values: dict[str, object]) -> Row:
        raise NotImplementedError

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def __iter__(self) -> Iterator[Row]:
        for batch in self._table.to_batches(max_chunksize=4096):
            for values in batch.to_pylist():
                yield self._row(values)

    def to_arrow(self) -> pa.Table:
        """The Arrow table itself."""
        return self._table

    def to_pandas(self) -> pd.DataFrame:
        """A pandas data frame (needs `pip install samesame[pandas]`)."""
        return to_pandas(self._table)

    def to_polars(self) -> pl.DataFrame:
        """A Polars data frame (needs `pip install samesame[polars]`)."""
        return to_polars(self._table)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self):,} rows)"


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
