"""A damaged index is refused by name: no flipped bit, cut or exchanged file gives an answer, right or wrong."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import xxhash

import samesame as ss
from samesame.index import Index
from samesame.index.header import File, Header, load, to_text
from samesame.verbs.index import add_to_index, build_index, remove_from_index

SIX = "harbour ferry island mountain garden bridge"
LETTERS = {"a": SIX, "b": f"{SIX} seven eight nine", "c": "the ferry leaves at ten", "d": "", "e": "no"}
OPTIONS: dict[str, Any] = {"method": "imatch", "language": "en", "skip": 0, "take": 3}
# Of the bits of each file but the header, one in so many is flipped.
STRIDE = 29


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An index with two parts, statistics and a list of removed documents."""
    path = tmp_path / "index"
    build_index(path, LETTERS, **OPTIONS)
    add_to_index(path, {"f": SIX.upper(), "g": "another letter"})
    remove_from_index(path, ["b", "g"])
    assert sorted(load(path).names()) == [
        "part-00001.blocks",
        "part-00002.blocks",
        "removed-00003.blocks",
        "statistics.parquet",
    ]
    return path


def read_all(path: Path) -> object:
    """All that an index holds."""
    index = Index(path)
    index.verify()
    return index.documents, index.statistics(), [batch.to_pydict() for batch in index.batches()]


