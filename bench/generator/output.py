"""Rows, files and Arrow batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, cast

from .corpus import Block, Options, blocks, times
from .truth import Pair

if TYPE_CHECKING:
    import pyarrow as pa

COLUMNS = ("id", "text", "time", "kind", "source", "language")
Row = dict[str, str | None]
_CODECS: dict[str, Literal["zstd", "gzip"]] = {".zst": "zstd", ".gz": "gzip"}


def name(index: int) -> str:
    """Give the id of a document; ids sort as their numbers do."""
    return f"d{index:09d}"


def rows(block: Block, language: str) -> Iterator[Row]:
    """Give the documents of a block as plain rows."""
    moments = times([document.index for document in block.documents])
    for document, time in zip(block.documents, moments, strict=True):
        source = None if document.source is None else name(document.source)
        fields = (name(document.index), document.text, time, document.kind, source, language)
        yield dict(zip(COLUMNS, fields, strict=True))


def lines(block: Block, language: str) -> bytes:
    """Give a block as JSON lines."""
    out = []
    moments = times([document.index for document in block.documents])
    for document, time in zip(block.documents, moments, strict=True):
        source = "null" if document.source is None else f'"{name(document.source)}"'
        # Quotation marks, line ends and tabs are all that a text holds of what JSON escapes.
        text = document.text.replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        out.append(
            f'{{"id": "{name(document.index)}", "text": "{text}", "time": "{time}", '
            f'"kind": "{document.kind}", "source": {source}, "language": "{language}"}}\n'
        )
    return "".join(out).encode()


def truth_lines(pairs: Iterable[Pair]) -> str:
    """Give pairs as CSV lines."""
    return "".join(
        f"{name(left)},{name(right)},{relation},{left_coverage:.6f},{right_coverage:.6f}\n"
        for left, right, relation, left_coverage, right_coverage in pairs
    )


@contextmanager
def writer(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for writing, compressed if its name ends in .zst or .gz."""
    codec = _CODECS.get(path.suffix)
    if codec is None:
        with path.open("wb") as plain:
            yield plain
        return
    import pyarrow as pa

    with pa.OSFile(str(path), "wb") as sink, pa.CompressedOutputStream(sink, codec) as packed:
        yield cast("IO[bytes]", packed)


def generate(documents: int, **options: Any) -> Iterator[Row]:
    """Give the documents of a corpus one by one; the options are those of `Options`."""
    settings = Options(**options)
    for block in blocks(settings, documents):
        yield from rows(block, settings.language)


def batches(documents: int, **options: Any) -> Iterator[pa.RecordBatch]:
    """Give the documents of a corpus as Arrow batches."""
    import pyarrow as pa

    schema = pa.schema([(column, pa.large_string()) for column in COLUMNS])
    settings = Options(**options)
    for block in blocks(settings, documents):
        yield pa.RecordBatch.from_pylist(list(rows(block, settings.language)), schema=schema)
