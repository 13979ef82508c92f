"""What an index on disk refuses, by name: foreign folders, other versions, other methods, other settings."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import samesame as ss
from samesame.index import Index
from samesame.segment.words import WordOptions
from samesame.verbs.index import add_to_index, build_index, remove_from_index

Options = dict[str, Any]
SIX = "one two three four five six"
LETTERS = {"a": SIX, "b": f"{SIX} seven eight nine", "c": "the ferry leaves at ten", "d": "", "e": "no"}


def files(path: Path) -> dict[str, bytes]:
    """Everything below a folder, to the byte."""
    return {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An index of the letters."""
    build_index(tmp_path / "index", LETTERS)
    return tmp_path / "index"


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """An I-Match index of the letters."""
    build_index(tmp_path / "words", LETTERS, method="imatch", language="en")
    return tmp_path / "words"


def test_a_repeated_id_is_named_and_the_others_are_added(path: Path) -> None:
    documents = ss.read([{"id": "new", "text": SIX}, {"id": "b", "text": "another text"}])
    assert add_to_index(path, documents) == 1
    assert [str(problem) for problem in documents.problems] == [
        "memory:2: the id 'b' is in the index already; left out"
    ]
    assert Index(path).ids().to_pylist() == ["a", "b", "c", "d", "e", "new"]
    assert len(ss.find({"x": "another text"}, against=path)) == 0
    assert remove_from_index(path, ["b"]) == []
    assert add_to_index(path, {"b": "another text"}) == 1


def test_a_strict_addition_stops_at_a_repeated_id(path: Path) -> None:
    before = files(path)
    documents = ss.read([{"id": "new", "text": SIX}, {"id": "b", "text": "another text"}], strict=True)
    with pytest.raises(ss.InputError, match="memory:2: the id 'b' is in the index already"):
        add_to_index(path, documents)
    assert files(path) == before


def test_who_gave_no_documents_is_warned_of_those_left_out(path: Path) -> None:
    there = r"the id '{}' is in the index already; left out"
    named = f"2 bad records were left out: memory:1: {there.format('a')}; memory:3: {there.format('b')}$"
    with pytest.warns(UserWarning, match=named):
        assert add_to_index(path, {"a": SIX, "new": SIX, "b": "another text"}) == 1


def test_a_warning_names_ten_bad_records_and_counts_the_others(path: Path) -> None:
    records = [{"id": f"n{number}"} for number in range(12)]
    with pytest.warns(UserWarning, match=r"12 bad records .*memory:1: .*memory:10: [^;]*; [^;]*; and 2 more$"):
        assert add_to_index(path, [*records, {"id": "new", "text": SIX}]) == 1


def test_an_addition_of_nothing_new_changes_nothing(path: Path) -> None:
    before = files(path)
    assert add_to_index(path, {}) == 0
    assert add_to_index(path, ss.read([{"id": "a", "text": SIX}])) == 0
    assert remove_from_index(path, ["x"]) == ["x"]
    assert files(path) == before


def test_unknown_ids_are_given_back_and_the_others_go(path: Path) -> None:
    assert remove_from_index(path, ["x", "a", "y"]) == ["x", "y"]
    assert remove_from_index(path, ["a"]) == ["a"]
    assert Index(path).ids().to_pylist() == ["b", "c", "d", "e"]


def test_a_foreign_folder_is_no_index(tmp_path: Path) -> None:
    Path(tmp_path, "notes.txt").write_text("mine")
    attempts: list[Callable[[], object]] = [
        lambda: Index(tmp_path),
        lambda: add_to_index(tmp_path, LETTERS),
        lambda: remove_from_index(tmp_path, ["a"]),
    ]
    for attempt in attempts:
        with pytest.raises(ss.InputError, match=rf"index: there is none at '{tmp_path}'"):
            attempt()
    assert files(tmp_path) == {"notes.txt": b"mine"}


