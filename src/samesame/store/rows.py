"""What a desk writes: rows of documents, their groups and counts, within the caller's transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

import apsw

from samesame.store.item import Prepared
from samesame.window.verdict import Judged, Verdict

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
# The types of what `judged` reads.
_JUDGED = (str, str, int, str, int, str, int, int, int)
CHUNK = 64
# Behind the name of a setting: its checksum.
_CHECKSUM = " crc32"
T = TypeVar("T")


class Row(NamedTuple):
    """A document that was judged, to be written."""

    number: int
    item: Prepared
    verdict: Verdict
    verdict_json: str
    arrived: int


class Known(NamedTuple):
    """What decides whether an item came before."""

    number: int
    hash: bytes
    verdict_json: str


def microseconds(time: datetime) -> int:
    """Since 1970."""
    return (time - _EPOCH) // _MICROSECOND


def known(connection: apsw.Connection, ids: Sequence[str]) -> dict[str, Known]:
    """The documents that have one of the ids."""
    found: dict[str, Known] = {}
    for some in _chunks(ids):
        query = f"SELECT id, number, hash, verdict FROM documents WHERE id IN ({_marks(len(some))})"
        row: Any
        for id_, *row in connection.execute(query, some):
            found[id_] = Known._make(row)
    return found


def write(connection: apsw.Connection, rows: Sequence[Row]) -> None:
    """Adds documents with their verdicts."""
    counts: Counter[tuple[str, str]] = Counter()
    for some in _chunks(rows):
        _insert(connection, "documents", [_document(row) for row in some])
        _insert(connection, "texts", [_text(row) for row in some])
        for row in some:
            if row.verdict.joined > 1:
                _join(connection, row.verdict)
            counts[row.item.source or "", row.verdict.relation] += 1
    connection.executemany(
        "INSERT INTO counts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
        [(*place, count) for place, count in counts.items()],
    )


def _document(row: Row) -> tuple[Any, ...]:
    verdict, item = row.verdict, row.item
    return (
        *(row.number, verdict.id, item.hash, row.arrived, microseconds(verdict.time), verdict.clock),
        *(item.source, item.metadata, verdict.relation, verdict.group, verdict.joined, verdict.held),
        row.verdict_json,
    )


def _text(row: Row) -> tuple[int, int, str]:
    text = row.item.document.text
    return row.number, crc32(text.encode()), text


def _insert(connection: apsw.Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    one = f"({_marks(len(rows[0]))})"
    connection.execute(
        f"INSERT INTO {table} VALUES {', '.join([one] * len(rows))}", [value for row in rows for value in row]
    )


def _marks(count: int) -> str:
    return ", ".join("?" * count)


def _chunks(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """Rows of one statement each: every statement gives up the interpreter's lock, for which others wait.

    Their sizes are powers of two, so that there are few statements to prepare.
    """
    at, size = 0, CHUNK
    while at < len(rows):
        while size > len(rows) - at:
            size //= 2
        yield rows[at : at + size]
        at += size


def _join(connection: apsw.Connection, verdict: Verdict) -> None:
    # The time of the origin is that of its row; if that is gone, the group has been written before.
    connection.execute(
        "INSERT INTO groups VALUES "
        "(?1, ?2, coalesce((SELECT time FROM documents WHERE id = ?2 AND grouped = ?1), ?4), ?3) "
        "ON CONFLICT DO UPDATE SET joined = excluded.joined",
        (verdict.group, verdict.origin, verdict.joined, microseconds(verdict.time)),
    )


def delete(connection: apsw.Connection, numbers: list[int]) -> list[str]:
    """Removes documents and the groups that have none left; their numbers are not given again. Gives their ids."""
    ids = []
    set_setting(connection, "last_number", str(last_number(connection)))
    for number in numbers:
        found = connection.execute("SELECT grouped, id FROM documents WHERE number = ?", (number,)).get
        if found is None:
            raise apsw.CorruptError(f"no document has the number {number}")
        group, id_ = found
        connection.execute("DELETE FROM documents WHERE number = ?", (number,))
        connection.execute("DELETE FROM texts WHERE number = ?", (number,))
        connection.execute("INSERT OR IGNORE INTO removed VALUES (?)", (id_,))
        ids.append(id_)
        connection.execute(
            "DELETE FROM groups WHERE number = ?1 AND NOT EXISTS (SELECT 1 FROM documents WHERE grouped = ?1)", (group,)
        )
    return ids


def judged(connection: apsw.Connection, after: int, since: int) -> Iterator[Judged]:
    """The documents behind a number that were judged as of a time or later, in their order.

    A text that is not what it was when it was written is a `CorruptError`.
    """
    query = (
        "SELECT t.checksum, d.id, t.text, d.time, d.clock, d.grouped, coalesce(g.origin, d.id), "
        "coalesce(g.time, d.time), coalesce(g.joined, 1), d.held FROM documents d JOIN texts t USING (number) "
        "LEFT JOIN groups g ON g.number = d.grouped "
        "WHERE d.number > ? AND +d.time >= ? ORDER BY d.number"
    )
    row: Any
    for checksum, *row in connection.execute(query, (after, since)):
        # SQLite keeps whatever it is given; a changed byte may make a number of a text.
        if tuple(map(type, row)) != _JUDGED:
            raise apsw.CorruptError("a document has values of other types than were stored")
        *row, held = row
        document = Judged._make((*row, bool(held)))
        require_text(document.id, document.text, checksum)
        yield document


def require_text(id_: str, text: str, checksum: int) -> None:
    """Refuses a text that is not what it was when it was written."""
    if not isinstance(text, str) or crc32(text.encode()) != checksum:
        raise apsw.CorruptError(f"the text of {id_!r} is not the one that was stored")


def fetched(connection: apsw.Connection, query: str, *values: int) -> list[Any]:
    """All rows of an answer."""
    return connection.execute(query, values).fetchall()


def latest(connection: apsw.Connection) -> int | None:
    """The time that the window's hour is made of."""
    query = "SELECT time FROM documents WHERE clock <> 'ahead' ORDER BY time DESC LIMIT 1"
    time: object = connection.execute(query).get
    if time is not None and not isinstance(time, int):
        raise apsw.CorruptError("the time of a document is no number")
    return time


def last_number(connection: apsw.Connection) -> int:
    """The highest number that a document was ever given; that of a group is the one of its first document."""
    last = connection.execute("SELECT max(number) FROM documents").get or 0
    return max(last, int(setting(connection, "last_number") or 0))


def setting(connection: apsw.Connection, name: str) -> str | None:
    """A setting of the store. One that is not what it was when it was written is a `CorruptError`.

    Stores of earlier versions have no checksums of settings.
    """
    query = "SELECT name, value FROM settings WHERE name IN (?, ?)"
    found: dict[str, Any] = dict(connection.execute(query, (name, name + _CHECKSUM)))
    if not found:
        return None
    value, checksum = found.get(name), found.get(name + _CHECKSUM)
    if not isinstance(value, str) or checksum not in (None, _checksum_of(value)):
        raise apsw.CorruptError(f"the setting '{name}' is not the one that was stored")
    return value


def set_setting(connection: apsw.Connection, name: str, value: str) -> None:
    """Writes one, with its checksum."""
    rows = [(name, value), (name + _CHECKSUM, _checksum_of(value))]
    connection.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", rows)


def _checksum_of(value: str) -> str:
    return f"{crc32(value.encode()):08x}"
