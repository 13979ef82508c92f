"""The verb `read`: turns any source into `Documents`; and the options of reading, which all verbs take."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

from samesame.errors import ParameterError
from samesame.limits import parse_size
from samesame.read.distributed import Frame, is_frame
from samesame.read.documents import Clean, Documents, IdsFrom, ReadOptions
from samesame.read.inputs import resolve
from samesame.read.problems import Problems
from samesame.read.sources import are_paths, in_memory

# A path, folder or glob; or texts in memory: strings, documents, mappings, a table that supports Arrow.
Source: TypeAlias = Any
Size: TypeAlias = str | int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The options as the user gave them. They are declared here; the signatures of verbs repeat them for editors.

    `threads` are those of the run, so they may be given with whatever source.
    """

    format: str | None = None
    id_field: str = "id"
    text_field: str = "text"
    time_field: str = "time"
    ids: IdsFrom = "field"
    clean: Clean = "article"
    delimiter: str = ","
    encoding: str = "utf-8"
    max_record: Size = 128 << 20
    strict: bool = False
    threads: int = 0

    @staticmethod
    def among(values: Mapping[str, Any]) -> Reading:
        """The options of reading among others, such as the arguments of a verb."""
        return Reading(**{field.name: values[field.name] for field in fields(Reading)})

    @property
    def options(self) -> ReadOptions:
        """The same, checked, as records are read."""
        return ReadOptions(
            id_field=self.id_field,
            text_field=self.text_field,
            time_field=self.time_field,
            ids=self.ids,
            clean=self.clean,
            delimiter=self.delimiter,
            encoding=self.encoding,
            max_record=parse_size(self.max_record, "max_record"),
            threads=self.threads,
        )

    def open(self, source: Source) -> Documents:
        """The documents of any source. `Documents` pass through as they are."""
        if isinstance(source, Documents):
            self._refuse_options()
            return source
        problems = Problems(strict=self.strict)
        return open_documents(source, options=self.options, problems=problems, format=self.format)

    def later(self, source: Source) -> Source:
        """The same for `documents_of`, which opens the source when the settings of the verb are known to be right."""
        if isinstance(source, Documents):
            self._refuse_options()
        return source if source is None or isinstance(source, Documents) else Unopened(source, self)

    def _refuse_options(self) -> None:
        """What was opened has its options; others would silently do nothing."""
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default and field.name != "threads":
                raise ParameterError(
                    f"{field.name}: what ss.read has opened is read as it was told there; give it as "
                    f"ss.read(..., {field.name}={value!r})"
                )


@dataclass(frozen=True, slots=True)
class Unopened:
    """A source, and how it will be read."""

    source: Source
    reading: Reading


def read(
    source: Source,
    *,
    format: str | None = None,
    id_field: str = "id",
    text_field: str = "text",
    time_field: str = "time",
    ids: IdsFrom = "field",
    clean: Clean = "article",
    delimiter: str = ",",
    encoding: str = "utf-8",
    max_record: Size = 128 << 20,
    strict: bool = False,
    threads: int = 0,
) -> Documents:
    """Reads documents from files or from memory.

    `source` is a path, folder or glob, or a list of them as `pathlib.Path`; or a list of texts, of `Document`s, of
    mappings or of pairs (id, text); or a table or a column of texts of Arrow, pandas or Polars. A single string is a
    path, a list of strings is a list of texts.

    >>> import samesame as ss
    >>> for document in ss.read([{"id": "a", "text": "Good morning.", "mood": "fine"}]):
    ...     print(document.id, document.metadata)
    a {'mood': 'fine'}

    Bad records are left out and listed in `problems`; with `strict` the first one raises. A repeated id makes a record
    bad; if ids are unique per file only, `ids="path"` makes ids of file and line. `skipped` lists the files of folders
    whose format is unknown. A field that was named and that no record has is an error. A name with dots is a field
    inside an object: `text_field="meta.body"`. `delimiter` separates the cells of CSV. `encoding` is that of all files
    except mails, Parquet and Arrow.

    >>> documents = ss.read([{"id": "a"}, {"id": "b", "text": "Good night."}])
    >>> [document.id for document in documents], [str(problem) for problem in documents.problems]
    (['b'], ["memory:1: the field 'text' must be a string; got NoneType"])
    """
    return Reading.among(locals()).open(source)


def open_documents(source: Source, *, options: ReadOptions, problems: Problems, format: str | None = None) -> Documents:
    """The documents of any source. `Documents` are returned as they are."""
    if isinstance(source, Documents):
        return source
    if isinstance(source, str | os.PathLike):
        return Documents(resolve([source], format, problems), options, problems)
    if is_frame(source):
        return Documents([Frame(source)], options, problems, given=source)
    found = in_memory(source)
    if are_paths(found):
        return Documents(resolve(found, format, problems), options, problems)
    return Documents([found], options, problems, given=source)


def documents_of(source: Source) -> Documents:
    """The documents of any source; how they are read comes with it, or is the default."""
    return source.reading.open(source.source) if isinstance(source, Unopened) else Reading().open(source)


def without_metadata(documents: Documents) -> Documents:
    """The same documents, read for id, text and time only, which is cheaper."""
    return Documents(documents.sources, replace(documents.options, metadata=False), documents.problems)


def refusing_repeated(documents: Documents) -> Documents:
    """The same documents for callers that must not lose one: a repeated id is an error, not a bad record."""
    options = replace(documents.options, refuse_repeated=True)
    return Documents(documents.sources, options, documents.problems, given=documents.given)
