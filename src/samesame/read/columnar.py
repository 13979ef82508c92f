"""Reads the rows of Parquet and Arrow files as batches of documents.

A fault in a file affects only the rows behind it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pyarrow as pa

from samesame.errors import SamesameError
from samesame.model import Problem
from samesame.read.nested import nested_schema
from samesame.read.rows import documents, unusable
from samesame.read.soundness import plain_schema, sound_pieces

if TYPE_CHECKING:
    from samesame.read.documents import ReadOptions
    from samesame.read.fields import FieldsMet
    from samesame.read.inputs import Input
    from samesame.read.problems import Problems

COLUMNAR = ("parquet", "arrow")


def raw_batches(source: Input, longest: int) -> Iterator[pa.RecordBatch]:
    """The rows of a file with all columns, validated, without views and run-end encoding.

    Raises ArrowInvalid if it is broken.

    Long values of Parquet are kept in dictionaries, whatever the schema says: rows of more than `longest` bytes must be
    removed before `in_schema` decodes them.
    """
    try:
        with pa.OSFile(os.fsencode(source.path or "")) as file:
            for batch in _batches(file, source.format, longest):
                yield from sound_pieces(batch, longest)
    except Exception as error:
        # If a file is damaged, pyarrow may raise anything from KeyError to MemoryError.
        raise pa.ArrowInvalid(_first_line(error)) from error


def raw_schema(source: Input) -> pa.Schema | None:
    """The columns of a file as `raw_batches` returns them; None if it cannot be read."""
    try:
        with pa.OSFile(os.fsencode(source.path or "")) as file:
            schema = _schema(file, source.format)
            schema.names  # noqa: B018 -- raises if a name is not UTF-8
            return plain_schema(schema)
    except Exception:
        return None


def _batches(file: pa.NativeFile, format: str, longest: int) -> Iterator[pa.RecordBatch]:
    if format == "parquet":
        from samesame.read.parquet import parquet_batches

        yield from parquet_batches(file, longest)
        return
    with _arrow_reader(file) as reader:
        if isinstance(reader, pa.RecordBatchFileReader):
            for i in range(reader.num_record_batches):
                yield reader.get_batch(i)
        else:
            yield from reader


def _schema(file: pa.NativeFile, format: str) -> pa.Schema:
    if format == "parquet":
        import pyarrow.parquet as pq

        return pq.read_schema(file)
    with _arrow_reader(file) as reader:
        return reader.schema


def _arrow_reader(file: pa.NativeFile) -> pa.RecordBatchFileReader | pa.RecordBatchStreamReader:
    try:
        return pa.ipc.open_file(file)
    except pa.ArrowInvalid:
        # The same suffix is used for the stream format, which has no footer.
        file.seek(0)
        return pa.ipc.open_stream(file)


def read_columnar(
    source: Input,
    number: int,
    options: ReadOptions,
    problems: Problems,
    met: FieldsMet,
    advance: Callable[[int], None],
) -> Iterator[pa.RecordBatch]:
    """The documents of a Parquet or Arrow file. `advance` is called with the bytes as they are read."""
    row = 1
    try:
        schema = raw_schema(source)
        if schema is not None:
            met.add(nested_schema(schema, options).names)
        for batch in raw_batches(source, options.max_record):
            if message := unusable(batch.schema, options):
                problems.add(Problem(source.name, 0, message))
                break
            yield documents(batch, source.name, number, row, options, problems)
            row += batch.num_rows
    except SamesameError:
        raise
    except Exception as error:
        message = f"cannot be read on from row {row}: {_first_line(error)}; what came before is kept"
        problems.add(Problem(source.name, row, message))
    advance(source.size)


def _first_line(error: Exception) -> str:
    """The first line of an error's message; what it quotes of the file need not be valid text."""
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0][:200].encode("utf-8", "backslashreplace").decode()
