"""Arrivals, the documents in them, and what was decided; as they are noted in the store."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple, Self

Decision = Literal["accepted", "duplicate", "refused"]


class Identity(NamedTuple):
    """What tells a file from another that has its name later, or from itself when it was written to."""

    inode: int
    size: int
    changed: int

    @classmethod
    def of(cls, found: os.stat_result) -> Self:
        """From what the file system says."""
        return cls(found.st_ino, found.st_size, found.st_mtime_ns)

    @classmethod
    def at(cls, path: str) -> Self | None:
        """Of what stands under a name, links not followed; None if nothing does."""
        try:
            return cls.of(os.lstat(path))
        except (FileNotFoundError, NotADirectoryError):
            return None


@dataclass(slots=True, kw_only=True)
class Piece:
    """A document of an arrival, or a bad record of it: then `refused` says why.

    `number` is given once to each, in the order of their coming; `id` is the one under which the store has it.
    """

    id: str
    text: str = ""
    time: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    refused: str = ""
    number: int = 0


@dataclass(slots=True, kw_only=True)
class Arrival:
    """A file of the inbox (`path`), or an entry of a feed (`feed`). `shown` is the path as people know it."""

    pieces: list[Piece]
    source: str
    path: str | None = None
    shown: str | None = None
    # Within the inbox, so that folders are kept where it goes.
    inside: str = ""
    identity: Identity | None = None
    feed: str | None = None

    def to_note(self) -> dict[str, Any]:
        """Without the texts that stand in the file."""
        note = asdict(self)
        if self.path is not None:
            for piece in note["pieces"]:
                piece["text"], piece["metadata"] = "", {}
        return note

    @classmethod
    def of_note(cls, note: dict[str, Any]) -> Self:
        """As it was noted."""
        identity = note.pop("identity")
        pieces = [Piece(**piece) for piece in note.pop("pieces")]
        return cls(**note, pieces=pieces, identity=None if identity is None else Identity(*identity))


@dataclass(slots=True, kw_only=True)
class Plan:
    """What becomes of an arrival: its log lines, and where it goes.

    `to` is the full name; None if it stays. An entry of a feed has a `body`, which is written there. `copied` says that
    a copy stands whole under its temporary name, on the way to another file system. `lost` says why it was not moved.
    """

    decision: Decision
    lines: list[dict[str, Any]]
    path: str | None
    identity: Identity | None
    inside: str = ""
    to: str | None = None
    body: str | None = None
    copied: bool = False
    lost: str = ""

    @property
    def number(self) -> int:
        """The number of its first document: no other arrival has it."""
        return int(self.lines[0]["number"])

    def to_note(self) -> dict[str, Any]:
        """As JSON takes it."""
        return asdict(self)

    @classmethod
    def of_note(cls, note: dict[str, Any]) -> Self:
        """As it was noted."""
        identity = note.pop("identity")
        return cls(**note, identity=None if identity is None else Identity(*identity))
