"""Tables between the tasks of Spark: in pieces, each an Arrow record batch with the number of the partition it is for.

Spark sees few large values, not the rows of the tables: it would convert each row and back, and a document has hundreds
of features. Types that Spark does not have (unsigned numbers, large lists) pass as they are, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa

from samesame.arrays import to_arrow
from samesame.engines.shuffle import partition_of
from samesame.match.groups import Numbers
from samesame.read.fields import FieldsMet
from samesame.read.problems import Problems
from samesame.steps.tables import EVERYWHERE, TABLES

# The name of a table, its rows, and the record batch without the schema, which the table has.
Piece = tuple[str, int, bytes]
# With the partition that takes it.
Sent = tuple[int, Piece]
# Bytes that a piece has about.
PIECE = 4 << 20
# What is told to the driver, as JSON: how much was read, and the first bad records of a batch.
REPORT, TOLD = "#report", 100
# The records that documents were made of, with their own columns and the number of the document.
RECORDS, NUMBER = "records", "__samesame_document"


def pieces_of(name: str, table: pa.Table, maker: int, partitions: int) -> Iterator[Sent]:
    """A table cut into pieces for the partitions that take it; what all take goes to the driver, which hands it on."""
    by = TABLES[name].by
    if by is None or by == EVERYWHERE:
        yield from cut(name, table, maker)
        return
    taker = partition_of(table[by], partitions)
    order = np.argsort(taker, kind="stable")
    table = table.take(to_arrow(order))
    ends = np.searchsorted(taker[order], np.arange(partitions), "right")
    start = 0
    for partition, end in enumerate(ends.tolist()):
        yield from cut(name, table.slice(start, end - start), partition)
        start = end


def cut(name: str, table: pa.Table, to: int) -> Iterator[Sent]:
    """Pieces of some megabytes; none if there are no rows."""
    if not table.num_rows:
        return
    table = table.combine_chunks()
    rows = max(1, table.num_rows * PIECE // max(table.nbytes, PIECE))
    for batch in table.to_batches(max_chunksize=rows):
        yield to, (name, batch.num_rows, batch.serialize().to_pybytes())


def table_of(pieces: Iterable[bytes | pa.Buffer], schema: pa.Schema) -> pa.Table:
    """The table of some pieces."""
    read = (pa.ipc.read_record_batch(pa.py_buffer(piece), schema) for piece in pieces)
    return pa.Table.from_batches(read, schema)


# The same as rows of a data frame, for what reads data frames.
WIRE = "to int, name string, rows bigint, data binary"
SCHEMA = pa.schema([("to", pa.int32()), ("name", pa.string()), ("rows", pa.int64()), ("data", pa.binary())])


def wire_batch(sent: list[Sent]) -> pa.RecordBatch:
    """Pieces as rows of a data frame."""
    columns = [
        pa.array([to for to, _ in sent], pa.int32()),
        pa.array([name for _, (name, _, _) in sent], pa.string()),
        pa.array([rows for _, (_, rows, _) in sent], pa.int64()),
        pa.array([data for _, (_, _, data) in sent], pa.binary()),
    ]
    return pa.record_batch(columns, schema=SCHEMA)


def report(
    side: int, documents: int, problems: Problems | None = None, met: FieldsMet | None = None, *, wishes: bool | None
) -> Sent:
    """What reading some documents has to tell."""
    problems = problems or Problems()
    bad = [(problem.file, problem.line, problem.message) for problem in problems][:TOLD]
    told = {"side": side, "documents": documents, "problems": len(problems), "bad": bad, "wishes": wishes}
    told |= {"met": sorted(met.met) if met else [], "names": list(met.names) if met else []}
    return 0, (REPORT, 1, json.dumps(told).encode())


def raw_pieces(records: pa.RecordBatch, document: Numbers, partitions: int) -> Iterator[Sent]:
    """Records on the way to the partitions of their documents, each piece with its schema."""
    table = pa.Table.from_batches([records]).append_column(NUMBER, to_arrow(document))
    taker = document % partitions
    for partition in np.unique(taker).tolist():
        rows = table.take(to_arrow(np.flatnonzero(taker == partition)))
        yield partition, (RECORDS, rows.num_rows, packed(rows))


def packed(table: pa.Table) -> bytes:
    """A table with its schema."""
    with pa.BufferOutputStream() as sink:
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        data: bytes = sink.getvalue().to_pybytes()
    return data


def records_of(pieces: Iterable[bytes | pa.Buffer]) -> Iterator[pa.Table]:
    """The records of some pieces."""
    for piece in pieces:
        with pa.ipc.open_stream(piece) as reader:
            yield reader.read_all()
