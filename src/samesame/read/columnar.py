"""Parquet and Arrow files: their rows as batches of documents."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from samesame.model import Problem

if TYPE_CHECKING:
    from samesame.read.documents import ReadOptions
    from samesame.read.inputs import Input
    from samesame.read.problems import Problems

ROWS = 8192


def raw_batches(source: Input) -> Iterator[pa.RecordBatch]:
    """The rows of a file with all their columns."""
    if source.format == "parquet":
        import pyarrow.parquet as pq

        with pq.ParquetFile(str(source.path)) as file:
            yield from file.iter_batches(batch_size=ROWS)
    else:
        yield from _arrow_batches(str(source.path))


def _arrow_batches(path: str) -> Iterator[pa.RecordBatch]:
    with pa.OSFile(path) as file:
        try:
            with pa.ipc.open_file(file) as reader:
                for i in range(reader.num_record_batches):
                    yield reader.get_batch(i)
        except pa.ArrowInvalid:
            # The same suffix serves the stream format, which has no footer.
            file.seek(0)
            with pa.ipc.open_stream(file) as stream:
                yield from stream


def read_columnar(
    source: Input, number: int, options: ReadOptions, problems: Problems, advance: Callable[[int], None]
) -> Iterator[pa.RecordBatch]:
    """The documents of a Parquet or Arrow file. `advance` is told the bytes as they are read."""
    row = 1
    try:
        for batch in raw_batches(source):
            if options.text_field not in batch.schema.names:
                names = ", ".join(batch.schema.names)
                message = f"no column '{options.text_field}' (there are: {names}); --text-field names another"
                problems.add(Problem(source.name, 0, message))
                return
            yield documents(batch, source.name, number, row, options, problems)
            row += batch.num_rows
    except (pa.ArrowException, OSError) as error:
        message = f"cannot be read on from row {row}: {_first_line(error)}; what came before is kept"
        problems.add(Problem(source.name, row, message))
    advance(source.size)


def documents(
    batch: pa.RecordBatch, name: str, number: int, first_row: int, options: ReadOptions, problems: Problems
) -> pa.RecordBatch:
    """A batch with any columns as a batch of documents; `first_row` counts from 1."""
    from samesame.read.documents import SCHEMA

    rows = pa.array(range(first_row, first_row + batch.num_rows), pa.uint64())
    batch = batch.append_column("\0row", rows)
    batch = _without_bad_texts(batch, name, options, problems)
    rows = batch.column("\0row")
    columns = [
        _ids(batch, name, options, rows),
        _strings(batch.column(options.text_field)),
        _times(batch, name, options, rows, problems),
        _metadata(batch, options),
        pa.array([number] * batch.num_rows, pa.uint32()),
        rows,
    ]
    return pa.record_batch(columns, schema=SCHEMA)


def _without_bad_texts(batch: pa.RecordBatch, name: str, options: ReadOptions, problems: Problems) -> pa.RecordBatch:
    texts = batch.column(options.text_field)
    if not _is_string(texts.type):
        problems.add(Problem(name, 0, f"the column '{options.text_field}' holds {texts.type}, not text"))
        return batch.slice(0, 0)
    if texts.null_count:
        for row in batch.column("\0row").filter(texts.is_null()):
            problems.add(Problem(name, row.as_py(), f"no text: '{options.text_field}' is null"))
        return batch.filter(texts.is_valid())
    return batch


def _is_string(kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return kind in (pa.string(), pa.large_string(), pa.string_view())


def _strings(column: pa.Array) -> pa.Array:
    return column.cast(pa.large_string())


def _ids(batch: pa.RecordBatch, name: str, options: ReadOptions, rows: pa.Array) -> pa.Array:
    colon = pa.scalar(":", pa.large_string())
    default = pc.binary_join_element_wise(pa.scalar(name, pa.large_string()), _strings(rows), colon)
    if options.id_field not in batch.schema.names:
        return default
    given = _strings(batch.column(options.id_field))
    return pc.if_else(pc.equal(pc.fill_null(given, ""), ""), default, given)


def _times(batch: pa.RecordBatch, name: str, options: ReadOptions, rows: pa.Array, problems: Problems) -> pa.Array:
    kind = pa.timestamp("us", tz="UTC")
    if options.time_field not in batch.schema.names:
        return pa.nulls(batch.num_rows, kind)
    column = batch.column(options.time_field)
    try:
        if pa.types.is_timestamp(column.type) and column.type.tz is None:
            return column.cast(pa.timestamp("us"), safe=False).cast(kind)
        if pa.types.is_integer(column.type):
            column = column.cast(pa.int64()).cast(pa.timestamp("s", tz="UTC"))
        return column.cast(kind, safe=False)
    except pa.ArrowException:
        return _slow_times(column, kind, name, rows, problems)


def _slow_times(
    column: pa.Array,
    kind: pa.TimestampType,
    name: str,
    rows: pa.Array,
    problems: Problems,
) -> pa.Array:
    """Value by value, so that one bad time spoils only itself."""
    times: list[pa.Scalar] = []
    for value, row in zip(column, rows, strict=True):
        try:
            times.append(value.cast(kind))
        except pa.ArrowException:
            problems.add(Problem(name, row.as_py(), f"the time '{value}' is not ISO 8601; kept without it"))
            times.append(pa.scalar(None, kind))
    return pa.array([time.as_py() for time in times], kind)


def _metadata(batch: pa.RecordBatch, options: ReadOptions) -> pa.Array:
    own = {options.id_field, options.text_field, options.time_field, "\0row"}
    names = [name for name in batch.schema.names if name not in own]
    if not names or not options.metadata:
        return pa.nulls(batch.num_rows, pa.large_string())
    if names == ["metadata"] and _is_string(batch.column("metadata").type):
        return _strings(batch.column("metadata"))
    rows = batch.select(names).to_pylist()
    return pa.array([json.dumps(row, ensure_ascii=False, default=str) for row in rows], pa.large_string())


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
