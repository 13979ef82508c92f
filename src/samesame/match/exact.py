"""Labels of documents: documents with the same words have the same label."""

from __future__ import annotations

import pyarrow as pa

from samesame.arrays import constant, to_numpy
from samesame.match.groups import Numbers


def label_numbers(labels: list[pa.Array]) -> Numbers:
    """The labels of all documents; -1 for one that matches nothing."""
    return to_numpy(pa.chunked_array(labels, pa.uint32()).cast(pa.int64()).fill_null(constant(-1)))
