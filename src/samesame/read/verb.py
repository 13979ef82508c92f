"""The verb `read`: from whatever the user has to `Documents`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias, get_args

from samesame.errors import ParameterError
from samesame.model import Document
from samesame.read.documents import Clean, Documents, ReadOptions
from samesame.read.inputs import resolve
from samesame.read.memory import is_table
from samesame.read.problems import Problems

# A path, folder or glob; or texts in memory: strings, documents, mappings, a table that speaks Arrow.
Source: TypeAlias = Any


def read(
    source: Source,
    *,
    format: str | None = None,
    id_field: str = "id",
    text_field: str = "text",
    time_field: str = "time",
    clean: Clean = "article",
    max_record: int = 128 << 20,
    strict: bool = False,
    threads: int = 0,
) -> Documents:
    """Reads documents from files or from memory.

    `source` is a path, folder or glob, or a list of them as `pathlib.Path`; or a list of texts, of `Document`s or
    of mappings; or a table of Arrow, pandas or Polars. A single string is a path, a list of strings is a list of texts.

    >>> import samesame as ss
    >>> for document in ss.read([{"id": "a", "text": "Good morning.", "mood": "fine"}]):
    ...     print(document.id, document.metadata)
    a {'mood': 'fine'}

    Bad records are left out and named in `problems`; with `strict` the first one raises.

    >>> documents = ss.read([{"id": "a"}, {"id": "b", "text": "Good night."}])
    >>> [document.id for document in documents], [str(problem) for problem in documents.problems]
    (['b'], ["memory:1: the field 'text' must be a string; got NoneType"])
    """
    if clean not in get_args(Clean):
        raise ParameterError(f"clean: expected 'none' or 'tags' or 'article', got '{clean}'")
    options = ReadOptions(
        id_field=id_field,
        text_field=text_field,
        time_field=time_field,
        clean=clean,
        max_record=max_record,
        threads=threads,
    )
    return open_documents(source, options=options, problems=Problems(strict=strict), format=format)


def open_documents(source: Source, *, options: ReadOptions, problems: Problems, format: str | None = None) -> Documents:
    """The documents of any source. `Documents` pass through as they are."""
    if isinstance(source, Documents):
        return source
    if isinstance(source, str | os.PathLike):
        return Documents(resolve([source], format, problems), options, problems)
    if is_table(source):
        return Documents([source], options, problems)
    if isinstance(source, Mapping):
        # {id: text}, the shortest way to say it
        return Documents([[Document(str(id_), text) for id_, text in source.items()]], options, problems)
    if not isinstance(source, Iterable):
        raise ParameterError(f"source: expected a path, texts or a table, got {type(source).__name__}")
    items = list(source)
    if items and all(isinstance(item, os.PathLike) for item in items):
        return Documents(resolve(items, format, problems), options, problems)
    return Documents([items], options, problems)


def documents_of(source: Source) -> Documents:
    """The documents of any source, read with the defaults."""
    return open_documents(source, options=ReadOptions(), problems=Problems())


def without_metadata(documents: Documents) -> Documents:
    """The same documents read more cheaply, for those who need only id, text and time."""
    return Documents(documents.sources, replace(documents.options, metadata=False), documents.problems)
