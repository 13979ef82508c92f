"""The names in the folder of an index, and how they reach the disk."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from samesame.index.header import HEADER, Header, load, to_text

LOCK = "lock"
STATISTICS = "statistics.parquet"
# What a write makes. Only such files are taken away when no header names them.
OURS = re.compile(
    r"part-\d+\.(blocks|merged)|removed-\d+\.blocks|\.?statistics\.parquet(\..+)?|index\.json(\.new)?|lock"
)
# Takes words for people.
Tell: TypeAlias = Callable[[str], None]


def replace_header(folder: Path, header: Header) -> None:
    """From here on the index is another: all at once, and only when all that the header names is on the disk."""
    new = folder / f"{HEADER}.new"
    with new.open("xb") as file:
        file.write(to_text(header).encode())
        file.flush()
        os.fsync(file.fileno())
    sync_folder(folder)
    new.replace(folder / HEADER)
    sync_folder(folder)


def sweep(folder: Path) -> list[str]:
    """Takes away what no header names; gives the names."""
    named = {HEADER, LOCK, *load(folder).names()}
    rest = [path for path in sorted(folder.iterdir()) if OURS.fullmatch(path.name) and path.name not in named]
    return [path.name for path in rest if _unlinked(path)]


def _unlinked(path: Path) -> bool:
    """Takes a file away. On Windows, one that a reader has open stays until a later writer comes."""
    try:
        path.unlink()
    except PermissionError:
        if sys.platform != "win32":
            raise
        return False
    return True


def sync_folder(folder: Path) -> None:
    """The names in a folder reach the disk, too."""
    if sys.platform == "win32":
        return  # folders cannot be opened there
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
