"""Inputs where one file is one document: text, HTML, XML."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import samesame as ss

PAGE = """<html><head><title>T</title><script>var hidden;</script><style>p {}</style></head><body>
<nav><a href="/">Home</a> <a href="/about">About us</a></nav>
<article><h1>The ferry sails again</h1>
<p>The evening ferry between the port and the islands will run again from Monday, the harbour board said.</p>
<p>Workers replaced both supports &amp; welded new plates along the car deck; fares will not change this year.</p>
<p>Island shopkeepers welcomed the news, for shelves were often empty by noon when the small boat could not sail.</p>
</article><footer>All rights reserved</footer></body></html>"""


def read(path: str, **options: object) -> tuple[list[ss.Document], list[str]]:
    documents = ss.read(path, **options)  # type: ignore[arg-type]
    return list(documents), [str(problem) for problem in documents.problems]


def test_a_folder_of_texts_gives_a_document_a_file_named_by_it(folder: Path) -> None:
    texts = {"a.txt": "One.\n\nTwo.\r\n", "b.md": "# Title\n", "c/d.text": "çığ 北京 🙂", "e.txt": ""}
    for name, text in texts.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_bytes(text.encode())
    documents, problems = read(".")
    assert {document.id: document.text for document in documents} == texts
    assert problems == []


def test_a_byte_order_mark_is_not_text(folder: Path) -> None:
    Path("a.txt").write_bytes(b"\xef\xbb\xbfHello")
    assert [document.text for document in ss.read("a.txt")] == ["Hello"]


@pytest.mark.parametrize("suffix", ["txt", "html", "xml", "jsonl", "json", "csv", "mbox", "eml"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_is_named(folder: Path, suffix: str, encoding: str) -> None:
    Path(f"a.{suffix}").write_bytes("\ufeffid,text\n".encode(encoding))
    documents, problems = read(f"a.{suffix}")
    assert documents == []
    assert problems == [f"a.{suffix}: UTF-16, not UTF-8; give --encoding utf-16"]


def test_names_that_are_not_utf8_are_read(folder: Path) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    try:
        Path(name).write_text("words")
    except OSError:  # some file systems take UTF-8 only
        return
    Path(os.fsdecode(b"\xff.jsonl")).write_text("nonsense\n")
    documents, problems = read(".")
    assert [(document.id, document.text) for document in documents] == [(r"caf\xe9.txt", "words")]
    assert problems[0].startswith(r"\xff.jsonl:1: not valid JSON")


def test_invalid_utf8_is_named_with_its_line_and_byte(folder: Path) -> None:
    for name in ("a.txt", "b.html", "c.xml"):
        Path(name).write_bytes(b"<p>one\ntw\xff</p>")
    Path("d.txt").write_text("good")
    documents, problems = read(".")
    assert [document.id for document in documents] == ["d.txt"]
    assert problems == [f"{name}:2: not valid UTF-8 at byte 10 of the file" for name in ("a.txt", "b.html", "c.xml")]


def test_a_file_beyond_the_limit_is_named(folder: Path) -> None:
    Path("a.txt").write_text("x" * ((1 << 20) + 1))
    Path("b.txt").write_text("x" * (1 << 20))
    documents, problems = read(".", max_record=1 << 20)
    assert [document.id for document in documents] == ["b.txt"]
    assert problems == ["a.txt: longer than 1 MiB (see --max-record); left out"]


def test_a_file_that_vanishes_is_named_and_the_rest_is_read(folder: Path) -> None:
    for name in ("a.txt", "b.txt", "c.jsonl"):
        Path(name).write_text('{"text": "t"}\n')
    documents = ss.read(".")
    Path("a.txt").unlink()
    Path("c.jsonl").unlink()
    assert [document.id for document in documents] == ["b.txt"]
    assert sorted(problem.file for problem in documents.problems) == ["a.txt", "c.jsonl"]


def test_html_gives_its_main_text(folder: Path) -> None:
    Path("a.html").write_text(PAGE)
    (document,) = ss.read("a.html")
    assert "Workers replaced both supports & welded new plates" in document.text
    assert not any(word in document.text for word in ("About us", "All rights reserved", "hidden", "<p>"))


def test_html_tags_gives_all_visible_text_and_none_the_markup(folder: Path) -> None:
    Path("a.html").write_text(PAGE)
    (tags,) = ss.read("a.html", clean="tags")
    assert all(word in tags.text for word in ("About us", "The ferry sails again", "All rights reserved"))
    assert not any(word in tags.text for word in ("hidden", "<p>", "p {}"))
    (none,) = ss.read("a.html", clean="none")
    assert none.text == PAGE


def test_broken_html_is_still_read(folder: Path) -> None:
    Path("a.html").write_text("<p>one <b>two</i> &nosuch; < three" + "<div>" * 5000)
    (document,) = ss.read("a.html", clean="tags")
    assert "one two" in document.text


def test_clean_takes_no_other_word(folder: Path) -> None:
    with pytest.raises(ss.ParameterError, match="clean: expected 'none' or 'tags' or 'article', got 'all'"):
        ss.read(["t"], clean="all")  # type: ignore[arg-type]


def test_xml_gives_a_line_an_element_and_keeps_inline_elements_in_it(folder: Path) -> None:
    Path("a.xml").write_text(
        '<?xml version="1.0"?><!-- no --><doc k="v"><t>A &amp; B &#x4e;o</t>'
        "<p>One <b>bold</b> word, H<sub>2</sub>O and <i>more</i></p><![CDATA[x < y]]></doc>"
    )
    (document,) = ss.read("a.xml")
    assert document.text == "A & B No\nOne bold word, H2O and more\nx < y"


@pytest.mark.parametrize("broken", ["<a>\n<b></a>", "<a>\n<b>cut off", "<a>\n<!-- never closed"])
def test_broken_xml_is_named_with_its_line(folder: Path, broken: str) -> None:
    Path("a.xml").write_text(broken)
    Path("b.xml").write_text("<a>fine</a>")
    documents, problems = read(".")
    assert [document.text for document in documents] == ["fine"]
    assert len(problems) == 1 and problems[0].startswith("a.xml:2: not valid XML")


def test_files_of_all_kinds_are_read_side_by_side_in_a_stable_order(folder: Path) -> None:
    for i in range(40):
        Path(f"{i:02}.txt").write_text(f"text {i}")
        Path(f"{i:02}.jsonl").write_text(f'{{"text": "line {i}"}}\n' * 3)
        Path(f"{i:02}.csv").write_text(f"text\nrow {i}\n")
    orders = [[document.id for document in ss.read(".", threads=threads)] for threads in (1, 2, 7)]
    assert orders[0] == orders[1] == orders[2]
    assert len(orders[0]) == 200 and orders[0] == sorted(orders[0])


@pytest.mark.parametrize(
    "xml",
    ["<a>" * 200_000 + "x" + "</a>" * 200_000, "<a " + " ".join(f"k{i}='1'" for i in range(50_000)) + ">x</a>"],
    ids=["deep", "attributes"],
)
def test_hostile_xml_is_read(folder: Path, xml: str) -> None:
    Path("a.xml").write_text(xml)
    assert [document.text for document in ss.read("a.xml")] == ["x"]
