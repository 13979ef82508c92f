"""Documents with the parts of their letters: a field `letter` in JSONL, a column in tables."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from samesame import _core
from samesame.errors import ParameterError
from samesame.letters.parts import letter
from samesame.read.schema import PUBLIC, SCHEMA
from samesame.report.files import Writer, open_writer, output_format
from samesame.report.letters_xml import is_xml, xml_writer

NAME = "letter"
LETTERS = pa.schema([*(SCHEMA.field(name) for name in PUBLIC), pa.field(NAME, pa.large_string(), nullable=False)])


def check_letters_output(path: Path) -> None:
    """Refuses a name that tells no format; XML is one here."""
    try:
        is_xml(path) or output_format(path)
    except ParameterError as error:
        raise ParameterError(f"{error}, or for letters in .xml") from None


@contextlib.contextmanager
def letters_writer(path: Path, *, csv_safe: bool = False) -> Iterator[Writer]:
    """A writer of batches of documents, in the format that the file's name selects: XML or one of the others."""
    if is_xml(path):
        with xml_writer(path) as writer:
            yield writer
        return
    with open_writer(path, LETTERS, json_lines=_lines, csv_safe=csv_safe) as table:
        yield _WithColumn(table)


class _WithColumn:
    """Adds the column `letter`, which is JSON, to batches of documents."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def write(self, batch: pa.RecordBatch) -> None:
        self._writer.write(_with_letters(batch))


def _with_letters(batch: pa.RecordBatch) -> pa.RecordBatch:
    letters = pa.array([_json(text.as_py()) for text in batch["text"]], pa.large_string())
    return pa.RecordBatch.from_arrays([*(batch[name] for name in PUBLIC), letters], schema=LETTERS)


def _json(text: str) -> str:
    return json.dumps(letter(text).to_dict(), ensure_ascii=False, separators=(",", ":"))


def letter_lines(batch: pa.RecordBatch) -> bytes:
    """Documents as JSON lines, each with its `letter` as the last field."""
    return _lines(_with_letters(batch))


def _lines(batch: pa.RecordBatch) -> bytes:
    _refuse_taken(batch)
    plain = _core.json_lines(batch.select(PUBLIC)).splitlines()
    letters = (found.as_py().encode() for found in batch[NAME])
    return b"".join(
        b'%b,"letter":%b}\n' % (line.removesuffix(b"}"), found) for line, found in zip(plain, letters, strict=True)
    )


def _refuse_taken(batch: pa.RecordBatch) -> None:
    """A field of the input that would be written twice is an error, not lost."""
    for id, metadata in zip(batch["id"], batch["metadata"], strict=True):
        given = metadata.as_py()
        if given and '"letter"' in given and NAME in json.loads(given):
            raise ParameterError(
                f"letters: document '{id}' has a field 'letter' already, which would be written twice; rename it, or "
                "leave letters out"
            )
