"""The files of folders: nothing is skipped without a word."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

import samesame as ss
from samesame.read.inputs import foreign_packing
from samesame.read.problems import NAMED


def write(*paths: str) -> None:
    for path in paths:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text("Hello")


def ids(source: object) -> list[str]:
    return [document.id for document in ss.read(source)]


def problems(documents: ss.Documents) -> list[str]:
    return [str(problem) for problem in documents.problems]


def test_files_of_unknown_format_are_noted_and_no_problem(folder: Path) -> None:
    write("in/a.txt", "in/photo.png", "in/deep/data.bin", "in/.DS_Store", "in/README")
    documents = ss.read("in")
    assert [document.id for document in documents] == ["in/a.txt"]
    assert documents.skipped == ["in/README", "in/photo.png", "in/deep/data.bin"]
    assert documents.problems.notes == [
        "skipped 3 files of unknown format in in: README, photo.png, deep/data.bin",
    ]
    assert problems(documents) == []


def test_many_skipped_files_are_named_up_to_a_number_and_counted(folder: Path) -> None:
    write("in/a.txt", *(f"in/{i:04}.png" for i in range(1500)))
    documents = ss.read("in")
    (note,) = documents.problems.notes
    assert note.startswith("skipped 1,500 files of unknown format in in: 0000.png, ")
    assert note.endswith(f"0009.png and {1500 - NAMED:,} more")


@pytest.mark.parametrize("name", ["a.csv.zip", "a.jsonl.LZ4", "a.parquet.br", "a.txt.7z"])
def test_data_packed_in_a_way_that_cannot_be_read_is_a_problem(folder: Path, name: str) -> None:
    write(f"in/{name}", "in/b.txt")
    documents = ss.read("in")
    assert [document.id for document in documents] == ["in/b.txt"]
    suffix = Path(name).suffix.lower()
    assert problems(documents) == [f"in/{name}: packed as {suffix}, which cannot be read; left out"]
    assert documents.skipped == []
    with pytest.raises(ss.InputError, match=rf"{name}: packed as {suffix}, which cannot be read; unpack it first"):
        ss.read(f"in/{name}")


def test_an_archive_of_anything_is_a_file_of_unknown_format(folder: Path) -> None:
    assert foreign_packing("photos.zip") is foreign_packing("a.txt.gz") is foreign_packing("zip") is None
    write("in/photos.zip", "in/a.txt")
    assert ss.read("in").skipped == ["in/photos.zip"]


def test_a_folder_that_cannot_be_read_is_a_problem(folder: Path) -> None:
    write("in/a.txt")
    # A path too long for the system is unreadable for everyone, whoever runs the tests.
    home, part = Path.cwd(), "x" * 200
    os.chdir("in")
    for _ in range(30):
        Path(part).mkdir()
        os.chdir(part)
    os.chdir(home)
    documents = ss.read("in")
    assert [document.id for document in documents] == ["in/a.txt"]
    (problem,) = documents.problems
    assert problem.message == "the folder cannot be read: File name too long"
    assert problem.file.startswith(f"in/{part}/{part}/")


def test_a_link_to_nowhere_or_to_itself_is_a_problem(folder: Path) -> None:
    write("in/a.txt")
    Path("in/gone.txt").symlink_to("nowhere.txt")
    Path("in/loop.txt").symlink_to("loop.txt")
    documents = ss.read("in")
    assert [document.id for document in documents] == ["in/a.txt"]
    assert problems(documents) == [
        "in/gone.txt: cannot be read: a link that leads nowhere",
        "in/loop.txt: cannot be read: Too many levels of symbolic links",
    ]


def test_links_to_folders_are_followed_once_and_after_real_folders(folder: Path) -> None:
    write("in/a.txt", "in/z/b.txt", "elsewhere/c.txt", "elsewhere/deep/d.txt")
    Path("in/a-link").symlink_to("z")
    Path("in/link").symlink_to(Path("elsewhere").resolve())
    Path("in/z/up").symlink_to("..")
    documents = ss.read("in")
    assert [document.id for document in documents] == ["in/a.txt", "in/z/b.txt", "in/link/c.txt", "in/link/deep/d.txt"]
    (note,) = documents.problems.notes
    assert note == "skipped 2 files that are folders read already in in: a-link (is in/z), z/up (is in)"


def test_links_to_files_are_files(folder: Path) -> None:
    write("in/a.txt", "b")
    Path("in/link.txt").symlink_to(Path("b").resolve())
    assert ids("in") == ["in/a.txt", "in/link.txt"]


def test_pipes_and_sockets_in_a_folder_are_noted_and_nobody_waits_for_them(folder: Path) -> None:
    write("in/a.txt")
    os.mkfifo("in/pipe.jsonl")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("in/socket.jsonl")
        documents = ss.read("in")
        assert [document.id for document in documents] == ["in/a.txt"]
        assert documents.skipped == ["in/pipe.jsonl", "in/socket.jsonl"]
        with pytest.raises(ss.InputError, match=r"in/socket\.jsonl: a socket, not a file"):
            ss.read("in/socket.jsonl")


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/random", "/dev/urandom", "/dev/full"])
def test_devices_are_refused_by_name(device: str) -> None:
    with pytest.raises(ss.InputError, match=rf"{device}: a device, not a file"):
        ss.read(device, format="text")


def test_the_empty_device_is_an_empty_file() -> None:
    assert list(ss.read("/dev/null", format="jsonl")) == []


def test_an_empty_name_is_refused(folder: Path) -> None:
    write("a.txt")
    with pytest.raises(ss.InputError, match="an empty name is no file or folder"):
        ss.read("")


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "\ud800.txt"])
def test_names_that_no_file_can_have_are_refused(folder: Path, name: str) -> None:
    with pytest.raises(ss.InputError, match=r"no such file or folder|File name too long"):
        ss.read(name)


def test_a_folder_whose_name_is_not_utf8_can_be_read(folder: Path) -> None:
    inside = Path(os.fsdecode(b"\xff"))
    inside.mkdir()
    (inside / "a.txt").write_text("Hello")
    (inside / os.fsdecode(b"\xfe.png")).touch()
    documents = ss.read(inside)
    assert [document.id for document in documents] == ["\\xff/a.txt"]
    assert documents.skipped == ["\\xff/\\xfe.png"]
