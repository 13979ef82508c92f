"""The entries of a feed: RSS and Atom in all their versions, by feedparser."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from typing import Any, NamedTuple

import feedparser

from samesame.clean.html import html_text

# How a whole feed ends: comments and spaces may follow.
_END = re.compile(rb"</(?:\w+:)?(?:rss|feed|RDF|channel)\s*>(?:\s|<!--.*?-->)*\Z", re.DOTALL)
CUT = "the feed ends in the middle; its last entry is left out"


class Entry(NamedTuple):
    """An entry with its text, without markup. `key` is what the feed calls it: its id, or its link."""

    key: str
    text: str
    title: str
    link: str
    time: str | None


def entries_of(body: bytes) -> tuple[list[Entry], str]:
    """The entries, the oldest first as far as the feed tells, and what is wrong with it.

    Many feeds are not well-formed, and are read all the same. One that lacks its end was cut: what stands last in it
    may be half an entry and is left out.
    """
    # A stream, because bytes that look like an address would be opened.
    parsed: Any = feedparser.parse(io.BytesIO(body), resolve_relative_uris=False)
    entries = [_entry(one) for one in parsed.entries]
    if not parsed.get("version"):
        return [], "no feed: neither RSS nor Atom"
    cut = _END.search(body[-4096:]) is None
    if cut:
        del entries[-1:]
    # Feeds have their newest first. Sorting by time keeps that order where there are none.
    entries.reverse()
    return sorted(entries, key=lambda entry: entry.time or ""), CUT if cut else ""


def _entry(one: Any) -> Entry:
    contents = [content.get("value", "") for content in one.get("content", [])]
    markup = max([*contents, one.get("summary", "")], key=len)
    title = _plain(one.get("title", ""))
    link = one.get("link", "")
    return Entry(one.get("id") or link or "", _plain(markup) or title, title, link, _time(one))


def _plain(markup: str) -> str:
    """Text without tags. Lone surrogates, which bad references make, are no characters."""
    sound = markup.encode("utf-8", "replace").decode()
    return html_text(sound, clean="tags").strip() if "<" in sound or "&" in sound else sound.strip()


def _time(one: Any) -> str | None:
    parts = one.get("published_parsed") or one.get("updated_parsed")
    try:
        return datetime(*parts[:6]).replace(tzinfo=UTC).isoformat() if parts else None
    except ValueError:
        return None
