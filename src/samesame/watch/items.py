"""The documents of a file that arrived."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from samesame.errors import SamesameError
from samesame.limits import show_bytes
from samesame.model import Document
from samesame.read.documents import ReadOptions
from samesame.read.inputs import format_of
from samesame.read.problems import Problems
from samesame.read.verb import open_documents
from samesame.watch.entries import Entry, entries_of
from samesame.watch.model import Identity, Piece

FEEDS = (".rss", ".atom", ".rdf")
# Formats whose file is one document, which has no id of its own.
_SINGLE = ("text", "html", "mail", "xml")
_ROOT = re.compile(rb"<(?:\w+:)?(?:rss|feed|RDF)[\s>]")
_SNIFFED = 4096


class Changed(Exception):
    """The file was written to while it was read, or is gone: it is not judged now."""


class Refused(Exception):
    """The file as a whole is no item; the message says why."""


def pieces_of(path: str, inside: str, identity: Identity, limit: int, options: ReadOptions) -> list[Piece]:
    """The documents of a file and its bad records. A file without any document is one refused piece."""
    try:
        pieces = list(_read(path, inside, limit, options))
        if Identity.at(path) != identity:
            raise Changed
    except (Refused, SamesameError, OSError) as error:
        if Identity.at(path) != identity:
            raise Changed from None
        reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        pieces = [Piece(id=inside, refused=reason.replace(path, inside))]
    return pieces or [Piece(id=inside, refused="holds no document")]


def _read(path: str, inside: str, limit: int, options: ReadOptions) -> Iterator[Piece]:
    found = os.lstat(path)
    if not stat.S_ISREG(found.st_mode):
        raise Refused("a link, a pipe or a device, not a file")
    if found.st_size > limit:
        raise Refused(_too_large(limit))
    if found.st_size == 0:
        raise Refused("empty")
    if _is_feed(path):
        yield from _entries(path, inside)
    else:
        yield from _documents(path, inside, limit, options)


def _is_feed(path: str) -> bool:
    if path.lower().endswith(FEEDS):
        return True
    if format_of(path) != "xml" or not path.lower().endswith(".xml"):
        return False
    with Path(path).open("rb") as file:
        return _ROOT.search(file.read(_SNIFFED)) is not None


def _entries(path: str, inside: str) -> Iterator[Piece]:
    entries, trouble = entries_of(Path(path).read_bytes())
    for place, entry in enumerate(entries, start=1):
        yield piece_of(entry, f"{inside}:{place}")
    if trouble:
        yield Piece(id=inside, refused=trouble)


def piece_of(entry: Entry, id_: str = "") -> Piece:
    """An entry of a feed as a document."""
    refused = "" if entry.text.strip() else "empty"
    told = {"title": entry.title, "link": entry.link}
    metadata = {name: value for name, value in told.items() if value}
    return Piece(id=entry.key or id_, text=entry.text, time=entry.time, metadata=metadata, refused=refused)


def _documents(path: str, inside: str, limit: int, options: ReadOptions) -> Iterator[Piece]:
    problems = Problems()
    # Ids are made of file and line: a record whose own id stands twice in the file is judged all the same.
    bounded = replace(options, ids="path", max_record=min(options.max_record, limit), threads=1)
    documents = open_documents(Path(path), options=bounded, problems=problems)
    single = format_of(path) in _SINGLE
    size = 0
    for document in documents:
        size += len(document.text)
        if size > limit:
            # A packed file may hold a thousand times its size.
            raise Refused(f"unpacked {_too_large(limit)}")
        yield _piece(document, path, inside, single)
    for problem in problems:
        place = f"{inside}:{problem.line}" if problem.line and not single else inside
        yield Piece(id=place, refused=problem.message)


def _piece(document: Document, path: str, inside: str, single: bool) -> Piece:
    own = document.metadata.get("id")
    made = inside if single else document.id.replace(path, inside)
    id_ = str(own) if isinstance(own, str | int) and not single and own != "" else made
    time = None if document.time is None else document.time.isoformat()
    refused = "" if document.text.strip() else "empty"
    return Piece(id=id_, text=document.text, time=time, metadata=dict(document.metadata), refused=refused)


def _too_large(limit: int) -> str:
    return f"larger than {show_bytes(limit)} (--max-size)"
