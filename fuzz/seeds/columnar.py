"""Parquet, Arrow and Feather: many types, encodings and compressions."""

from __future__ import annotations

import io
import random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from fuzz.seeds import texts

_STRINGS = (pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string()), pa.string_view())


def _column(rng: random.Random, rows: int) -> pa.Array:
    """A column that becomes metadata, of any type."""
    kinds: tuple[tuple[Any, pa.DataType], ...] = (
        ([rng.choice((1, None)) for _ in range(rows)], pa.int8()),
        ([rng.choice((1.5, float("nan"), float("inf"), None)) for _ in range(rows)], pa.float64()),
        ([[1, None], None, []] * rows, pa.list_(pa.int16())),
        ([{"a": "x", "b": [1]}, None] * rows, pa.struct([("a", pa.string()), ("b", pa.list_(pa.int64()))])),
        ([b"\xff\0", None] * rows, pa.binary()),
        ([rng.getrandbits(40) for _ in range(rows)], pa.timestamp("us")),
        ([rng.getrandbits(20) for _ in range(rows)], pa.date32()),
        ([True, None] * rows, pa.bool_()),
        ([[("k", 1)]] * rows, pa.map_(pa.string(), pa.int32())),
        ([texts.sentence(rng)] * rows, pa.string()),
        ([None] * rows, pa.null()),
        ([b"abc"] * rows, pa.binary(3)),
        ([1, None] * rows, pa.duration("s")),
        (["a", None, "b"] * rows, pa.dictionary(pa.int8(), pa.string())),
    )
    values, kind = rng.choice(kinds)
    if pa.types.is_dictionary(kind):
        return pa.array(values[:rows], pa.string()).cast(kind)
    return pa.array(values[:rows], kind)


def table(rng: random.Random, *, views: bool = True) -> pa.Table:
    """A table of documents with other columns."""
    rows = rng.choice((0, 1, 3, 9, 40))
    kind = rng.choice(_STRINGS if views else _STRINGS[:3])
    values = [texts.text(rng) if rng.random() < 0.95 else None for _ in range(rows)]
    columns = {"text": pa.array(values, pa.string()).cast(kind)}
    if rng.random() < 0.6:
        columns["id"] = pa.array([texts.name(rng) for _ in range(rows)])
    if rng.random() < 0.4:
        unit = rng.choice(("s", "ms", "us", "ns"))
        columns["time"] = pa.array([rng.getrandbits(30) for _ in range(rows)], pa.timestamp(unit))
    for name in rng.sample(("n", "tags", "metadata", "ü"), rng.randrange(3)):
        columns[name] = _column(rng, rows)
    return pa.table(columns)


def parquet(rng: random.Random) -> bytes:
    """Parquet."""
    found = table(rng, views=False)
    stream = io.BytesIO()
    options: dict[str, Any] = {"use_dictionary": rng.random() < 0.5}
    if not options["use_dictionary"] and pa.types.is_string(found["text"].type):
        options["column_encoding"] = {"text": rng.choice(("PLAIN", "DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY"))}
    pq.write_table(
        found,
        stream,
        compression=rng.choice(("none", "snappy", "gzip", "zstd", "brotli", "lz4")),
        row_group_size=rng.choice((1, 4, 1000)),
        data_page_version=rng.choice(("1.0", "2.0")),
        write_statistics=rng.random() < 0.5,
        write_page_checksum=rng.random() < 0.2,
        **options,
    )
    return stream.getvalue()


def arrow_file(rng: random.Random) -> bytes:
    """The Arrow file format."""
    found, stream = table(rng), io.BytesIO()
    with pa.ipc.new_file(stream, found.schema, options=_ipc(rng)) as writer:
        writer.write_table(found, max_chunksize=rng.choice((None, 5)))
    return stream.getvalue()


def arrow_stream(rng: random.Random) -> bytes:
    """The Arrow stream format."""
    found, stream = table(rng), io.BytesIO()
    with pa.ipc.new_stream(stream, found.schema, options=_ipc(rng)) as writer:
        writer.write_table(found, max_chunksize=rng.choice((None, 5)))
    return stream.getvalue()


def _ipc(rng: random.Random) -> pa.ipc.IpcWriteOptions:
    return pa.ipc.IpcWriteOptions(compression=rng.choice((None, None, "lz4", "zstd")), unify_dictionaries=True)


def feather(rng: random.Random) -> bytes:
    """Feather: an Arrow file, most often packed by column."""
    found, stream = table(rng, views=False), io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression=rng.choice((None, "lz4", "zstd")), unify_dictionaries=True)
    with pa.ipc.new_file(stream, found.schema, options=options) as writer:
        writer.write_table(found)
    return stream.getvalue()
