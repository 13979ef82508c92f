"""Parquet files in batches whose memory is bounded before they are read."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.parquet as pq

from samesame.read.footer import Chunk, page_size, string_chunks
from samesame.read.soundness import PIECE, ROWS, check, joined

# Bytes that a batch may take in one column. Nothing says how long a value is; a dictionary page bounds it.
ROOM = 256 << 20
# Rows of a batch where the footer does not tell.
FEW = 64
DICTIONARY = 2


def parquet_batches(file: pa.NativeFile) -> Iterator[pa.RecordBatch]:
    """The rows of a Parquet file, not validated."""
    rows = batch_rows(file)
    with pq.ParquetFile(file, page_checksum_verification=True) as parquet:
        batches = parquet.iter_batches(batch_size=rows)
        yield from batches if rows == ROWS else _together(batches)


def batch_rows(file: pa.NativeFile) -> int:
    """Rows that can be read at once.

    A page of 100 MB with one value can stand for a million rows: a column with a dictionary may take the size of the
    dictionary in every row.
    """
    try:
        most = max((_row_bytes(file, chunk) for chunk in string_chunks(file)), default=1)
    except (ValueError, IndexError, KeyError, AttributeError, TypeError, RecursionError, OSError):
        return FEW  # whether the file is broken, the reader will say
    return max(1, min(ROWS, ROOM // max(most, 1)))


def _row_bytes(file: pa.NativeFile, chunk: Chunk) -> int:
    """Bytes that a row of this column may take: at most the dictionary, else the mean."""
    # Some writers do not tell where the dictionary is; then it is the first page.
    pages = (page_size(file, offset) for offset in chunk.offsets)
    return max(chunk.size // chunk.values + 1, *(size for kind, size in pages if kind == DICTIONARY), 1)


def _together(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Small batches joined to larger ones: every batch has a price of its own."""
    waiting: list[pa.RecordBatch] = []
    rows = size = 0
    for batch in batches:
        check(batch)
        waiting.append(batch)
        rows, size = rows + batch.num_rows, size + batch.nbytes
        if rows >= ROWS or size >= PIECE:
            yield from joined(waiting)
            waiting, rows, size = [], 0, 0
    if waiting:
        yield from joined(waiting)
