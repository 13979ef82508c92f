"""Damage to bytes of any kind."""

from __future__ import annotations

import random
from collections.abc import Sequence

# Numbers at the edges of what fits, as they stand in headers, and marks that formats give a meaning.
_NUMBERS = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, (1 << 63) - 1, (1 << 64) - 1)
MARKS: tuple[bytes, ...] = (
    b"\0",
    b"\xff",
    b"\n",
    b"\r",
    b"\r\n",
    b'"',
    b"\\",
    b"{",
    b"[",
    b"<",
    b"&",
    b",",
    b"\t",
    b"\xef\xbb\xbf",
)
MARKS += (b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf", b"\xe2\x80", b"\xff\xfe", b"NaN", b"null", b"-1", b"1e999")
# What may be repeated without end, in any format.
FLOODS = (b"a ", b"a\n", b"\n", b"\0", b"a.", b"\xcc\x81", b"\xe5\xad\x97")


def _place(rng: random.Random, data: bytes) -> int:
    return rng.randrange(len(data) + 1)


def _slice(rng: random.Random, data: bytes, longest: int = 64) -> tuple[int, int]:
    start = _place(rng, data)
    return start, min(len(data), start + rng.randrange(1, longest))


def flip(rng: random.Random, data: bytes) -> bytes:
    """Flips one to eight bits."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 3, 8)) if data else 0):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def put(rng: random.Random, data: bytes) -> bytes:
    """Sets some bytes to any value."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 2, 4)) if data else 0):
        changed[rng.randrange(len(changed))] = rng.choice((0, 0xFF, 0x80, 0x20, rng.randrange(256)))
    return bytes(changed)


def number(rng: random.Random, data: bytes) -> bytes:
    """Writes a number of 1, 2, 4 or 8 bytes over what stands there."""
    width = rng.choice((1, 2, 4, 8))
    value = (rng.choice(_NUMBERS) + rng.choice((0, 0, 1, -1))) % (1 << 8 * width)
    start = _place(rng, data)
    return data[:start] + value.to_bytes(width, rng.choice(("little", "big"))) + data[start + width :]


def insert(rng: random.Random, data: bytes) -> bytes:
    """Puts in a mark or random bytes."""
    start = _place(rng, data)
    new = rng.choice(MARKS) if rng.random() < 0.7 else rng.randbytes(rng.randrange(1, 9))
    return data[:start] + new + data[start:]


def delete(rng: random.Random, data: bytes) -> bytes:
    """Takes a piece out."""
    start, end = _slice(rng, data)
    return data[:start] + data[end:]


def duplicate(rng: random.Random, data: bytes) -> bytes:
    """Doubles a piece."""
    start, end = _slice(rng, data, 256)
    return data[:end] + data[start:end] + data[end:]


def move(rng: random.Random, data: bytes) -> bytes:
    """Puts a piece elsewhere."""
    start, end = _slice(rng, data)
    rest = data[:start] + data[end:]
    to = _place(rng, rest)
    return rest[:to] + data[start:end] + rest[to:]


def truncate(rng: random.Random, data: bytes) -> bytes:
    """Leaves the beginning or the end."""
    cut = _place(rng, data)
    return data[:cut] if rng.random() < 0.8 else data[cut:]


def repeat(rng: random.Random, data: bytes) -> bytes:
    """Repeats a short piece many times."""
    start, end = _slice(rng, data, 12)
    times = rng.choice((10, 10, 100, 100, 1000, 8000))
    return data[:end] + data[start:end] * times + data[end:]


def flood(rng: random.Random, data: bytes, pieces: Sequence[bytes]) -> bytes:
    """Repeats something short, one of these or a piece of the data, up to a megabyte or two."""
    start, end = (0, 0) if rng.random() < 0.4 else _slice(rng, data, 8)
    piece = rng.choice(pieces) if rng.random() < 0.8 else data[start:end] or b" "
    return data[:end] + piece * (rng.choice((1 << 17, 1 << 19, 1 << 21)) // len(piece)) + data[end:]


def splice(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """The beginning of one and the end of another."""
    return data[: _place(rng, data)] + other[_place(rng, other) :]


MUTATORS = (flip, flip, put, number, insert, insert, delete, duplicate, move, truncate, repeat)
