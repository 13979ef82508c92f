"""What a user of watch may choose."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from samesame.errors import ParameterError
from samesame.read.documents import ReadOptions
from samesame.window.verdict import Standing

Clock: TypeAlias = Literal["arrival", "document"]
_UNITS = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|[smhd]?)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What is watched, where things go, and what they may take. Durations are seconds, sizes bytes."""

    log: Path
    store: Path
    inbox: Path | None = None
    feeds: tuple[str, ...] = ()
    accepted: Path | None = None
    duplicates: Path | None = None
    refused: Path | None = None
    # Relations with which an item is accepted although it is not new.
    accept: tuple[str, ...] = ()
    clock: Clock = "arrival"
    on_new: tuple[str, ...] = ()
    on_copy: tuple[str, ...] = ()
    once: bool = False
    poll: bool = False
    settle: float = 1.0
    every: float = 300.0
    command_time: float = 60.0
    feed_time: float = 30.0
    max_size: int = 64 << 20
    reading: ReadOptions = field(default_factory=ReadOptions)

    def __post_init__(self) -> None:
        if self.inbox is None and not self.feeds:
            raise ParameterError("watch: nothing to watch; name a folder, or give --feed URL")
        if self.inbox is not None and not self.inbox.is_dir():
            raise ParameterError(f"{self.inbox}: no such folder; make it first")
        if self.clock not in get_args(Clock):
            raise ParameterError(f"clock: expected 'arrival' or 'document', got '{self.clock}'")
        known = [name for name in get_args(Standing) if name != "new"]
        if unknown := [name for name in self.accept if name not in known]:
            raise ParameterError(f"accept: expected some of {', '.join(known)}; got '{unknown[0]}'")
        for url in self.feeds:
            if not url.lower().startswith(("http://", "https://")):
                raise ParameterError(f"feed: expected a URL that begins with http:// or https://, got '{url}'")
        self._check_places()

    def _check_places(self) -> None:
        """What is moved must not arrive again, and neither log nor store must be an item, or one the other."""
        if self.log.resolve() == self.store.resolve():
            raise ParameterError(f"log: {self.log} is the store; name another file")
        if self.inbox is None:
            return
        inside = self.inbox.resolve()
        for name in ("accepted", "duplicates", "refused", "log", "store"):
            path: Path | None = getattr(self, name)
            if path is not None and path.resolve().is_relative_to(inside):
                raise ParameterError(f"{name}: {path} lies in {self.inbox}, which is watched; name a place outside")

    def prepare(self) -> None:
        """Makes the folders, and refuses those that cannot be written to before anything is judged."""
        for folder in (self.accepted, self.duplicates, self.refused):
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.log.open("ab").close()
        moved = [folder for folder in (self.accepted, self.duplicates, self.refused) if folder is not None]
        for folder in (*moved, *([self.inbox] if moved and self.inbox else [])):
            if not os.access(folder, os.W_OK | os.X_OK):
                raise ParameterError(f"{folder}: may not be written to; files are moved there, or from there")

    def folder(self, decision: str) -> Path | None:
        """Where items of a decision go; None if they stay."""
        return {"accepted": self.accepted, "duplicate": self.duplicates, "refused": self.refused}[decision]

    def command(self, decision: str) -> tuple[str, ...]:
        """What is called for a decision."""
        return {"accepted": self.on_new, "duplicate": self.on_copy}.get(decision, ())


def parse_duration(value: str, name: str) -> float:
    """Seconds.

    >>> parse_duration("24h", "window"), parse_duration("1.5m", "every"), parse_duration("200ms", "settle")
    (86400.0, 90.0, 0.2)
    """
    found = _DURATION.fullmatch(value.strip().lower())
    if not found:
        raise ParameterError(f"{name}: expected a duration such as 30s, 5m or 24h, got '{value}'")
    return float(found[1]) * _UNITS[found[2]]


def parse_hours(value: str) -> int:
    """The hours of a window, which are whole; a number alone is hours.

    >>> parse_hours("24h"), parse_hours("7d"), parse_hours("48")
    (24, 168, 48)
    """
    hours = float(value) if value.strip().isdecimal() else parse_duration(value, "window") / 3600
    if hours < 1 or hours != int(hours):
        raise ParameterError(f"window: expected whole hours, such as 24h or 7d, got '{value}'")
    return int(hours)
