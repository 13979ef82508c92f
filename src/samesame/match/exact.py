"""Documents with the same words, grouped as they stream by."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa

from samesame import _core
from samesame.match.groups import Groups, Numbers, owned


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
    labels: list[pa.Array] = []
    for batch in batches:
        ids.append(owned(batch.column("id")))
        labels.append(core.push(batch.column("text"), threads))
    return Groups(pa.chunked_array(ids, pa.large_string()), label_numbers(labels))


def label_numbers(labels: list[pa.Array]) -> Numbers:
    """The labels of all documents; -1 for one that matches nothing."""
    numbers: Numbers = pa.chunked_array(labels, pa.uint32()).cast(pa.int64()).fill_null(-1).to_numpy()
    return numbers
