"""The verb `cluster`: documents that match, grouped around a reference."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from samesame.engines.clock import Stage
from samesame.methods import MethodSettings
from samesame.plan.make import Memory, Stats, plan_cluster
from samesame.plan.model import ClusterKind
from samesame.read.documents import Clean, IdsFrom, Progress
from samesame.read.verb import Reading, Size, Source
from samesame.report.members import Clusters
from samesame.verbs.run import EngineName, carry_out


def cluster(
    source: Source,
    *,
    method: str | MethodSettings = "durian",
    kind: ClusterKind | None = None,
    constraints: str | Path | None = None,
    previous: str | Path | None = None,
    preset: str | None = None,
    stats: Stats = None,
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
    **parameters: Any,
) -> Clusters:
    """Groups documents around reference documents.

    With the method `durian` these are letters and their edited copies. References are letters with more than `m` exact
    copies, then the letters behind families without them, then the earliest that others are near to. `constraints` is a
    CSV file of the user's links (left, right, kind: must, cannot or family). `previous` is a file of members of an
    earlier run: its clusters keep their ids and references, and the links that are stored beside it hold.

    Other methods group their matches. With `kind="stars"`, their default, every member matches the reference of its
    cluster. References are chosen in this order: who has most identical copies, who matches most documents, the
    earliest (of documents without times the first by file and row). A document that matches several references joins
    the one with which it shares most (Jaccard of 4-word shingles). With `kind="components"` whatever a chain of matches
    joins is one cluster, and its members need not match the reference: two campaigns that one letter quotes become one.

    Every document has a row: a reference, a member, or a singleton, which matches nothing. The cluster has the id of
    its reference. `text_field` and the other options of `ss.read` say how `source` is read.

    >>> import samesame as ss
    >>> letter = "Please keep the ferry to the island, we need it every day."
    >>> letters = {"a": letter, "b": letter, "c": f"{letter} My mother lives there.", "d": "Close the port."}
    >>> for member in ss.cluster(letters):
    ...     print(member.cluster, member.id, member.role, member.rule)
    a a reference None
    a b member exact
    a c member distance
    d d singleton None
    >>> for member in ss.cluster(letters, method="overlap"):
    ...     print(member.cluster, member.id, member.role, member.rule, member.coverage_of_reference)
    a a reference None 1.0
    a b member exact 1.0
    a c member contains 1.0
    d d singleton None None
    """
    planned = plan_cluster(
        Reading.among(locals()).later(source),
        method=method,
        kind=kind,
        constraints=constraints,
        previous=previous,
        preset=preset,
        stats=stats,
        memory=memory,
        threads=threads,
        **parameters,
    )
    done = carry_out(planned, engine, progress, stage=stage)
    return Clusters(done.outcome.table, done.summary)
