"""The lines below a letter: closing, names and titles, addresses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from samesame.letters.addresses import is_address
from samesame.letters.claims import Claims
from samesame.letters.closings import closing_before_name, is_closing, may_close
from samesame.letters.lines import Line, next_line, trimmed
from samesame.letters.model import SEPARATOR
from samesame.letters.names import name_place

_ENCLOSED = re.compile(r"(?i:enc(?:l|losures?)?\.?|attachments?|cc|c\.c\.|copies?(?:[ ]to)?)\b[ ]?[:.(]?.{0,80}")
_AND = ("and", "&", "und", "y", "et")


class Signature:
    """Takes the lines of a signature: closing, names and titles as one stretch, addresses as others."""

    def __init__(self, claims: Claims, lines: Sequence[Line]) -> None:
        self._claims, self._lines = claims, lines
        self._signed = 0

    def take(self, first: int, last: int) -> None:
        """Takes the lines from `first` up to `last`."""
        begun, self._signed = first, self._first_name(first, last)
        for number in range(first + 1, last + 1):
            other = number < last and not self._lines[number].blank and self._kind(number) != self._kind(begun)
            if number == last or other:
                self._run(begun, number, self._kind(begun))
                begun = number
        self._names(first, last)

    def _kind(self, number: int) -> str:
        said = self._lines[number].said
        if number <= self._signed:
            return "signature"
        if _ENCLOSED.fullmatch(said):
            return SEPARATOR
        if is_address(said):
            return "address"
        return "signature"

    def _first_name(self, first: int, last: int) -> int:
        """The line of the first name, which may look like a town: `Ann Lee, MD`."""
        said = self._lines[first].said
        if not is_closing(said) and not may_close(said):
            return -1 if is_address(said) and name_place(said) is None else first
        behind = next_line(self._lines, first)
        while behind < last and is_closing(self._lines[behind].said):
            behind = next_line(self._lines, behind)
        return behind if behind < last and name_place(self._lines[behind].said, least=1) else first

    def _run(self, first: int, last: int, kind: str) -> None:
        end = trimmed(self._lines, first, last)
        if first < end:
            self._claims.take(kind, self._lines[first].start, self._lines[end - 1].end)

    def _names(self, first: int, last: int) -> None:
        """The first line behind the closing and behind each blank line, and what `and` joins to it."""
        awaited, least = True, 1
        for number in range(first, last):
            line = self._lines[number]
            if number == first and (is_closing(line.said) or may_close(line.said) or closing_before_name(line.said)):
                place = closing_before_name(line.said)
                awaited = not (place and self._name(line, place, 1))
            elif line.blank or is_closing(line.said) or line.said.lower() in _AND:
                awaited = True
            elif awaited and self._kind(number) == "signature" and self._name(line, 0, least):
                awaited, least = False, 2
            else:
                awaited = False

    def _name(self, line: Line, begin: int, least: int) -> bool:
        place = name_place(line.said[begin:], least=least)
        if place is not None:
            start = line.start + begin
            self._claims.note("sender", start + place[0], start + place[1])
        return place is not None
