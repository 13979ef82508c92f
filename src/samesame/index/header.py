"""What an index says of itself: the one file that makes all others count."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from samesame import _core
from samesame.errors import FormatError, InputError

FORMAT = "samesame-index"
VERSION = 6
HEADER = "index.json"
# Settings that only say which pairs pass; the signatures are the same for all of them.
LATE = frozenset({"threshold", "exclusive", "measure"})


@dataclass(frozen=True, slots=True)
class File:
    """A file of an index as it was written."""

    name: str
    size: int
    checksum: str

    @classmethod
    def written(cls, path: Path) -> File:
        """A file that is complete: what it holds reaches the disk before anything names it."""
        with path.open("rb+") as file:
            os.fsync(file.fileno())
        return cls(path.name, path.stat().st_size, _core.file_checksum(path))

    def verified(self, folder: Path) -> Path:
        """Its path, if it still holds what was written."""
        path = folder / self.name
        try:
            whole = path.stat().st_size == self.size and _core.file_checksum(path) == self.checksum
        except FileNotFoundError:
            raise FormatError(f"{path}: missing; build the index anew") from None
        if not whole:
            raise damaged(path)
        return path


@dataclass(frozen=True, slots=True)
class Part:
    """Documents that were added. The checksum of its file is that of a directory, which has those of all blocks."""

    documents: int
    file: File


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """Method and settings of an index, and the files that it is made of."""

    method: str
    settings: dict[str, Any]
    # Their fingerprint.
    statistics: str | None = None
    statistics_file: File | None = None
    parts: tuple[Part, ...] = ()
    removed: int = 0
    removed_file: File | None = None
    # Of the texts, roughly.
    bytes: int = 0
    # How often it was written; new files are numbered by it.
    writes: int = 0

    def early_settings(self) -> dict[str, Any]:
        """The settings that signatures depend on."""
        return early(self.settings)

    def names(self) -> set[str]:
        """The names of all files that it is made of."""
        files = [self.statistics_file, self.removed_file, *(part.file for part in self.parts)]
        return {file.name for file in files if file is not None}


def early(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Those settings that signatures depend on."""
    return {name: value for name, value in settings.items() if name not in LATE}


def damaged(path: Path) -> FormatError:
    """The error that names a damaged file."""
    return FormatError(f"{path}: damaged: it is not what was written; build the index anew")


def to_text(header: Header) -> str:
    """A header as it stands in its file, with a checksum of all the rest."""
    record = {"format": FORMAT, "version": VERSION, **asdict(header)}
    import hashlib  # here, as it loads OpenSSL, and every run imports this module

    checksum = hashlib.blake2b(json.dumps(record).encode(), digest_size=16).hexdigest()
    return json.dumps({**record, "checksum": checksum}, indent=1) + "\n"


def load(folder: Path) -> Header:
    """The header of the index in a folder."""
    path = folder / HEADER
    try:
        raw = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError(f"index: there is none at '{folder}'; make one with 'samesame index build'") from error
    try:
        record = json.loads(raw)
        if record.pop("format") != FORMAT:
            raise ValueError
        version = record.pop("version")
        header = _from_record(record) if version == VERSION else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise FormatError(
            f"{path}: not the header of an index of samesame, or damaged; build the index anew"
        ) from error
    if header is None:
        raise FormatError(
            f"{folder}: an index of version {version}, this release reads version {VERSION}; build the index anew"
        )
    # Compared as a whole: what changes no value, as a blank, is damage too.
    try:
        sound = to_text(header).encode() == raw
    except (RecursionError, UnicodeEncodeError):
        sound = False
    if not sound:
        raise damaged(path)
    return header


def _from_record(record: dict[str, Any]) -> Header:
    del record["checksum"]
    for name in ("statistics_file", "removed_file"):
        record[name] = None if record[name] is None else _file(record[name])
    parts = (Part(part["documents"], _file(part["file"])) for part in record.pop("parts"))
    return Header(**record, parts=tuple(parts))


def _file(record: dict[str, Any]) -> File:
    if Path(record["name"]).name != record["name"]:
        raise ValueError("a file of an index stands in its folder")
    return File(**record)
