"""The verb `find`: the matches of a collection."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from samesame.engines.clock import Stage
from samesame.index import Index
from samesame.methods import MethodSettings
from samesame.model import Relation, Relations
from samesame.plan.make import Memory, Stats, plan_find
from samesame.read.documents import Clean, IdsFrom, Progress
from samesame.read.verb import Reading, Size, Source
from samesame.report.matches import Matches
from samesame.verbs.run import EngineName, carry_out


def find(
    source: Source,
    *,
    against: Source | None = None,
    method: str | MethodSettings = "overlap",
    relation: Relations = None,
    all_pairs: bool = False,
    spans: bool = False,
    clusters: str | Path | None = None,
    preset: str | None = None,
    stats: Stats = None,
    engine: EngineName = "local",
    memory: Memory = "2GiB",
    threads: int = 0,
    csv_safe: bool = False,
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
    relations: Sequence[Relation] | None = None,
    **parameters: Any,
) -> Matches:
    """Finds the copies in a collection.

    `source` is anything that `ss.read` takes; `text_field` and the other options of `ss.read` say how it is read. With
    `against`, only pairs of a document here and one there are found; it is read alike, or is an index made by
    `ss.build_index`. Each match then has the side of both documents, `in` (here) or `against` (there).

    Identical documents are grouped: each copy is linked to the first of its group, the one with the smallest id, and
    other pairs are reported between firsts; `all_pairs` links all with all. `relation` selects relations, as
    `"near,contained"` or as a list of names (`relations` is its earlier name). With `spans` each match has its
    passages, for which the documents of the matches are read again. `clusters` writes a file with a row for each
    document: its id, its cluster (the component of matches that it is in, named by the smallest id) and its role
    (reference, member, singleton); `csv_safe` escapes formulas in it. Pairs and rows beyond `memory` are written to
    temporary files and read as the result is iterated or written.

    Further parameters are the method's own, such as `threshold`; `preset` selects those of a paper. Instead of a name
    and parameters, `method` takes settings, such as `ss.Overlap(threshold=0.7)`.

    >>> import samesame as ss
    >>> notes = {
    ...     "a": "The ferry to the island leaves at ten every morning.",
    ...     "b": "the ferry to the island leaves at ten every morning",
    ...     "c": "Please note: the ferry to the island leaves at ten every morning, and comes back at noon.",
    ...     "d": "There is no ferry on Sundays.",
    ... }
    >>> [(match.left, match.relation, match.right) for match in ss.find(notes)]
    [('a', 'exact', 'b'), ('a', 'contained', 'c')]
    >>> [(match.left, match.relation, match.right) for match in ss.find(notes, all_pairs=True)]
    [('a', 'exact', 'b'), ('a', 'contained', 'c'), ('b', 'contained', 'c')]
    >>> [span] = list(ss.find(notes, spans=True))[1].spans
    >>> notes["c"][span.right_start : span.right_end]
    'the ferry to the island leaves at ten every morning,'
    """
    reading = Reading.among(locals())
    planned = plan_find(
        reading.later(source),
        against=against if Index.is_one(against) else reading.later(against),
        method=method,
        relation=relation,
        relations=relations,
        all_pairs=all_pairs,
        spans=spans,
        clusters=clusters,
        preset=preset,
        stats=stats,
        memory=memory,
        threads=threads,
        csv_safe=csv_safe,
        **parameters,
    )
    done = carry_out(planned, engine, progress, stage=stage)
    return Matches(done.outcome.table, done.summary)
