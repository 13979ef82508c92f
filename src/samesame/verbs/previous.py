"""Earlier decisions: which documents stayed the last time, and so stay now."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from samesame.assess.truth import first_fields, read_columns
from samesame.errors import InputError
from samesame.read.inputs import resolve
from samesame.read.problems import Problems
from samesame.read.verb import documents_of, without_metadata


def stayed_before(previous: str | Path) -> pa.Array:
    """The ids of the documents that an earlier run kept.

    `previous` is what it wrote: the documents that stayed (`out`), or the list of those that went (`removed`), which
    names whom they went for.
    """
    problems = Problems(strict=True)
    inputs = resolve([previous], None, problems)
    if len(inputs) == 1 and {"id", "kept"} <= set(first_fields(inputs[0])):
        table = read_columns(inputs[0], ["id", "kept"], problems)
        return pc.unique(table["kept"].combine_chunks())
    ids = [batch.column("id") for batch in without_metadata(documents_of(Path(previous))).batches()]
    if not ids:
        raise InputError(f"previous: '{previous}' holds no documents; expected what an earlier dedup wrote")
    return pa.concat_arrays(ids)
