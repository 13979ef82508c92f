"""Makes a plan from what the user asked for. Errors in it are raised here, before anything is read.

The defaults are those of the verbs, which have them in their signatures.
"""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias, get_args

from samesame import _core
from samesame.arrays import words_array
from samesame.errors import ParameterError, StatisticsMismatch
from samesame.index import Index
from samesame.index.writer import require_sets
from samesame.limits import Limits, parse_size
from samesame.match.keep import Keep, check_keep
from samesame.methods import MethodSettings, method_named, settings_of
from samesame.model import Relations, asked_relations
from samesame.plan.model import (
    ClusterKind,
    ClusterOptions,
    Collection,
    DedupOptions,
    FindOptions,
    IndexAt,
    IndexOptions,
    PassagesOptions,
    Plan,
)
from samesame.plan.steps import cluster_steps, dedup_steps, find_steps, index_steps, passages_steps
from samesame.read.documents import Documents
from samesame.read.verb import Source, documents_of, refusing_repeated
from samesame.report.files import output_format
from samesame.report.outputs import targets_of
from samesame.report.selection import refuse_known
from samesame.report.targets import check_outputs
from samesame.segment.words import WordOptions
from samesame.sign.statistics import Statistics, require_same

Stats: TypeAlias = Statistics | str | PathLike[str] | None
Memory: TypeAlias = str | int


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, and the documents of its sides as they were opened; their bad records are reported there."""

    plan: Plan
    documents: tuple[Documents, ...]


def plan_find(
    source: Source,
    *,
    against: Source | None,
    method: str | MethodSettings,
    relation: Relations,
    relations: Relations,
    all_pairs: bool,
    spans: bool,
    clusters: str | Path | None,
    preset: str | None,
    stats: Stats,
    memory: Memory,
    threads: int,
    csv_safe: bool,
    **parameters: Any,
) -> Planned:
    """The plan of `find`."""
    settings = _method("find", method, parameters, preset)
    _check_clusters(clusters, against)
    if spans and Index.is_one(against):
        raise ParameterError("spans: an index keeps no texts to find passages in; give its collection instead")
    documents, sides, stats = _sides(documents_of(source), against, settings, stats)
    check_outputs([("clusters", clusters)], [*documents, stats])
    statistics = _statistics(settings, stats)
    wanted = asked_relations(relation, relations) or settings.method.relations
    plan = Plan(
        verb="find",
        sides=sides,
        settings=settings,
        statistics=statistics,
        options=FindOptions(relations=wanted, all_pairs=all_pairs, spans=spans, clusters=clusters, csv_safe=csv_safe),
        limits=Limits(memory=parse_size(memory), threads=threads),
        steps=find_steps(settings, counts=statistics is None, spans=spans, connects=clusters is not None),
    )
    return Planned(plan, documents)


def plan_dedup(
    source: Source,
    *,
    against: Source | None,
    against_only: bool,
    out: str | Path | None,
    removed: str | Path | None,
    clusters: str | Path | None,
    keep: Keep,
    previous: str | Path | None,
    method: str | MethodSettings,
    preset: str | None,
    stats: Stats,
    memory: Memory,
    threads: int,
    mark: bool,
    csv_safe: bool,
    folders: bool = False,
    **parameters: Any,
) -> Planned:
    """The plan of `dedup`. With `folders` the engine writes folders, and checks their names itself."""
    check_keep(keep)
    settings = _method("dedup", method, parameters, preset)
    _check_clusters(clusters, against)
    if against_only and against is None:
        raise ParameterError("against_only: there is nothing to compare with; give the other collection as 'against'")
    documents, sides, stats = _sides(refusing_repeated(documents_of(source)), against, settings, stats)
    if mark:
        refuse_known(documents[0])
    if not folders:
        if removed is not None:
            output_format(removed, "removed")
        targets = [] if out is None else targets_of(documents[0], out)
        check_outputs(
            [*targets, ("removed", removed), ("clusters", clusters)],
            [*documents, *(side.path for side in sides if isinstance(side, IndexAt)), previous, stats],
        )
    statistics = _statistics(settings, stats)
    options = DedupOptions(
        keep=keep,
        against_only=against_only,
        previous=None if previous is None else Path(previous),
        out=out,
        removed=removed,
        clusters=clusters,
        mark=mark,
        csv_safe=csv_safe,
    )
    plan = Plan(
        verb="dedup",
        sides=sides,
        settings=settings,
        statistics=statistics,
        options=options,
        limits=Limits(memory=parse_size(memory), threads=threads),
        steps=dedup_steps(
            settings,
            counts=statistics is None,
            writes=out is not None,
            marks=mark,
            against=against is not None,
            within=not against_only,
        ),
    )
    return Planned(plan, documents)


def plan_cluster(
    source: Source,
    *,
    method: str | MethodSettings,
    kind: ClusterKind | None,
    constraints: str | Path | None,
    previous: str | Path | None,
    preset: str | None,
    stats: Stats,
    memory: Memory,
    threads: int,
    **parameters: Any,
) -> Planned:
    """The plan of `cluster`."""
    if kind is not None and kind not in get_args(ClusterKind):
        raise ParameterError(f"kind: expected {' or '.join(get_args(ClusterKind))}; got {kind!r}")
    settings = _method("cluster", method, parameters, preset)
    options = _cluster_options(settings, kind, constraints, previous)
    documents, statistics = refusing_repeated(documents_of(source)), _statistics(settings, stats)
    plan = Plan(
        verb="cluster",
        sides=(Collection.of(documents),),
        settings=settings,
        statistics=statistics,
        options=options,
        limits=Limits(memory=parse_size(memory), threads=threads),
        steps=cluster_steps(settings, counts=statistics is None),
    )
    return Planned(plan, (documents,))


def _cluster_options(
    settings: MethodSettings, kind: ClusterKind | None, constraints: str | Path | None, previous: str | Path | None
) -> ClusterOptions:
    """The options that fit the method: links and earlier clusters are for `durian`, kinds for the others."""
    if settings.clusters:
        if kind is not None:
            raise ParameterError(
                "kind: the method 'durian' makes clusters of its own kind; leave it out, or take another method"
            )
        files = (None if file is None else Path(file) for file in (constraints, previous))
        return ClusterOptions(kind="letters", constraints=next(files), previous=next(files))
    for name, value in (("constraints", constraints), ("previous", previous)):
        if value is not None:
            raise ParameterError(
                f"{name}: only the method 'durian' takes it, not '{settings.method.name}'; leave one of them out"
            )
    return ClusterOptions(kind=kind or "stars")


def plan_passages(
    source: Source,
    *,
    min_words: int,
    min_sentences: int,
    min_count: int,
    boilerplate: int,
    language: str | None,
    unspaced: str,
    memory: Memory,
    threads: int,
) -> Planned:
    """The plan of `passages`."""
    for name, value, least in (
        ("min_words", min_words, 1),
        ("min_sentences", min_sentences, 1),
        ("min_count", min_count, 2),
        ("boilerplate", boilerplate, 2),
    ):
        # Places and words are counted in 32 bits.
        if not isinstance(value, int) or not least <= value < 1 << 32:
            raise ParameterError(f"{name}: expected a whole number from {least} to {2**32 - 1:,}, got {value!r}")
    words = WordOptions(language=language, unspaced=unspaced)  # type: ignore[arg-type]
    _core.words(words_array([]), words.key(), 1)  # refuses an unknown language
    documents = documents_of(source)
    options = PassagesOptions(
        words=words, min_words=min_words, min_sentences=min_sentences, min_count=min_count, boilerplate=boilerplate
    )
    plan = Plan(
        verb="passages",
        sides=(Collection.of(documents),),
        options=options,
        limits=Limits(memory=parse_size(memory), threads=threads),
        steps=passages_steps(),
    )
    return Planned(plan, (documents,))


def plan_index(
    source: Source,
    *,
    path: str | Path,
    method: str | MethodSettings,
    preset: str | None,
    stats: Stats,
    memory: Memory,
    threads: int,
    **parameters: Any,
) -> Planned:
    """The plan of building an index."""
    settings = _method("index", method, parameters, preset)
    require_sets(settings)
    limits = Limits(memory=parse_size(memory), threads=threads)
    return _indexed(source, settings, _statistics(settings, stats), IndexOptions(path=Path(path)), limits)


def plan_addition(source: Source, *, path: str | Path, memory: Memory, threads: int) -> Planned:
    """The plan of adding documents to an index, with the index's own settings."""
    index = Index(path)
    settings = method_named(index.header.method).settings(index.header.settings)
    statistics = _statistics(settings, index.statistics())
    limits = Limits(memory=parse_size(memory), threads=threads)
    return _indexed(source, settings, statistics, IndexOptions(path=Path(path), add=True), limits)


