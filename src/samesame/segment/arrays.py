"""From strings to the Arrow arrays that the core takes."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa


def text_array(texts: Iterable[str] | pa.Array | pa.ChunkedArray) -> pa.LargeStringArray:
    """Texts as one Arrow array of large strings; arrays of that kind pass through uncopied."""
    if isinstance(texts, pa.ChunkedArray):
        texts = texts.combine_chunks()
    if not isinstance(texts, pa.Array):
        texts = pa.array(list(texts), pa.large_string())
    if texts.type != pa.large_string():
        texts = texts.cast(pa.large_string())
    return texts
