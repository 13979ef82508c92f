"""Earlier decisions: documents that stayed in an earlier run stay in this one, too."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import words_array
from samesame.match.groups import owned
from samesame.read.documents import Documents, ReadOptions
from samesame.read.inputs import resolve
from samesame.read.problems import Problems

NONE = words_array([])


def stayed_before(previous: str | Path, options: ReadOptions) -> pa.Array:
    """The ids of the documents that an earlier run kept.

    `previous` is what that run wrote: the documents that stayed (`out`), or the list of those that were removed
    (`removed`), which names the documents they were removed for. A decision that cannot be read is an error, because it
    would be lost.
    """
    # Imported here because few runs have a previous one, and reading tables imports all of Parquet.
    from samesame.assess.truth import TABLES, first_fields, read_columns, require_once

    problems = Problems(strict=True)
    inputs = resolve([previous], None, problems)
    fields = first_fields(inputs[0]) if len(inputs) == 1 and inputs[0].format in TABLES else []
    if {"id", "kept"} <= set(fields):
        require_once(["id", "kept"], fields, inputs[0].name)
        table = read_columns(inputs[0], ["id", "kept"], problems)
        return pc.unique(table["kept"].combine_chunks())
    # An empty file may be the list of a run that removed nothing; then no document was kept for another.
    documents = Documents(inputs, replace(options, metadata=False), problems)
    return pa.concat_arrays([NONE, *(owned(batch.column("id")) for batch in documents.batches())])
