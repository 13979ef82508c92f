"""Parquet files in batches whose memory is bounded before they are read."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.parquet as pq

from samesame.read.soundness import PIECE, ROWS, check, joined

# Bytes that a batch may take in one column. Nothing says how long a value is; a dictionary page bounds it.
ROOM = 256 << 20


def parquet_batches(file: pa.NativeFile) -> Iterator[pa.RecordBatch]:
    """The rows of a Parquet file, not validated."""
    with pq.ParquetFile(file, page_checksum_verification=True) as parquet:
        rows = batch_rows(file, parquet.metadata)
        batches = parquet.iter_batches(batch_size=rows)
        yield from batches if rows == ROWS else _together(batches)


def batch_rows(file: pa.NativeFile, metadata: pq.FileMetaData) -> int:
    """Rows that can be read at once.

    A page of 100 MB with one value can stand for a million rows: a column with a dictionary may take the size of the
    dictionary in every row.
    """
    most = 1
    for group in range(metadata.num_row_groups):
        chunks = metadata.row_group(group)
        for index in range(chunks.num_columns):
            most = max(most, _row_bytes(file, chunks.column(index)))
    return max(1, min(ROWS, ROOM // most))


def _row_bytes(file: pa.NativeFile, chunk: pq.ColumnChunkMetaData) -> int:
    """Bytes that a row of this column may take: at most the dictionary, else the mean."""
    if chunk.physical_type != "BYTE_ARRAY":
        return 1
    mean: int = max(chunk.total_uncompressed_size, 0) // max(chunk.num_values, 1) + 1
    # Some writers do not tell where the dictionary is; then it is the first page.
    offsets = (chunk.dictionary_page_offset, chunk.data_page_offset)
    return max(mean, *(_dictionary_bytes(file, offset) for offset in offsets if offset is not None))


def _dictionary_bytes(file: pa.NativeFile, offset: int) -> int:
    """The size of the dictionary page at this place when it is unpacked, as its header tells it; 1 for another page.

    The header is a Thrift struct that begins with three numbers: kind of the page, size unpacked, size packed.
    """
    head = file.read_at(16, offset)
    if not head.startswith(b"\x15\x04\x15"):
        return 1
    number = 0
    for place, byte in enumerate(head[3:]):
        number |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            break
    return number >> 1


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
