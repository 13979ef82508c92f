"""The verb `dedup`: a collection without its copies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from samesame.engines import writes_folders
from samesame.engines.clock import Stage
from samesame.index import Index
from samesame.match.keep import Keep
from samesame.methods import MethodSettings
from samesame.plan.make import Memory, Stats, plan_dedup
from samesame.read.documents import Clean, IdsFrom, Progress
from samesame.read.verb import Reading, Size, Source
from samesame.verbs.deduplication import Deduplication
from samesame.verbs.run import EngineName, carry_out, deduplicated


def dedup(
    source: Source,
    *,
    against: Source | None = None,
    against_only: bool = False,
    out: str | Path | None = None,
    removed: str | Path | None = None,
    clusters: str | Path | None = None,
    keep: Keep = "earliest",
    previous: str | Path | None = None,
    mark: bool = False,
    method: str | MethodSettings = "overlap",
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
    **parameters: Any,
) -> Deduplication:
    """Leaves out the copies of a collection.

    Of identical documents and of near copies one stays, by the rule of `keep`: the `earliest` (of documents without
    times the first by file and row), the `longest`, the `first`, the one of the first input that has one (`sources`);
    or the one with the highest value in a field of the records (`quality`), or the lowest (`quality:min`). A document
    that is contained in another goes for that one. Only what is itself covered by the document that stays may go, so
    no longer text is lost.

    With `against`, a second collection or an index, documents that one of that collection covers go first; its own
    documents all stay, are not compared with one another and not written. `against_only` removes nothing else.
    `previous` names what an earlier run wrote: whoever stayed then stays again, unless `against` has it.

    `out` and `removed` write files (`out="-"`: standard output), with all columns of the input; lines of JSONL and
    rows of CSV stay to the byte. `clusters` writes a row for each document: its id, its cluster (the id of the document
    that stays for it) and its role (reference, member, singleton). With `mark` nothing is removed: all documents are
    there, with columns that say whether each stays. An input that changes while it is read is an error, and nothing is
    written. `csv_safe` escapes cells of CSV and TSV that a spreadsheet would take for formulas. `text_field` and the
    other options of `ss.read` say how both collections are read.

    >>> import samesame as ss
    >>> clean = ss.dedup({"a": "Keep the ferry!", "b": "keep the ferry", "c": "Close the port."})
    >>> [document.id for document in clean]
    ['a', 'c']
    >>> [(removal.id, removal.kept, removal.rule) for removal in clean.removed]
    [('b', 'a', 'earliest')]
    >>> clean = ss.dedup({"a": "Keep the ferry!", "c": "Close the port."}, against={"test": "keep the ferry"})
    >>> [(removal.id, removal.kept, removal.kept_side) for removal in clean.removed]
    [('a', 'test', 'against')]
    """
    reading = Reading.among(locals())
    planned = plan_dedup(
        reading.later(source),
        against=against if Index.is_one(against) else reading.later(against),
        against_only=against_only,
        out=out,
        removed=removed,
        clusters=clusters,
        keep=keep,
        previous=previous,
        mark=mark,
        method=method,
        preset=preset,
        stats=stats,
        memory=memory,
        threads=threads,
        csv_safe=csv_safe,
        folders=writes_folders(engine),
        **parameters,
    )
    done = carry_out(planned, engine, progress, stage=stage)
    return deduplicated(done)
