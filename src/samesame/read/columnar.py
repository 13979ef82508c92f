"""Parquet and Arrow files: their rows as batches of documents."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.model import Problem
from samesame.plain import json_line, rows
from samesame.read.times import WATERSHED, no_time, parse_time

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


def raw_schema(source: Input) -> pa.Schema | None:
    """The columns of a file; None for one that cannot be read."""
    try:
        if source.format == "parquet":
            import pyarrow.parquet as pq

            return pq.read_schema(str(source.path))
        with pa.OSFile(str(source.path)) as file, _arrow_reader(file) as reader:
            return reader.schema
    except (pa.ArrowException, OSError):
        return None


def _arrow_batches(path: str) -> Iterator[pa.RecordBatch]:
    with pa.OSFile(path) as file, _arrow_reader(file) as reader:
        if isinstance(reader, pa.RecordBatchFileReader):
            for i in range(reader.num_record_batches):
                yield reader.get_batch(i)
        else:
            yield from reader


def _arrow_reader(file: pa.NativeFile) -> pa.RecordBatchFileReader | pa.RecordBatchStreamReader:
    try:
        return pa.ipc.open_file(file)
    except pa.ArrowInvalid:
        # The same suffix serves the stream format, which has no footer.
        file.seek(0)
        return pa.ipc.open_stream(file)


def read_columnar(
    source: Input, number: int, options: ReadOptions, problems: Problems, advance: Callable[[int], None]
) -> Iterator[pa.RecordBatch]:
    """The documents of a Parquet or Arrow file. `advance` is told the bytes as they are read."""
    row = 1
    try:
        for batch in raw_batches(source):
            if message := unusable(batch.schema, options):
                problems.add(Problem(source.name, 0, message))
                break
            yield documents(batch, source.name, number, row, options, problems)
            row += batch.num_rows
    except (pa.ArrowException, OSError) as error:
        message = f"cannot be read on from row {row}: {_first_line(error)}; what came before is kept"
        problems.add(Problem(source.name, row, message))
    advance(source.size)


def unusable(schema: pa.Schema, options: ReadOptions) -> str | None:
    """Why no documents can be made of these columns; None where they can."""
    names = schema.names
    if options.text_field not in names:
        return f"no column '{options.text_field}' (there are: {', '.join(names)}); --text-field names another"
    twice = [name for name in names if names.count(name) > 1]
    return f"the column '{twice[0]}' stands there twice" if twice else None


def documents(
    batch: pa.RecordBatch, name: str, number: int, first_row: int, options: ReadOptions, problems: Problems
) -> pa.RecordBatch:
    """A batch with any columns as a batch of documents; `first_row` counts from 1."""
    from samesame.read.documents import SCHEMA

    rows = pa.array(range(first_row, first_row + batch.num_rows), pa.uint64())
    batch = _without_views(batch)
    batch = batch.append_column("\0row", rows)
    batch = _without_bad_texts(batch, name, options, problems)
    batch = _without_bad_bytes(batch, name, problems)
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


def _without_views(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Views, as Polars gives them, cannot be filtered."""
    plain = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}
    fields = [field.with_type(plain.get(field.type, field.type)) for field in batch.schema]
    return batch.cast(pa.schema(fields))


def _without_bad_bytes(batch: pa.RecordBatch, name: str, problems: Problems) -> pa.RecordBatch:
    """Arrow does not look whether its strings are UTF-8 when it reads them; all others take it for granted."""
    good = np.ones(batch.num_rows, np.bool_)
    for field in batch.schema:
        if not _is_string(field.type):
            continue
        for row in _bad_rows(batch.column(field.name)):
            if good[row]:
                line = batch.column("\0row")[row].as_py()
                problems.add(Problem(name, line, f"not valid UTF-8 in the column '{field.name}'"))
            good[row] = False
    return batch if good.all() else batch.filter(pa.array(good))


def _bad_rows(column: pa.Array) -> list[int]:
    raw = column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column
    raw = raw.cast(pa.large_string()).cast(pa.large_binary())
    try:
        raw.cast(pa.large_string())
    except pa.ArrowInvalid:
        return [row for row, value in enumerate(raw.to_pylist()) if value is not None and not _is_utf8(value)]
    return []


def _is_utf8(value: bytes) -> bool:
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True


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
            column = column.cast(pa.int64())
            if (pc.max(pc.abs(column)).as_py() or 0) > WATERSHED:
                return _slow_times(column, kind, name, rows, problems)
            column = column.cast(pa.timestamp("s", tz="UTC"))
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
    times: list[datetime | None] = []
    for value, row in zip(column.to_pylist(), rows.to_pylist(), strict=True):
        try:
            times.append(parse_time(value))
        except (ValueError, TypeError):
            problems.add(Problem(name, row, no_time(value)))
            times.append(None)
    return pa.array(times, kind)


def _metadata(batch: pa.RecordBatch, options: ReadOptions) -> pa.Array:
    own = {options.id_field, options.text_field, options.time_field, "\0row"}
    names = [name for name in batch.schema.names if name not in own]
    if not names or not options.metadata:
        return pa.nulls(batch.num_rows, pa.large_string())
    if names == ["metadata"] and (ready := _own_metadata(batch.column("metadata"))) is not None:
        return ready
    return pa.array([json_line(row) for row in rows(batch.select(names))], pa.large_string())


def _own_metadata(column: pa.Array) -> pa.Array | None:
    """A column of JSON objects, as `samesame read` writes it; None where it is another."""
    if not _is_string(column.type):
        return None
    column = _strings(column)
    return column if all(_is_object(value) for value in column.drop_null().to_pylist()) else None


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
