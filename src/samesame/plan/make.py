"""From what the user asked for to a plan. Whatever is wrong with the wish is said here, before anything is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from samesame import _core
from samesame.arrays import words_array
from samesame.errors import ParameterError, StatisticsMismatch
from samesame.index import Index
from samesame.index.writer import require_sets
from samesame.limits import Limits, parse_size
from samesame.match.keep import Keep, check_keep
from samesame.methods import MethodSettings, method_named, settings_of
from samesame.model import RELATIONS, Relation
from samesame.plan.model import Collection, DedupOptions, FindOptions, IndexAt, IndexOptions, PassagesOptions, Plan
from samesame.plan.steps import dedup_steps, find_steps, index_steps, passages_steps
from samesame.read.documents import Documents
from samesame.read.verb import Source, documents_of, refusing_repeated
from samesame.report.copies import KeptCopies
from samesame.report.files import output_format
from samesame.report.targets import check_outputs
from samesame.segment.words import WordOptions
from samesame.sign.statistics import Statistics, require_same

Stats: TypeAlias = Statistics | str | PathLike[str] | None
Memory: TypeAlias = str | int


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, and the documents of its sides as they were opened: their bad records are told there."""

    plan: Plan
    documents: tuple[Documents, ...]


def plan_find(
    source: Source,
    *,
    against: Source | None = None,
    method: str | MethodSettings = "overlap",
    relations: Sequence[Relation] | None = None,
    all_pairs: bool = False,
    spans: bool = False,
    preset: str | None = None,
    stats: Stats = None,
    memory: Memory = "2GiB",
    threads: int = 0,
    **parameters: Any,
) -> Planned:
    """The plan of `find`."""
    settings = _method(method, parameters, preset)
    documents = [documents_of(source)]
    sides: list[Collection | IndexAt] = [Collection.of(documents[0])]
    if Index.is_one(against):
        if spans:
            raise ParameterError("spans: an index keeps no texts to find passages in; give its collection instead")
        index = Index(str(against))
        index.check(settings)
        sides.append(IndexAt(Path(str(against))))
        stats = _stats_of(index, stats)
    elif against is not None:
        documents.append(documents_of(against))
        sides.append(Collection.of(documents[1]))
    statistics = _statistics(settings, stats)
    wanted = _relations(relations, settings)
    plan = Plan(
        verb="find",
        sides=tuple(sides),
        settings=settings,
        statistics=statistics,
        options=FindOptions(relations=wanted, all_pairs=all_pairs, spans=spans),
        limits=Limits(memory=parse_size(memory), threads=threads),
        steps=find_steps(settings, counts=statistics is None, spans=spans),
    )
    return Planned(plan, tuple(documents))


def plan_dedup(
    source: Source,
    *,
    out: str | Path | None = None,
    removed: str | Path | None = None,
    keep: Keep = "earliest",
    previous: str | Path | None = None,
    method: str | MethodSettings = "overlap",
    preset: str | None = None,
    stats: Stats = None,
    memory: Memory = "2GiB",
    threads: int = 0,
    csv_safe: bool = False,
    **parameters: Any,
) -> Planned:
    """The plan of `dedup`."""
    check_keep(keep)
    settings = _method(method, parameters, preset)
    documents = refusing_repeated(documents_of(source))
    if removed is not None:
        output_format(removed)
    targets = [] if out is None else KeptCopies.targets(documents, out)
    check_outputs([*targets, ("removed", removed)], [documents, previous, stats])
    statistics = _statistics(settings, stats)
    options = DedupOptions(
        keep=keep, previous=None if previous is None else Path(previous), out=out, removed=removed, csv_safe=csv_safe
    )
    plan = Plan(
        verb="dedup",
        sides=(Collection.of(documents),),
        settings=settings,
        statistics=statistics,
        options=options,
        limits=Limits(memory=parse_size(memory), threads=threads),
        steps=dedup_steps(settings, counts=statistics is None, writes=out is not None),
    )
    return Planned(plan, (documents,))


