"""Damage that knows Parquet and Arrow: to the metadata at the end, to the messages, to offsets."""

from __future__ import annotations

import random
import re

_OFFSETS = (0, 1, -1, 0x7FFFFFFF, -0x80000000, 0x7FFFFFFFFFFFFFFF, -0x8000000000000000, 1 << 20, 1 << 40)


def footer(rng: random.Random, data: bytes) -> bytes:
    """Changes bytes of the last part, where the metadata stands."""
    changed = bytearray(data)
    size = min(len(data), rng.choice((16, 200, 2000)))
    for _ in range(rng.choice((1, 1, 2, 5)) if size else 0):
        changed[len(changed) - 1 - rng.randrange(size)] = rng.choice((0, 0xFF, 0x7F, 0x80, rng.randrange(256)))
    return bytes(changed)


def aligned(rng: random.Random, data: bytes) -> bytes:
    """Writes a number over one that begins at a multiple of four or eight: an offset, a length, a count."""
    width = rng.choice((4, 8))
    if len(data) < 2 * width:
        return data
    at = rng.randrange(len(data) // width) * width
    value = rng.choice(_OFFSETS) if rng.random() < 0.6 else int.from_bytes(data[at : at + width], "little") + 1
    return data[:at] + (value % (1 << 8 * width)).to_bytes(width, "little") + data[at + width :]


def offsets(rng: random.Random, data: bytes) -> bytes:
    """Finds a rising row of numbers, as offsets are, and breaks it."""
    for _ in range(8):
        at = rng.randrange(max(len(data) // 4 - 4, 1)) * 4
        row = [int.from_bytes(data[at + 4 * i : at + 4 * i + 4], "little") for i in range(4)]
        if row == sorted(row) and 0 < row[-1] < 1 << 16:
            new = rng.choice((row[0] + 1, 1 << 16, 1 << 24, 0xFFFFFFFF, 0x7FFFFFF0))
            i = at + 4 * rng.randrange(4)
            return data[:i] + (new & 0xFFFFFFFF).to_bytes(4, "little") + data[i + 4 :]
    return data


def length(rng: random.Random, data: bytes) -> bytes:
    """Says another length of the metadata."""
    if len(data) < 8:
        return data
    near = int.from_bytes(data[-8:-4], "little") + rng.choice((-1, 1, 4, -4))
    new = rng.choice((near, 0, 0xFFFFFFFF, len(data)))
    return data[:-8] + (new & 0xFFFFFFFF).to_bytes(4, "little") + data[-4:]


def name(rng: random.Random, data: bytes) -> bytes:
    """Changes the name of a column, of the same length, also to what is not UTF-8."""
    found = list(re.finditer(rb"text|time|metadata|id", data))
    if not found:
        return data
    one = rng.choice(found)
    size = one.end() - one.start()
    new = rng.choice((b"\xff" * size, b"text"[:size].ljust(size, b"x"), b"\0" * size, b"id".ljust(size, b"d")))
    return data[: one.start()] + new + data[one.end() :]


MUTATORS = (footer, footer, aligned, aligned, offsets, offsets, length, name)
