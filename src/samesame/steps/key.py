"""key: what identical documents share. Documents with the same words in the same order have the same 128-bit key."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import constant
from samesame.steps.frames import NO_TEXT, array, columns_of, made
from samesame.steps.stage import Task, stage


@stage("key", takes=("documents",), gives=("keys",))
def key(task: Task, documents: pa.Table) -> tuple[pa.Table]:
    """The keys of all documents that have words."""
    texts, settings = array(documents, "text"), task.plan.chosen
    keys = _core.exact_keys(texts.fill_null(NO_TEXT), settings.same, settings.words().language, 1)
    # Documents of an index bring theirs.
    keys = pc.if_else(texts.is_null(), array(documents, "key"), keys)
    length = pc.utf8_length(texts).cast(pa.int64()).fill_null(constant(0, pa.int64()))
    keyed = made("keys", {**columns_of(documents), "key": keys, "length": length})
    return (keyed.filter(pc.is_valid(keyed["key"])),)