def plan_passages(
    source: Source,
    *,
    min_words: int = 12,
    min_sentences: int = 1,
    min_count: int = 2,
    boilerplate: int = 10,
    language: str | None = None,
    unspaced: str = "bigrams",
    memory: Memory = "2GiB",
    threads: int = 0,
) -> Planned:
    """The plan of `passages`."""
    for name, value, least in (
        ("min_words", min_words, 1),
        ("min_sentences", min_sentences, 1),
        ("min_count", min_count, 2),
        ("boilerplate", boilerplate, 2),
    ):
        if not isinstance(value, int) or value < least:
            raise ParameterError(f"{name}: expected a whole number from {least}, got {value!r}")
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
    add: bool = False,
    method: str | MethodSettings = "overlap",
    preset: str | None = None,
    stats: Stats = None,
    threads: int = 0,
    **parameters: Any,
) -> Planned:
    """The plan of an index that is made; with `add`, of documents that are added to it as it was made."""
    documents = documents_of(source)
    if add:
        index = Index(path)
        settings, stats = method_named(index.header.method).settings(index.header.settings), index.statistics()
    else:
        settings = _method(method, parameters, preset)
        require_sets(settings)
    statistics = _statistics(settings, stats)
    plan = Plan(
        verb="index",
        sides=(Collection.of(documents),),
        settings=settings,
        statistics=statistics,
        options=IndexOptions(path=Path(path), add=add),
        limits=Limits(threads=threads),
        steps=index_steps(settings, counts=statistics is None),
    )
    return Planned(plan, (documents,))


PLANS = {"find": plan_find, "dedup": plan_dedup, "passages": plan_passages, "index": plan_index}


def explain(source: Source, *, verb: str = "find", **options: Any) -> Plan:
    """The plan that a verb would run, without running it; `options` are those of the verb.

    `str(plan)` shows it to people, `plan.to_json()` to programs, `ss.run(plan)` runs it.

    >>> import samesame as ss
    >>> plan = ss.explain({"a": "Keep the ferry.", "b": "keep the ferry"}, verb="find", method="exact")
    >>> [(match.left, match.right) for match in ss.run(plan)]
    [('a', 'b')]
    """
    if verb not in PLANS:
        raise ParameterError(f"verb: expected one of {', '.join(PLANS)}; got '{verb}'")
    for name in ("engine", "progress"):
        options.pop(name, None)  # a plan is the same for all of them
    planned: Planned = PLANS[verb](source, **options)  # type: ignore[operator]
    return planned.plan


def _method(method: str | MethodSettings, parameters: dict[str, Any], preset: str | None) -> MethodSettings:
    settings = settings_of(method, parameters, preset)
    _core.words(words_array([]), settings.words().key(), 1)  # refuses an unknown language
    return settings


def _statistics(settings: MethodSettings, stats: Stats) -> Statistics | None:
    """The given statistics, if the method has a use for them."""
    if stats is None:
        return None
    name, options = settings.method.name, settings.words()
    if not settings.needs_statistics:
        raise ParameterError(f"stats: the method '{name}' needs no statistics; leave them out")
    statistics = stats if isinstance(stats, Statistics) else Statistics.load(Path(stats))
    if statistics.options != options:
        raise StatisticsMismatch(
            f"the statistics count words prepared as {statistics.options}, the method '{name}' prepares them as "
            f"{options}; count them alike with 'samesame stats'"
        )
    return statistics


def _stats_of(index: Index, given: Stats) -> Stats:
    """The statistics of an index; others are refused, as its signatures would not compare."""
    if given is None or index.header.statistics is None:
        return given or index.statistics()
    statistics = given if isinstance(given, Statistics) else Statistics.load(Path(given))
    require_same(index.header.statistics, statistics.fingerprint)
    return statistics


def _relations(relations: Sequence[Relation] | None, settings: MethodSettings) -> tuple[Relation, ...]:
    """The relations asked for; all that the method knows by default."""
    unknown = [relation for relation in relations or () if relation not in RELATIONS]
    if unknown:
        raise ParameterError(f"relation: expected some of {', '.join(RELATIONS)}; got '{unknown[0]}'")
    return tuple(relations) if relations else settings.method.relations
