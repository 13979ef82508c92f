"""Where `dedup` writes: a file, standard output, or a folder that keeps the tree of its inputs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path, PurePath

from samesame.errors import ParameterError
from samesame.index import Index
from samesame.read.documents import Documents
from samesame.read.inputs import Input
from samesame.report.files import output_format
from samesame.report.targets import Target

STDOUT = "-"


def is_folder(out: str | Path) -> bool:
    """Whether an output is meant as a folder."""
    return str(out) != STDOUT and (str(out).endswith("/") or Path(out).is_dir())


def targets_of(documents: Documents, out: str | Path) -> list[Target]:
    """The files that will be written, each with the option that names it. Refuses names without a known format."""
    if str(out) == STDOUT:
        return []
    if not is_folder(out):
        output_format(out, or_folder=True)
        return [("out", out)]
    if Index.is_one(out):
        raise ParameterError(f"out: '{out}' is an index, which holds nothing else; choose another name")
    files = [source for source in documents.sources if isinstance(source, Input)]
    if len(files) < len(documents.sources):
        raise ParameterError(f"out: the folder '{out}' needs inputs that are files; name a file")
    names = _names(files)
    if twice := _repeated(names):
        raise ParameterError(f"out: two inputs would be '{twice}' in '{out}'; name a file, or run them apart")
    return [("out", Path(out) / name) for name in names]


def _names(files: list[Input]) -> list[PurePath]:
    """The names of files in a folder: their paths in the folder that was given, or below the one that all lie in."""
    names = [_writable(_inside(file)) for file in files]
    if not _repeated(names):
        return names
    places = [_place(file) for file in files]
    top = os.path.commonpath([place.parent for place in places if place is not None])
    return [
        _writable(_inside(file) if place is None else place.relative_to(top))
        for file, place in zip(files, places, strict=True)
    ]


def _inside(file: Input) -> PurePath:
    return PurePath(file.inside or Path(file.name).name)


def _place(file: Input) -> Path | None:
    """Where a file lies; None for standard input and pipes, which lie under a temporary name."""
    if file.path is None or not file.path.as_posix().endswith(file.inside):
        return None
    return Path(os.path.normpath(Path.cwd() / file.path))


def _writable(name: PurePath) -> PurePath:
    """A format that cannot be written becomes JSONL."""
    try:
        output_format(name.name)
    except ParameterError:
        return name.with_name(f"{name.name}.jsonl")
    return name


def _repeated(names: Iterable[PurePath]) -> PurePath | None:
    seen: set[PurePath] = set()
    return next((name for name in names if name in seen or seen.add(name)), None)  # type: ignore[func-returns-value]
