"""The files of a folder, in a stable order.

Folders that cannot be read are reported; files of unknown format are noted.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from samesame.model import Problem
from samesame.read.problems import Problems


def files_below(folder: Path, problems: Problems) -> Iterator[Path]:
    """All files below a folder except hidden ones: those of a folder come before those of its subfolders.

    Links to folders are followed after all real folders, and every folder is read once, so that a link to a parent
    ends. A folder that cannot be read is a problem.
    """
    seen: dict[tuple[int, int], Path] = {}
    again: list[str] = []
    links: list[Path] = []
    waiting = [folder]
    while waiting or links:
        current = waiting.pop() if waiting else links.pop(0)
        try:
            key = _identity(current)
            if key in seen:
                again.append(f"{current.as_posix()} (is {seen[key].as_posix()})")
                continue
            seen[key] = current
            folders, found, files = _entries(current)
        except OSError as error:
            problems.add(Problem(shown(current), 0, f"the folder cannot be read: {error.strerror or error}"))
            continue
        yield from files
        waiting.extend(reversed(folders))
        links.extend(found)
    if again:
        problems.skip(folder.as_posix(), again, "that are folders read already")


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _entries(folder: Path) -> tuple[list[Path], list[Path], list[Path]]:
    """Folders, links to folders, and all other entries of a folder, sorted, without hidden ones."""
    folders: list[Path] = []
    links: list[Path] = []
    files: list[Path] = []
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if not entry.name.startswith("."):
                kind = (links if entry.is_symlink() else folders) if _is_folder(entry) else files
                kind.append(folder / entry.name)
    return folders, links, files


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False  # a link that leads to itself: opening it reports the error


def shown(path: str | Path) -> str:
    """A path as it is written in ids and messages; also a name that is not UTF-8 has to be shown."""
    text = Path(path).as_posix()
    try:
        return os.fsencode(text).decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # half a surrogate pair, which no file system gave
        return text.encode("utf-8", "backslashreplace").decode()


def is_there(path: str) -> bool:
    """Whether something exists under a name; no name raises an error, however long or strange."""
    try:
        Path(path).stat()
    except (OSError, ValueError):
        return False
    return True
