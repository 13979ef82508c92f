"""Arrow files between stages: the output of each partition, split by the partition that reads it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import combined, to_arrow
from samesame.match.groups import Numbers
from samesame.steps.tables import EVERYWHERE, TABLES


def partition_of(column: pa.ChunkedArray, partitions: int) -> Numbers:
    """The partition of each value: equal values have the same one.

    >>> partition_of(pa.chunked_array([[0, 1, 5]]), 2).tolist()
    [0, 1, 1]
    """
    values = combined(column)
    assert values.null_count == 0
    if pa.types.is_large_string(values.type):
        values = _core.fingerprints(values)
    if pa.types.is_fixed_size_binary(values.type):
        data = np.frombuffer(values.buffers()[1] or b"", np.uint8).reshape(-1, values.type.byte_width)
        numbers = np.ascontiguousarray(data[values.offset : values.offset + len(values), :8]).view(np.uint64).ravel()
    else:
        numbers = np.frombuffer(values.buffers()[1] or b"", str(values.type))[
            values.offset : values.offset + len(values)
        ]
    return (numbers.astype(np.uint64) % np.uint64(partitions)).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A folder of tables: one file per table, partition that made it, and partition that takes it."""

    folder: Path
    partitions: int

    def write(self, name: str, maker: int, table: pa.Table) -> None:
        """Splits the output of a partition by the partitions that take it."""
        by = TABLES[name].by
        if by == EVERYWHERE:
            self._write(self._path(name, maker, EVERYWHERE), table)
        elif by is None:
            self._write(self._path(name, maker, maker), table)
        else:
            taker = partition_of(table[by], self.partitions)
            for partition in range(self.partitions):
                rows = to_arrow(np.flatnonzero(taker == partition))
                self._write(self._path(name, maker, partition), table.take(rows))

    def read(self, name: str, taker: int, schema: pa.Schema) -> pa.Table:
        """Everything that all partitions made for one."""
        who = EVERYWHERE if TABLES[name].by == EVERYWHERE else taker
        parts = [self._read(path) for path in self._paths(name, who)]
        return pa.concat_tables([pa.Table.from_batches([], schema), *parts])

    def rows(self, name: str) -> int:
        """How many rows a table has in all."""
        return sum(self._read(path).num_rows for path in self._paths(name, None))

    def _paths(self, name: str, taker: int | str | None) -> list[Path]:
        """The files of a table, in the order of their makers."""
        whom = "*" if taker is None else "all" if taker == EVERYWHERE else taker
        return sorted(self.folder.glob(f"{name}-*-{whom}.arrow"), key=lambda path: int(path.stem.split("-")[1]))

    def _path(self, name: str, maker: int, taker: int | str) -> Path:
        return self.folder / f"{name}-{maker}-{'all' if taker == EVERYWHERE else taker}.arrow"

    def _write(self, path: Path, table: pa.Table) -> None:
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)

    def _read(self, path: Path) -> pa.Table:
        with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as reader:
            return reader.read_all()
