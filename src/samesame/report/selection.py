"""From the inputs of a run to what is written of them: parts, and one schema for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

import pyarrow as pa

from samesame.read.columnar import COLUMNAR, raw_schema
from samesame.read.documents import Documents
from samesame.read.inputs import Input
from samesame.read.schema import PUBLIC, SCHEMA
from samesame.report.marks import marked_schema, refuse_taken
from samesame.report.parts import Chosen, Part
from samesame.report.tables import ColumnarFile, Mappings, MemoryTable
from samesame.report.textual import ROW_FORMATS, LineFiles, PlainDocuments, RecordFiles, RowFiles, csv_names
from samesame.report.union import fitted, united

# Each is a table of its own.
ALONE = (ColumnarFile, MemoryTable, Mappings)


def kind_of(source: object) -> type[Part]:
    """What is written of an input; neighbours of one kind are read together."""
    if isinstance(source, pa.Table):
        return MemoryTable
    if not isinstance(source, Input):
        mappings = isinstance(source, list) and source and all(isinstance(item, Mapping) for item in source)
        return Mappings if mappings else PlainDocuments
    if source.format in COLUMNAR:
        return ColumnarFile
    if source.format in ROW_FORMATS:
        return RowFiles
    return {"jsonl": LineFiles, "json": RecordFiles}.get(source.format, PlainDocuments)


def parts_of(chosen: Chosen, only: int | None = None) -> list[Part]:
    """The inputs in their order, or only one of them."""
    sources = chosen.documents.sources
    return list(_parts(chosen, list(enumerate(sources)) if only is None else [(only, sources[only])]))


def _parts(chosen: Chosen, sources: list[tuple[int, object]]) -> Iterator[Part]:
    for kind, group in groupby(sources, key=lambda pair: kind_of(pair[1])):
        members = list(group)
        if kind in ALONE:
            yield from (kind(chosen, number, (source,)) for number, source in members)
        else:
            yield kind(chosen, members[0][0], tuple(source for _, source in members))


def refuse_known(documents: Documents) -> None:
    """Refuses inputs whose columns can be told before they are read and have the name of a mark."""
    for source in documents.sources:
        if isinstance(source, pa.Table):
            refuse_taken(source.schema.names)
        elif isinstance(source, Input) and source.format in COLUMNAR:
            refuse_taken(schema.names if (schema := raw_schema(source)) is not None else ())
        elif isinstance(source, Input) and source.format in ROW_FORMATS:
            refuse_taken(csv_names(source, documents.options))


def schema_of(parts: Sequence[Part], tell: Callable[[str], None]) -> pa.Schema:
    """One schema for all parts, with marks if there are any; how their columns differ is told."""
    schemas = [named for part in parts for named in part.schemas()]
    if not schemas:
        # No record to tell the columns: those of documents, so that the file can be read again.
        schemas = [("", pa.schema([SCHEMA.field(name) for name in PUBLIC]))]
    found = united(schemas)
    if found.note:
        tell(found.note)
    marks = next((part.chosen.marks for part in parts if part.chosen.marks is not None), None)
    return found.schema if marks is None else marked_schema(found.schema, marks.schema)


def rows_of(parts: Sequence[Part], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """The rows of all parts in that schema."""
    for part in parts:
        marks = part.chosen.marks
        for batch, positions in part.batches():
            yield fitted(batch if marks is None else marks.beside(batch, positions), schema)
