"""Damage that knows JSON."""

from __future__ import annotations

import random
import re

_VALUE = re.compile(rb'"(?:[^"\\]|\\.){0,200}"|-?\d+(?:\.\d+)?|true|false|null')
_VALUES = (
    b"NaN",
    b"Infinity",
    b"-Infinity",
    b"1e400",
    b"-0",
    b"1" * 400,
    b"0." + b"3" * 400,
    b"1e-400",
    b'"\\ud800"',
    b'"\\udc00\\ud800"',
    b'"\\ud83d\\ude00"',
    b'"\\u0000"',
    b'"\\x"',
    b'"\xed\xa0\x80"',
    b'""',
    b"{}",
    b"[]",
    b"null",
    b"true",
    b'{"text":"inner","id":"inner"}',
    b'"9999-12-31T23:59:59.999999999Z"',
    b'"0000-00-00"',
    b'"-000001-01-01T00:00:00Z"',
    b"253402300800",
    b"-62135596801",
    b"9223372036854775807",
    b"18446744073709551616",
)
_KEYS = (b'"id"', b'"text"', b'"time"', b'"metadata"', b'""', b'"\\ud800"', b'"file"', b'"line"', b'"\\u0074ext"')


def value(rng: random.Random, data: bytes) -> bytes:
    """Replaces a value, or a key, by a hard one."""
    found = list(_VALUE.finditer(data, rng.randrange(len(data) + 1) if rng.random() < 0.5 else 0))
    if not found:
        return data
    one = rng.choice(found)
    return data[: one.start()] + rng.choice(_VALUES) + data[one.end() :]


def key(rng: random.Random, data: bytes) -> bytes:
    """Another member in an object: a key twice, or one with a hard name."""
    places = [match.end() for match in re.finditer(rb"\{", data)]
    if not places:
        return data
    at = rng.choice(places)
    return data[:at] + rng.choice(_KEYS) + b":" + rng.choice(_VALUES) + b"," + data[at:]


def deep(rng: random.Random, data: bytes) -> bytes:
    """Nests a value deeply, closed or not."""
    depth = rng.choice((10, 127, 128, 129, 500, 3000, 20000))
    opening, closing = rng.choice(((b"[", b"]"), (b'{"a":', b"}")))
    nested = opening * depth + b"1" + (closing * depth if rng.random() < 0.8 else b"")
    found = list(_VALUE.finditer(data))
    if not found:
        return data + nested
    one = rng.choice(found)
    return data[: one.start()] + nested + data[one.end() :]


def line(rng: random.Random, data: bytes) -> bytes:
    """Doubles, drops, joins or swaps lines."""
    lines = data.split(b"\n")
    i = rng.randrange(len(lines))
    way = rng.randrange(5)
    if way == 0:
        lines.insert(i, lines[i])
    elif way == 1:
        del lines[i]
    elif way == 2:
        lines[i : i + 2] = [b"".join(lines[i : i + 2])]
    elif way == 3:
        lines.insert(i, rng.choice((b"", b" ", b"\r", b"[", b"]", b",", b"{}", b'"text"', b"\xff", b"//")))
    else:
        j = rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
    return b"\n".join(lines)


MUTATORS = (value, value, key, deep, line)
# What may be repeated without end.
FLOODS = (b"[", b'{"a":', b'"', b"{}\n", b'\\"', b"1,")
