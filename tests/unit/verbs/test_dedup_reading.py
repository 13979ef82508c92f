"""dedup over files in another encoding, with other delimiters and with fields inside of objects."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import samesame as ss

TEXT = "Vapur sabah saat onda kalkıyor; öğleden sonra dönüyor."
Run = Callable[..., Any]
Lines = Callable[..., Path]


@pytest.fixture
def letters(folder: Path) -> Path:
    rows = ["kim;ne", f'Ayşe;"{TEXT}"', f'Işık;"{TEXT}"', "Oya;Başka bir mektup."]
    path = Path("letters.csv")
    path.write_bytes("\r\n".join([*rows, ""]).encode("cp1254"))
    return path


WISH: dict[str, Any] = {"delimiter": ";", "encoding": "cp1254", "id_field": "kim", "text_field": "ne"}


@pytest.mark.parametrize("engine", ["local", ss.Steps(partitions=2, processes=False)])
def test_rows_that_stay_are_utf8_with_their_delimiter(letters: Path, engine: str | ss.Steps) -> None:
    ss.dedup(letters, out="clean.csv", engine=engine, **WISH)
    assert Path("clean.csv").read_bytes().decode() == f'kim;ne\r\nAyşe;"{TEXT}"\r\nOya;Başka bir mektup.\r\n'


@pytest.mark.parametrize("out", ["clean.jsonl", "clean.parquet", "clean.tsv"])
def test_other_formats_get_the_same_cells(letters: Path, out: str) -> None:
    ss.dedup(letters, out=out, **WISH)
    found = ss.read(out, id_field="kim", text_field="ne")
    assert [(document.id, document.text) for document in found] == [("Ayşe", TEXT), ("Oya", "Başka bir mektup.")]


def test_marks_are_added_to_rows_of_another_encoding(letters: Path) -> None:
    ss.dedup(letters, out="marked.jsonl", mark=True, **WISH)
    marked = [json.loads(line) for line in Path("marked.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["kim"], row["stays"]) for row in marked] == [("Ayşe", True), ("Işık", False), ("Oya", True)]


def test_the_other_side_is_read_alike(letters: Path, folder: Path) -> None:
    Path("other.csv").write_bytes(f'kim;ne\nz;"{TEXT}"\n'.encode("cp1254"))
    clean = ss.dedup(letters, against=Path("other.csv"), **WISH)
    assert [(removal.id, removal.kept) for removal in clean.removed] == [("Ayşe", "z"), ("Işık", "z")]


def test_format_holds_for_the_other_side(run: Run, lines: Lines) -> None:
    lines("a.dat", [{"id": "a", "text": TEXT}])
    lines("b.dat", [{"id": "b", "text": TEXT}])
    done = run("dedup", "a.dat", "--against", "b.dat", "--format", "jsonl", "--out", "o.jsonl")
    assert (done.returncode, Path("o.jsonl").read_text()) == (0, ""), done.stderr


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_records_with_fields_inside_of_objects_stay_as_they_are(lines: Lines, suffix: str) -> None:
    rows = [{"meta": {"id": name, "body": TEXT}, "n": n} for n, name in enumerate("ab")]
    lines("a.jsonl", rows)
    ss.dedup("a.jsonl", id_field="meta.id", text_field="meta.body", out=f"o.{suffix}")
    again = ss.read(f"o.{suffix}", id_field="meta.id", text_field="meta.body")
    assert [(document.id, dict(document.metadata)) for document in again] == [("a", rows[0])]
    clean = ss.dedup(again, out="p.parquet")
    assert clean.table.to_pylist() == rows[:1]
