"""The kept documents as files. JSONL and columnar files keep all they had; other formats become documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.errors import ParameterError
from samesame.match.groups import Numbers
from samesame.read.columnar import raw_batches, raw_schema
from samesame.read.documents import PUBLIC, SCHEMA, Documents
from samesame.read.inputs import Input
from samesame.report.files import open_writer, output_format, refuse_inputs
from samesame.report.whole import whole_file

COLUMNAR = ("parquet", "arrow")


@dataclass(frozen=True, slots=True)
class KeptRows:
    """For each document whether it stays, its file and its line (or row), in the order of reading."""

    mask: npt.NDArray[np.bool_]
    files: Numbers
    lines: Numbers

    def lines_of(self, file: int) -> pa.UInt64Array:
        """The lines of a file that stay, ascending."""
        chosen = self.lines[self.mask & (self.files == file)]
        return to_arrow(np.sort(chosen), pa.uint64())


class KeptCopies:
    """Writes the kept documents to one file, or to a folder with one file an input."""

    def __init__(self, documents: Documents, rows: KeptRows) -> None:
        self._documents = documents
        self._rows = rows

    @staticmethod
    def check(documents: Documents, out: str | Path) -> None:
        """Refuses an output that would overwrite an input or has no known format, before any work is done."""
        files = [source for source in documents.sources if isinstance(source, Input)]
        targets = [_target(Path(out), source) for source in files] if _is_folder(out) else [Path(out)]
        if not _is_folder(out):
            output_format(out)
        elif len(set(targets)) < len(targets) or len(files) < len(documents.sources):
            raise ParameterError(f"out: the folder '{out}' needs inputs that are files with different names")
        for target in targets:
            refuse_inputs(documents, target, "out")

    def write(self, out: str | Path) -> None:
        """Writes the kept documents."""
        self.check(self._documents, out)
        if not _is_folder(out):
            return self._write_file(Path(out), list(enumerate(self._documents.sources)))
        for number, source in enumerate(self._documents.sources):
            assert isinstance(source, Input)
            self._write_file(_target(Path(out), source), [(number, source)])
        return None

    def _write_file(self, out: Path, sources: list[tuple[int, object]]) -> None:
        format = output_format(out)
        kinds = {source.format for _, source in sources if isinstance(source, Input)}
        files = all(isinstance(source, Input) and source.path for _, source in sources)
        if files and kinds == {"jsonl"} and format == "jsonl":
            self._copy_lines(out, sources)
        elif files and kinds <= set(COLUMNAR) and format in COLUMNAR and self._one_schema(sources):
            self._copy_rows(out, sources)
        else:
            self._write_documents(out, {number for number, _ in sources})

    def _copy_lines(self, out: Path, sources: list[tuple[int, object]]) -> None:
        with whole_file(out) as partial:
            partial.touch()
            for number, source in sources:
                assert isinstance(source, Input) and source.path
                _core.copy_lines(source.path, self._rows.lines_of(number), partial)

    def _copy_rows(self, out: Path, sources: list[tuple[int, object]]) -> None:
        schema = self._schemas(sources)[0]
        with open_writer(out, schema) as writer:
            for number, source in sources:
                assert isinstance(source, Input)
                for batch in _kept_rows(source, to_numpy(self._rows.lines_of(number))):
                    writer.write(batch)

    def _one_schema(self, sources: list[tuple[int, object]]) -> bool:
        schemas = self._schemas(sources)
        return bool(schemas) and all(schema.equals(schemas[0]) for schema in schemas)

    def _schemas(self, sources: list[tuple[int, object]]) -> list[pa.Schema]:
        """Of all files that can be read: what could not was named when it was tried."""
        schemas = [raw_schema(source) for _, source in sources if isinstance(source, Input)]
        return [schema for schema in schemas if schema is not None]

    def _write_documents(self, out: Path, numbers: set[int]) -> None:
        schema = pa.schema([SCHEMA.field(name) for name in PUBLIC])
        wanted = self._rows.mask & np.isin(self._rows.files, list(numbers))
        row = 0
        with open_writer(out, schema, json_lines=_core.json_lines) as writer:
            for batch in self._documents.batches(again=True):
                kept = batch.filter(to_arrow(wanted[row : row + batch.num_rows]))
                row += batch.num_rows
                writer.write(kept.select(PUBLIC))


def _is_folder(out: str | Path) -> bool:
    return str(out).endswith("/") or Path(out).is_dir()


def _target(folder: Path, source: Input) -> Path:
    """The input's name in the folder; a format that cannot be written becomes JSONL."""
    # Not the path's: standard input lies under a temporary name that means nothing to the user.
    name = Path(source.name).name
    try:
        output_format(name)
    except ParameterError:
        return folder / f"{name}.jsonl"
    return folder / name


def _kept_rows(source: Input, rows: Numbers) -> Iterator[pa.RecordBatch]:
    start = 1
    # Beyond the last kept row the file may be broken.
    last = int(rows[-1]) if len(rows) else 0
    batches = raw_batches(source) if last else iter(())
    while start <= last:
        batch = next(batches)
        here = rows[(rows >= start) & (rows < start + batch.num_rows)] - start
        start += batch.num_rows
        yield batch.take(to_arrow(here))
