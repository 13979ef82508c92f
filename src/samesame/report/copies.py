"""What `dedup` writes: the documents that stay, or all of them with marks, with all the columns that they came with.

Lines of JSONL and rows of CSV stay to the byte where the output has the format of the input.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pyarrow as pa

from samesame.read.documents import Progress
from samesame.report.dictionaries import Dictionaries, has_dictionaries
from samesame.report.files import PACKED, output_format, put_lines, writer_to
from samesame.report.outputs import STDOUT, is_folder, targets_of
from samesame.report.parts import Chosen, Part
from samesame.report.selection import parts_of, rows_of, schema_of
from samesame.report.targets import check_outputs
from samesame.report.textual import LineFiles, RowFiles
from samesame.report.whole import whole_file, whole_folder

# Bytes that go to standard output at a time.
PIECE = 1 << 20


def _warn(words: str) -> None:
    warnings.warn(words, stacklevel=2)


class Copies:
    """Writes what was chosen to one file, to standard output, or to a folder with one file an input."""

    def __init__(
        self,
        chosen: Chosen,
        *,
        csv_safe: bool = False,
        tell: Callable[[str], None] = _warn,
        progress: Progress | None = None,
    ) -> None:
        self._chosen = chosen
        self._csv_safe = csv_safe
        self._tell = tell
        self._progress = progress
        self._written = 0

    def write(self, out: str | Path) -> None:
        """Writes it. All of it appears, or nothing."""
        documents = self._chosen.documents
        targets = targets_of(documents, out)
        check_outputs(targets, [documents])
        if is_folder(out):
            self._to_folder(Path(out), [Path(target) for _, target in targets if target is not None])
            return
        with standard_output() if str(out) == STDOUT else whole_file(Path(out)) as partial:
            self.write_to(partial, out)

    def write_to(self, partial: Path, out: str | Path) -> None:
        """Writes it to `partial`, in the format that the name of `out` asks for; standard output gets JSONL."""
        self._check()
        self._write_file(partial if str(out) == STDOUT else Path(out), partial, parts_of(self._chosen))
        self._check()

    def _count(self, documents: int) -> None:
        """So many more documents are written. Bytes are told by their share: the inputs are read once more."""
        self._written += documents
        if self._progress is not None:
            size, all_ = self._chosen.documents.size, max(self._chosen.count, 1)
            self._progress(self._written, size * self._written // all_, size)

    def _check(self) -> None:
        self._chosen.rows.stamps.check(self._chosen.documents)

    def _to_folder(self, out: Path, targets: list[Path]) -> None:
        """All files or none: an input that changes is noticed when others have been written."""
        self._check()
        with whole_folder(out) as folder:
            for number, target in enumerate(targets):
                partial = folder / target.relative_to(out)
                partial.parent.mkdir(parents=True, exist_ok=True)
                self._write_file(target, partial, parts_of(self._chosen, number))
            self._check()

    def _write_file(self, out: Path, partial: Path, parts: list[Part]) -> None:
        format = output_format(out)
        if format == "jsonl":
            self._write_lines(out, partial, parts)
        elif self._can_copy_rows(format, parts):
            partial.touch()
            for part in parts:
                assert isinstance(part, RowFiles)
                part.copy(out, partial)
                self._count(part.count)
        else:
            self._write_rows(out, partial, parts)

    def _write_rows(self, out: Path, partial: Path, parts: list[Part]) -> None:
        schema = schema_of(parts, self._tell)
        rows = rows_of(parts, schema)
        if output_format(out) == "arrow" and has_dictionaries(schema):
            dictionaries = Dictionaries(rows, schema)
            schema, rows = dictionaries.schema, map(dictionaries.encoded, rows_of(parts, schema))
        with writer_to(partial, out, schema, csv_safe=self._csv_safe) as writer:
            for batch in rows:
                writer.write(batch)
                self._count(batch.num_rows)

    def _can_copy_rows(self, format: str, parts: list[Part]) -> bool:
        plain = self._chosen.marks is None and not self._csv_safe
        # Neighbours are one part, so that several parts are of several kinds.
        return plain and len(parts) == 1 and all(isinstance(part, RowFiles) and part.can_copy(format) for part in parts)

    def _write_lines(self, out: Path, partial: Path, parts: list[Part]) -> None:
        partial.touch()
        for part in parts:
            if isinstance(part, LineFiles) and self._chosen.marks is None:
                part.copy(out, partial)
                self._count(part.count)
            else:
                with _added_to(partial) as stream:
                    for lines in part.lines():
                        stream.write(lines)
                        self._count(lines.count(b"\n"))


@contextlib.contextmanager
def standard_output() -> Iterator[Path]:
    """A temporary file for JSON lines, which go to standard output when the block ends well."""
    with tempfile.TemporaryDirectory(prefix="samesame-") as folder:
        partial = Path(folder) / "out.jsonl"
        yield partial
        with partial.open("rb") as whole:
            while lines := whole.readlines(PIECE):
                put_lines(b"".join(lines))
        sys.stdout.buffer.flush()


@contextlib.contextmanager
def _added_to(partial: Path) -> Iterator[IO[bytes] | pa.NativeFile]:
    """A stream that adds to a file; packed files may follow one another in a file."""
    packing = PACKED.get(partial.suffix.lower())
    with partial.open("ab") as file:
        if packing is None:
            yield file
        else:
            with pa.CompressedOutputStream(pa.PythonFile(file, "w"), packing) as packed:
                yield packed
