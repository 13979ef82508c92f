"""The kept documents as files. JSONL and columnar files keep all they had; other formats become documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow
from samesame.errors import ParameterError
from samesame.index import Index
from samesame.read.columnar import raw_batches, raw_schema
from samesame.read.documents import Documents
from samesame.read.inputs import Input
from samesame.read.schema import PUBLIC, SCHEMA
from samesame.read.soundness import in_schema
from samesame.report.files import output_format, writer_to
from samesame.report.kept import KeptRows, Places, changed, kept_batches
from samesame.report.targets import check_outputs
from samesame.report.whole import whole_file, whole_folder

COLUMNAR = ("parquet", "arrow")


class KeptCopies:
    """Writes the kept documents to one file, or to a folder with one file an input."""

    def __init__(self, documents: Documents, rows: KeptRows, *, csv_safe: bool = False) -> None:
        self._documents = documents
        self._rows = rows
        self._csv_safe = csv_safe

    @staticmethod
    def targets(documents: Documents, out: str | Path) -> list[tuple[str, str | Path | None]]:
        """The files that will be written, each with the option that names it. Refuses names without a known format."""
        if not is_folder(out):
            output_format(out)
            return [("out", out)]
        if Index.is_one(out):
            raise ParameterError(f"out: '{out}' is an index, which holds nothing else; choose another name")
        files = [source for source in documents.sources if isinstance(source, Input)]
        names = [_target(Path(out), source) for source in files]
        if len(set(names)) < len(names) or len(files) < len(documents.sources):
            raise ParameterError(f"out: the folder '{out}' needs inputs that are files with different names")
        return [("out", name) for name in names]

    def write(self, out: str | Path) -> None:
        """Writes the kept documents."""
        check_outputs(self.targets(self._documents, out), [self._documents])
        self._rows.stamps.check(self._documents)
        sources = list(enumerate(self._documents.sources))
        if not is_folder(out):
            with whole_file(Path(out)) as partial:
                self._write_file(Path(out), partial, sources)
                self._rows.stamps.check(self._documents)
            return
        # All of them or none: an input that changes is noticed when others have been written.
        with whole_folder(Path(out)) as folder:
            for number, source in sources:
                assert isinstance(source, Input)
                target = _target(Path(out), source)
                self._write_file(target, folder / target.name, [(number, source)])
            self._rows.stamps.check(self._documents)

    def _write_file(self, out: Path, partial: Path, sources: list[tuple[int, object]]) -> None:
        format = output_format(out)
        kinds = {source.format for _, source in sources if isinstance(source, Input)}
        files = all(isinstance(source, Input) and source.path for _, source in sources)
        if files and kinds == {"jsonl"} and format == "jsonl":
            self._copy_lines(out, partial, sources)
        elif files and kinds <= set(COLUMNAR) and format in COLUMNAR and self._one_schema(sources):
            self._copy_rows(out, partial, sources)
        else:
            # A file in a folder of outputs has one input, and only that one need be read again.
            single = len(sources) == 1
            self._write_documents(out, partial, sources[0][0] if single else None)

    def _copy_lines(self, out: Path, partial: Path, sources: list[tuple[int, object]]) -> None:
        partial.touch()
        for number, source in sources:
            assert isinstance(source, Input) and source.path
            lines, ids = self._rows.of_file(number)
            if not len(lines):
                continue  # it may be one that could not be opened
            _core.copy_lines(
                source.path,
                to_arrow(lines),
                to_arrow(ids),
                name=source.name,
                id_field=self._documents.options.id_field,
                longest=self._documents.options.max_record,
                out=partial,
                shown=str(out),
                encoding=self._documents.options.encoding,
            )

    def _copy_rows(self, out: Path, partial: Path, sources: list[tuple[int, object]]) -> None:
        schema = self._schemas(sources)[0]
        with writer_to(partial, out, schema) as writer:
            for number, source in sources:
                assert isinstance(source, Input)
                for batch in _kept_rows(source, self._rows.of_file(number)[0], self._documents.options.max_record):
                    writer.write(in_schema(batch, schema))

    def _one_schema(self, sources: list[tuple[int, object]]) -> bool:
        schemas = self._schemas(sources)
        return bool(schemas) and all(schema.equals(schemas[0]) for schema in schemas)

    def _schemas(self, sources: list[tuple[int, object]]) -> list[pa.Schema]:
        """Of all files that can be read: what could not was named when it was tried."""
        schemas = [raw_schema(source) for _, source in sources if isinstance(source, Input)]
        return [schema for schema in schemas if schema is not None]

    def _write_documents(self, out: Path, partial: Path, file: int | None) -> None:
        schema = pa.schema([SCHEMA.field(name) for name in PUBLIC])
        with writer_to(partial, out, schema, json_lines=_core.json_lines, csv_safe=self._csv_safe) as writer:
            for batch in kept_batches(self._documents, self._rows, file):
                writer.write(batch)


def is_folder(out: str | Path) -> bool:
    """Whether an output is meant as a folder."""
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


def _kept_rows(source: Input, rows: Places, longest: int) -> Iterator[pa.RecordBatch]:
    start = 1
    # Beyond the last kept row the file may be broken.
    last = int(rows[-1]) if len(rows) else 0
    batches = raw_batches(source, longest) if last else iter(())
    while start <= last:
        batch = next(batches, None)
        if batch is None:
            raise changed(source.name)
        here = rows[(rows >= start) & (rows < start + batch.num_rows)] - np.uint64(start)
        start += batch.num_rows
        yield batch.take(to_arrow(here))
