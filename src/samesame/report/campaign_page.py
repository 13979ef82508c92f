"""The page of campaigns: the letters with what varies in their copies, what writers added, and who writes alone.

It stands alone: no script, style or picture from elsewhere. Texts are never markup. However many documents there are,
it stays below a size; what has no room is counted, and told where it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import to_arrow
from samesame.match.groups import Numbers
from samesame.match.keep import NEVER
from samesame.report.campaign_section import Entry, Section, coverage, entry, plural, span_of
from samesame.report.campaigns import MICROSECONDS, NOTED, campaign_table
from samesame.report.chosen import Flags, Items, Layout, Seen
from samesame.report.standalone import policy, safe
from samesame.report.variation import Variation

# Rows of the table of campaigns without a section of their own, and ids that are named.
LISTED, NAMED = 1000, 20
# Kept free for what is told at the end, and the shares that one part of the page leaves to those behind it.
RESERVE, BEHIND = 8000, 0.2


@dataclass(frozen=True, slots=True)
class Content:
    """What a page is made of. `read` are passages or members of campaigns, `alone` documents that are alone.

    `texts` are theirs, by number; `told` says for which rows the method told the unique text, `counts` how many items
    each campaign has, shown or not.
    """

    layout: Layout
    seen: Seen
    told: Flags
    counts: Numbers
    shown: int
    variations: dict[int, Variation]
    read: Items
    alone: Items
    texts: tuple[dict[int, str], dict[int, str]]
    title: str
    members: str

    def entries(self, items: Items, texts: dict[int, str], which: range) -> Iterator[Entry]:
        """Some of the items, for reading."""
        table, told = self.layout.table, self.told
        for number in which:
            row = int(items.rows[number])
            text, length = texts.get(number, ""), int(items.ends[number] - items.starts[number])
            kind, share = (table[name][row].as_py() for name in ("edit", "coverage_of_reference"))
            kind = kind or table["rule"][row].as_py() or ""
            kind = kind if told[row] else coverage(kind, share)
            id, time = table["id"][row].as_py(), int(self.seen.times[row])
            yield Entry(text.strip(), id, time, kind, int(items.counts[number]), length - len(text))


class Room:
    """How many bytes are left; the last `kept` of them are not given away."""

    def __init__(self, size: int, kept: int = 0) -> None:
        self.left, self.kept = size, kept

    def has(self, *parts: str) -> bool:
        """Takes the room of some parts, if there is enough for all of them."""
        size = sum(len(part.encode()) for part in parts)
        if size > self.left - self.kept:
            return False
        self.left -= size
        return True


def campaign_page(content: Content, most: int) -> str:
    """The page as HTML, of at most so many bytes."""
    template = Template(files("samesame.report").joinpath("campaigns.html").read_text(encoding="utf-8"))
    title = safe(content.title)
    size = most - len(template.template.encode()) - 2 * len(title.encode()) - RESERVE
    room = Room(size, int(BEHIND * size))
    summed = _campaigns(content)
    sections, contents = _sections(content, summed, room)
    room.kept = 0
    alone = _alone(content, room)
    smaller = _smaller(content, summed[len(sections) :], room)
    layout, seen = content.layout, content.seen
    timed = seen.times[seen.times != NEVER]
    days = span_of(int(timed.min()), int(timed.max())) if len(timed) else "no dates"
    return template.substitute(
        policy=policy(template.template),
        title=title,
        documents=f"{layout.table.num_rows:,}",
        campaigns=f"{len(layout.campaigns):,}",
        members=f"{int(layout.sizes[layout.campaigns].sum()):,}",
        singletons=f"{len(layout.singletons):,}",
        days=days,
        missing=_missing(content),
        contents="".join(contents),
        sections="".join(sections) or '<p class="note">No campaign: all documents are alone.</p>',
        smaller=smaller,
        alone=alone,
        most=f"{most:,}",
        file=safe(content.members),
    )


def _campaigns(content: Content) -> list[dict[str, Any]]:
    """The rows of the table of campaigns, the largest first."""
    seen = content.seen
    none = pa.nulls(len(seen.times), pa.int64())
    times = pc.if_else(to_arrow(seen.times != NEVER), to_arrow(seen.times), none).cast(MICROSECONDS)
    lengths = pc.if_else(to_arrow(seen.found), to_arrow(seen.lengths), none)
    noted = pa.table([times, lengths, none.cast(pa.large_string())], schema=NOTED)
    rows: list[dict[str, Any]] = campaign_table(content.layout.table, noted).to_pylist()
    return rows


def _sections(content: Content, summed: list[dict[str, Any]], room: Room) -> tuple[list[str], list[str]]:
    """The sections of the largest campaigns, and a line of the contents for each."""
    sections: list[str] = []
    contents: list[str] = []
    layout, read = content.layout, content.read
    at = np.searchsorted(layout.ranks[layout.cluster[read.rows]], np.arange(content.shown + 1))
    for rank in range(content.shown):
        letter = content.variations.get(int(layout.campaigns[rank]))
        which = range(int(at[rank]), int(at[rank + 1]))
        entries = list(content.entries(read, content.texts[0], which))
        told = bool(content.told[read.rows[which.start]]) if which else False
        section = Section(rank + 1, summed[rank], letter, entries, int(content.counts[rank]), told)
        line = _line(section, summed[0]["size"])
        head = section.head
        if not room.has(head, line, section.reading([]), "</section>"):
            break
        parts = [part for part in map(entry, entries) if room.has(part)]
        sections.append(f"{head}{section.reading(parts)}</section>")
        contents.append(line)
    return sections, contents


def _line(section: Section, largest: int) -> str:
    size = section.campaign["size"]
    bar = f'<svg viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">{_bar(size, largest)}</svg>'
    link = f'<a href="#c{section.number}"><b>{size:,}</b> {safe(section.heading)}{bar}</a>'
    return f'<li data-for="c{section.number}">{link}</li>'


def _bar(size: int, largest: int) -> str:
    return f'<rect width="{100 * size / largest:.1f}" height="3"/>'


def _smaller(content: Content, rest: list[dict[str, Any]], room: Room) -> str:
    """Campaigns without a section, as a table of those that have room, and how many more there are."""
    if not rest:
        return ""
    rows: list[str] = []
    for campaign in rest[:LISTED]:
        first = "" if campaign["first"] is None else f"{campaign['first']:%Y-%m-%d}"
        cells = f"<td><code>{safe(campaign['cluster'])}</code></td><td>{campaign['size']:,}</td><td>{first}</td>"
        if not room.has(f"<tr>{cells}</tr>"):
            break
        rows.append(f"<tr>{cells}</tr>")
    left_out = len(rest) - len(rows)
    more = f'<p class="note">{left_out:,} more are in <code>{safe(content.members)}</code>.</p>' if left_out else ""
    names = "".join(f'<th scope="col">{name}</th>' for name in ("Letter", "Documents", "First"))
    table = f"<table><thead><tr>{names}</tr></thead><tbody>{''.join(rows)}</tbody></table>" if rows else ""
    title = f"<h2>{plural(len(rest), 'smaller campaign', 'smaller campaigns')}</h2>"
    return f'<section id="smaller">{title}{table}{more}</section>'


def _alone(content: Content, room: Room) -> str:
    """Documents that are alone: as many as there is room for, and how many more there are."""
    items = content.alone
    parts = []
    for one in content.entries(items, content.texts[1], range(len(items.rows))):
        part = entry(one)
        if not room.has(part):
            break
        parts.append(part)
    count = len(content.layout.singletons)
    left_out = count - len(parts)
    where = f"{left_out:,} more are the rows with the role singleton in <code>{safe(content.members)}</code>."
    more = f'<p class="note">{where}</p>' if left_out else ""
    return f'<ol class="reading">{"".join(parts)}</ol>{more}'


def _missing(content: Content) -> str:
    """Which members have no text."""
    missing = content.layout.table["id"].filter(to_arrow(~content.seen.found))
    if not len(missing):
        return ""
    named = ", ".join(f"<code>{safe(id[:80])}</code>" for id in missing.slice(0, NAMED).to_pylist())
    more = " …" if len(missing) > NAMED else ""
    return f'<p class="note">The texts lack {plural(len(missing), "document", "documents")}: {named}{more}</p>'
