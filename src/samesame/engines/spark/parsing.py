"""Reads lines and rows on executors, as files and tables are read: the same documents, the same bad records.

A document's number is made of the number of its file (of a data frame: of the partition) and its line, so that numbers
are in the order of reading, whatever task reads what.
"""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import constant, to_arrow, to_numpy
from samesame.engines.noting import Noting
from samesame.engines.numbered import document_table
from samesame.engines.spark.wire import Sent, pieces_of, raw_pieces, report, wire_batch
from samesame.match.groups import Numbers
from samesame.match.wishes import NOTHING
from samesame.read.documents import Documents, ReadOptions
from samesame.read.fields import FieldsMet
from samesame.read.inputs import Input
from samesame.read.memory import NAME
from samesame.read.nested import nested_schema
from samesame.read.problems import Problems
from samesame.read.rows import documents, unusable
from samesame.read.schema import SCHEMA
from samesame.read.soundness import sound_pieces
from samesame.steps.unique import named

# A number has so many bits for the line; numbers below 2^53 are exact as floats, by which documents are put in order.
LINES = 32
# The columns that are read beside the user's own.
FILE, BLOCK, ROW, LINE = "__samesame_file", "__samesame_block", "__samesame_row", "__samesame_line"
# Lines that are parsed at a time.
MANY = 1 << 16


@dataclass(frozen=True, slots=True)
class Source:
    """What the tasks that read a part of a side need to know.

    `files` are numbers by the names that Spark gives the files, `names` those for messages by number, `lines` how many
    lines stand before a block of a file. `first` is the number of the first file or partition.
    """

    side: int
    options: ReadOptions
    first: int
    files: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    # Which of the sources of the side a file is of; rows of a frame are all of the source `at`.
    sources: Mapping[int, int] = field(default_factory=dict)
    at: int = 0
    lines: Mapping[tuple[str, int], int] = field(default_factory=dict)
    noting: Noting | None = None
    # Whether the records themselves are kept beside the documents, for what is written of them.
    keeps: bool = False
    checks: bool = True


class Parsed(NamedTuple):
    """Documents of one file, the records that they were made of, and what was found."""

    file: int
    batch: pa.RecordBatch
    raw: pa.RecordBatch | None
    problems: Problems
    met: FieldsMet


def file_key(name: str) -> str:
    """A file as all parts of Spark name it: some write three slashes before its path, some one.

    >>> file_key("file:/tmp/a.jsonl") == file_key("file:///tmp/a.jsonl")
    True
    """
    parts = urlsplit(name)
    return f"{parts.scheme}://{parts.netloc}{unquote(parts.path)}"


def from_lines(source: Source, batches: Iterable[pa.RecordBatch]) -> Iterator[Parsed]:
    """The documents of lines of JSONL, which come in the order of their block."""
    done: dict[tuple[str, int], int] = {}
    for batch in batches:
        for run in _runs(batch, (FILE, BLOCK)):
            place = file_key(run.column(FILE)[0].as_py()), run.column(BLOCK)[0].as_py()
            before = source.lines.get(place, 0) + done.get(place, 0)
            done[place] = done.get(place, 0) + run.num_rows
            yield _parsed_lines(source, source.files[place[0]], before, run.column(LINE))


def _runs(batch: pa.RecordBatch, names: tuple[str, ...]) -> Iterator[pa.RecordBatch]:
    """Parts of a batch with the same values in some columns."""
    new = np.zeros(batch.num_rows, np.bool_)
    for name in names:
        column = batch.column(name)
        new[1:] |= to_numpy(pc.not_equal(column.slice(1), column.slice(0, max(len(column) - 1, 0))))
    edges = [*np.flatnonzero(np.r_[True, new[1:]][: batch.num_rows]).tolist(), batch.num_rows]
    for start, end in pairwise(edges):
        yield batch.slice(start, end - start)


def _parsed_lines(source: Source, number: int, before: int, lines: pa.Array) -> Parsed:
    """Lines are parsed by the reader of files, so they are a file for a moment, under a name that no id has."""
    name = uuid.uuid4().hex
    problems, options = Problems(), replace(source.options, threads=1)
    met = FieldsMet(options)
    with tempfile.TemporaryDirectory(prefix="samesame-") as folder:
        path = Path(folder) / "lines.jsonl"
        # What begins like a packed file or with a byte order mark means that only at the beginning of a file.
        ahead = 1 if before else 0
        path.write_bytes(b"\n" * ahead + b"\n".join(lines.to_pylist()) + b"\n")
        reading = Documents([Input(path, name, "jsonl")], options, problems)
        parts = [batch for batch, _ in reading.unchecked(problems, met)]
    batch = pa.Table.from_batches(parts, SCHEMA).combine_chunks()
    line = to_numpy(batch["line"]).astype(np.int64) - ahead + before
    shown = source.names[number]
    own = pc.equal(batch["id"], _default(name, to_numpy(batch["line"])))
    ids = pc.if_else(own, _default(shown, line), batch["id"])
    raw = None
    if source.keeps:
        raw = pa.record_batch([lines.take(to_arrow(line - before - 1))], [LINE])
    found = _with(batch, ids, source.sources.get(number, source.at), line)
    return Parsed(number, found, raw, _moved(problems, shown, before - ahead), met)


