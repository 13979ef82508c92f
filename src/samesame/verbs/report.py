"""The verb `report`: a page of campaigns, from the members of clusters and the texts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pyarrow as pa

from samesame.arrays import to_arrow
from samesame.engines.clock import Stage
from samesame.errors import InputError, ParameterError
from samesame.limits import checked_threads, parse_size
from samesame.model import Problem
from samesame.read.documents import Clean, Documents, IdsFrom, Progress
from samesame.read.verb import Reading, Size, Source, documents_of, without_metadata
from samesame.report.campaign_page import Content, campaign_page
from samesame.report.campaign_texts import Lookup, Taken, Unique, first_reading, members_listed
from samesame.report.chosen import Items, Layout, Order, by_campaign, fair, letters_shown, singletons_shown
from samesame.report.given_members import given_members
from samesame.report.targets import check_outputs
from samesame.report.whole import whole_file

# Less than this is no page.
LEAST = 200_000


@dataclass(frozen=True, slots=True)
class Report:
    """A page of campaigns, as HTML that stands alone.

    `missing` are the ids of members whose texts were not found, `problems` the bad records.

    >>> import samesame as ss
    >>> texts = {"a": "Keep the ferry.", "b": "keep the ferry", "c": "Close it."}
    >>> ss.report(ss.cluster(texts, method="exact"), texts)
    Report(1 campaigns, 1 documents alone)
    """

    html: str
    documents: int
    campaigns: int
    singletons: int
    missing: tuple[str, ...]
    problems: tuple[Problem, ...]

    def write(self, path: str | Path) -> None:
        """Writes the page to a file, which appears when it is whole."""
        with whole_file(Path(path)) as partial:
            partial.write_text(self.html, encoding="utf-8", newline="")

    def __repr__(self) -> str:
        return f"Report({self.campaigns:,} campaigns, {self.singletons:,} documents alone)"


def report(
    members: Any,
    texts: Source,
    *,
    out: str | Path | None = None,
    title: str = "Campaigns",
    order: Order = "longest",
    max_size: Size = "10MB",
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
) -> Report:
    """Makes a page of the campaigns in a collection: their letters, what varies in copies, and what writers added.

    `members` is what `ss.cluster` gives, or a file or table of it; `texts` is the collection that was clustered, read
    with the same options. The page stands alone. It has at most `max_size` bytes: the largest campaigns have their
    letters; of each, what was added is there for reading, the longest first or by `date`; documents that are alone
    come last. What has no room is counted. `out` writes it to a file.

    The texts are read twice, and held no longer than a batch; what takes memory is the table of members.

    >>> import samesame as ss
    >>> letter = "Please keep the ferry to the island, we need it every day."
    >>> letters = {"a": letter, "b": letter, "c": f"{letter} My mother lives there."}
    >>> page = ss.report(ss.cluster(letters, method="overlap"), letters)
    >>> page, "My mother lives there." in page.html
    (Report(1 campaigns, 0 documents alone), True)
    """
    most = parse_size(max_size, "max_size")
    if most < LEAST:
        raise ParameterError(f"max_size: expected at least {LEAST:,} bytes, got {most:,}")
    checked_threads(threads)
    if order not in get_args(Order):
        raise ParameterError(f"order: expected {' or '.join(get_args(Order))}; got {order!r}")
    documents = without_metadata(documents_of(Reading.among(locals()).later(texts)))
    named = members if isinstance(members, str | os.PathLike) else None
    check_outputs([("out", out)], [documents, named])
    telling = _Telling(progress, stage)
    problems = documents.problems.of_another()
    telling.stage("read members")
    layout = Layout.of(given_members(members, problems))
    shown = "the table of members" if named is None else Path(named).name
    content = _content(layout, documents, order, most, telling, threads, title, shown)
    telling.stage("write")
    made = _report(content, campaign_page(content, most), (*problems, *documents.problems))
    if out is not None:
        made.write(out)
    telling.stage(None)
    return made


@dataclass(frozen=True, slots=True)
class _Telling:
    """Who is told how it goes."""

    progress: Progress | None
    listener: Stage | None

    def stage(self, name: str | None) -> None:
        if self.listener is not None:
            self.listener(name)

    def batches(self, documents: Documents, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        return documents.batches(progress=self.progress, again=again)


def _content(
    layout: Layout,
    documents: Documents,
    order: Order,
    most: int,
    telling: _Telling,
    threads: int,
    title: str,
    members: str,
) -> Content:
    lookup, unique = Lookup(layout.table["id"]), Unique(layout)
    telling.stage("read texts")
    seen, letters = first_reading(telling.batches(documents), lookup, layout, unique)
    if not seen.found.any():
        raise InputError("texts: they have none of the members; give the collection that was clustered")
    shown, room = letters_shown(layout, seen, most)
    items = Items.together(unique.items(layout, seen), members_listed(layout, seen, unique.told))
    read = fair(items, layout, seen, order, shown, room)
    alone = singletons_shown(layout, seen, order, most)
    taken = Taken(layout, letters, shown, (read, alone))
    telling.stage("compare with letters")
    taken.read(telling.batches(documents, again=True), lookup, threads)
    return Content(
        layout=layout,
        seen=seen,
        told=unique.told,
        counts=by_campaign(items, layout),
        shown=shown,
        variations=taken.variations,
        read=read,
        alone=alone,
        texts=(taken.texts[0], taken.texts[1]),
        title=title,
        members=members,
    )


def _report(content: Content, html: str, problems: tuple[Problem, ...]) -> Report:
    layout, found = content.layout, content.seen.found
    missing = layout.table["id"].filter(to_arrow(~found)).to_pylist()
    return Report(html, len(found), len(layout.campaigns), len(layout.singletons), tuple(missing), problems)
