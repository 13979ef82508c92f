"""samesame read --letters."""

from __future__ import annotations

import json
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import samesame as ss

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]
TEXT = "Dear EPA,\n\nKeep OAR-2002-0056 🙂.\n\nSincerely,\nAnn Lee\n"


def test_lines_have_fields_with_places_in_code_points(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": TEXT, "k": 1}, {"id": "b", "text": "No."}])
    done = run("read", "a.jsonl", "--letters")
    assert (done.returncode, done.stderr) == (0, "2 documents read\n")
    first, second = map(json.loads, done.stdout.splitlines())
    assert first == {"id": "a", "text": TEXT, "k": 1, "letter": ss.letter(TEXT).to_dict()}
    assert second["letter"] == {"fields": [], "main": [[0, 3]]}


def test_xml_is_written_beside_the_other_formats(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": TEXT}])
    done = run("read", "a.jsonl", "--letters", "--out", "o.xml")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "1 documents read, written to o.xml\n")
    root = ET.parse("o.xml").getroot()
    assert "".join(root.iter("letter").__next__().itertext()) == TEXT
    assert [one.text for one in root.iter("sender")] == ["Ann Lee"]


def test_xml_without_letters_is_refused(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": TEXT}])
    done = run("read", "a.jsonl", "--out", "o.xml")
    assert done.returncode == 2 and "'o.xml' tells no format" in done.stderr
    assert not Path("o.xml").exists()


def test_a_bad_record_is_named_and_the_others_are_written(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": TEXT}, "nonsense"])
    done = run("read", "a.jsonl", "--letters", "--out", "o.xml")
    assert done.returncode == 1 and "a.jsonl:2" in done.stderr
    assert len(ET.parse("o.xml").getroot()) == 1


def test_a_field_that_would_be_written_twice_is_refused(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": TEXT, "letter": "mine"}])
    done = run("read", "a.jsonl", "--letters", "--out", "o.jsonl")
    assert done.returncode == 2 and "document 'a' has a field 'letter' already" in done.stderr
    assert not Path("o.jsonl").exists()
