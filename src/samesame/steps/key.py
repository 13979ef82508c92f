"""key: the keys of identical documents. Documents with the same words in the same order have the same 128-bit key."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import to_arrow
from samesame.steps.frames import NO_TEXT, array, columns_of, made, numbers, places_of
from samesame.steps.sign import signatures_of
from samesame.steps.stage import Task, stage


@stage("key", takes=("documents",), gives=("keys",))
def key(task: Task, documents: pa.Table) -> tuple[pa.Table]:
    """The keys of all documents that have words."""
    texts, settings = array(documents, "text"), task.plan.chosen
    keys = _core.exact_keys(texts.fill_null(NO_TEXT), settings.same, settings.words().language, 1)
    # Documents of an index have stored keys.
    keys = pc.if_else(texts.is_null(), array(documents, "key"), keys)
    keyed = made("keys", {**columns_of(documents), "key": keys})
    return (keyed.filter(pc.is_valid(keyed["key"])),)


@stage("key.signed", takes=("documents", "words", "totals"), gives=("keys", "signed"))
def key_signed(task: Task, documents: pa.Table, words: pa.Table, totals: pa.Table) -> tuple[pa.Table, pa.Table]:
    """The keys if identical documents must also agree in their signatures; and all signatures.

    Only signatures of firsts are compared later, so `signed` is not shuffled.
    """
    (keys,) = key.run(task, documents)
    signed = signatures_of(task, documents, words, totals)
    lists = array(signed, "signature").take(to_arrow(places_of(numbers(keys, "document"), numbers(signed, "document"))))
    kinds = _core.list_keys(to_arrow(np.zeros(len(lists)), pa.uint32()), lists)
    return made("keys", {**columns_of(keys), "kind": kinds}), signed
