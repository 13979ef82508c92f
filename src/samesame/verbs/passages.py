"""The verb `passages`: what the documents of a collection share, each passage once with all its places."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.limits import Limits
from samesame.errors import ParameterError
from samesame.limits import parse_size
from samesame.match.groups import owned
from samesame.read.documents import Documents, Progress
from samesame.read.verb import Source, documents_of, without_metadata
from samesame.report.matches import Summary
from samesame.report.passages import Passages, passages_of
from samesame.segment.words import WordOptions
from samesame.verbs.run import Clock


def passages(
    source: Source,
    *,
    min_words: int = 12,
    min_sentences: int = 1,
    min_count: int = 2,
    boilerplate: int = 10,
    language: str | None = None,
    unspaced: str = "bigrams",
    memory: str | int = "2GiB",
    threads: int = 0,
    progress: Progress | None = None,
) -> Passages:
    """Finds the passages that stand in more than one place of a collection, each once, with all its places.

    Documents are read as words: punctuation, case, white space and the marks of quoted lines do not count. Take the
    longest runs of at least `min_words` words that also stand elsewhere: at their place they cannot be made longer, on
    either side, and still be found in another place. Each different run is a passage, and its places are all places
    where it stands, in whatever document. So a shorter passage inside a longer one is told only if it also stands
    somewhere without it.

    Each of its `count` places has the id of the document, `start` and `end` in code points. Passages have at least
    `min_count` places and `min_sentences` sentences. One that stands in `boilerplate` documents or more, in four of
    five of its places within 20 words of the beginning or of the end of a document, is marked as boilerplate. Marks
    around a passage, such as a full stop or quotes, belong to it where all its places have them. A place that overlaps
    an earlier one of the same passage is not told; of a few words repeated on and on only the first count.

    What would take more than `memory` goes to disk: the hashes of all words, the places of passages, and the answer
    itself, of which one batch after another is read when it is iterated or written. A smaller limit means more passes.
    One thing is held at once, 32 bytes for each piece of what is shared; if that alone needs more than `memory`,
    InputError says how much, before the documents are read again.

    >>> import samesame as ss
    >>> mails = {
    ...     "first": "Shall we meet on Monday in the small room on the third floor, as we did last week?",
    ...     "reply": "> Shall we meet on Monday in the small room on the\\n> third floor, as we did last week?\\nYes.",
    ... }
    >>> for passage in ss.passages(mails):
    ...     print(passage.words, [mails[place.id][place.start : place.end] for place in passage.places])
    18 ['Shall we meet on Monday in the small room on the third floor, as we did last week?', \
'Shall we meet on Monday in the small room on the\\n> third floor, as we did last week?']
    """
    clock = Clock()
    limits = Limits(memory=parse_size(memory), threads=threads)
    for name, value, least in (
        ("min_words", min_words, 1),
        ("min_sentences", min_sentences, 1),
        ("min_count", min_count, 2),
        ("boilerplate", boilerplate, 2),
    ):
        if not isinstance(value, int) or value < least:
            raise ParameterError(f"{name}: expected a whole number from {least}, got {value!r}")
    words = WordOptions(language=language, unspaced=unspaced)  # type: ignore[arg-type]
    documents = without_metadata(documents_of(source))
    finder = _core.PassageFinder(words.key(), min_words, limits.memory)
    ids = _read(documents, finder, limits, progress, clock)
    clock("match")
    finder.find(_ranks(ids), count=min_count, boilerplate=boilerplate, threads=threads)
    clock("locate")
    for batch in documents.batches(again=True):
        finder.locate(batch.column("text"), threads)
    clock("report")
    rows, places, marked = passages_of(
        finder, ids, min_sentences=min_sentences, limit=limits.memory // 4, threads=threads
    )
    clock(None)
    seconds = sum(clock.stages.values())
    summary = Summary(len(ids), documents.size, len(documents.problems), seconds, {}, clock.stages)
    return Passages(rows, summary, places, marked)


def _read(
    documents: Documents, finder: _core.PassageFinder, limits: Limits, progress: Progress | None, clock: Clock
) -> pa.ChunkedArray:
    """Reads all documents into the finder; gives their ids."""
    clock("read and sign")
    ids = []
    for batch in documents.batches(progress=progress):
        ids.append(owned(batch.column("id")))
        finder.push(batch.column("text"), limits.threads)
    return pa.chunked_array(ids, pa.large_string())


def _ranks(ids: pa.ChunkedArray) -> pa.Array:
    """For each document the place of its id in the order of code points: the order of input must not matter."""
    ranks = np.empty(len(ids), np.uint32)
    ranks[to_numpy(pc.sort_indices(ids))] = np.arange(len(ids), dtype=np.uint32)
    return to_arrow(ranks)
