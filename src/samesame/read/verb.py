"""The verb `read`: turns any source into `Documents`."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any, TypeAlias

from samesame.read.documents import Clean, Documents, IdsFrom, ReadOptions
from samesame.read.inputs import resolve
from samesame.read.problems import Problems
from samesame.read.sources import are_paths, in_memory

# A path, folder or glob; or texts in memory: strings, documents, mappings, a table that supports Arrow.
Source: TypeAlias = Any


def read(
    source: Source,
    *,
    format: str | None = None,
    id_field: str = "id",
    text_field: str = "text",
    time_field: str = "time",
    ids: IdsFrom = "field",
    clean: Clean = "article",
    max_record: int = 128 << 20,
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
    whose format is unknown. A field that was named and that no record has is an error.

    >>> documents = ss.read([{"id": "a"}, {"id": "b", "text": "Good night."}])
    >>> [document.id for document in documents], [str(problem) for problem in documents.problems]
    (['b'], ["memory:1: the field 'text' must be a string; got NoneType"])
    """
    options = ReadOptions(
        id_field=id_field,
        text_field=text_field,
        time_field=time_field,
        ids=ids,
        clean=clean,
        max_record=max_record,
        threads=threads,
    )
    return open_documents(source, options=options, problems=Problems(strict=strict), format=format)


def open_documents(source: Source, *, options: ReadOptions, problems: Problems, format: str | None = None) -> Documents:
    """The documents of any source. `Documents` are returned as they are."""
    if isinstance(source, Documents):
        return source
    if isinstance(source, str | os.PathLike):
        return Documents(resolve([source], format, problems), options, problems)
    found = in_memory(source)
    if are_paths(found):
        return Documents(resolve(found, format, problems), options, problems)
    return Documents([found], options, problems, given=source)


def documents_of(source: Source) -> Documents:
    """The documents of any source, read with the defaults."""
    return open_documents(source, options=ReadOptions(), problems=Problems())


def without_metadata(documents: Documents) -> Documents:
    """The same documents, read for id, text and time only, which is cheaper."""
    return Documents(documents.sources, replace(documents.options, metadata=False), documents.problems)


def refusing_repeated(documents: Documents) -> Documents:
    """The same documents for those who must not lose one: a repeated id is an error, not a bad record."""
    options = replace(documents.options, refuse_repeated=True)
    return Documents(documents.sources, options, documents.problems, given=documents.given)
