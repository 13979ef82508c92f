"""The vocabulary of a language: words, phrases, and how often each is drawn.

A *unit* is what a text is drawn from: a word or a phrase of a few words (a collocation). Phrases are why some
word 4-shingles recur in unrelated documents, as they do in real news.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from .bits import Bits, Floats, Ints, Table, Words64, log_normal_table, log_uniform_table, mix, zipf_table
from .spelling import Strings, capital, spell

# Where a unit comes from; the shares of a profile are in this order.
WORD, PHRASE, TOPIC_WORD, TOPIC_PHRASE, KEYWORD, RARE = range(6)
# Punctuation after a unit. OPEN ends a sentence and opens a quotation; CLOSE ends the quoted sentence.
NONE, COMMA, STOP, QUESTION, OPEN, CLOSE, PARAGRAPH = range(7)


@dataclass(frozen=True)
class Profile:
    """What makes a language look like itself; the figures behind the numbers are in README.md."""

    words: int
    phrases: int
    exponent: float
    shift: float
    phrase_exponent: float
    tail: float
    shares: tuple[float, float, float, float, float, float]
    phrase_lengths: tuple[float, ...]
    sentence: float
    sentence_spread: float
    comma: float
    names: float
    numbers: float
    marks: tuple[str, ...]
    space: str


_LATIN = ("", ",", ".", "?", '. "', '."', ".\n\n")
_HAN = ("", "，", "。", "？", "。“", "。”", "。\n")
PROFILES = {
    "en": Profile(
        40_000, 60_000, 1.05, 1.2, 0.65, 1.75, (0.42, 0.19, 0.08, 0.20, 0.09, 0.02),
        (0.2, 0.2, 0.17, 0.12, 0.1, 0.08, 0.07, 0.06), 23.0, 0.55, 0.10, 0.3, 0.05, _LATIN, " ",
    ),
    "tr": Profile(
        60_000, 60_000, 0.92, 2.0, 0.7, 1.45, (0.43, 0.03, 0.10, 0.12, 0.27, 0.05),
        (0.4, 0.3, 0.2, 0.1), 13.5, 0.6, 0.08, 0.2, 0.10, _LATIN, " ",
    ),
    "zh": Profile(
        8_000, 30_000, 1.1, 1.0, 0.7, 1.6, (0.20, 0.20, 0.03, 0.26, 0.30, 0.01),
        (0.15, 0.15, 0.2, 0.15, 0.15, 0.1, 0.1), 37.0, 0.6, 0.14, 0.0, 0.01, _HAN, "",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Vocabulary:
    """All tables of one language.

    `strings` holds the units, the units as they begin a sentence, the units as they begin a sentence after a
    mark that leaves no space, and the punctuation.
    """

    language: str
    profile: Profile
    strings: Strings
    units: int
    words: Table
    phrases: Table
    topic_words: Table
    topic_phrases: Table
    topic_ranks: Table
    classes: Table
    sentences: Floats
    unit_words: float

    def rare(self, ranks: Ints) -> list[str]:
        """Spell words beyond the table: the vocabulary is open, each rank has its word."""
        # A document repeats its keywords, so each rank is spelled once.
        distinct, places = np.unique(ranks, return_inverse=True)
        codes = mix(distinct.astype(np.uint64))
        words = _spell_ranks(self.language, codes, np.full(len(distinct), 1 << 40, dtype=np.int64))
        names = (codes & np.uint64(3)) == 0
        space, language = self.profile.space, self.language
        pairs = zip(words, names.tolist(), strict=True)
        spelled = [space + (capital(word, language) if is_name else word) for word, is_name in pairs]
        return [spelled[place] for place in places.tolist()]


def _spell_ranks(language: str, codes: Words64, ranks: Ints) -> list[str]:
    """Spell words, frequent ones short and rare ones long (Zipf's law of abbreviation)."""
    coin = (codes >> np.uint64(60)).astype(np.int64)  # 0 to 15
    if language == "zh":
        lengths = np.where(ranks < 150, 1, 2 + (coin < 2)) - (ranks < 1500) * (coin >= 12) * (ranks >= 150)
        inflected = np.zeros(len(ranks), dtype=bool)
    elif language == "tr":
        lengths = 1 + (ranks >= 60) * (coin < 12) + (ranks >= 1500) * (coin < 4)
        lengths += (ranks >= 20_000) * (coin < 5)
        inflected = (ranks >= 60) & (coin % 4 != 3)
    else:
        lengths = 1 + (ranks >= 250) * (coin < 9) + (ranks >= 10_000) * (coin < 2)
        inflected = (ranks >= 120) & (coin % 2 == 0)
    return [str(word) for word in spell(language, codes, lengths.astype(np.int64), inflected)]


def _short(word: str, rank: int, language: str) -> str:
    """Trim the most frequent words: in real text they have two or three letters."""
    return word if language == "zh" or rank >= 120 else word[: 2 + rank % 2 + (rank > 40)]


def _words(language: str, profile: Profile) -> list[str]:
    """Make the words of the table, all different; some are names, some are numbers."""
    bits = Bits(11, *language.encode())
    seen: set[str] = set()
    out: list[str] = []
    while len(out) < profile.words:
        ranks = np.arange(len(out), profile.words, dtype=np.int64)
        codes = bits.words(len(ranks))
        kinds = bits.units(len(ranks)).tolist()
        for word, kind, code in zip(_spell_ranks(language, codes, ranks), kinds, codes.tolist(), strict=True):
            unit = _short(word, len(out), language)
            if len(out) >= 60 and kind < profile.numbers:
                unit = str(1900 + code % 140 if code % 3 else code // 16 % 10 ** (1 + code // 3 % 4))
            elif len(out) >= 120 and kind < profile.numbers + profile.names:
                unit = capital(unit, language)
            if unit not in seen:
                seen.add(unit)
                out.append(unit)
    return out


def _phrases(words: list[str], profile: Profile, table: Table) -> tuple[list[str], Floats]:
    """Make phrases of two to five words; also tell how many words each has."""
    bits = Bits(12, len(words))
    lengths = 2 + np.searchsorted(np.cumsum(profile.phrase_lengths)[:-1], bits.units(profile.phrases))
    draws = table[(bits.words(int(lengths.sum())) >> np.uint64(44)).astype(np.int64)].tolist()
    out, start = [], 0
    for length in lengths.tolist():
        out.append(profile.space.join(words[i] for i in draws[start : start + length]))
        start += length
    return out, lengths.astype(np.float64)


def _sizes(strings: list[str], language: str) -> Floats:
    """Count words as the truth counts them: in Chinese a character more is a bigram more."""
    if language == "zh":
        return np.array([len(s) for s in strings], dtype=np.float64)
    return np.array([1 + s.count(" ") for s in strings], dtype=np.float64)


def _class_table(shares: tuple[float, ...]) -> Table:
    """Tabulate where units come from: ten random bits give a class."""
    points = (np.arange(1024) + 0.5) / 1024
    return np.asarray(np.searchsorted(np.cumsum(shares)[:-1], points), dtype=np.int32)


@lru_cache(maxsize=3)
def vocabulary(language: str) -> Vocabulary:
    """Give the vocabulary of a language; it is the same for every seed, so that corpora can be compared."""
    profile = PROFILES[language]
    word_table = zipf_table(profile.words, profile.exponent, profile.shift, 20)
    words = _words(language, profile)
    phrases, _ = _phrases(words, profile, word_table)
    phrase_table = zipf_table(profile.phrases, profile.phrase_exponent, 40.0, 18) + np.int32(len(words))
    plain = words + phrases
    sizes = _sizes(plain, language)
    topic_words = log_uniform_table(150, len(words), 16)
    capitals = [capital(s, language) for s in plain]
    strings = [profile.space + s for s in plain] + [profile.space + s for s in capitals] + capitals
    strings += profile.marks
    topic_phrases = log_uniform_table(100, len(phrases), 16) + np.int32(len(words))
    means = [float(sizes[t].mean()) for t in (word_table, phrase_table, topic_words, topic_phrases)]
    keyword = (2 * means[TOPIC_WORD] + means[TOPIC_PHRASE] + means[TOPIC_WORD]) / 4
    unit_words = float(np.dot(profile.shares, [*means, keyword, means[TOPIC_WORD]]))
    if language == "zh":  # a mark or a number breaks a run of characters, and each break costs one bigram
        unit_words = 0.91 * unit_words - profile.comma
    return Vocabulary(
        language=language,
        profile=profile,
        strings=np.array(strings, dtype=object),
        units=len(plain),
        words=word_table,
        phrases=phrase_table.astype(np.int32),
        topic_words=topic_words,
        topic_phrases=topic_phrases.astype(np.int32),
        topic_ranks=zipf_table(300, 0.6, 3.0, 12),
        classes=_class_table(profile.shares),
        sentences=log_normal_table(profile.sentence / unit_words, profile.sentence_spread),
        unit_words=unit_words,
    )
