"""Letters as JSONL, tables and XML."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import samesame as ss
from samesame.errors import ParameterError
from samesame.letters.parts import letter
from samesame.read.schema import SCHEMA
from samesame.report.letters import check_letters_output, letter_lines, letters_writer
from samesame.report.letters_xml import letter_xml


def text_of(element: ET.Element) -> str:
    """The text of an element, as a reader of the file gets it back."""
    own = chr(int(element.attrib["code"])) if element.tag == "char" else element.text or ""
    return own + "".join(text_of(child) + (child.tail or "") for child in element)


LINES = st.sampled_from(
    ["Dear <Sir> & all:", "Sincerely,", "Ann Lee", "OAR-2002-0056", "Re: RIN 2060-AJ65", "To: \0", ">", "]]>"]
)
TEXTS = st.lists(st.one_of(LINES, st.text(max_size=8)), max_size=10).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n", "\r", "\n\n"]).map(lambda end: end.join(lines))
)


@given(TEXTS)
def test_the_text_of_the_element_is_the_text(text: str) -> None:
    found = letter(text)
    root = ET.fromstring(letter_xml(found).encode("utf-8"))
    assert text_of(root) == text


@given(TEXTS)
def test_every_field_is_an_element_with_its_range(text: str) -> None:
    found = letter(text)
    elements = [one for one in ET.fromstring(letter_xml(found).encode()).iter() if "start" in one.attrib]
    told = [(one.tag, int(one.attrib["start"]), int(one.attrib["end"])) for one in elements]
    assert all(text_of(one) == text[start:end] for one, (_, start, end) in zip(elements, told, strict=True))
    expected = {*((f.name, f.start, f.end) for f in found.fields), *((p.name, p.start, p.end) for p in found.parts)}
    assert sorted(told) == sorted(expected)


@pytest.mark.parametrize("character", ["\0", "\x0b", "\ud800", "\ufffe"])
def test_what_xml_cannot_hold_is_an_element_with_its_number(character: str) -> None:
    assert f'<char code="{ord(character)}"/>' in letter_xml(letter(f"a{character}b"))


def test_a_value_is_told_where_it_is_not_the_text() -> None:
    assert 'value="2004-03-03"' in letter_xml(letter("Date: March 3, 2004\n\nNo."))
    assert "value" not in letter_xml(letter("Dear Sir:\nNo."))
    page = letter_xml(letter('To: "A"\r\n <B>\0\n\nDear Sir:\nNo.'))
    assert 'value="&quot;A&quot;&#10;&lt;B&gt;\ufffd"' in page


def batch(**columns: list[object]) -> pa.RecordBatch:
    count = len(columns["id"])
    filled = {"time": [None] * count, "metadata": [None] * count, "file": [0] * count, "line": [1] * count, **columns}
    return pa.RecordBatch.from_pydict(filled, schema=SCHEMA)


ANN = "Dear EPA,\nNo.\nSincerely,\nAnn Lee"


def test_lines_get_a_field_that_can_be_sliced() -> None:
    rows = letter_lines(batch(id=["a", "b"], text=[ANN, ""], metadata=['{"k": 1}', None])).splitlines()
    first, second = map(json.loads, rows)
    assert (first["id"], first["text"], first["k"]) == ("a", ANN, 1)
    assert {f["name"]: ANN[f["start"] : f["end"]] for f in first["letter"]["fields"]}["sender"] == "Ann Lee"
    assert [ANN[slice(*one)] for one in first["letter"]["main"]] == ["No."]
    assert second["letter"] == {"fields": [], "main": []}


def test_a_field_of_that_name_is_not_written_twice() -> None:
    with pytest.raises(ParameterError, match="document 'a' has a field 'letter' already"):
        letter_lines(batch(id=["a"], text=["x"], metadata=['{"letter": 1}']))
    assert json.loads(letter_lines(batch(id=["a"], text=["x"], metadata=['{"k": "\\"letter\\""}'])))["k"] == '"letter"'


@pytest.mark.parametrize("name", ["o.parquet", "o.arrow", "o.csv", "o.jsonl.gz"])
def test_tables_get_a_column(tmp_path: Path, name: str) -> None:
    with letters_writer(tmp_path / name) as writer:
        writer.write(batch(id=["a"], text=[ANN]))
    if name == "o.parquet":
        found = json.loads(pq.read_table(tmp_path / name)["letter"][0].as_py())
    else:
        given = next(iter(ss.read(tmp_path / name))).metadata["letter"]
        found = json.loads(given) if isinstance(given, str) else given
    assert found == letter(ANN).to_dict()


@pytest.mark.parametrize("name", ["o.xml", "O.XML", "o.xml.gz", "o.xml.zst"])
def test_xml_is_whole_and_can_be_read(tmp_path: Path, name: str) -> None:
    odd = "\0 <&> \r\n Dear\ufffe"
    with letters_writer(tmp_path / name) as writer:
        writer.write(batch(id=["a", odd], text=[ANN, odd], metadata=['{"k":"<"}', None], time=[0, None]))
    with pa.input_stream(str(tmp_path / name), compression="detect") as stream:
        documents = ET.fromstring(stream.read()).findall("document")
    assert [text_of(one.find("id")) for one in documents if one.find("id") is not None] == ["a", odd]  # type: ignore[arg-type]
    assert [text_of(one.find("letter")) for one in documents] == [ANN, odd]  # type: ignore[arg-type]
    assert documents[0].findtext("metadata") == '{"k":"<"}'
    assert documents[0].findtext("time") == "1970-01-01T00:00:00+00:00"
    assert documents[1].find("time") is None


def test_a_failed_run_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(KeyError), letters_writer(tmp_path / "o.xml"):
        raise KeyError
    assert list(tmp_path.iterdir()) == []


def test_a_name_without_a_format_is_refused_and_xml_is_offered() -> None:
    with pytest.raises(ParameterError, match=r"\.parquet or \.arrow, or for letters in \.xml"):
        check_letters_output(Path("o.doc"))
    check_letters_output(Path("o.xml"))
    check_letters_output(Path("o.jsonl"))
