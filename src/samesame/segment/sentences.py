"""Sentences: Unicode rules plus abbreviations, numbers, quotations, headings, lists and wrapped lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pyarrow as pa

from samesame import _core
from samesame.segment.arrays import text_array


class Sentence(NamedTuple):
    """The range of a sentence in its text."""

    start: int
    end: int


def sentences(text: str) -> list[Sentence]:
    """The sentences of a text.

    >>> text = "Dr. Ay paid 3.50 for it. 今天下雨。 \\"Why?\\" she asked."
    >>> [text[start:end] for start, end in sentences(text)]
    ['Dr. Ay paid 3.50 for it.', '今天下雨。', '"Why?" she asked.']
    """
    return [Sentence(**sentence) for sentence in sentence_lists([text])[0].as_py()]


def sentence_lists(texts: Iterable[str] | pa.Array, *, threads: int = 0) -> pa.LargeListArray:
    """The sentences of many texts as an Arrow array of lists: start, end."""
    return _core.sentences(text_array(texts), threads)
