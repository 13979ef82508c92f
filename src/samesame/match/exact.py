"""Documents with the same words, grouped as they stream by."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.match.groups import Groups, owned


def exact_groups(
    batches: Iterable[pa.RecordBatch],
    *,
    same: str = "words",
    language: str | None = None,
    memory: int = 2 << 30,
    threads: int = 0,
) -> Groups:
    """Groups of documents with the same words, or with the same letters.

    Beyond `memory` bytes the texts that copies are confirmed on are kept on disk.
    """
    core = _core.ExactGroups(same, language, memory)
    ids: list[pa.Array] = []
    labels = []
    for batch in batches:
        ids.append(owned(batch.column("id")))
        found = core.push(batch.column("text"), threads)
        labels.append(found.cast(pa.int64()).fill_null(-1).to_numpy())
    joined = np.concatenate(labels) if labels else np.zeros(0, np.int64)
    return Groups(pa.chunked_array(ids, pa.large_string()), joined)
