"""Damage that knows CSV."""

from __future__ import annotations

import random
import re

_CELLS = (b'"', b'""', b'"""', b'"a', b'a"b', b'"a"b', b"=1+1", b"\0", b"\xff", b'"\n"', b'"\r\n"', b"", b"x" * 9000)
_HEADERS = (b"text,text", b"id,id,text", b"", b"id;text", b"text", b"\xff,text", b'"te""xt",text', b"TEXT,ID")


def quote(rng: random.Random, data: bytes) -> bytes:
    """Puts a quotation mark in, or takes one out."""
    places = [match.start() for match in re.finditer(b'"', data)]
    if places and rng.random() < 0.5:
        at = rng.choice(places)
        return data[:at] + data[at + 1 :]
    at = rng.randrange(len(data) + 1)
    return data[:at] + b'"' + data[at:]


def ending(rng: random.Random, data: bytes) -> bytes:
    """Changes line ends: some or all, also to lone carriage returns."""
    new = rng.choice((b"\r\n", b"\r", b"\n\n", b"\n\r", b"\n"))
    if rng.random() < 0.3:
        return data.replace(b"\n", new)
    parts = data.split(b"\n")
    at = rng.randrange(len(parts))
    return b"\n".join(parts[: at + 1]) + new + b"\n".join(parts[at + 1 :])


def ragged(rng: random.Random, data: bytes) -> bytes:
    """Rows with more or fewer cells than the header."""
    lines = data.split(b"\n")
    i = rng.randrange(len(lines))
    mark = b"\t" if b"\t" in lines[0] else b","
    cells = lines[i].split(mark)
    j = rng.randrange(len(cells))
    way = rng.randrange(4)
    if way == 0:
        del cells[j]
    elif way == 1:
        cells.insert(j, rng.choice(_CELLS))
    elif way == 2:
        cells[j] = rng.choice(_CELLS)
    else:
        cells += [b""] * rng.choice((1, 50, 3000))
    lines[i] = mark.join(cells)
    return b"\n".join(lines)


def header(rng: random.Random, data: bytes) -> bytes:
    """A header with a name twice, none, or another delimiter."""
    first, end, rest = data.partition(b"\n")
    new = rng.choice(_HEADERS)
    return rng.choice((new, first + b"," + new)) + end + rest


MUTATORS = (quote, ending, ragged, ragged, header)
# What may be repeated without end.
FLOODS = (b",", b'"', b"a\n", b"\r", b"a,b\n", b'"\n')
