"""Refuses outputs that would overwrite an input or one another, before any work is done."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from samesame.errors import ParameterError

if TYPE_CHECKING:
    pass

# The identity of a file: its resolved path and, once it exists, its device and inode number, which hard links share.
_Identity: TypeAlias = str | tuple[int, int]
# An option and the file that it names, if any.
Target: TypeAlias = tuple[str, str | Path | None]


def check_outputs(outputs: Iterable[Target], inputs: Iterable[object]) -> None:
    """Refuses an output that is an input, is inside an input folder, is another output, or is a folder.

    `inputs` are paths, `Documents` and whatever else a verb reads; what is no file is ignored. Files are compared
    through symbolic and hard links. Each file is looked up once.
    """
    taken: set[_Identity] = set()
    folders: list[str] = []
    for path in _paths(inputs):
        taken.update(_identities(path))
        if path.is_dir():
            folders.append(os.path.realpath(path))
    written: dict[_Identity, str] = {}
    for option, name in outputs:
        if name is not None:
            _check(option, Path(name), taken, folders, written)


def check_folder(option: str, folder: str | Path, inputs: Iterable[object]) -> None:
    """Refuses a folder to write to that is an input or contains one."""
    own = os.path.realpath(folder)
    for path in _paths(inputs):
        if Path(os.path.realpath(path)).is_relative_to(own):
            raise ParameterError(f"{option}: the input '{path}' is or lies in '{folder}'; choose another name")


def _check(option: str, path: Path, taken: set[_Identity], folders: list[str], written: dict[_Identity, str]) -> None:
    if path.is_dir():
        raise ParameterError(f"{option}: '{path}' is a folder; expected the name of a file")
    identities = _identities(path)
    if not taken.isdisjoint(identities) or any(Path(os.path.realpath(path)).is_relative_to(one) for one in folders):
        raise ParameterError(f"{option}: '{path}' is one of the inputs; choose another name")
    for identity in identities:
        if identity in written:
            raise ParameterError(f"{option}: '{path}' is also the file of '{written[identity]}'; choose another name")
        written[identity] = option


def _paths(inputs: Iterable[object]) -> Iterator[Path]:
    for one in inputs:
        if isinstance(one, str | os.PathLike):
            yield Path(one)
        for source in getattr(one, "sources", ()):
            if (path := getattr(source, "path", None)) is not None:
                yield path


def _identities(path: Path) -> tuple[_Identity, ...]:
    """None for devices and pipes, in which nothing can be lost."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return (os.path.realpath(path),)
    if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
        return ()
    return (os.path.realpath(path), (found.st_dev, found.st_ino))
