"""`compare`: relations, coverages, what a side may be, and the page."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

import samesame as ss

NOTE = "The ferry to the island leaves at ten every morning."
LONG = f"Please note: {NOTE} It comes back at noon, and in summer also at six in the evening."
OTHER = f"{NOTE} Then there is nothing but water, sky, gulls and a long grey line of islands in the mist."


@pytest.mark.parametrize(
    ("left", "right", "relation"),
    [
        (NOTE, NOTE.upper(), "exact"),
        (LONG, LONG.replace("summer", "winter"), "near"),
        (NOTE, LONG, "contained"),
        (LONG, NOTE, "contains"),
        (LONG, OTHER, "partial"),
        (NOTE, "Nothing of the kind.", "none"),
        ("", "", "none"),
        ("…", "…", "none"),
    ],
)
def test_relations(left: str, right: str, relation: str) -> None:
    threshold = 0.7 if relation == "near" else 0.8
    comparison = ss.compare(left, right, threshold=threshold)
    assert comparison.relation == relation
    assert bool(comparison.spans) == (relation != "none")


def test_coverages_are_those_of_find() -> None:
    [match] = ss.find({"a": NOTE, "b": LONG})
    comparison = ss.compare(NOTE, LONG)
    found = (comparison.left_coverage, comparison.right_coverage, comparison.jaccard)
    assert found == (match.left_coverage, match.right_coverage, match.jaccard)


def test_texts_documents_and_files(folder: Path) -> None:
    Path("a.md").write_text(NOTE)
    Path("b.html").write_text(f"<html><body><article><p>{LONG}</p></article></body></html>")
    comparison = ss.compare(Path("a.md"), Path("b.html"))
    assert (comparison.left.text, comparison.right.text, comparison.relation) == (NOTE, LONG, "contained")
    assert ss.compare(ss.Document("x", NOTE), NOTE).left.id == "x"
    with pytest.raises(ss.ParameterError, match="left: expected a text, a Document or a"):
        ss.compare(3, NOTE)  # type: ignore[arg-type]
    Path("two.jsonl").write_text("".join(json.dumps({"id": i, "text": NOTE}) + "\n" for i in "ab"))
    with pytest.raises(ss.InputError, match=r"two.jsonl: holds several documents"):
        ss.compare(Path("two.jsonl"), NOTE)
    Path("none.jsonl").write_text("{broken\n")
    with pytest.raises(ss.InputError, match=r"none.jsonl: holds no document"):
        ss.compare(Path("none.jsonl"), NOTE)
    for threshold in (0, 1.01):
        with pytest.raises(ss.ParameterError, match="threshold: expected a number above 0 and up to 1"):
            ss.compare(NOTE, NOTE, threshold=threshold)


class Page(HTMLParser):
    """What a browser would make of the page: tags, and the texts of the two panes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.panes: dict[str, str] = {}
        self._pane: str | None = None
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        values = dict(attrs)
        self.links += [value for name in ("src", "href") if (value := values.get(name))]
        if tag == "pre":
            self._pane = values["id"] or ""
            self.panes[self._pane] = ""

    def handle_endtag(self, tag: str) -> None:
        self._pane = None if tag == "pre" else self._pane

    def handle_data(self, data: str) -> None:
        if self._pane:
            self.panes[self._pane] += data


def test_the_page_holds_both_texts_and_no_markup_of_theirs() -> None:
    evil = '<script>alert("x")</script> & <img src=x onerror=alert(1)> </pre> $title ${left} &lt; "quotes" \'too\''
    left = ss.Document(f"<b>{evil}</b>", f"{NOTE} {evil} {LONG}")
    right = ss.Document('right" onclick="x', f"{LONG} {evil}")
    page = Page(ss.compare(left, right).to_html())
    assert page.panes == {"left": left.text, "right": right.text}
    assert page.tags.count("script") == 1 and "img" not in page.tags and "b" not in page.tags
    assert page.links == []
    assert page.tags.count("mark") >= 2 and "svg" in page.tags


@pytest.mark.parametrize(("left", "right"), [("", ""), ("", NOTE), ("…", "\u0301")])
def test_the_page_of_next_to_nothing(left: str, right: str) -> None:
    assert Page(ss.compare(left, right).to_html()).panes == {"left": left, "right": right}


def test_the_page_of_long_texts_stays_bounded() -> None:
    text = "".join(f"Sentence number {i % 900} speaks of thing {i}.\n\n" for i in range(6000))
    page = ss.compare(text, text[1000:]).to_html()
    assert page.count("<rect") <= 160 * 160 + 1
    assert len(page) < 3 * len(text) + 100 * 160 * 160


def test_results_are_tables() -> None:
    comparison = ss.compare(NOTE, LONG)
    assert comparison.to_arrow().column_names == ["left_start", "left_end", "right_start", "right_end", "kind"]
    assert len(comparison.to_pandas()) == len(comparison) == 1
    assert json.loads(json.dumps(comparison.to_dict()))["spans"][0]["kind"] == "identical"
