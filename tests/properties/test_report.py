"""The page of campaigns: whatever the texts are, it shows them and nothing else, below its size."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.report.files import write_table
from samesame.report.members import MEMBER_SCHEMA
from samesame.report.visible import MARKS

LETTER = "Please keep the ferry to the island. We need it every day of the year.\n\nIt is the only way to the school."
HOSTILE = (
    '<script>alert(1)</script><img src=x onerror="alert(2)"> </p></section> &amp; \x00\x1b[31m \u202eabc ]]> $title'
)
VOID = {"meta", "input", "rect", "br"}
hostile = st.sampled_from([HOSTILE, '"><svg onload=x>', "</style><style>", "<!-- ", "'", "{{x}}"])
words = st.lists(st.sampled_from(["ferry", "school", "\u5cf6", "é", "A&B"]), max_size=8).map(" ".join)


class Page(HTMLParser):
    """A page as a browser would read it: elements that are closed in order, texts by their class."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, str]] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        kind = dict(attrs).get("class") or tag
        if tag not in VOID:
            self.open.append((tag, kind))
            self.texts.setdefault(kind, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        for kind in {kind for _, kind in self.open}:
            self.texts[kind][-1] += data


def table(rows: list[dict[str, Any]]) -> pa.Table:
    nothing = dict.fromkeys(MEMBER_SCHEMA.names)
    return pa.Table.from_pylist([{**nothing, **row} for row in rows], MEMBER_SCHEMA)


def campaign(*added: str, first: int = 0) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """A letter and copies of it, each with a text of its own behind it."""
    name = f"r{first}"
    rows: list[dict[str, Any]] = [{"cluster": name, "id": name, "role": "reference"}]
    texts = {name: LETTER}
    for number, own in enumerate(added):
        id = f"{name}-{number}"
        texts[id] = f"{LETTER}\n\n{own}"
        unique = [{"start": len(LETTER) + 2, "end": len(texts[id])}] if own else []
        row = {"cluster": name, "id": id, "role": "member", "edit": "block_added", "unique": unique, "rule": "must"}
        rows.append(row)
    return rows, texts


def check_policy(html: str) -> None:
    """The policy allows the script and the style of the page, and nothing else."""
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    found = {}
    for tag in ("script", "style"):
        bodies = re.findall(f"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        digests = [base64.b64encode(hashlib.sha256(body.encode()).digest()).decode() for body in bodies]
        found[tag] = " ".join(f"'sha256-{digest}'" for digest in digests)
    wanted = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src {found['style']}"
    assert policy == f"{wanted}; script-src {found['script']}" and "unsafe" not in policy


def check_safe(page: Page) -> None:
    assert page.tags["script"] == page.tags["style"] == page.tags["html"] == page.tags["title"] == 1
    assert not page.tags.keys() & {"img", "iframe", "object", "embed", "link", "base"}
    for _, name, value in page.attributes:
        assert not name.startswith("on") and name not in ("style", "src")
        assert name != "href" or value.startswith("#")


@settings(max_examples=60, deadline=None)
@given(st.lists(hostile | words, min_size=1, max_size=5), hostile, st.sampled_from(["longest", "date"]))
def test_texts_are_shown_and_are_never_markup(added: list[str], title: str, order: Any) -> None:
    rows, texts = campaign(*added)
    rows.append({"cluster": HOSTILE, "id": HOSTILE, "role": "singleton"})
    texts[HOSTILE] = HOSTILE
    made = ss.report(table(rows), texts, title=title, order=order)
    check_policy(made.html)
    page = Page(made.html)
    check_safe(page)
    shown = [" ".join(text.split()) for text in page.texts["text"]]
    wanted = [*{text.strip() for text in added if text.strip()}, HOSTILE]
    assert Counter(shown) == Counter(" ".join(text.translate(MARKS).split()) for text in wanted)
    assert page.texts["h1"] == [title.translate(MARKS)]
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e]", made.html)


def test_equal_passages_are_counted_once_and_the_longest_come_first() -> None:
    rows, texts = campaign("My mother lives there.", "my  mother LIVES there.", "No.", "")
    page = Page(ss.report(table(rows), texts).html)
    assert page.texts["text"] == ["My mother lives there.", "No."]
    assert "the same from 2 writers" in page.texts["about"][0] and "writers" not in page.texts["about"][1]
    assert "2 passages" in page.texts["h3"][1]


def test_what_varies_is_marked_with_how_many_copies_vary_it() -> None:
    rows, texts = campaign("Yes.", "Yes.")
    texts["r0-0"] = texts["r0-0"].replace("every day", "each single day")
    texts["r0-1"] = texts["r0-1"].replace(" of the year", "")
    for row in rows[1:]:
        row["unique"] = [{"start": len(texts[row["id"]]) - 4, "end": len(texts[row["id"]])}]
    page = Page(ss.report(table(rows), texts).html)
    marks = [*page.texts["v4"][1:]]  # the first one explains the marks
    assert marks == ["every~1", "of the year−1"], marks
    # What both added stands behind the letter.
    assert page.texts["ins"][-1] == "+2"


def test_nothing_is_invented_where_no_unique_text_is_told() -> None:
    letters = {"a": LETTER, "b": LETTER, "c": f"{LETTER} My mother lives there.", "d": "Close the port."}
    page = Page(ss.report(ss.cluster(letters, method="overlap"), letters).html)
    assert "What writers added" not in " ".join(page.texts["h3"]) and "Members" in page.texts["h3"][1]
    assert "100% of the letter" in page.texts["about"][0]


@pytest.mark.parametrize("own", ["\u5cf6" * 400, "<" * 400, "plain words " * 40, "\x01" * 400])
@pytest.mark.parametrize("told", [True, False])
def test_the_page_stays_below_its_size_and_tells_what_it_leaves_out(own: str, told: bool) -> None:
    rows: list[dict[str, Any]] = []
    texts: dict[str, str] = {}
    for number in range(60):
        more, some = campaign(*(f"{own} {i} {number}" for i in range(12)), first=number)
        rows += more
        texts |= some
    for number in range(400):
        rows.append({"cluster": f"s{number}", "id": f"s{number}", "role": "singleton"})
        texts[f"s{number}"] = f"{number} {own}"
    if not told:
        rows = [{**row, "unique": None, "edit": None} for row in rows]
    made = ss.report(table(rows), texts, max_size=200_000)
    assert 100_000 < len(made.html.encode()) <= 200_000
    page = Page(made.html)
    check_safe(page)
    sections = made.html.count('<section class="campaign"')
    [left_out] = re.findall(r"<h2>(\d+) smaller campaigns?</h2>", made.html) or ["0"]
    assert sections + int(left_out) == 60
    alone = made.html[made.html.index('<section id="alone">') :]
    [more] = re.findall(r"([\d,]+) more are the rows with the role singleton", alone)
    assert alone.count('<li class="entry">') + int(more) == 400


@pytest.mark.parametrize("name", ["m.jsonl", "m.csv", "m.tsv.gz", "m.parquet", "m.arrow"])
def test_members_are_read_from_any_format(tmp_path: Path, name: str) -> None:
    rows, texts = campaign("My mother lives there.", "No.")
    write_table(table(rows), tmp_path / name)
    made, other = ss.report(tmp_path / name, texts), ss.report(table(rows), texts)
    assert made.html.replace(name, "the table of members") == other.html
    assert (made.campaigns, made.singletons, made.missing, made.problems) == (1, 0, (), ())


def test_members_without_texts_are_named() -> None:
    rows, texts = campaign("My mother lives there.", "No.")
    del texts["r0-1"], texts["r0"]
    made = ss.report(table(rows), texts)
    assert made.missing == ("r0", "r0-1")
    assert "The texts lack the letter" in made.html and "The texts lack 2 documents" in made.html
    with pytest.raises(ss.InputError, match="texts: they have none of the members"):
        ss.report(table(rows), {"z": "Other."})


def test_texts_that_were_not_clustered_are_refused() -> None:
    rows, texts = campaign("My mother lives there.")
    texts["r0-0"] = "Shorter."
    with pytest.raises(ss.InputError, match="these are not the texts that were clustered"):
        ss.report(table(rows), texts)


def test_the_order_of_texts_and_batches_does_not_matter() -> None:
    rows, texts = campaign("My mother lives there.", "No.", "Yes.")
    turned = dict(reversed(texts.items()))
    assert ss.report(table(rows), texts).html == ss.report(table(rows), turned).html
