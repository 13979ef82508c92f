"""The verb `find`: the matches of a collection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from samesame.align.passages import Aligner
from samesame.engines import engine_named
from samesame.engines.base import Side
from samesame.errors import ParameterError
from samesame.match.index import Index
from samesame.methods import Method, MethodSettings, settings_of
from samesame.model import RELATIONS, Relation
from samesame.read.documents import Progress
from samesame.read.verb import Source, documents_of, without_metadata
from samesame.report.matches import Matches
from samesame.report.rows import match_rows
from samesame.sign.statistics import Statistics, require_same
from samesame.verbs.run import Clock, DocumentSide, Wish

Stats: TypeAlias = Statistics | str | PathLike[str] | None


def find(
    source: Source,
    *,
    against: Source | None = None,
    method: str | MethodSettings = "overlap",
    relations: Sequence[Relation] | None = None,
    all_pairs: bool = False,
    spans: bool = False,
    preset: str | None = None,
    stats: Stats = None,
    engine: str = "local",
    memory: str | int = "2GiB",
    threads: int = 0,
    progress: Progress | None = None,
    **parameters: Any,
) -> Matches:
    """Finds the copies in a collection.

    `source` is anything that `ss.read` takes; with `against`, only pairs of a document here and one there are found;
    that may be an index made by `ss.build_index`. Each match then tells the side of both documents, `in` (here) or
    `against` (there).
    Identical documents collapse: each copy is linked to the first of its group, the one with the smallest id, and other
    pairs are told between firsts; `all_pairs` links all with all. Pairs and rows beyond `memory` wait in temporary
    files and are read as the result is iterated or written. With `spans` each match tells its passages, for which the
    documents of the matches are read again. Further parameters are the method's own, such as `threshold`; `preset`
    takes those of a paper. In place of a name and parameters, `method` takes settings, such as
    `ss.Overlap(threshold=0.7)`.

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
    clock = Clock()
    settings = settings_of(method, parameters, preset)
    documents = without_metadata(documents_of(source))
    sides: list[Side] = [DocumentSide(documents, progress)]
    if Index.is_one(against):
        if spans:
            raise ParameterError("spans: an index keeps no texts to find passages in; give its collection instead")
        index = Index(str(against))
        index.check(settings)
        sides.append(index)
        stats = stats_of(index, stats)
    elif against is not None:
        sides.append(DocumentSide(without_metadata(documents_of(against))))
    wish = Wish(settings=settings, stats=stats, memory=memory, threads=threads)
    job = wish.job(clock, tuple(sides))
    wanted = wanted_relations(relations, job.method)
    found = engine_named(engine).find(job)
    clock("report")
    rows = match_rows(found, job.method, wanted, all_pairs=all_pairs, limits=job.limits)
    if spans:
        clock("align")
        table = rows.with_spans(job.sides, Aligner(), job.limits)
    else:
        table = rows.table()
    summary = clock.summary(documents, len(found.groups.labels), rows.relations, settings.note())
    return Matches(table, replace(summary, spilled=rows.core.written))


def stats_of(index: Index, given: Stats) -> Stats:
    """The statistics of an index; others are refused, as its signatures would not compare."""
    if given is None or index.header.statistics is None:
        return given or index.statistics()
    statistics = given if isinstance(given, Statistics) else Statistics.load(Path(given))
    require_same(index.header.statistics, statistics.fingerprint)
    return statistics


def wanted_relations(relations: Sequence[Relation] | None, method: Method[MethodSettings]) -> tuple[Relation, ...]:
    """The relations asked for; all that the method knows by default."""
    unknown = [relation for relation in relations or () if relation not in RELATIONS]
    if unknown:
        raise ParameterError(f"relation: expected some of {', '.join(RELATIONS)}; got '{unknown[0]}'")
    return tuple(relations) if relations else method.relations
