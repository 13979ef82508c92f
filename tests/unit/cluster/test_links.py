"""The user's links: read, refused by row, and their contradictions told with the chain."""

from __future__ import annotations

from pathlib import Path

import pytest

from samesame.cluster.links import Link, Musts, read_links, refuse_contradictions, together, write_links
from samesame.errors import InputError


def written(folder: Path, content: str) -> Path:
    path = folder / "links.csv"
    path.write_text(content, encoding="utf-8")
    return path


def test_columns_may_stand_in_any_order_and_cells_have_spaces(tmp_path: Path) -> None:
    path = written(tmp_path, "kind,left,right\nMust, a ,b\n\ncannot,b,c\n")
    assert read_links(path) == [Link("a", "b", "must", "links.csv:2"), Link("b", "c", "cannot", "links.csv:4")]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    links = [Link('a "1"', "b,2", "family"), Link("ä", "c", "must")]
    write_links(tmp_path / "links.csv", links)
    assert [(one.left, one.right, one.kind) for one in read_links(tmp_path / "links.csv")] == [
        (one.left, one.right, one.kind) for one in links
    ]


def test_all_bad_rows_are_named(tmp_path: Path) -> None:
    path = written(tmp_path, "left,right,kind\na,,must\na,b,maybe\nc,c,must\na,b,must\n")
    with pytest.raises(InputError) as told:
        read_links(path)
    for part in ("links.csv:2: left and right", "links.csv:3: kind must be must, cannot or family; got 'maybe'"):
        assert part in str(told.value)
    assert "links.csv:4: links 'c' with itself" in str(told.value)


@pytest.mark.parametrize("content", ["", "left,right\na,b\n", "from,to,kind\n"])
def test_other_columns_are_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(InputError, match="must have the columns left, right and kind"):
        read_links(written(tmp_path, content))


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_links(tmp_path / "none.csv")
    (tmp_path / "links.csv").write_bytes(b"left,right,kind\n\xff\xfe,b,must\n")
    with pytest.raises(InputError, match="cannot be read as CSV in UTF-8"):
        read_links(tmp_path / "links.csv")


def test_a_contradiction_shows_the_chain() -> None:
    links = [
        Link("a", "b", "must", "l.csv:2"),
        Link("c", "b", "must", "l.csv:3"),
        Link("x", "y", "must", "l.csv:4"),
        Link("c", "a", "cannot", "l.csv:5"),
    ]
    with pytest.raises(InputError) as told:
        refuse_contradictions(links)
    text = str(told.value)
    assert "'c' must 'b' (l.csv:3), 'a' must 'b' (l.csv:2), but 'c' cannot 'a' (l.csv:5)" in text
    assert "x" not in text.split("each other:")[1]
    refuse_contradictions(links[:3])
    refuse_contradictions([*links[:3], Link("a", "x", "cannot"), Link("a", "b", "family")])


def test_chains_are_the_shortest() -> None:
    musts = Musts([Link("a", "b", "must"), Link("b", "c", "must"), Link("c", "d", "must"), Link("d", "a", "must")])
    assert [link.right for link in musts.chain("b", "d")] in (["b", "a"], ["c", "d"])
    assert musts.components() == [["a", "b", "c", "d"]]


def test_the_link_given_first_stays() -> None:
    assert together([Link("a", "b", "must", "new"), Link("b", "a", "must", "old")]) == [Link("a", "b", "must", "new")]
