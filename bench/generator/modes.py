"""Worst cases: one text many times over, or many slightly different copies of one text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from . import edits
from .bits import Bits
from .corpus import BLOCK, Block, Document, Options
from .spelling import serial_word
from .text import fresh_texts
from .vocabulary import vocabulary

_MODE = 3


def _family(first: str, count: int, member: Callable[[int], tuple[str, str]]) -> Iterator[Block]:
    """Give one family in blocks; every document but the first is a copy of the first."""
    for start in range(0, count, BLOCK):
        block = Block([], {0: first})
        for index in range(start, min(start + BLOCK, count)):
            text, kind = member(index)
            block.documents.append(Document(index, text, text, kind if index else "original", 0 if index else None, 0))
        yield block


def _one_text(options: Options) -> tuple[str, list[str]]:
    words = vocabulary(options.language)
    texts = fresh_texts(words, Bits(options.seed, _MODE), np.array([options.mean_words, options.mean_words]))
    donors = texts[1].split(" ") if options.language != "zh" else list(texts[1])
    return texts[0], [donor for donor in donors if "\n" not in donor]


def identical(options: Options, count: int) -> Iterator[Block]:
    """Give `count` identical documents."""
    text, _ = _one_text(options)
    return _family(text, count, lambda index: (text, "exact"))


def variants(options: Options, count: int) -> Iterator[Block]:
    """Give `count` near copies of one text, no two with the same words."""
    text, donors = _one_text(options)

    def member(index: int) -> tuple[str, str]:
        if not index:
            return text, "original"
        random = Bits(options.seed, _MODE, index).chooser()
        edited = edits.edit(random, text, options.language, 0.01, donors)
        # A first word of its own makes each variant different from all others, whatever the edits did.
        return f"{serial_word(index).capitalize()} {edited}", "near"

    return _family(text, count, member)
