"""The tables of an index: what a write adds, in blocks that are read one at a time, and what was removed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.errors import InputError
from samesame.index.header import File, Part, damaged
from samesame.match.groups import Numbers
from samesame.methods import SigningSettings

_LIST = pa.large_list(pa.uint64())
IDS = pa.schema([("id", pa.large_string()), ("key", pa.binary(16))])
# `plain` are the 4-word shingles that coverages are told in; null where the features are these.
FEATURES = pa.schema([("features", _LIST), ("plain", _LIST)])
ROWS = pa.schema([("part", pa.int64()), ("row", pa.int64())])
# Bytes of features in a block, unless a document has more: so much is in memory at a time, whatever the collection.
BLOCK = 4 << 20
# Features stand in the order of the text, so that what is repeated nearby packs well, and fast.
PACKED = pa.ipc.IpcWriteOptions(compression=pa.Codec("zstd", 1))

# Ids and keys, features and plain shingles, batch after batch.
Signed: TypeAlias = Iterable[tuple[pa.RecordBatch, pa.RecordBatch]]


def sign(
    batch: pa.RecordBatch, settings: SigningSettings, weights: _core.WordWeights | None, threads: int
) -> tuple[pa.RecordBatch, pa.RecordBatch]:
    """The documents of a batch as an index keeps them: ids and features."""
    texts = batch.column("text")
    keys = _core.exact_keys(texts, settings.same, settings.words().language, threads)
    features = settings.sign(texts, weights, threads)
    none = pa.nulls(len(texts), _LIST)
    plain = none if settings.plain else settings.sign_plain(texts, weights, threads)
    lists = [column.cast(_LIST) for column in (features, plain)]
    return pa.record_batch([batch.column("id"), keys], schema=IDS), pa.record_batch(lists, schema=FEATURES)


def write_part(folder: Path, number: int, signed: Signed) -> Part:
    """Writes documents to files of their own."""
    paths = [folder / f"part-{number:05}.{kind}" for kind in ("ids", "features")]
    documents = 0
    with _writer(paths[0], IDS) as ids, _writer(paths[1], FEATURES) as features:
        for who, what in signed:
            documents += who.num_rows
            for start, stop in _blocks(what):
                ids.write_batch(who.slice(start, stop - start))
                features.write_batch(what.slice(start, stop - start))
    return Part(documents, *map(File.written, paths))


def read_part(part: Part, open_file: Callable[[File], Path], *, features: bool) -> Iterator[pa.RecordBatch]:
    """The blocks of a part: id and key, on demand also the features."""
    path = open_file(part.ids)
    if not features:
        yield from _batches(path, IDS)
        return
    path_of_features = open_file(part.features)
    pairs = zip(_batches(path, IDS), _batches(path_of_features, FEATURES), strict=True)
    with _naming(path_of_features):
        for who, what in pairs:
            yield pa.RecordBatch.from_arrays([*who.columns, *what.columns], names=[*IDS.names, *FEATURES.names])


def write_removed(folder: Path, number: int, removed: tuple[Numbers, Numbers]) -> File:
    """Writes which documents were removed: parts and rows, in this order."""
    path = folder / f"removed-{number:05}.rows"
    with _writer(path, ROWS) as writer:
        writer.write_batch(pa.record_batch([to_arrow(column) for column in removed], schema=ROWS))
    return File.written(path)


def read_removed(path: Path) -> tuple[Numbers, Numbers]:
    """Which documents were removed."""
    table = pa.Table.from_batches(_batches(path, ROWS), ROWS)
    return to_numpy(table["part"]), to_numpy(table["row"])


def _blocks(batch: pa.RecordBatch) -> Iterator[tuple[int, int]]:
    """Where to cut a batch: after BLOCK bytes of features, or a document."""
    ends = np.cumsum(8 * sum(np.diff(to_numpy(column.offsets)) for column in batch.columns))
    start = 0
    while start < len(ends):
        before = ends[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, before + BLOCK, "right")))
        yield start, stop
        start = stop


@contextlib.contextmanager
def _writer(path: Path, schema: pa.Schema) -> Iterator[pa.ipc.RecordBatchFileWriter]:
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, schema, options=PACKED) as writer:
        yield writer


def _batches(path: Path, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    with _naming(path), pa.OSFile(str(path), "rb") as source, pa.ipc.open_file(source) as reader:
        if not reader.schema.equals(schema):
            raise damaged(path)
        for number in range(reader.num_record_batches):
            batch = reader.get_batch(number)
            batch.validate(full=True)
            yield batch


@contextlib.contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Names the file that cannot be read."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    except (pa.ArrowException, ValueError) as error:
        raise damaged(path) from error
