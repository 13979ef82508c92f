"""Hashed word shingles."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa

from samesame import _core
from samesame.errors import ParameterError
from samesame.segment.arrays import text_array
from samesame.segment.words import PLAIN, WordOptions


def shingles(
    texts: Iterable[str] | pa.Array, *, size: int = 4, options: WordOptions = PLAIN, threads: int = 0
) -> pa.LargeListArray:
    """The hashed runs of `size` words of each text, in order. A shorter text has one feature, all its words.

    >>> a, b = shingles(["one two three four five", "ONE two, three four"])
    >>> len(a), len(b), a[0] == b[0]
    (2, 1, True)
    """
    if size < 1:
        raise ParameterError(f"size: expected at least 1 word a shingle, got {size}")
    return _core.shingles(text_array(texts), options.key(), size, threads)
