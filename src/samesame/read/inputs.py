"""What the user's IN stands for: a file, a folder, a glob or `-`; and the format of each file."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from samesame.errors import InputError, ParameterError
from samesame.model import Problem
from samesame.read.problems import Problems

# Suffix to format. All but the last four are read by the core, these by Arrow.
FORMATS = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".mbox": "mbox",
    ".txt": "text",
    ".text": "text",
    ".md": "text",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".eml": "mail",
    ".xml": "xml",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}
PACKED = (".gz", ".zst", ".xz", ".bz2")
STDIN = "-"


@dataclass(frozen=True, slots=True)
class Input:
    """One file to read. `path` is None for standard input."""

    path: Path | None
    name: str
    format: str

    @property
    def size(self) -> int:
        """Bytes on disk; 0 where nobody can tell."""
        try:
            return self.path.stat().st_size if self.path else 0
        except OSError:
            return 0


def format_of(path: str | Path) -> str | None:
    """The format that a file's name tells, packed or not.

    >>> format_of("news.jsonl.zst"), format_of("letter.EML"), format_of("photo.png")
    ('jsonl', 'mail', None)
    """
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    if suffixes and suffixes[-1] in PACKED:
        suffixes.pop()
    return FORMATS.get(suffixes[-1]) if suffixes else None


def resolve(sources: Iterable[str | os.PathLike[str]], format: str | None, problems: Problems) -> list[Input]:
    """All files that the sources stand for, in a stable order, each once."""
    if format is not None and format not in FORMATS.values():
        known = ", ".join(sorted(set(FORMATS.values())))
        raise ParameterError(f"format: expected one of {known}; got '{format}'")
    found: dict[str, Input] = {}
    for source in sources:
        for one in _expand(os.fspath(source), format, problems):
            found.setdefault(one.name, one)
    problems.settle()
    return list(found.values())


def _expand(source: str, format: str | None, problems: Problems) -> Iterator[Input]:
    path = Path(source)
    if source == STDIN:
        yield Input(None, "stdin", format or "jsonl")
    elif path.is_dir():
        yield from _folder(path, format, problems)
    elif path.exists():
        yield _file(path, format)
    elif matches := sorted(match for match in glob.glob(source, recursive=True) if Path(match).exists()):
        for match in matches:
            yield from _expand(match, format, problems)
    else:
        raise InputError(f"{source}: no such file or folder")


def _file(path: Path, format: str | None) -> Input:
    found = format or format_of(path)
    if found is None:
        known = " ".join(FORMATS)
        raise InputError(f"{path}: the name tells no format (known: {known}, also .gz and .zst); give --format")
    # A name that is not UTF-8 still has to be written in ids and messages.
    name = os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace")
    return Input(path, name, found)


def _folder(folder: Path, format: str | None, problems: Problems) -> Iterator[Input]:
    count = 0
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(root) / name
            if not name.startswith(".") and path.is_file() and (format or format_of(path)):
                count += 1
                yield _file(path, format)
    if not count:
        problems.add(Problem(folder.as_posix(), 0, f"no files to read in this folder (known: {' '.join(FORMATS)})"))
