"""Packed files."""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
from collections.abc import Callable

import pyarrow as pa

from samesame.read.inputs import PACKED


def _zstd(data: bytes) -> bytes:
    return bytes(pa.Codec("zstd").compress(data, asbytes=True))


_WAYS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": lambda data: gzip.compress(data, 1, mtime=0),
    ".zst": _zstd,
    ".xz": lambda data: lzma.compress(data, preset=0),
    ".bz2": lambda data: bz2.compress(data, 1),
}
# Those that this release reads.
SUFFIXES = [suffix for suffix in _WAYS if suffix in PACKED]


def packed(rng: random.Random, data: bytes, suffix: str) -> bytes:
    """The data packed, now and then in two members one after the other."""
    pack = _WAYS[suffix]
    if rng.random() < 0.1:
        cut = rng.randrange(len(data) + 1)
        return pack(data[:cut]) + pack(data[cut:])
    return pack(data)