def flipped(file: Path, stride: int) -> Iterator[int]:
    """A file with one bit flipped, again and again; afterwards it is as it was."""
    whole = file.read_bytes()
    with file.open("rb+", buffering=0) as damaged:
        for bit in range(0, 8 * len(whole), stride):
            damaged.seek(bit // 8)
            damaged.write(bytes([whole[bit // 8] ^ (1 << bit % 8)]))
            yield bit
            damaged.seek(bit // 8)
            damaged.write(whole[bit // 8 : bit // 8 + 1])
    assert file.read_bytes() == whole


def test_every_flipped_bit_of_the_header_is_seen(path: Path) -> None:
    count = 0
    for bit in flipped(path / "index.json", 1):
        with pytest.raises(ss.FormatError, match="index"):
            Index(path)
        count = bit + 1
    assert count == 8 * (path / "index.json").stat().st_size > 6_000
    read_all(path)


def test_flipped_bits_of_all_other_files_are_seen_and_the_file_is_named(path: Path) -> None:
    for name in sorted(load(path).names()):
        for bit in flipped(path / name, STRIDE):
            with pytest.raises(ss.FormatError) as raised:
                read_all(path)
            assert str(raised.value) == f"{path / name}: damaged: it is not what was written; build the index anew", bit
    read_all(path)


def ways(path: Path) -> dict[str, Callable[[], object]]:
    """What can be asked of an index."""
    return {
        "find": lambda: ss.find({"x": SIX}, against=path, **OPTIONS),
        "add": lambda: add_to_index(path, {"x": SIX}),
        "remove": lambda: remove_from_index(path, ["a"]),
        "ids": lambda: Index(path).ids(),
        "info": lambda: Index(path).documents,
    }


def become_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


# Which files each of them reads besides the header.
READ = {
    "find": {"blocks", "parquet"},
    "add": {"blocks", "parquet"},
    "remove": {"blocks"},
    "ids": {"blocks"},
    "info": {"blocks"},
}
DAMAGE: dict[str, Callable[[Path], object]] = {
    "gone": lambda file: file.unlink(),
    "empty": lambda file: file.write_bytes(b""),
    "another": lambda file: file.write_bytes(b"junk" * 9),
    "cut": lambda file: file.write_bytes(file.read_bytes()[:-20]),
    "longer": lambda file: file.write_bytes(file.read_bytes() + b"\0"),
    "a folder": become_folder,
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("way", READ)
def test_whoever_reads_a_damaged_file_says_so_and_changes_nothing(path: Path, way: str, damage: str) -> None:
    for name in sorted(load(path).names()):
        if name.rpartition(".")[2] not in READ[way]:
            continue
        copy = path.with_name("copy")
        shutil.copytree(path, copy)
        DAMAGE[damage](copy / name)
        before = sorted((file.name, file.is_file() and file.read_bytes()) for file in copy.iterdir())
        with pytest.raises(ss.FormatError) as raised:
            ways(copy)[way]()
        assert str(copy / name) in str(raised.value) and "build the index anew" in str(raised.value)
        assert sorted((file.name, file.is_file() and file.read_bytes()) for file in copy.iterdir()) == before
        shutil.rmtree(copy)


@pytest.mark.parametrize("name", ["part-00001.blocks", "part-00002.blocks", "removed-00003.blocks"])
def test_a_flipped_bit_is_seen_or_was_not_needed(path: Path, name: str) -> None:
    """A question reads some blocks only; whatever is wrong with the others, its answer is the right one."""
    asked = {"x": SIX, "y": "the ferry leaves at ten", "z": "no"}
    answer = ss.find(asked, against=path, **OPTIONS).to_arrow()
    assert answer.num_rows > 1
    seen = unneeded = 0
    for bit in flipped(path / name, STRIDE):
        try:
            assert ss.find(asked, against=path, **OPTIONS).to_arrow() == answer, bit
            unneeded += 1
        except ss.FormatError as error:
            assert str(path / name) in str(error)
            seen += 1
    assert seen > 20 and (unneeded > 5 or name.startswith("removed"))


def test_parts_that_change_places_are_seen(path: Path) -> None:
    one, two = (path / f"part-0000{number}.blocks" for number in (1, 2))
    one.rename(path / "x")
    two.rename(one)
    (path / "x").rename(two)
    with pytest.raises(ss.FormatError, match=one.name):
        read_all(path)


def forged(path: Path, change: Callable[[Path, Header], Header]) -> Path:
    """An index with a header that fits its files, made with bad will."""
    header = change(path, load(path))
    (path / "index.json").write_text(to_text(header))
    return path


def directory(*words: int) -> bytes:
    """A file without blocks, with any directory."""
    return b"".join(word.to_bytes(8, "little") for word in (*words, len(words) + 1))


def with_file(path: Path, header: Header, content: bytes) -> Header:
    file = path / header.parts[0].file.name
    file.write_bytes(content)
    written = File(file.name, len(content), xxhash.xxh3_128_hexdigest(content))
    return replace(header, parts=(replace(header.parts[0], file=written), *header.parts[1:]))


def no_sections(path: Path, header: Header) -> Header:
    return with_file(path, header, directory(3, 0, 5, 5, 1))


def endless_sections(path: Path, header: Header) -> Header:
    return with_file(path, header, directory(3, 9, 5, 5, 1, *[2**61] * 9))


def blocks_beyond_the_end(path: Path, header: Header) -> Header:
    return with_file(path, header, directory(3, 9, 5, 5, 1, 1, *[0] * 8, 0, 2**40, 2**40, 7))


def no_blocks(path: Path, header: Header) -> Header:
    return with_file(path, header, directory(3, 9, 5, 5, 1, *[0] * 9))


def another_keeping(path: Path, header: Header) -> Header:
    return with_file(path, header, directory(3, 9, 5, 5, 77, *[0] * 9))


def a_list_of_removed(path: Path, header: Header) -> Header:
    assert header.removed_file is not None
    return replace(header, parts=(replace(header.parts[0], file=header.removed_file), *header.parts[1:]))


def outside(path: Path, header: Header) -> Header:
    file = File("../index/part-00001.blocks", 1, "0" * 32)
    return replace(header, parts=(replace(header.parts[0], file=file), *header.parts[1:]))


FORGED = [
    no_sections,
    endless_sections,
    blocks_beyond_the_end,
    no_blocks,
    another_keeping,
    a_list_of_removed,
    outside,
]


@pytest.mark.parametrize("change", FORGED)
def test_a_forged_index_is_refused_too(path: Path, change: Callable[[Path, Header], Header]) -> None:
    with pytest.raises((ss.FormatError, ss.InputError)) as raised:
        read_all(forged(path, change))
    assert str(path) in str(raised.value)


def test_a_deep_header_is_refused(path: Path) -> None:
    (path / "index.json").write_text("[" * 200_000)
    with pytest.raises(ss.FormatError, match=r"index\.json: not the header"):
        Index(path)


def test_a_blank_more_in_the_header_is_damage(path: Path) -> None:
    header = path / "index.json"
    header.write_text(header.read_text() + " ")
    assert json.loads(header.read_text())["format"] == "samesame-index"
    with pytest.raises(ss.FormatError, match=r"index\.json: damaged"):
        Index(path)
