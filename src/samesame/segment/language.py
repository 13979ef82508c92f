"""Which language a text is in."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa

from samesame import _core
from samesame.segment.arrays import text_array


def detect_language(text: str) -> str | None:
    """The language of a text as a two-letter code, or None if it has too few words to decide.

    >>> detect_language("Vapur bu sabah iskeleden kalkmadı, yolcular otobüse bindi.")
    'tr'
    """
    found: str | None = detect_languages([text])[0].as_py()
    return found


def detect_languages(texts: Iterable[str] | pa.Array, *, threads: int = 0) -> pa.LargeStringArray:
    """The languages of many texts; null if undecided."""
    return _core.languages(text_array(texts), threads)
