"""Which fields a reading has met: how a misspelt name is told from a field that some records lack."""

from __future__ import annotations

from pathlib import Path

from samesame import _core


def met(*names: str, fields: tuple[str, str, str] = ("id", "text", "time")) -> tuple[bool, bool, bool, list[str]]:
    inputs: list[tuple[Path | None, str, str]] = [
        (Path(name), name, name.rsplit(".", 1)[1].replace("txt", "text")) for name in names
    ]
    reader = _core.Reader(inputs, fields=fields, max_record=1 << 20, clean="none", metadata=False, threads=1)
    while reader.next():
        pass
    return reader.fields


def test_json_lines_tell_the_fields_they_have(folder: Path) -> None:
    Path("a.jsonl").write_text('{"body": "a", "date": 1}\n{"body": "b", "id": 5}\n')
    assert met("a.jsonl") == (True, False, False, ["body", "date", "id"])
    assert met("a.jsonl", fields=("key", "body", "date")) == (False, True, True, ["body", "date", "id"])


def test_a_field_that_only_the_last_record_has_is_met(folder: Path) -> None:
    Path("a.jsonl").write_text('{"text": "a"}\n' * 50_000 + '{"text": "b", "time": 0}\n')
    assert met("a.jsonl")[:3] == (False, True, True)


def test_a_header_tells_the_columns(folder: Path) -> None:
    Path("a.csv").write_text("id,body\n1,one\n")
    assert met("a.csv") == (True, False, False, ["id", "body"])


def test_what_all_inputs_have_counts(folder: Path) -> None:
    Path("a.csv").write_text("text,time\none,\n")
    Path("b.jsonl").write_text('{"id": 1, "title": "t"}\n')
    assert met("a.csv", "b.jsonl") == (True, True, True, ["text", "time", "id", "title"])


def test_files_without_fields_have_no_names(folder: Path) -> None:
    Path("a.txt").write_text("words")
    Path("b.jsonl").touch()
    assert met("a.txt", "b.jsonl") == (False, False, False, [])


def test_names_are_bounded(folder: Path) -> None:
    fields = ", ".join(f'"{i}{"x" * 99}": 0' for i in range(1000))
    Path("a.jsonl").write_text(f'{{{fields}, "text": "t"}}\n')
    _, text, _, names = met("a.jsonl")
    assert text and len(names) == 20 and all(len(name) <= 40 for name in names)
