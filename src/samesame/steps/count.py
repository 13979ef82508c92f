"""count: in how many documents each word occurs, for methods that weigh words.

Each partition counts its words and shuffles each word once; the sums are sent to all partitions.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import combined, to_numpy
from samesame.steps.frames import array, made, numbers
from samesame.steps.stage import Task, stage


@stage("count", takes=("documents",), gives=("word_counts", "totals"))
def count(task: Task, documents: pa.Table) -> tuple[pa.Table, pa.Table]:
    """The words of the documents here, and the number of documents. Documents of an index have no texts to count."""
    counter = _core.WordCounter(task.plan.chosen.words().key())
    counter.push(array(documents, "text").drop_null(), 1)
    total, words, counts, _, _ = counter.finish()
    return made("word_counts", {"word": words, "documents": counts}), made("totals", {"documents": np.array([total])})


@stage("count.sum", takes=("word_counts",), gives=("words",))
def add_up(task: Task, word_counts: pa.Table) -> tuple[pa.Table]:
    """The counts of all partitions together."""
    words = pc.dictionary_encode(array(word_counts, "word"))
    counts = np.zeros(len(words.dictionary), np.uint64)
    np.add.at(counts, to_numpy(words.indices), to_numpy(word_counts["documents"]))
    return (made("words", {"word": words.dictionary, "documents": counts}),)


def weights_of(task: Task, words: pa.Table, totals: pa.Table) -> _core.WordWeights | None:
    """The words in the form of the core; None if the method weighs none, or too few documents were counted to do so."""
    signing = task.signing
    if not signing.needs_statistics:
        return None
    documents = int(numbers(totals, "documents").sum())
    if task.plan.statistics is None and documents < signing.few_documents:
        return None
    words = words.sort_by("word")
    return _core.WordWeights(combined(words["word"]), combined(words["documents"]), documents)
