"""Records in text files: JSON lines, a JSON array, CSV, TSV, plain text."""

from __future__ import annotations

import csv as csvlib
import io
import json
import random
from typing import Any, Literal

from fuzz.seeds import texts

TIMES = ("2020-02-29T12:00:00Z", "1998-01-01", 1_600_000_000, 1_600_000_000_123, "0001-01-01T00:00:00Z", None)
VALUES: tuple[Any, ...] = (
    1,
    -0.5,
    1e300,
    True,
    None,
    "x",
    "ü",
    [],
    [1, [2, {"a": None}]],
    {"k": {"k": "v"}},
    "\u0000",
    2**70,
)


def record(rng: random.Random) -> dict[str, Any]:
    """A record with a text, often an id, a time and more."""
    one: dict[str, Any] = {"text": texts.text(rng)}
    if rng.random() < 0.6:
        one["id"] = texts.name(rng) if rng.random() < 0.9 else rng.getrandbits(30)
    if rng.random() < 0.4:
        one["time"] = rng.choice(TIMES)
    for key in rng.sample(("title", "n", "tags", "metadata", "ü", ""), rng.randrange(3)):
        one[key] = rng.choice(VALUES)
    keys = list(one)
    rng.shuffle(keys)
    return {key: one[key] for key in keys}


def records(rng: random.Random) -> list[dict[str, Any]]:
    """A few records."""
    return [record(rng) for _ in range(rng.choice((0, 1, 1, 2, 3, 8)))]


def jsonl(rng: random.Random) -> bytes:
    """JSON lines; some with escapes, byte order mark, CRLF or no last line end."""
    ascii_only = rng.random() < 0.4
    end = rng.choice(("\n", "\n", "\r\n"))
    lines = end.join(json.dumps(one, ensure_ascii=ascii_only) for one in records(rng))
    return rng.choice((b"", b"", b"\xef\xbb\xbf")) + (lines + rng.choice((end, ""))).encode()


def json_array(rng: random.Random) -> bytes:
    """One JSON array of records, or one record."""
    found: object = records(rng)
    if rng.random() < 0.2:
        found = record(rng)
    return json.dumps(found, ensure_ascii=rng.random() < 0.4, indent=rng.choice((None, 1))).encode()


def csv(rng: random.Random) -> bytes:
    """CSV with a header."""
    return _table(rng, ",")


def tsv(rng: random.Random) -> bytes:
    """The same with tabs."""
    return _table(rng, "\t")


def _table(rng: random.Random, delimiter: str) -> bytes:
    columns = rng.sample(("id", "text", "time", "title", "ü x"), rng.randrange(2, 6))
    if "text" not in columns:
        columns[rng.randrange(len(columns))] = "text"
    stream = io.StringIO()
    end = rng.choice(("\n", "\r\n"))
    quoting: Literal[0, 1] = csvlib.QUOTE_ALL if rng.random() < 0.5 else csvlib.QUOTE_MINIMAL
    writer = csvlib.writer(stream, delimiter=delimiter, lineterminator=end, quoting=quoting)
    writer.writerow(columns)
    for one in records(rng):
        # Python's writer refuses no NUL, but no table has one.
        writer.writerow([str(one.get(column, "")).replace("\0", "") for column in columns])
    return stream.getvalue().encode()


def text(rng: random.Random) -> bytes:
    """A plain text, in one of the encodings that editors write."""
    encoding = rng.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1"))
    return texts.text(rng).encode(encoding, "replace")
