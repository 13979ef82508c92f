"""Files of other encodings than UTF-8, and CSV with other marks than commas."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import samesame as ss

WORDS = "Vapur saat onda kalkıyor; çöğüş € değil."
# Each with the name that Python knows it by.
ENCODINGS = [
    ("latin-1", "cp1252"),
    ("iso-8859-9", "cp1254"),
    ("cp1254", "cp1254"),
    ("utf-16", "utf-16"),
    ("utf-16le", "utf-16-le"),
    ("utf_16_be", "utf-16-be"),
    ("gb18030", "gb18030"),
    ("utf-8", "utf-8-sig"),
]
Run = Callable[..., Any]


def texts(encoding: str) -> list[str]:
    """Words that this encoding has."""
    return [WORDS.encode(encoding, "ignore").decode(encoding), "plain"]


@pytest.mark.parametrize(("label", "encoding"), ENCODINGS)
@pytest.mark.parametrize("kind", ["jsonl", "json", "csv", "tsv", "txt", "xml", "html"])
def test_texts_are_read_in_their_encoding(folder: Path, kind: str, label: str, encoding: str) -> None:
    expected = texts(encoding)
    bodies = {
        "jsonl": "".join(json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in expected),
        "json": json.dumps([{"text": text} for text in expected], ensure_ascii=False),
        "csv": "".join(f"{text}\r\n" for text in ["text", *expected]),
        "tsv": "".join(f"{text}\n" for text in ["text", *expected]),
        "txt": expected[0],
        "xml": f"<p>{expected[0]}</p>",
        "html": f"<p>{expected[0]}</p>",
    }
    Path(f"a.{kind}").write_bytes(bodies[kind].encode(encoding))
    documents = ss.read(f"a.{kind}", encoding=label, clean="tags")
    assert [document.text for document in documents] == (
        expected if kind in ("jsonl", "json", "csv", "tsv") else expected[:1]
    )
    assert not documents.problems.count


def test_packed_files_are_unpacked_first(folder: Path) -> None:
    Path("a.jsonl.gz").write_bytes(gzip.compress(json.dumps({"text": WORDS}).encode("utf-16")))
    assert [document.text for document in ss.read("a.jsonl.gz", encoding="utf-16")] == [WORDS]


def test_bad_bytes_cost_their_record_and_are_named_with_its_place(folder: Path) -> None:
    lines = ['{"text": "one"}', '{"text": "two \udc81"}', '{"text": "日本"}', '{"text": "three"}']
    Path("a.jsonl").write_bytes("\n".join(lines).encode("shift_jis", "surrogateescape"))
    documents = ss.read("a.jsonl", encoding="shift_jis")
    assert [document.text for document in documents] == ["one", "日本", "three"]
    assert [str(problem) for problem in documents.problems] == ["a.jsonl:2: not valid Shift_JIS at character 15"]
    with pytest.raises(ss.InputError, match=r"a\.jsonl:2: not valid Shift_JIS"):
        list(ss.read("a.jsonl", encoding="shift_jis", strict=True))


def test_bad_bytes_in_csv_text_and_json_are_named(folder: Path) -> None:
    Path("a.csv").write_bytes(b'text,n\none,1\nt\x81,2\n"th\nree",3\nf\x80ur,4\n')
    Path("a.txt").write_bytes(b"one\ntwo \x81")
    Path("a.json").write_bytes(b'[{"text": "\x81"}, {"text": "two"}]')
    told = {}
    for name in ("a.csv", "a.txt", "a.json"):
        documents = ss.read(name, encoding="euc-jp")
        told[name] = ([document.text for document in documents], [str(problem) for problem in documents.problems])
    assert told == {
        "a.csv": (["one", "th\nree"], ["a.csv:3: not valid EUC-JP", "a.csv:6: not valid EUC-JP"]),
        "a.txt": ([], ["a.txt:2: not valid EUC-JP at character 9 of the file"]),
        "a.json": (["two"], ["a.json:1: not valid EUC-JP at character 11"]),
    }


def test_a_header_that_cannot_be_read_is_named(folder: Path) -> None:
    Path("a.csv").write_bytes(b"text,na\xffme\none,1\n")
    documents = ss.read("a.csv")
    assert [document.text for document in documents] == ["one"]
    assert [str(problem) for problem in documents.problems] == ["a.csv:1: not valid UTF-8 in the header"]


def test_half_a_character_at_the_end_is_named(folder: Path) -> None:
    Path("a.jsonl").write_bytes('{"text": "one"}\n'.encode("utf-16") + b"{")
    documents = ss.read("a.jsonl", encoding="utf-16")
    assert [document.text for document in documents] == ["one"]
    assert [str(problem) for problem in documents.problems] == ["a.jsonl:2: not valid UTF-16LE at character 1"]


def test_mails_tell_their_encodings_themselves(folder: Path) -> None:
    mail = b"Content-Type: text/plain; charset=iso-8859-9\n\nde\xf0il\n"
    Path("a.eml").write_bytes(mail)
    assert [document.text.strip() for document in ss.read("a.eml", encoding="utf-16")] == ["değil"]


def test_an_unknown_encoding_is_refused_before_anything_is_read(run: Run) -> None:
    for name in ("klingon", "", "iso-2022-kr"):
        with pytest.raises(ss.ParameterError, match="encoding: expected a name such as utf-8, latin-1 or utf-16, got"):
            ss.read("nowhere.jsonl", encoding=name)
    done = run("find", "nowhere.jsonl", "--encoding", "klingon")
    assert (done.returncode, "encoding: expected" in done.stderr) == (2, True)


def test_utf16_without_its_name_says_how_to_name_it(folder: Path) -> None:
    Path("a.jsonl").write_bytes('{"text": "one"}\n'.encode("utf-16"))
    documents = ss.read("a.jsonl")
    assert list(documents) == []
    assert [str(problem) for problem in documents.problems] == ["a.jsonl: UTF-16, not UTF-8; give --encoding utf-16"]


@pytest.mark.parametrize("out", ["o.jsonl", "o.csv", "o.jsonl.gz"])
def test_outputs_are_utf8(run: Run, folder: Path, out: str) -> None:
    rows = [{"id": name, "text": WORDS.replace("€ ", "")} for name in ("ş1", "ş2")]
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    Path("a.jsonl").write_bytes("\n".join(lines).encode("cp1254"))
    done = run("dedup", "a.jsonl", "--encoding", "cp1254", "--out", out)
    assert done.returncode == 0, done.stderr
    assert [(document.id, document.text) for document in ss.read(out)] == [(rows[0]["id"], rows[0]["text"])]
    if out == "o.jsonl":
        assert Path(out).read_text(encoding="utf-8") == lines[0] + "\n"
    found = run("find", "a.jsonl", "--encoding", "cp1254", "--engine", "steps")
    assert [json.loads(line)["right"] for line in found.stdout.splitlines()] == ["ş2"]


@given(st.lists(st.text(st.characters(codec="cp1251", exclude_categories=["Cc"]), max_size=9), max_size=9))
def test_decoding_is_that_of_python(tmp_path_factory: pytest.TempPathFactory, found: list[str]) -> None:
    path = tmp_path_factory.mktemp("encoded") / "a.jsonl"
    path.write_bytes("\n".join(json.dumps({"text": text}, ensure_ascii=False) for text in found).encode("cp1251"))
    assert [document.text for document in ss.read(path, encoding="cp1251")] == found


# --- what stands between the cells of CSV ---


@pytest.mark.parametrize(
    ("name", "mark"), [(";", ";"), ("tab", "\t"), ("\\t", "\t"), ("|", "|"), (" ", " "), (",", ",")]
)
def test_cells_are_cut_at_the_delimiter(folder: Path, name: str, mark: str) -> None:
    Path("a.csv").write_text(f'id{mark}text\na{mark}"one{mark}two\nthree"\nb{mark}four.\n')
    documents = ss.read("a.csv", delimiter=name)
    assert [(document.id, document.text) for document in documents] == [("a", f"one{mark}two\nthree"), ("b", "four.")]


def test_tsv_stays_tab(folder: Path) -> None:
    Path("a.tsv").write_text("id\ttext\na\tone;two\n")
    Path("b.csv").write_text("id;text\nb;three\tfour\n")
    documents = ss.read([Path("a.tsv"), Path("b.csv")], delimiter=";")
    assert [document.text for document in documents] == ["one;two", "three\tfour"]


@pytest.mark.parametrize("name", ["", "ab", "ş", '"', "\n", "\r", "\0", "TAB"])
def test_other_delimiters_are_refused(name: str) -> None:
    with pytest.raises(ss.ParameterError, match="delimiter: expected one ASCII character, such as ';', or 'tab'; got"):
        ss.read("nowhere.csv", delimiter=name)


def test_the_options_reach_the_program(run: Run, folder: Path) -> None:
    Path("a.csv").write_bytes("kim;ne\nAyşe;Vapur kaçta?\n".encode("cp1254"))
    options = ["--delimiter", ";", "--encoding", "latin5", "--id-field", "kim", "--text-field", "ne"]
    done = run("read", "a.csv", *options)
    assert (done.returncode, json.loads(done.stdout)) == (0, {"id": "Ayşe", "text": "Vapur kaçta?"})


@given(st.lists(st.lists(st.text('ab;",\n ', max_size=4), min_size=2, max_size=2), min_size=1, max_size=5))
def test_delimiters_are_those_of_python(tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]) -> None:
    path = tmp_path_factory.mktemp("cells") / "a.csv"
    out = io.StringIO()
    csv.writer(out, delimiter=";", quoting=csv.QUOTE_ALL).writerows([["note", "text"], *rows])
    path.write_text(out.getvalue(), newline="")
    found = ss.read(path, delimiter=";", ids="path")
    assert [[document.metadata["note"], document.text] for document in found] == rows
