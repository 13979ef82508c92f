"""Letters as XML: each part an element, in the order of the text, so that all characters together are the text."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa

from samesame.letters.model import Field, Letter
from samesame.letters.parts import letter
from samesame.report.files import PACKED, Writer
from samesame.report.whole import whole_file

# What XML 1.0 cannot hold even as a reference.
_FORBIDDEN = "\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff"
_SPECIAL = re.compile(f"[&<>\r{_FORBIDDEN}]")
_IN_VALUES = re.compile(f'[&<>"\r\n\t{_FORBIDDEN}]')
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#9;"}


def is_xml(path: Path) -> bool:
    """Whether a file's name selects XML, plain or packed."""
    inner = path.with_suffix("") if path.suffix.lower() in PACKED else path
    return inner.suffix.lower() == ".xml"


@contextlib.contextmanager
def xml_writer(path: Path) -> Iterator[Writer]:
    """A writer of batches of documents as one XML file."""
    packed = PACKED.get(path.suffix.lower())
    with whole_file(path) as partial, pa.output_stream(str(partial), compression=packed) as stream:
        stream.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<letters>\n')
        yield _Xml(stream)
        stream.write(b"</letters>\n")


class _Xml:
    def __init__(self, stream: pa.NativeFile) -> None:
        self._stream = stream

    def write(self, batch: pa.RecordBatch) -> None:
        for id, text, time, metadata in zip(*(batch[name] for name in ("id", "text", "time", "metadata")), strict=True):
            given = [
                ("id", id.as_py()),
                ("time", time.as_py() and time.as_py().isoformat()),
                ("metadata", metadata.as_py()),
            ]
            lines = [f"<{name}>{_content(value)}</{name}>" for name, value in given if value is not None]
            found = letter_xml(letter(text.as_py()))
            self._stream.write("\n".join(["<document>", *lines, found, "</document>\n"]).encode())


def letter_xml(found: Letter) -> str:
    """A letter as an element. Its text content is the text; `<char code="…"/>` stands for what XML 1.0 cannot hold.

    >>> print(letter_xml(letter("Dear Sir:\\nNo.")))
    <letter xml:space="preserve"><salutation start="0" end="9">Dear Sir:</salutation><separator start="9" end="10">
    </separator><main start="10" end="13">No.</main></letter>
    """
    values = {(one.name, one.start, one.end): one.value for one in found.fields}
    pieces = ['<letter xml:space="preserve">']
    number = 0
    for part in found.parts:
        inside: list[Field] = []
        while number < len(found.fields) and found.fields[number].start < part.end:
            inside.append(found.fields[number])
            number += 1
        whole = Field(part.name, part.start, part.end, values.get((part.name, part.start, part.end), ""))
        own = next((one for one in inside if (one.name, one.end) == (whole.name, whole.end)), None)
        pieces += _element(found.text, whole, [one for one in inside if one is not own])
    return "".join([*pieces, "</letter>"])


def _element(text: str, whole: Field, inside: Sequence[Field]) -> Iterator[str]:
    """An element with those that lie inside of it, which are in the order of their beginnings, the longer one first."""
    place, opened = whole.start, [whole]
    yield _opening(text, whole)
    for field in [*inside, None]:
        while opened and (field is None or opened[-1].end <= field.start):
            yield _content(text[place : opened[-1].end]) + f"</{opened[-1].name}>"
            place = opened.pop().end
        if field is not None:
            yield _content(text[place : field.start]) + _opening(text, field)
            place = field.start
            opened.append(field)


def _opening(text: str, field: Field) -> str:
    """The value is told where it is not what the element holds."""
    told = field.value and field.value != text[field.start : field.end]
    value = f' value="{_IN_VALUES.sub(_in_value, field.value)}"' if told else ""
    return f'<{field.name} start="{field.start}" end="{field.end}"{value}>'


def _content(text: str) -> str:
    return _SPECIAL.sub(lambda found: _ESCAPES.get(found[0]) or f'<char code="{ord(found[0])}"/>', text)


def _in_value(found: re.Match[str]) -> str:
    # An attribute has no elements. The element's content still has the character.
    return _ESCAPES.get(found[0], "\ufffd")