def _indexed(
    source: Source, settings: MethodSettings, statistics: Statistics | None, options: IndexOptions, limits: Limits
) -> Planned:
    documents = documents_of(source)
    plan = Plan(
        verb="index",
        sides=(Collection.of(documents),),
        settings=settings,
        statistics=statistics,
        options=options,
        limits=limits,
        steps=index_steps(settings, counts=statistics is None),
    )
    return Planned(plan, (documents,))


def _check_clusters(clusters: str | Path | None, against: Source | None) -> None:
    """Refuses clusters of two collections, whose ids may be the same, and a file of no known format."""
    if clusters is None:
        return
    if against is not None:
        raise ParameterError("clusters: only for one collection; leave 'against' out, or give both as one source")
    output_format(clusters, "clusters")


def _sides(
    documents: Documents, against: Source | None, settings: MethodSettings, stats: Stats
) -> tuple[tuple[Documents, ...], tuple[Collection | IndexAt, ...], Stats]:
    """The documents of one side or two, the sides of the plan, and the statistics: those of an index, if it has any."""
    here = Collection.of(documents)
    if Index.is_one(against):
        index = against if isinstance(against, Index) else Index(str(against))
        index.check(settings)
        # Opened once: the run sees what was checked here, whatever is written in between.
        return (documents,), (here, IndexAt(index.path, index)), _stats_of(index, stats)
    if against is None:
        return (documents,), (here,), stats
    other = documents_of(against)
    return (documents, other), (here, Collection.of(other)), stats


