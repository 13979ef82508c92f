"""What a user of watch may choose."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args
from urllib.parse import urlsplit

from samesame.errors import ParameterError
from samesame.read.documents import ReadOptions
from samesame.store.item import ClockChoice
from samesame.window.verdict import Standing


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
    clock: ClockChoice = "arrival"
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
        known = [name for name in get_args(Standing) if name != "new"]
        if unknown := [name for name in self.accept if name not in known]:
            raise ParameterError(f"accept: expected some of {', '.join(known)}; got '{unknown[0]}'")
        for url in self.feeds:
            _check_url(url)
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


def _check_url(url: str) -> None:
    """Refuses what can never be asked, before anything is judged."""
    if not url.lower().startswith(("http://", "https://")):
        raise ParameterError(f"feed: expected a URL that begins with http:// or https://, got '{url}'")
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        named = False
    if not named or any(character.isspace() or not character.isprintable() for character in url):
        raise ParameterError(f"feed: expected a URL such as https://example.org/news.rss, got {url!a}")


def log_beside(store: Path) -> Path:
    """Where decisions are logged if nothing else is said: beside the store, under its name.

    >>> log_beside(Path("news/state.db")).as_posix()
    'news/state.db.decisions.jsonl'
    """
    return store.with_name(f"{store.name}.decisions.jsonl")
