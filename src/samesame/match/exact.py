"""Documents with the same words, grouped as they stream by."""

from __future__ import annotations

from collections.abc import Iterable

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
    for batch in batches:
        ids.append(owned(batch.column("id")))
        core.push(batch.column("text"), threads)
    labels = core.finish(threads).cast(pa.int64()).fill_null(-1).to_numpy()
    return Groups(pa.chunked_array(ids, pa.large_string()), labels)
