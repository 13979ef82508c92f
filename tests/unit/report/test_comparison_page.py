"""The page of a comparison: only its own script and styles run."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from random import Random

import samesame as ss
from samesame.report.comparison_page import MOST

SAME = [f"The ferry number {i} to the island leaves at ten every morning, as {i} others do." for i in range(40)]
EVIL = "<script>alert(1)</script> <style>*{display:none}</style> </pre><b onclick=x style='color:red'>"


class Page(HTMLParser):
    """What a browser would run or apply."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.policy, self.inside = "", ""
        self.parts: dict[str, list[str]] = {"script": [], "style": []}
        self.attributes: set[str] = set()
        self.hues: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.attributes |= set(values)
        self.hues |= {values["data-h"] or ""} if "data-h" in values else set()
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"] or ""
        self.inside = tag
        if tag in self.parts:
            self.parts[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside in self.parts:
            self.parts[self.inside][-1] += data


def test_the_policy_allows_what_the_page_has_and_nothing_else() -> None:
    left, right = " ".join(f"{text} {EVIL} only left {i}." for i, text in enumerate(SAME)), " ".join(reversed(SAME))
    page = Page(ss.compare(left, right).to_html())
    directives = dict(part.strip().split(" ", 1) for part in page.policy.split(";"))
    assert directives["default-src"] == "'none'" and "unsafe" not in page.policy
    for tag, count in (("script", 1), ("style", 2)):
        hashes = [base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in page.parts[tag]]
        assert len(hashes) == count
        assert directives[f"{tag}-src"].split() == [f"'sha256-{digest}'" for digest in hashes]
    assert "style" not in page.attributes and not any(name.startswith("on") for name in page.attributes)
    rules = dict(re.findall(r'\[data-h="(\d+)"\]\{--h:(\d+)\}', page.parts["style"][1]))
    assert page.hues and page.hues <= set(rules) and all(name == hue for name, hue in rules.items())


def test_of_very_many_passages_the_longest_are_marked_and_listed() -> None:
    random = Random(3)
    # Blocks of 8 words, and every hundredth of 9: each of the two kinds has a number of its own.
    blocks = [
        " ".join(f"w{random.randrange(10**6)}" for _ in range(8 + (i % 100 == 0))) + "." for i in range(MOST + 500)
    ]
    left = "\n".join(blocks)
    random.shuffle(blocks)
    comparison = ss.compare(left, "\n".join(blocks))
    assert len(comparison) > MOST
    page = comparison.to_html()
    assert f"<p>The {MOST:,} longest passages are marked and listed.</p>" in page
    assert page.count("<button ") == MOST and page.count("<mark ") == 2 * MOST
    marked = {re.sub(r"\s+", " ", text) for text in re.findall("<button [^>]*>(.*?)</button>", page)}
    assert {block for block in blocks if block.count(" ") == 8} <= marked
    assert "longest passages" not in ss.compare(SAME[0], SAME[0]).to_html()
