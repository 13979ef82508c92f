"""Lines of a text with their places. Rules look at its beginning and its end, so that a huge text costs little."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

# What rules look at, at either end of a text, in code points; what lies between is one long line.
ZONE = 30_000
# Longer lines are prose.
LONG = 300
_LINE = re.compile(r"([^\n\r\f]*+)(?:\r\n|[\n\r\f]|\Z)")
_LINE_END = re.compile(r"\r\n|[\n\r\f]")


@dataclass(frozen=True, slots=True)
class Line:
    """A line without the white space around it. Of long lines only the place is kept."""

    start: int
    end: int
    said: str
    indented: bool = False

    @property
    def blank(self) -> bool:
        """Whether there is nothing but white space."""
        return self.start == self.end

    @property
    def long(self) -> bool:
        """Whether the line is too long for a label, a name or an address."""
        return self.end - self.start > LONG

    @property
    def quoted(self) -> bool:
        """Whether it is quoted from an earlier mail."""
        return self.said.startswith(">")


def lines_of(text: str) -> list[Line]:
    """The lines at both ends of a text, and what lies between them as one."""
    if len(text) <= 2 * ZONE:
        return _lines(text, 0, len(text))
    head = text.rfind("\n", 0, ZONE) + 1
    found = _LINE_END.search(text, len(text) - ZONE)
    tail = found.end() if found else len(text)
    return [*_lines(text, 0, head), _line(text, head, tail), *_lines(text, tail, len(text))]


def _lines(text: str, start: int, end: int) -> list[Line]:
    return [_line(text, *match.span(1)) for match in _LINE.finditer(text, start, end)]


def _line(text: str, start: int, end: int) -> Line:
    if end - start > 4 * LONG:
        # Without a copy of what may be the whole text.
        return Line(start, end, "")
    content = text[start:end]
    said = content.strip()
    lead = len(content) - len(content.lstrip())
    first = start + lead if said else start
    return Line(first, first + len(said), said if len(said) <= LONG else "", lead > 0)


def paragraphs(lines: Sequence[Line], first: int, last: int) -> list[range]:
    """Runs of lines that are not blank, among those from `first` up to `last`, as ranges of line numbers."""
    found: list[range] = []
    begun = first
    for number in range(first, last + 1):
        if number == last or lines[number].blank:
            if number > begun:
                found.append(range(begun, number))
            begun = number + 1
    return found


def trimmed(lines: Sequence[Line], first: int, last: int) -> int:
    """The end of the lines from `first` up to `last` without blank ones at it."""
    while last > first and lines[last - 1].blank:
        last -= 1
    return last


def next_line(lines: Sequence[Line], number: int) -> int:
    """The next line that is not blank; the number of lines if there is none."""
    return next((after for after in range(number + 1, len(lines)) if not lines[after].blank), len(lines))
