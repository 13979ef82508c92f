"""Components of the matches of `find` on the local engine."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from samesame.cluster.components import connected
from samesame.match.groups import Numbers
from samesame.report.cluster_ids import cluster_id_table, smallest_ids
from samesame.report.rows import Rows

# Rows whose links are put together at a time.
LINKS = 1 << 20


def components_of(ids: pa.ChunkedArray, rows: Rows) -> pa.Table:
    """The cluster of each document: what a chain of rows joins, named by the smallest id.

    However many rows there are, a number per document and some links are held.
    """
    component, waiting, count = np.arange(len(ids)), [], 0
    for _, left, right in rows.numbered():
        waiting.append((left, right))
        count += len(left)
        if count >= LINKS:
            component, waiting, count = _joined(component, waiting), [], 0
    return cluster_id_table(ids, smallest_ids(ids, _joined(component, waiting)))


def _joined(component: Numbers, links: list[tuple[Numbers, Numbers]]) -> Numbers:
    """The components when these links are added."""
    none = np.zeros(0, np.int64)
    left, right = (np.concatenate([none, *side]) for side in zip(*links, strict=True)) if links else (none, none)
    return connected(len(component), component[left], component[right])[component]
