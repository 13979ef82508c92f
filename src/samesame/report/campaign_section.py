"""A campaign on the page: what it is, its letter with what varies, and what its writers added or how they differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from samesame.match.keep import NEVER
from samesame.report.marked_letter import excerpt, marked, places
from samesame.report.standalone import safe
from samesame.report.variation import Variation

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to read: who wrote it, when, what it is; `more` characters are not shown, `count` writers have it."""

    text: str
    id: str
    time: int
    kind: str
    count: int = 1
    more: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """A campaign: its place among all of them, its row in the table of campaigns, its letter, and what can be read."""

    number: int
    campaign: Mapping[str, Any]
    letter: Variation | None
    entries: list[Entry]
    # How many there are, shown or not, and whether they are unique text that a method told.
    count: int
    told: bool

    @property
    def heading(self) -> str:
        """The first words of the letter, or its id."""
        return excerpt(self.letter.text, 110) if self.letter and self.letter.text.strip() else self.campaign["cluster"]

    @property
    def head(self) -> str:
        """Everything before what can be read; without its end."""
        number, campaign = self.number, self.campaign
        title = f'<h2 id="h{number}"><span>{number}</span> {safe(self.heading)}</h2>'
        opening = f'<section class="campaign" id="c{number}" aria-labelledby="h{number}">{title}'
        return f"{opening}{facts(campaign)}{self._letter()}"

    def _letter(self) -> str:
        reference = safe(self.campaign["cluster"])
        if self.letter is None:
            return f'<p class="note">The texts lack the letter <code>{reference}</code>.</p>'
        copies = self.letter.copies + self.campaign["exact"]
        told = f"compared with {plural(copies, 'copy', 'copies')}" if copies else "no copy to compare with"
        title = f"<h3>The letter <small><code>{reference}</code> · {told}</small></h3>"
        return f'{title}<div class="letter">{marked(self.letter, copies)}</div>{_most(self.letter, copies)}'

    def reading(self, parts: list[str]) -> str:
        """What can be read, of which so many parts have room."""
        if not self.count:
            return ""
        name = "What writers added" if self.told else "Members"
        unit = ("passage", "passages") if self.told else ("member with other words", "members with other words")
        shown = "" if len(parts) == self.count else f", {len(parts):,} shown"
        title = f"<h3>{name} <small>{plural(self.count, *unit)}{shown}</small></h3>"
        return f'{title}<ol class="reading">{"".join(parts)}</ol>'


def facts(campaign: Mapping[str, Any]) -> str:
    """The figures of a campaign, in a line, and how many members there are of each kind."""
    parts = [f"<b>{campaign['size']:,}</b> documents"]
    if campaign["exact"]:
        parts.append(plural(campaign["exact"], "exact copy", "exact copies"))
    if campaign["first"] is not None:
        parts.append(safe(_days(campaign["first"], campaign["last"])))
    if campaign["unique_share"] is not None:
        parts.append(f"{campaign['unique_share']:.1%} unique text")
    kinds = campaign["edits"] or campaign["rules"] or []
    chips = "".join(f"<li>{safe(named(one['name']))} <b>{one['count']:,}</b></li>" for one in kinds)
    return f'<p class="facts">{" · ".join(parts)}</p><ul class="chips">{chips}</ul>'


def _most(letter: Variation, copies: int) -> str:
    """A table of the places that vary most."""
    rows = [
        f"<tr><td>{safe(words)}</td>{_cell(run.changed)}{_cell(run.deleted)}{_cell(run.added)}</tr>"
        for words, run in places(letter, copies)
    ]
    if not rows:
        return ""
    names = "".join(f'<th scope="col">{name}</th>' for name in ("Place", "changed", "deleted", "added before"))
    table = f"<table><thead><tr>{names}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return f"<details><summary>Where it varies most</summary>{table}</details>"


def _cell(count: int) -> str:
    return f"<td>{count:,}</td>" if count else "<td></td>"


def entry(one: Entry) -> str:
    """Something to read, as an item of a list."""
    more = f" <small>… and {one.more:,} more characters</small>" if one.more else ""
    about = [f"<code>{safe(one.id)}</code>"]
    if (day := day_of(one.time)) is not None:
        about.append(day)
    if one.kind:
        about.append(safe(named(one.kind)))
    if one.count > 1:
        about.append(f"<b>the same from {one.count:,} writers</b>")
    return f'<li class="entry"><p class="text">{safe(one.text)}{more}</p><p class="about">{" · ".join(about)}</p></li>'


def named(name: str) -> str:
    """The name of an edit or a rule in words."""
    return name.replace("_", " ")


def plural(count: int, one: str, several: str) -> str:
    """A number of things."""
    return f"{count:,} {one if count == 1 else several}"


def day_of(time: int) -> str | None:
    """The day of a time in microseconds."""
    return None if time == NEVER else f"{EPOCH + timedelta(microseconds=time):%Y-%m-%d}"


def span_of(first: int, last: int) -> str:
    """The days from one time to another."""
    one, other = day_of(first), day_of(last)
    return "no dates" if one is None or other is None else one if one == other else f"{one} to {other}"


def _days(first: datetime, last: datetime) -> str:
    one, other = f"{first:%Y-%m-%d}", f"{last:%Y-%m-%d}"
    return one if one == other else f"{one} to {other}"


def coverage(kind: str, share: float | None) -> str:
    """What a member is, in words, with the share of the letter that it has."""
    return kind if share is None else f"{kind}, {share:.0%} of the letter" if kind else f"{share:.0%} of the letter"
