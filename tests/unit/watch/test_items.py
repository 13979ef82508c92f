"""The documents of files of all kinds, and why some are refused."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from samesame.read.documents import ReadOptions
from samesame.watch.items import Changed, pieces_of
from samesame.watch.model import Identity, Piece

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
<item><guid>g2</guid><title>Comet</title><description>Nobody saw the comet.</description>
<pubDate>Mon, 02 Mar 2026 11:00:00 GMT</pubDate></item>
<item><guid>g1</guid><title>Storm</title><description>Storm &lt;b&gt;closes&lt;/b&gt; the port.</description>
<pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item></channel></rss>"""
Read = Callable[[str, str | bytes], list[Piece]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read(name: str, content: str | bytes) -> list[Piece]:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        identity = Identity.at(str(path))
        assert identity is not None
        return pieces_of(str(path), name, identity, 10_000, ReadOptions())

    return read


def test_files_of_one_document_have_their_names_as_ids(read: Read) -> None:
    mail = "Subject: Storm\nDate: Mon, 2 Mar 2026 10:00:00 +0000\n\nStorm closes the port.\n"
    page = "<html><body><p>Storm closes the port.</p></body></html>"
    for name, content in {
        "a.txt": "Storm closes the port.",
        "a.eml": mail,
        "a.html": page,
        "a.xml": "<d>Storm closes the port.</d>",
    }.items():
        (piece,) = read(name, content)
        assert (piece.id, piece.text.strip(), piece.refused) == (name, "Storm closes the port.", "")
    (piece,) = read("a.eml", mail)
    assert piece.time == "2026-03-02T10:00:00+00:00"


def test_records_keep_their_ids_also_when_one_stands_twice(read: Read) -> None:
    pieces = read("a.jsonl", '{"id": "x", "text": "one"}\n{"text": "two"}\n{"id": "x", "text": "three"}\nbad\n')
    assert [(piece.id, piece.text) for piece in pieces[:3]] == [("x", "one"), ("a.jsonl:2", "two"), ("x", "three")]
    assert (pieces[3].id, pieces[3].refused) == ("a.jsonl:4", "not valid JSON at column 1: expected value")


def test_the_entries_of_a_feed_are_documents_the_oldest_first(read: Read) -> None:
    for name in ("a.xml", "a.rss"):
        first, second = read(name, RSS)
        assert (first.id, first.text, first.time) == ("g1", "Storm closes the port.", "2026-03-02T10:00:00+00:00")
        assert (second.id, second.metadata["title"]) == ("g2", "Comet")


def test_a_feed_that_ends_in_the_middle_loses_its_last_entry_and_says_so(read: Read) -> None:
    entry, trouble = read("a.rss", RSS[: RSS.index("&lt;/b&gt;")])
    assert entry.id == "g2"
    assert trouble.refused == "the feed ends in the middle; its last entry is left out"


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.txt", "", "empty"),
        ("a.txt", " \n\t", "empty"),
        ("a.txt", "x" * 10_001, "larger than 10.0 kB (--max-size)"),
        ("a.jsonl.gz", gzip.compress(b'{"text": "%s"}\n' % (b"x" * 900) * 100), "unpacked larger than 10.0 kB"),
        ("a.txt", b"text \xff", "not valid UTF-8"),
        ("a.png", "picture", "the name tells no format"),
        ("a", "no suffix", "the name tells no format"),
        ("a.json", '{"headline": "no text"}', "text"),
        ("a.jsonl", "\n\n", "holds no document"),
        ("a.rss", "no feed at all", "no feed"),
    ],
)
def test_a_bad_item_is_one_refused_piece(read: Read, name: str, content: str | bytes, reason: str) -> None:
    (piece,) = read(name, content)
    assert reason in piece.refused and str(Path.cwd()) not in piece.refused


def test_links_and_pipes_are_refused_unread(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to("/etc/hostname")
    os.mkfifo(tmp_path / "pipe.txt")
    for name in ("link.txt", "pipe.txt"):
        identity = Identity.at(str(tmp_path / name))
        assert identity is not None
        (piece,) = pieces_of(str(tmp_path / name), name, identity, 100, ReadOptions())
        assert piece.refused == "a link, a pipe or a device, not a file"


def test_a_file_that_changed_or_went_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("text")
    other = Identity(1, 2, 3)
    with pytest.raises(Changed):
        pieces_of(str(path), "a.txt", other, 100, ReadOptions())
    with pytest.raises(Changed):
        pieces_of(str(tmp_path / "gone.txt"), "gone.txt", other, 100, ReadOptions())
