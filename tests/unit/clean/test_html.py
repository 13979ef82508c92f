"""HTML to text: three modes, and an answer for any input."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.clean.html import html_text

MODES = ["none", "tags", "article"]
STORY = (
    "<p>The ferry left at nine, as it always did, with two cars, a dog and a crate of pears. "
    "Nobody on the quay looked up, for the sea was calm, and the day was long.</p>"
)
MENU = "<nav><ul>" + "<li><a href='/x'>Menu entry</a></li>" * 20 + "</ul></nav>"
PAGE = (
    f"<html><head><title>T</title><style>p{{}}</style></head><body>{MENU}<article>{STORY * 5}</article></body></html>"
)

MARKUP = (
    "< > </ <!-- --> <![CDATA[ & &amp; &#x110000; &#0; \" ' = / <p> </p> <div> </div> <b> <table> <td> <svg/> <pre> "
    "</pre> <script> </script> <style> <title> <template> </i> <br> é 漢 👩\u200d👧 text \ufeff"
)
PIECES = st.sampled_from([*MARKUP.split(" "), " ", "\n", "\r\n", "\0", "<p hidden>"])
SOUP = st.lists(PIECES, max_size=60).map("".join)
BYTES = st.binary(max_size=200).map(lambda data: data.decode("utf-8", "replace"))


def test_none_gives_the_markup_untouched() -> None:
    assert html_text(PAGE, clean="none") == PAGE


def test_tags_gives_all_visible_text_and_only_that() -> None:
    text = html_text(PAGE, clean="tags")
    assert text.count("Menu entry") == 20 and text.count("The ferry left at nine") == 5
    assert "p{}" not in text and "<" not in text and not text.startswith("T")


def test_article_is_the_default_and_leaves_the_menu_out() -> None:
    text = html_text(PAGE)
    assert text == html_text(PAGE, clean="article")
    assert "Menu" not in text and text.count("The ferry left at nine") == 5
    assert len(text.split("\n\n")) == 5


def test_a_page_without_an_article_gives_its_visible_text() -> None:
    assert html_text("just words") == "just words"
    assert html_text("") == ""


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Tea &amp; <b>toast</b></p><p>Milk</p>", "Tea & toast\nMilk"),
        ("a<br>b<ul><li>c<li>d</ul>", "a\nb\nc\nd"),
        ("<table><tr><td>1<td>2<tr><td>3</table>", "1 2\n3"),
        ("x<script>if (a < b) { '<p>' }</script>y", "xy"),
        ("<p>a<!-- <p>hidden</p> -->b", "ab"),
        ("<div hidden>gone</div>here", "here"),
        ("<pre>  x\n    y</pre>", "x\n    y"),
        ("caf&eacute; &#x6f22; &#128512;", "café 漢 😀"),
        ("  a \n\t b  ", "a b"),
    ],
)
def test_visible_text_is_what_a_reader_sees(html: str, text: str) -> None:
    found = html_text(html, clean="tags")
    assert found.strip() == text.strip()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 100_000 + STORY,
        "<b>" * 50_000 + "x" + "</b>" * 50_000,
        "<table><tr><td>" * 20_000,
        "<font color=1><object></font></object>" * 3_000 + "<p>x" * 20_000,
        "<p " + "a=1 " * 100_000 + ">x",
        "<p " + 'a="" ' * 100_000 + ">x",
        "</p " + 'a="b"\n' * 100_000 + ">x",
        "&" * 2_000_000,
        "<p a='" + "&" * 2_000_000 + "'>x",
        "<" * 100_000,
        "&" * 100_000,
        "<!--" * 20_000,
        "<script>" * 20_000,
        "</p>" * 50_000,
        "<p hidden>x" * 20_000,
        "\0" * 10_000,
    ],
    ids=lambda html: str(html)[:12].replace("\0", "NUL"),
)
def test_hostile_pages_get_an_answer(html: str, mode: str) -> None:
    assert isinstance(html_text(html, clean=mode), str)  # type: ignore[arg-type]


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.one_of(SOUP, BYTES, st.text(max_size=100)), st.sampled_from(MODES))
def test_any_text_gets_an_answer(html: str, mode: str) -> None:
    text = html_text(html, clean=mode)  # type: ignore[arg-type]
    assert text == html if mode == "none" else text == text.rstrip()


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=30))
def test_text_without_markup_stays_as_it_is(word: str) -> None:
    assert html_text(word, clean="tags") == word


def test_an_unknown_mode_is_refused_by_name() -> None:
    with pytest.raises(ss.ParameterError, match="clean: expected 'none' or 'tags' or 'article', got 'soap'"):
        html_text("a", clean="soap")  # type: ignore[arg-type]
