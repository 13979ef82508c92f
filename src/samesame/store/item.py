"""What comes to a desk, and what is told of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, Literal, TypeAlias, get_args

from samesame.clean.html import html_text
from samesame.errors import InputError, ParameterError
from samesame.model import Document
from samesame.read.times import OutOfRange, parse_time

Kind = Literal["judged", "known", "conflict", "refused"]
# As of when documents are judged: as they arrive, or as of the time that comes with them.
ClockChoice: TypeAlias = Literal["arrival", "document"]
# Longer ids are no ids, and fill the database's index.
LONGEST_ID = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A document that arrives. With `html` its text is a page, of which the main text is compared and stored.

    `time` is anything that reads as one: a datetime, ISO 8601, seconds since 1970. With `replace`, it takes the
    place of a document that has its id and another text.
    """

    id: str
    text: str
    html: bool = False
    time: datetime | str | float | None = None
    source: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    replace: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of an item; see `samesame.store`. `relation` is told of one that was judged now."""

    id: str
    kind: Kind
    relation: str = ""
    verdict_json: str = ""
    message: str = ""

    @property
    def verdict(self) -> dict[str, Any]:
        """What the window told, now or when the item came first; empty if it told nothing."""
        verdict: dict[str, Any] = json.loads(self.verdict_json) if self.verdict_json else {}
        return verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """An item that was checked, with all that needs no window."""

    document: Document
    hash: bytes
    source: str | None
    metadata: str
    replace: bool


def prepared(item: Item) -> Prepared:
    """The item with its text, its time and the hash that tells the same text again; `InputError` if it is none."""
    _check(item.id, "id")
    if not item.id or len(item.id) > LONGEST_ID:
        raise InputError(f"id: expected 1 to {LONGEST_ID:,} characters, got {len(item.id):,}")
    given = _check(item.text, "text")
    if item.source is not None:
        _check(item.source, "source")
    text = html_text(item.text) if item.html else item.text
    metadata = json.dumps(dict(item.metadata), ensure_ascii=False)
    _check(metadata, "metadata")
    hash_ = blake2b(given, digest_size=16, person=b"html" if item.html else b"text").digest()
    document = Document(item.id, text, _time(item.time))
    return Prepared(document=document, hash=hash_, source=item.source, metadata=metadata, replace=item.replace)


def checked_clock(name: str) -> ClockChoice:
    """The choice of that name.

    >>> checked_clock("arrival")
    'arrival'
    """
    for choice in get_args(ClockChoice):
        if choice == name:
            return choice  # type: ignore[no-any-return]
    raise ParameterError(f"clock: expected 'arrival' or 'document', got '{name}'")


def as_of_arrival(item: Item) -> Item:
    """The item to be judged as of now. Its own time, which must be one, is kept as `time` of its metadata.

    >>> as_of_arrival(Item(id="a", text="Storm.", time="2026-01-05")).metadata
    {'time': '2026-01-05T00:00:00+00:00'}
    """
    time = _time(item.time)
    if time is None:
        return item
    return replace(item, time=None, metadata={"time": time.isoformat(), **item.metadata})


def _check(value: object, name: str) -> bytes:
    """The text as UTF-8; what has none is refused by name."""
    if not isinstance(value, str):
        raise InputError(f"{name}: expected a text, got {type(value).__name__}")
    try:
        return value.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{name}: a lone surrogate is no character: {error.reason}") from error


def _time(value: object) -> datetime | None:
    try:
        return None if (time := parse_time(value)) is None else time.astimezone(UTC)
    except (TypeError, ValueError) as error:
        reason = "is outside the years 1 to 9999" if isinstance(error, OutOfRange) else "is no time"
        raise InputError(f"time: {ascii(value)[:60]} {reason}; expected ISO 8601 or seconds since 1970") from error
