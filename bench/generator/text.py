"""Fresh texts, many at a time: the only part that must be fast.

One random word of 64 bits decides a unit: bits 0-19 pick from a table, 20-43 pick a rank beyond it,
44-53 say where the unit comes from, 54-63 whether a comma follows.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from .bits import Bits, Floats, Ints, Words64, log_normal_table, mix
from .vocabulary import (
    CLOSE,
    COMMA,
    KEYWORD,
    OPEN,
    PARAGRAPH,
    PHRASE,
    QUESTION,
    RARE,
    STOP,
    TOPIC_PHRASE,
    TOPIC_WORD,
    Vocabulary,
)

TOPICS = 1500
_KEYWORDS = 24


def document_lengths(bits: Bits, count: int, mean_words: float, spread: float) -> Floats:
    """Draw document lengths in words from a log-normal law, cut at 25 words and at 25 times the mean."""
    table = log_normal_table(mean_words, spread)
    drawn = table[(bits.words(count) >> np.uint64(52)).astype(np.int64)]
    return np.asarray(np.clip(drawn, 25.0, 25.0 * mean_words), dtype=np.float64)


def _sentences(vocabulary: Vocabulary, bits: Bits, words: Floats) -> tuple[Ints, Ints]:
    """Give the number of sentences of each document, and the number of units of each sentence."""
    wanted = words / vocabulary.profile.sentence
    # Rounding by chance keeps the mean length right for short documents too.
    counts = np.maximum(np.floor(wanted + bits.units(len(words))), 2).astype(np.int64)
    draws = (bits.words(int(counts.sum())) >> np.uint64(52)).astype(np.int64)
    return counts, np.clip(np.rint(vocabulary.sentences[draws]), 4, 60).astype(np.int64)


def _rare_ranks(vocabulary: Vocabulary, draws: Words64) -> Ints:
    """Draw ranks beyond the table from a power law without end: new words keep appearing (Heaps' law)."""
    units = ((draws & np.uint64(0xFFFFFF)).astype(np.float64) + 0.5) / 2.0**24
    ranks = vocabulary.profile.words * units ** (-1.0 / (vocabulary.profile.tail - 1.0))
    return np.minimum(ranks, 2.0**50).astype(np.int64)


def _units(vocabulary: Vocabulary, raw: Words64, topics: Words64, keys: Words64) -> tuple[Ints, Ints, Ints]:
    """Choose the unit at each place; give also the places of words beyond the table and their ranks."""
    low = (raw & np.uint64(0xFFFFF)).astype(np.int64)
    classes = vocabulary.classes[((raw >> np.uint64(44)) & np.uint64(1023)).astype(np.int64)]
    ids = vocabulary.words[low].astype(np.int64)
    at = np.flatnonzero(classes == PHRASE)
    ids[at] = vocabulary.phrases[low[at] >> 2]
    for kind, table in ((TOPIC_WORD, vocabulary.topic_words), (TOPIC_PHRASE, vocabulary.topic_phrases)):
        at = np.flatnonzero(classes == kind)
        rank = vocabulary.topic_ranks[low[at] >> 8].astype(np.uint64)
        ids[at] = table[(mix(topics[at] * np.uint64(4096) + rank) >> np.uint64(48)).astype(np.int64)]
    # A document repeats its own keywords, the people and things it is about: half of them are rare words, a
    # quarter are phrases.
    at = np.flatnonzero(classes == KEYWORD)
    drawn = (low[at] / 2.0**20) ** 2 * _KEYWORDS
    own = mix(keys[at] + drawn.astype(np.uint64))
    index = (own >> np.uint64(48)).astype(np.int64)
    phrase = (own & np.uint64(1 << 31)) > 0
    ids[at] = np.where(phrase, vocabulary.topic_phrases[index], vocabulary.topic_words[index])
    own_rare = np.flatnonzero(own & np.uint64(1 << 30))
    tail = np.flatnonzero(classes == RARE)
    places = np.concatenate((tail, at[own_rare]))
    draws = np.concatenate((raw[tail] >> np.uint64(20), own[own_rare]))
    return ids, places, _rare_ranks(vocabulary, draws)


def _marks(last: Ints, draws: Words64) -> Ints:
    """Say what ends each sentence: a full stop, a question mark, a paragraph, or a quotation mark."""
    coin = (draws >> np.uint64(54)).astype(np.int64)  # 0 to 1023
    kinds = np.where(coin < 330, PARAGRAPH, np.where(coin < 360, QUESTION, STOP))
    kinds[last] = STOP
    # A quotation is one sentence: opened by the end of the sentence before, closed by its own end.
    opens = (kinds[:-1] == STOP) & (kinds[1:] == STOP) & (coin[:-1] > 900)
    opens[last[:-1]] = False
    opened = np.flatnonzero(opens)
    opened = opened[np.diff(opened, prepend=-9) > 1]
    kinds[opened] = OPEN
    kinds[opened + 1] = CLOSE
    return kinds


def _join(vocabulary: Vocabulary, ids: Ints, marks: Ints, rare: tuple[Ints, list[str]], ends: Ints) -> list[str]:
    """Lay out units and punctuation in one row, and join the stretch of each document."""
    marked = marks > 0
    slots = np.arange(len(ids)) + np.cumsum(marked) - marked
    row = np.empty(len(ids) + int(marked.sum()), dtype=np.int64)
    row[slots] = ids
    row[slots[marked] + 1] = 3 * vocabulary.units + marks[marked]
    strings = vocabulary.strings[row]
    strings[slots[rare[0]]] = rare[1]
    pieces = strings.tolist()
    cuts = [0, *(slots[ends] + 2).tolist()]
    return ["".join(pieces[start:end]) for start, end in pairwise(cuts)]


def fresh_texts(vocabulary: Vocabulary, bits: Bits, words: Floats) -> list[str]:
    """Write one new text for each wanted length (in words)."""
    if not len(words):
        return []
    counts, sizes = _sentences(vocabulary, bits, words)
    ends = np.cumsum(sizes) - 1
    starts = ends - sizes + 1
    last = np.cumsum(counts) - 1
    units = np.add.reduceat(sizes, last - counts + 1)
    raw = bits.words(int(ends[-1]) + 1)
    # The square makes some topics far more frequent than others.
    topics = (bits.units(len(words)) ** 2 * TOPICS).astype(np.uint64)
    keys = bits.words(len(words))
    ids, places, ranks = _units(vocabulary, raw, np.repeat(topics, units), np.repeat(keys, units))
    kinds = _marks(last, bits.words(len(sizes)))
    marks = np.where((raw >> np.uint64(54)).astype(np.int64) < vocabulary.profile.comma * 1024, COMMA, 0)
    marks[ends] = kinds
    # A sentence begins with a capital, and without a space after a mark that brings its own.
    before = np.concatenate(([PARAGRAPH], kinds[:-1]))
    before[last[:-1] + 1] = PARAGRAPH
    ids[starts] += np.where((before == PARAGRAPH) | (before == OPEN), 2, 1) * vocabulary.units
    first = np.zeros(len(ids), dtype=bool)
    first[starts] = True
    inner = ~first[places]  # words beyond the table have no form for the beginning of a sentence
    rare = (places[inner], vocabulary.rare(ranks[inner]))
    return _join(vocabulary, ids, marks, rare, ends[last])