def _method(verb: str, method: str | MethodSettings, parameters: dict[str, Any], preset: str | None) -> MethodSettings:
    settings = settings_of(method, parameters, preset, verb=verb)
    _core.words(words_array([]), settings.words().key(), 1)  # refuses an unknown language
    return settings


def _statistics(settings: MethodSettings, stats: Stats) -> Statistics | None:
    """The given statistics, if the method uses any."""
    if stats is None:
        return None
    name, options = settings.method.name, settings.words()
    if not settings.needs_statistics and not settings.uses_occurrences:
        raise ParameterError(f"stats: the method '{name}' needs no statistics; leave them out")
    statistics = stats if isinstance(stats, Statistics) else Statistics.load(Path(stats))
    if statistics.options != options:
        raise StatisticsMismatch(
            f"the statistics count words prepared as {statistics.options}, the method '{name}' prepares them as "
            f"{options}; count them alike with 'samesame stats'"
        )
    if settings.uses_occurrences and statistics.occurrences is None:
        raise StatisticsMismatch(
            f"the statistics do not tell how often each word stands in the collection, which the method '{name}' "
            "needs; count them again with 'samesame stats'"
        )
    return statistics


def _stats_of(index: Index, given: Stats) -> Stats:
    """The statistics of an index; others are refused, because signatures could not be compared."""
    if given is None or index.header.statistics is None:
        return given or index.statistics()
    statistics = given if isinstance(given, Statistics) else Statistics.load(Path(given))
    require_same(index.header.statistics, statistics.fingerprint)
    return statistics
