"""The verb `find`: the matches of a collection."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from samesame.engines import Limits, engine_named
from samesame.errors import ParameterError
from samesame.limits import parse_size
from samesame.methods import Method, method_named
from samesame.model import RELATIONS, Relation
from samesame.read.documents import Documents, Progress
from samesame.read.verb import Source, documents_of, without_metadata
from samesame.report.matches import Matches, Summary, count_relations, exact_rows


def find(
    source: Source,
    *,
    method: str = "exact",
    relations: Sequence[Relation] | None = None,
    all_pairs: bool = False,
    engine: str = "local",
    memory: str | int = "2GiB",
    threads: int = 0,
    progress: Progress | None = None,
    **parameters: Any,
) -> Matches:
    """Finds the copies in a collection.

    `source` is anything that `ss.read` takes. Identical documents collapse: each copy is linked to the first of its
    group, the one with the smallest id; `all_pairs` links all with all. Further parameters are the method's own.

    >>> import samesame as ss
    >>> notes = {"a": "Keep the ferry!", "b": "keep the ferry", "c": "KEEP THE FERRY", "d": "Close the port."}
    >>> [(match.left, match.right) for match in ss.find(notes, method="exact")]
    [('a', 'b'), ('a', 'c')]
    >>> len(ss.find(notes, method="exact", all_pairs=True))
    3
    """
    chosen = method_named(method)
    settings = chosen.settings(parameters)
    wanted = wanted_relations(relations, chosen)
    limits = Limits(memory=parse_size(memory), threads=threads)
    documents = without_metadata(documents_of(source))
    started = time.perf_counter()
    groups = engine_named(engine).groups(documents.batches(progress=progress), chosen, settings, limits)
    left, right = (groups.ids.take(pa.array(side)) for side in groups.pairs(all_pairs=all_pairs))
    table = exact_rows(left.combine_chunks(), right.combine_chunks(), chosen.name)
    table = table.sort_by([("left", "ascending"), ("right", "ascending")])
    if "exact" not in wanted:
        table = table.slice(0, 0)
    return Matches(table, summarise(documents, len(groups.labels), table, started))


def wanted_relations(relations: Sequence[Relation] | None, method: Method) -> tuple[Relation, ...]:
    """The relations asked for; all that the method knows by default."""
    unknown = [relation for relation in relations or () if relation not in RELATIONS]
    if unknown:
        raise ParameterError(f"relation: expected some of {', '.join(RELATIONS)}; got '{unknown[0]}'")
    return tuple(relations) if relations else method.relations


def summarise(documents: Documents, count: int, table: pa.Table, started: float) -> Summary:
    """What the run did, up to now."""
    seconds = time.perf_counter() - started
    return Summary(count, documents.size, len(documents.problems), seconds, count_relations(table))
