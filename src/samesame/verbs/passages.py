"""The verb `passages`: what the documents of a collection share, each passage once with all its places."""

from __future__ import annotations

from samesame.engines.clock import Stage
from samesame.plan.make import Memory, plan_passages
from samesame.read.documents import Clean, IdsFrom, Progress
from samesame.read.verb import Reading, Size, Source
from samesame.report.passages import Passages
from samesame.verbs.run import EngineName, carry_out


def passages(
    source: Source,
    *,
    min_words: int = 12,
    min_sentences: int = 1,
    min_count: int = 2,
    boilerplate: int = 10,
    language: str | None = None,
    unspaced: str = "bigrams",
    engine: EngineName = "local",
    memory: Memory = "2GiB",
    threads: int = 0,
    format: str | None = None,
    id_field: str = "id",
    text_field: str = "text",
    time_field: str = "time",
    ids: IdsFrom = "field",
    clean: Clean = "article",
    delimiter: str = ",",
    encoding: str = "utf-8",
    max_record: Size = 128 << 20,
    strict: bool = False,
    progress: Progress | None = None,
    stage: Stage | None = None,
) -> Passages:
    """Finds the passages that occur in more than one place of a collection, each once, with all its places.

    Documents are read as words: punctuation, case, white space and the marks of quoted lines do not count. A passage is
    a run of at least `min_words` words that occurs repeatedly and that, at one of its places, cannot be extended to
    either side and still occur elsewhere. Its places are all places where the run occurs, in any document. So a shorter
    passage inside a longer one is reported only if it also occurs somewhere outside of it. A passage that adds fewer
    than four words to one that is reported with ten times as many places is left out: the word that some documents have
    before their footer is there by chance.

    Each of its `count` places has the id of the document, `start` and `end` in code points. Passages have at least
    `min_count` places and `min_sentences` sentences. A passage in `boilerplate` documents or more, of which four of
    five places are within 20 words of the beginning or of the end of a document, is marked as boilerplate. Marks around
    a passage, such as a full stop or quotes, belong to it if all its places have them. A place that overlaps an earlier
    one of the same passage is left out; of a few words that are repeated on and on, only the first count.

    What does not fit into `memory` is written to temporary files: the hashes of all words, the places of passages, and
    the result itself, which is read batch by batch when it is iterated or written. A smaller limit means more passes.
    One thing must be held at once, 32 bytes per piece of what is shared; if that alone needs more than `memory`,
    InputError says how much, before the documents are read again. `text_field` and the other options of `ss.read` say
    how `source` is read.

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
    planned = plan_passages(
        Reading.among(locals()).later(source),
        min_words=min_words,
        min_sentences=min_sentences,
        min_count=min_count,
        boilerplate=boilerplate,
        language=language,
        unspaced=unspaced,
        memory=memory,
        threads=threads,
    )
    done = carry_out(planned, engine, progress, stage=stage)
    figures = done.outcome.figures
    return Passages(done.outcome.table, done.summary, figures["places"], figures["boilerplate"])
