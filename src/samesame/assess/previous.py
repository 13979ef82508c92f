"""Earlier decisions: documents that stayed in an earlier run stay in this one, too."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import to_arrow, words_array
from samesame.match.groups import owned
from samesame.read.documents import Documents, ReadOptions
from samesame.read.inputs import resolve
from samesame.read.problems import Problems

NONE = words_array([])


def stayed_before(previous: str | Path, options: ReadOptions) -> pa.Array:
    """The ids of the documents that an earlier run kept.

    `previous` is what it wrote: the documents that stayed (`out`), all documents with marks (`mark`), or the list of
    those that went (`removed`), which names whom they went for. A decision that cannot be read is an error: it would be
    lost.
    """
    # Imported here because few runs have a previous one, and reading tables imports all of Parquet.
    from samesame.read.named_columns import TABLES, first_fields, read_columns, require_once

    problems = Problems(strict=True)
    inputs = resolve([previous], None, problems)
    fields = first_fields(inputs[0]) if len(inputs) == 1 and inputs[0].format in TABLES else []
    if {"stays", "kept"} <= set(fields):
        return _marked(Documents(inputs, replace(options, metadata=True), problems))
    if {"id", "kept"} <= set(fields):
        require_once(["id", "kept"], fields, inputs[0].name)
        table = read_columns(inputs[0], ["id", "kept"], problems)
        return pc.unique(table["kept"].combine_chunks())
    # An empty file may be the list of a run that removed nothing; then no document was kept for another.
    documents = Documents(inputs, replace(options, metadata=False), problems)
    return pa.concat_arrays([NONE, *(owned(batch.column("id")) for batch in documents.batches())])


def _marked(documents: Documents) -> pa.Array:
    """The ids of documents whose mark says that they stay. CSV has no truth values, but their names."""
    found = [NONE]
    for batch in documents.batches():
        marks = [json.loads(record or "{}").get("stays") for record in batch.column("metadata").to_pylist()]
        stays = np.array([str(mark).lower() == "true" for mark in marks], np.bool_)
        found.append(owned(batch.column("id").filter(to_arrow(stays))))
    return pa.concat_arrays(found)
