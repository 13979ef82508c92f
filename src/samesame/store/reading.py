"""What a store tells of what it holds, read on a connection of its own while others are judged."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import apsw

from samesame.errors import InputError
from samesame.store.database import Database, beside, errors_named
from samesame.store.errors import StoreError
from samesame.store.rows import fetched, require_text, setting

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# Sources beyond are left out of `stats`, the smallest first.
MOST_SOURCES = 1000
# Documents that a page of matches looks at.
SCANNED = 5_000
# Where a page of matches begins: the number of a document, and the place of a match in its verdict.
POSITION = r"^([0-9]{1,18}\.[0-9]{1,9})?$"


class Reading:
    """The half of a desk that only looks. A page is a list and where the next one begins: None at the end."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._read_lock = threading.Lock()

    @property
    def path(self) -> Path:
        """The file of the store."""
        return self._database.path

    @contextmanager
    def _reading(self) -> Iterator[apsw.Connection]:
        with self._read_lock, errors_named(self.path):
            try:
                yield self._database.read
            except apsw.ConnectionClosedError as error:
                raise StoreError(f"{self.path}: the store is closed") from error
            except (TypeError, KeyError, OverflowError) as error:  # stored values that cannot be what was written
                raise apsw.CorruptError(f"a value is not what was stored: {error}") from error

    def document(self, id: str) -> dict[str, Any] | None:
        """A document with its text and the verdict that was told of it."""
        query = "SELECT * FROM documents JOIN texts USING (number) WHERE id = ?"
        with self._reading() as read:
            cursor = read.execute(query, (id,))
            values = cursor.fetchone()
            if values is None:
                return None
            row = dict(zip((name for name, *_ in cursor.get_description()), values, strict=True))
            require_text(row["id"], row["text"], row["checksum"])
            if row["id"] != id:
                raise apsw.CorruptError(f"{id!r} leads to the document {row['id']!r}")
            return {
                "id": row["id"],
                "text": row["text"],
                "time": _iso(row["time"]),
                "arrived": _iso(row["arrived"]),
                "source": row["source"],
                "metadata": json.loads(row["metadata"]),
                "verdict": json.loads(row["verdict"]),
            }

    def stored_bytes(self) -> int:
        """The size of the database and its log."""
        files = (self.path, beside(self.path, "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def note(self, name: str) -> str | None:
        """A note of the caller's."""
        with self._reading() as read:
            value: str | None = read.execute("SELECT value FROM notes WHERE name = ?", (name,)).get
            return value

    def notes(self, prefix: str = "") -> dict[str, str]:
        """All notes whose names begin so."""
        with self._reading() as read:
            query = "SELECT name, value FROM notes WHERE substr(name, 1, ?) = ? ORDER BY name"
            return dict(read.execute(query, (len(prefix), prefix)))

    def matches(
        self, *, after: str = "", limit: int = 100, relation: str | None = None
    ) -> tuple[list[dict[str, Any]], str | None]:
        """Matches of all stored documents, as they were told, the earliest first."""
        number, place = _position(after)
        with self._reading() as read:
            found = _Matches(read, number, place, relation)
            page = list(islice(found, limit + 1))
        rows = [row for row, _ in page[:limit]]
        return rows, page[limit - 1][1] if len(page) > limit else found.rest

    def groups(
        self, *, after: int = 0, limit: int = 100, members: int = 100
    ) -> tuple[list[dict[str, Any]], int | None]:
        """Groups of several documents, the earliest first, each with the first of its stored members."""
        query = "SELECT number, origin, time, joined FROM groups WHERE number > ? ORDER BY number LIMIT ?"
        who = "SELECT id FROM documents WHERE grouped = ? ORDER BY number LIMIT ?"
        with self._reading() as read:
            found = fetched(read, query, after, limit + 1)
            page = [
                {
                    "group": number,
                    "origin": origin,
                    "time": _iso(time),
                    "joined": joined,
                    "members": [id_ for (id_,) in read.execute(who, (number, members))],
                }
                for number, origin, time, joined in found[:limit]
            ]
        return page, found[limit - 1][0] if len(found) > limit else None

    def stats(self) -> dict[str, Any]:
        """How many documents were judged, in all and per source, by relation; how many are stored."""
        with self._reading() as read:
            stored = read.execute("SELECT count(*) FROM documents").get
            largest = "SELECT source, sum(count) AS s FROM counts GROUP BY source ORDER BY s DESC, source LIMIT ?"
            named = [source for source, _ in read.execute(largest, (MOST_SOURCES,))]
            by = "SELECT relation, count FROM counts WHERE source = ? ORDER BY relation"
            sources = {source: dict(read.execute(by, (source,))) for source in named}
            relations = dict(
                read.execute("SELECT relation, sum(count) FROM counts GROUP BY relation ORDER BY relation")
            )
            window = json.loads(setting(read, "window") or "{}")
        return {
            "judged": sum(relations.values()),
            "relations": relations,
            "sources": sources,
            "stored": stored,
            "window": window,
        }

    def _close_reading(self) -> None:
        with self._read_lock:
            self._database.read.close()


class _Matches:
    """Matches from a position on, with the position behind each.

    At most `SCANNED` documents are looked at, so that a page of a rare relation takes no longer than others; `rest` is
    the position where the next page goes on.
    """

    def __init__(self, read: apsw.Connection, number: int, place: int, relation: str | None) -> None:
        self._read, self._begin, self._relation = read, (number, place), relation
        self.rest: str | None = None

    def __iter__(self) -> Iterator[tuple[dict[str, Any], str]]:
        query = "SELECT number, verdict FROM documents WHERE relation <> 'new' AND number >= ? ORDER BY number LIMIT ?"
        found: Iterator[Any] = self._read.execute(query, (self._begin[0], SCANNED))
        for looked_at, (number, told) in enumerate(found, 1):
            verdict = json.loads(told)
            for place, match in enumerate(verdict["matches"]):
                if (number, place) >= self._begin and self._relation in (None, match["relation"]):
                    yield _row(verdict, match), f"{number}.{place + 1}"
            self.rest = f"{number + 1}.0" if looked_at == SCANNED else None


def _row(verdict: dict[str, Any], match: dict[str, Any]) -> dict[str, Any]:
    other = {name: match[name] for name in ("relation", "score", "other_score", "group")}
    return {"id": verdict["id"], "time": verdict["time"], "of": match["id"], **other}


def _position(after: str) -> tuple[int, int]:
    if not re.fullmatch(POSITION, after):
        raise InputError(f"after: expected what an earlier page gave as 'next', got {after[:40]!r}")
    number, _, place = after.partition(".")
    return int(number or 0), int(place or 0)


def _iso(microseconds: int) -> str:
    return (_EPOCH + timedelta(microseconds=microseconds)).isoformat()
