"""What IN stands for."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

import samesame as ss
from samesame.read.inputs import FORMATS, Input, format_of, resolve
from samesame.read.problems import Problems


def names(*sources: str, format: str | None = None) -> list[str]:
    return [source.name for source in resolve(sources, format, Problems())]


def touch(*paths: str) -> None:
    for path in paths:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).touch()


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("packed", ["", ".gz", ".zst"])
def test_every_suffix_tells_its_format_packed_or_not(suffix: str, packed: str) -> None:
    assert format_of(f"a.b{suffix}{packed}") == FORMATS[suffix]
    assert format_of(f"A{suffix.upper()}{packed.upper()}") == FORMATS[suffix]


def test_a_packed_file_may_shout(folder: Path) -> None:
    Path("X.JSONL.GZ").write_bytes(gzip.compress(b'{"text": "one"}\n'))
    assert [document.text for document in ss.read(".")] == ["one"]


def test_names_without_a_known_suffix_tell_no_format() -> None:
    assert [format_of(name) for name in ("photo.png", "README", "a.gz", "jsonl", ".gz")] == [None] * 5


def test_a_folder_is_walked_in_a_stable_order_without_hidden_and_foreign_files(folder: Path) -> None:
    touch("in/b.txt", "in/a.jsonl", "in/z/1.html", "in/c/2.eml", "in/.hidden.txt", "in/.git/x.txt", "in/photo.png")
    assert names("in") == ["in/a.jsonl", "in/b.txt", "in/c/2.eml", "in/z/1.html"]


def test_with_a_format_a_folder_gives_all_its_files(folder: Path) -> None:
    touch("in/a.log", "in/b.png")
    assert names("in", format="text") == ["in/a.log", "in/b.png"]


def test_a_glob_is_sorted_and_goes_down(folder: Path) -> None:
    touch("in/b.txt", "in/a.txt", "in/deep/c.txt")
    assert names("in/*.txt") == ["in/a.txt", "in/b.txt"]
    assert names("in/**/*.txt") == ["in/a.txt", "in/b.txt", "in/deep/c.txt"]


def test_a_file_named_twice_is_read_once(folder: Path) -> None:
    touch("in/a.txt", "in/b.txt")
    assert names("in/b.txt", "in", "./in/a.txt") == ["in/b.txt", "in/a.txt"]


def test_a_name_with_glob_characters_is_a_name(folder: Path) -> None:
    touch("a[1].txt", "a1.txt")
    assert names("a[1].txt") == ["a[1].txt"]


def test_standard_input_is_jsonl_unless_told_otherwise() -> None:
    assert resolve(["-"], None, Problems()) == [Input(None, "stdin", "jsonl")]
    assert resolve(["-"], "csv", Problems()) == [Input(None, "stdin", "csv")]


@pytest.mark.parametrize("source", ["nothing.jsonl", "nothing/*.txt", "nothing"])
def test_what_is_not_there_is_an_error(folder: Path, source: str) -> None:
    with pytest.raises(ss.InputError, match="no such file or folder"):
        names(source)


def test_a_link_to_nowhere_is_an_error_and_no_endless_search(folder: Path) -> None:
    Path("link.jsonl").symlink_to("nowhere.jsonl")
    with pytest.raises(ss.InputError, match=r"link\.jsonl: no such file or folder"):
        names("link.jsonl")


def test_a_file_of_unknown_format_is_an_error_with_a_way_out(folder: Path) -> None:
    touch("photo.png")
    with pytest.raises(ss.InputError, match=r"tells no format.*give --format"):
        names("photo.png")


def test_an_unknown_format_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(ss.ParameterError, match=r"expected one of arrow, csv, html.*got 'word'"):
        names("-", format="word")


def test_a_folder_without_files_is_named_and_the_rest_is_read(folder: Path) -> None:
    Path("empty").mkdir()
    Path("a.txt").write_text("Hello")
    documents = ss.read([Path("empty"), Path("a.txt")])
    for _ in range(2):  # reading does not forget it
        assert [document.id for document in documents] == ["a.txt"]
        assert len(documents.problems) == 1
        assert str(next(iter(documents.problems))).startswith("empty: no files to read in this folder")


def test_a_name_that_is_not_utf8_can_still_be_read(folder: Path) -> None:
    path = Path(os.fsdecode(b"\xff.txt"))
    path.write_text("Hello")
    assert [(document.id, document.text) for document in ss.read(path)] == [("\\xff.txt", "Hello")]


def test_size_is_that_on_disk_and_nothing_where_nobody_can_tell(folder: Path) -> None:
    Path("a.txt").write_text("Hello")
    assert Input(Path("a.txt"), "a.txt", "text").size == 5
    assert Input(None, "stdin", "jsonl").size == Input(Path("gone"), "gone", "text").size == 0