def read_attempts(path: Path) -> list[Callable[[], object]]:
    return [
        lambda: Index(path).documents,
        lambda: ss.find({"x": SIX}, against=path),
        lambda: add_to_index(path, {"x": SIX}),
        lambda: remove_from_index(path, ["a"]),
    ]


def changed(**changes: object) -> Callable[[str], str]:
    """Another value for some fields of a header; `...` leaves one out."""

    def change(header: str) -> str:
        record = {**json.loads(header), **changes}
        return json.dumps({name: value for name, value in record.items() if value is not ...})

    return change


DAMAGE: dict[str, Callable[[str], str]] = {
    "empty": lambda header: "",
    "cut": lambda header: header[: len(header) // 2],
    "no JSON": lambda header: "nonsense",
    "not UTF-8": lambda header: "\udcff",
    "a list": lambda header: "[]",
    "another kind": lambda header: '{"pages": 3}',
    "another format": changed(format="samesame-statistics"),
    "no version": changed(version=...),
    "no parts": changed(parts=...),
    "parts of another type": changed(parts=7),
    "a string": lambda header: '"x"',
    "no method": changed(method=...),
    "an unknown field": changed(colour="red"),
}


@pytest.mark.parametrize(
    "damage",
    [pytest.param(name) for name in DAMAGE],
)
def test_a_damaged_header_is_refused_by_name(path: Path, damage: str) -> None:
    header = path / "index.json"
    header.write_text(DAMAGE[damage](header.read_text()), errors="surrogateescape")
    before = files(path)
    for attempt in read_attempts(path):
        with pytest.raises(ss.FormatError) as raised:
            attempt()
        assert str(header) in str(raised.value)
    assert files(path) == before


@pytest.mark.parametrize(
    "layout",
    [
        {},
        pytest.param({"parts": [{"name": "x"}]}),
        pytest.param({"parts": [["part-00001.parquet", 3]], "checksum": ...}),
    ],
)
@pytest.mark.parametrize("version", [5, 99])
def test_another_version_is_refused_by_name(path: Path, layout: dict[str, object], version: int) -> None:
    header = path / "index.json"
    header.write_text(changed(version=version, **layout)(header.read_text()))
    for attempt in read_attempts(path):
        with pytest.raises(
            ss.FormatError, match=rf"{path}: an index of version {version}, this release reads version 6; build"
        ):
            attempt()


@pytest.mark.parametrize(
    ("options", "words_"),
    [
        ({"size": 5}, ["'overlap' with size=4", "'overlap' with size=5"]),
        ({"unit": "character"}, ["unit=word", "unit=character"]),
        ({"hash": "sha1"}, ["hash=xxh3", "hash=sha1"]),
        ({"language": "tr"}, ["language=None", "language=tr"]),
        ({"method": "ffp"}, ["was made by 'overlap' with size=4", "asked for 'ffp' with size=4"]),
        ({"method": "exact"}, ["made by 'overlap'", "asked for 'exact'"]),
        ({"method": "minhash"}, ["made by 'overlap'", "asked for 'minhash'"]),
        ({"method": "simhash"}, ["made by 'overlap'", "asked for 'simhash'"]),
        ({"method": "imatch"}, ["made by 'overlap'", "asked for 'imatch'"]),
    ],
)
def test_another_method_or_setting_is_refused_with_both_named(path: Path, options: Options, words_: list[str]) -> None:
    with pytest.raises(ss.ParameterError) as raised:
        ss.find({"x": SIX}, against=path, **options)
    assert all(part in str(raised.value) for part in [str(path), *words_])


@pytest.mark.parametrize(
    "options",
    [
        {"method": "simhash", "language": "en"},
        {"method": "imatch", "language": "en", "take": 3},
        pytest.param({}),
        pytest.param(
            {"method": "imatch"},
        ),
    ],
)
def test_the_same_where_the_index_has_statistics(words: Path, options: Options) -> None:
    with pytest.raises(ss.ParameterError) as raised:
        ss.find({"x": SIX}, against=words, **options)
    method = options.get("method", "overlap")
    assert all(part in str(raised.value) for part in [str(words), "made by 'imatch'", f"asked for '{method}'"])


@pytest.mark.parametrize("method", ["exact", "minhash", "simhash"])
def test_a_method_without_sets_has_no_index(method: str, tmp_path: Path) -> None:
    with pytest.raises(ss.ParameterError, match=f"method: '{method}' has no sets of features to keep"):
        build_index(tmp_path / "index", LETTERS, method=method)
    assert files(tmp_path) == {} and not (tmp_path / "index").exists()


def test_other_statistics_are_refused(words: Path, tmp_path: Path) -> None:
    other = ss.Statistics.count(["other words"], options=WordOptions(language="en", stop=True, stem="first5"))
    other.save(tmp_path / "other.stats")
    own = Index(words).statistics()
    assert own is not None
    for stats in (other, tmp_path / "other.stats", str(tmp_path / "other.stats")):
        with pytest.raises(ss.StatisticsMismatch) as raised:
            ss.find(LETTERS, against=words, method="imatch", language="en", stats=stats)
        assert own.fingerprint[:8] in str(raised.value) and other.fingerprint[:8] in str(raised.value)
    plain = ss.Statistics.count(["other words"])
    with pytest.raises(ss.StatisticsMismatch, match=r"prepared as .*stem='none'.* 'imatch' prepares .*stem='first5'"):
        build_index(tmp_path / "new", LETTERS, method="imatch", language="en", stats=plain)
    with pytest.raises(ss.ParameterError, match="stats: the method 'overlap' needs no statistics"):
        build_index(tmp_path / "new", LETTERS, stats=plain)
    assert not (tmp_path / "new").exists()


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A file with a bad line after good ones."""
    lines = [json.dumps({"id": f"n{i}", "text": SIX}) for i in range(3000)]
    source = tmp_path / "bad.jsonl"
    source.write_text("\n".join([*lines, "nonsense", ""]))
    return source


def test_a_build_that_fails_leaves_nothing_behind(bad: Path, tmp_path: Path) -> None:
    wishes: list[Options] = [{}, {"method": "imatch"}]
    for options in wishes:
        with pytest.raises(ss.InputError, match=r"bad\.jsonl:3001: not valid JSON"):
            build_index(tmp_path / "index", ss.read(bad, strict=True), **options)
        assert [*tmp_path.iterdir()] == [bad]


def test_nor_the_folders_above(bad: Path, tmp_path: Path) -> None:
    with pytest.raises(ss.InputError, match="not valid JSON"):
        build_index(tmp_path / "deep" / "down", ss.read(bad, strict=True))
    assert [*tmp_path.iterdir()] == [bad]


def test_a_build_that_fails_leaves_the_users_folder(bad: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(ss.InputError, match="not valid JSON"):
        build_index(tmp_path / "mine", ss.read(bad, strict=True))
    assert (tmp_path / "mine").is_dir() and not [*(tmp_path / "mine").iterdir()]


def test_an_empty_folder_may_become_an_index(tmp_path: Path) -> None:
    assert build_index(tmp_path, LETTERS).documents == 5


def test_an_addition_that_fails_leaves_the_index_as_it_was(path: Path, bad: Path) -> None:
    before = files(path)
    with pytest.raises(ss.InputError, match=r"bad\.jsonl:3001: not valid JSON"):
        add_to_index(path, ss.read(bad, strict=True))
    assert files(path) == before


def test_what_is_there_is_not_built_over(path: Path, tmp_path: Path) -> None:
    folder, file = tmp_path / "folder", tmp_path / "file"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    file.write_text("mine")
    before = files(tmp_path)
    for taken, words in (
        (path, "exists; add to it"),
        (folder, "exists and is no index"),
        (file, "exists and is no index"),
    ):
        with pytest.raises(ss.ParameterError, match=rf"index: '{taken}' {words}"):
            build_index(taken, {"x": SIX})
    assert files(tmp_path) == before
