"""Parquet files in batches whose memory is bounded before they are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.parquet as pq

from samesame.read.footer import Chunk, Page, pages, row_groups
from samesame.read.soundness import PIECE, ROWS, check, joined

# Bytes that a batch may take in one column. The length of a value is not stored anywhere; the dictionary page bounds
# it.
ROOM = 256 << 20
# Rows per batch if the footer does not help.
FEW = 64
DICTIONARY = 2
# The pages that are decompressed at the same time may take this many bytes, or twice the longest record, unless they
# are compressed less than a hundredfold: then the file itself is large, as with writers that make one page per column.
HELD = 64 << 20
DENSE = 100


@dataclass(frozen=True, slots=True)
class Plan:
    """How a file is read: rows per batch, columns kept as dictionaries, how many row groups, and why no more."""

    rows: int = FEW
    dictionaries: tuple[str, ...] = ()
    groups: int | None = None
    refused: str = ""


def parquet_batches(file: pa.NativeFile, longest: int) -> Iterator[pa.RecordBatch]:
    """The rows of a Parquet file, not validated. `longest` is the largest size of a record in bytes.

    Raises ArrowInvalid at a row group that would take much more memory than that.
    """
    plan = plan_of(file, longest)
    with pq.ParquetFile(file, page_checksum_verification=True, read_dictionary=plan.dictionaries) as parquet:
        groups = None if plan.groups is None else range(plan.groups)
        batches = parquet.iter_batches(batch_size=plan.rows, row_groups=groups)
        yield from batches if plan.rows == ROWS else _together(batches)
    if plan.refused:
        raise pa.ArrowInvalid(plan.refused)


def plan_of(file: pa.NativeFile, longest: int) -> Plan:
    """How to read a file, from its footer and the headers of its pages.

    A page of 100 MB with one value can stand for a million rows: in a column with a dictionary, every row may take the
    size of the dictionary. So long dictionaries are kept as such, and rows are decoded piece by piece later.
    """
    most = 1
    dictionaries: set[str] = set()
    try:
        for number, group in enumerate(row_groups(file)):
            columns = [(chunk, list(pages(file, chunk))) for chunk in group]
            if message := _too_large([found for _, found in columns], max(HELD, 2 * longest)):
                return Plan(_rows(most), tuple(sorted(dictionaries)), number, message)
            for chunk, found in columns:
                if chunk.strings and chunk.flat and _dictionary(found) > PIECE:
                    dictionaries.add(chunk.name)
                elif chunk.strings:
                    most = max(most, _row_bytes(chunk, found))
    except (ValueError, IndexError, KeyError, AttributeError, TypeError, RecursionError, OSError):
        return Plan()  # if the file is broken, reading it will show this
    return Plan(_rows(most), tuple(sorted(dictionaries)))


def _too_large(columns: list[list[Page]], limit: int) -> str:
    """Why the pages of a row group cannot be decompressed; empty if they can. All columns are read at the same time."""
    largest = [max(found, key=lambda page: page.size) for found in columns if found]
    size, packed = sum(page.size for page in largest), sum(page.packed for page in largest)
    if size <= limit or size <= DENSE * packed:
        return ""
    return f"{packed:,} bytes unpack to {size >> 20:,} MiB, and {limit >> 20:,} MiB are allowed (see --max-record)"


def _dictionary(found: list[Page]) -> int:
    return max((page.size for page in found if page.kind == DICTIONARY), default=0)


def _row_bytes(chunk: Chunk, found: list[Page]) -> int:
    """Bytes that a row of this column may take: at most the dictionary, otherwise the mean."""
    return max(chunk.size // chunk.values + 1, _dictionary(found))


def _rows(most: int) -> int:
    return max(1, min(ROWS, ROOM // most))


def _together(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Joins small batches to larger ones, because every batch has a cost of its own."""
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
