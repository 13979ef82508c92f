"""The hash of a word shingle, written from its definition."""

from __future__ import annotations

import xxhash

MASK = (1 << 64) - 1
FACTOR = 0x9E37_79B9_7F4A_7C15
MIXER = 0xD6E8_FEB8_6659_FD93
LOW, HIGH = 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB
SHORT = 16


def naive_word(word: str) -> int:
    """Up to 16 bytes: both halves of a product of two numbers. More: XXH3."""
    data = word.encode()
    if len(data) > SHORT:
        return xxhash.xxh3_64_intdigest(data)
    padded = data.ljust(SHORT, b"\0")
    low, high = int.from_bytes(padded[:8], "little"), int.from_bytes(padded[8:], "little")
    product = (low ^ LOW) * (high ^ HIGH)
    return (product >> 64) ^ (product & MASK)


def naive_run(words: list[str]) -> int:
    """One hash for a run of words."""
    total = 0
    for word in words:
        total = (total * FACTOR + naive_word(word)) & MASK
    for _ in range(2):
        total ^= total >> 32
        total = (total * MIXER) & MASK
    return total ^ (total >> 32)