def _default(name: str, lines: Numbers) -> pa.Array:
    """The ids of documents that have none."""
    numbers = to_arrow(lines.astype(np.int64)).cast(pa.large_string())
    return pc.binary_join_element_wise(constant(name), numbers, constant(":"))


def _with(table: pa.Table, ids: Any, number: int, line: Numbers) -> pa.RecordBatch:
    columns = {
        "id": ids,
        "file": to_arrow(np.full(len(line), number), pa.uint32()),
        "line": to_arrow(line, pa.uint64()),
    }
    arrays = [columns.get(name, table[name]) for name in SCHEMA.names]
    batches = pa.table(arrays, schema=SCHEMA).combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_arrays([pa.nulls(0, f.type) for f in SCHEMA], schema=SCHEMA)


def _moved(problems: Problems, name: str, lines: int) -> Problems:
    """Problems with the name of the file and the line in it."""
    moved = Problems()
    for problem in problems:
        moved.add(replace(problem, file=name, line=problem.line + lines if problem.line else 0))
    moved.count = len(problems)
    return moved


def from_rows(source: Source, partition: int, batches: Iterable[pa.RecordBatch]) -> Iterator[Parsed]:
    """The documents of rows. Rows of files know their place, those of other frames are counted."""
    count = 0
    for batch in batches:
        if FILE not in batch.schema.names:
            yield _parsed_rows(source, source.first + partition, NAME, count, batch)
            count += batch.num_rows
            continue
        rows = to_numpy(batch.column(ROW)).astype(np.int64)
        own = batch.select([name for name in batch.schema.names if name not in (FILE, ROW)])
        for run in _runs(batch, (FILE,)):
            number = source.files[file_key(run.column(FILE)[0].as_py())]
            yield _parsed_rows(source, number, source.names[number], int(rows[0]), own.slice(0, run.num_rows))
            own, rows = own.slice(run.num_rows), rows[run.num_rows :]


def _parsed_rows(source: Source, number: int, name: str, before: int, batch: pa.RecordBatch) -> Parsed:
    problems, options = Problems(), replace(source.options, threads=1)
    met = FieldsMet(options)
    met.add(nested_schema(batch.schema, options).names)
    parts, row = [], before + 1
    # Whether the columns are usable was seen before the job began.
    assert unusable(batch.schema, options) is None
    for piece in sound_pieces(batch, options.max_record):
        parts.append(documents(piece, name, number, row, options, problems))
        row += piece.num_rows
    table = pa.Table.from_batches(parts, SCHEMA).combine_chunks()
    line = to_numpy(table["line"]).astype(np.int64)
    raw = batch.take(to_arrow(line - before - 1)) if source.keeps else None
    return Parsed(number, _with(table, table["id"], source.sources.get(number, source.at), line), raw, problems, met)


def rows_of(parsed: Iterable[Parsed], source: Source, partitions: int) -> Iterator[pa.RecordBatch]:
    """Pieces of documents, of what tells repeated ids, of records, and a report, as rows of a data frame."""
    for part in parsed:
        sent = list(sent_of(part, source, partitions))
        if sent:
            yield wire_batch(sent)


def sent_of(part: Parsed, source: Source, partitions: int) -> Iterator[Sent]:
    """The pieces of some documents."""
    batch, side = part.batch, source.side
    document = np.int64(part.file) * (1 << LINES) + to_numpy(batch.column("line")).astype(np.int64)
    noted = None if source.noting is None or side else source.noting.note(batch, document, batch.column("file"))
    yield from pieces_of("documents", document_table(batch, side, document, noted), 0, partitions)
    if source.checks:
        yield from pieces_of("named", named(batch, side, document), 0, partitions)
    if part.raw is not None:
        yield from raw_pieces(part.raw, document, partitions)
    wishes = None if noted is None else bool((to_numpy(noted["wish_kind"]) != NOTHING).any())
    yield report(side, batch.num_rows, part.problems, part.met, wishes=wishes)
