"""Invented words: how a number is spelled as a word of each language.

No word list is used; words are syllables put together, so they look like the language and mean nothing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from .bits import Ints, Words64, mix

Strings = npt.NDArray[np.object_]
LANGUAGES = ("en", "tr", "zh")

_EN_ONSETS = ["", *"bcdfghlmnprstvw", "st", "tr", "pr", "ch", "sh", "br", "cl", "gr", "pl", "th"]
_EN_CODAS = ["", "", "", "", "n", "r", "s", "t", "l", "d", "m", "ck", "nd", "st"]
_EN_ENDS = ["", "", "s", "ed", "ing", "er", "ly", "al", "tion", "ity", "ers", "ment"]
_TR_ONSETS = ["", *"bcçdfghklmnprsştvyz"]
_TR_CODAS = ["", "", "", "", "n", "r", "l", "k", "m", "ş", "ğ", "t"]
# Suffixes follow the vowels of the stem (vowel harmony): the first list after e i ö ü,
# the second after a ı o u.
_TR_ENDS = (
    ["", "ler", "de", "in", "den", "i", "lerde", "lerin", "mesi", "di", "miş", "ecek", "lik", "lerini"],
    ["", "lar", "da", "ın", "dan", "ı", "larda", "ların", "ması", "dı", "mış", "acak", "lık", "larını"],
)  # fmt: skip


def _syllables(onsets: list[str], vowels: list[str], codas: list[str]) -> Strings:
    parts = ["".join(p) for p in product(onsets, vowels, codas)]
    return np.array(parts, dtype=object)


@lru_cache(maxsize=1)
def _han() -> Strings:
    # The first level of GB 2312 is the list of 3,755 characters in everyday use.
    codes = [bytes((high, low)) for high in range(0xB0, 0xD8) for low in range(0xA1, 0xFF)][:3755]
    characters = np.array([code.decode("gb2312") for code in codes], dtype=object)
    order = np.argsort(mix(np.arange(len(characters), dtype=np.uint64)), kind="stable")
    return np.asarray(characters[order], dtype=object)


@lru_cache(maxsize=4)
def _english() -> tuple[Strings, Strings]:
    vowels = ["a", "e", "i", "o", "u", "ea", "ou", "a", "e", "i", "o"]
    return _syllables(_EN_ONSETS, vowels, _EN_CODAS), np.array(_EN_ENDS, dtype=object)


@lru_cache(maxsize=4)
def _turkish(front: bool) -> tuple[Strings, Strings]:
    vowels = ["e", "i", "ö", "ü", "e", "i"] if front else ["a", "ı", "o", "u", "a", "ı"]
    return _syllables(_TR_ONSETS, vowels, _TR_CODAS), np.array(_TR_ENDS[0 if front else 1], dtype=object)


def _join(codes: Words64, lengths: Ints, inflected: npt.NDArray[np.bool_], parts: Strings, ends: Strings) -> Strings:
    """Put syllables together: each code gives up to four, and an ending where asked."""
    out = np.full(len(codes), "", dtype=object)
    for position in range(int(lengths.max(initial=0))):
        chosen = np.flatnonzero(lengths > position)
        codes_here = mix(codes[chosen] + np.uint64(position * 7919))
        out[chosen] = out[chosen] + parts[(codes_here % np.uint64(len(parts))).astype(np.int64)]
    chosen = np.flatnonzero(inflected)
    out[chosen] = out[chosen] + ends[(mix(codes[chosen] ^ np.uint64(0xE4D)) % np.uint64(len(ends))).astype(np.int64)]
    return out


def _join_han(codes: Words64, lengths: Ints) -> Strings:
    """Put characters together; the cube of the draw makes some characters common, as in real text."""
    characters = _han()
    out = np.full(len(codes), "", dtype=object)
    for position in range(int(lengths.max(initial=0))):
        chosen = np.flatnonzero(lengths > position)
        draw = (mix(codes[chosen] + np.uint64(position * 7919)) >> np.uint64(40)).astype(np.float64) / 2.0**24
        out[chosen] = out[chosen] + characters[(draw**3 * len(characters)).astype(np.int64)]
    return out


def spell(language: str, codes: Words64, lengths: Ints, inflected: npt.NDArray[np.bool_]) -> Strings:
    """Spell each code as a word of `lengths` syllables (characters in Chinese)."""
    if language == "zh":
        return _join_han(codes, lengths)
    if language == "en":
        return _join(codes, lengths, inflected, *_english())
    front = (mix(codes) & np.uint64(1)).astype(bool)
    out = np.empty(len(codes), dtype=object)
    for is_front in (True, False):
        chosen = np.flatnonzero(front == is_front)
        out[chosen] = _join(codes[chosen], lengths[chosen], inflected[chosen], *_turkish(is_front))
    return out


def upper(word: str, language: str) -> str:
    """Upper case by the rules of the language: Turkish i becomes İ and ı becomes I."""
    return word.replace("i", "İ").upper() if language == "tr" else word.upper()


def capital(word: str, language: str) -> str:
    """Give the word with a capital first letter."""
    return upper(word[:1], language) + word[1:]


def serial_word(number: int) -> str:
    """Spell a number as a word of its own: different numbers never give the same word."""
    consonants, vowels = "bdfgklmnprstvz", "aeou"
    base, out = len(consonants) * len(vowels), ""
    for _ in range(5):
        number, digit = divmod(number, base)
        out += consonants[digit // len(vowels)] + vowels[digit % len(vowels)]
    return out
