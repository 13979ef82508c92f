"""What rules take out of a text while it is looked at, and the partition that follows from it."""

from __future__ import annotations

from samesame.letters.dates import date_value
from samesame.letters.model import MAIN, SEPARATOR, Field, Part
from samesame.letters.relayers import relayer_value


class Claims:
    """Stretches that rules have taken, in any order and without overlap, and fields that lie inside of them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: list[Part] = []
        self.fields: list[Field] = []
        self._starts: set[int] = set()

    def take(self, name: str, start: int, end: int, value: str | None = None) -> None:
        """Takes a stretch as a part; what is no separator is a field, too."""
        if start < end:
            self._starts.add(start)
            self.parts.append(Part(name, start, end))
            if name != SEPARATOR:
                self.note(name, start, end, value)

    def begins(self, start: int) -> bool:
        """Whether a part that was taken begins there."""
        return start in self._starts

    def note(self, name: str, start: int, end: int, value: str | None = None) -> None:
        """Notes a field that lies inside a part."""
        self.fields.append(Field(name, start, end, self._value(name, start, end) if value is None else value))

    def _value(self, name: str, start: int, end: int) -> str:
        written = self.text[start:end]
        if name == "date":
            return date_value(written)
        if name == "relayer":
            return relayer_value(written)
        if name in ("sender", "topic", "salutation"):
            return " ".join(written.split())
        return "\n".join(line for line in map(str.strip, written.splitlines()) if line)

    def partition(self) -> list[Part]:
        """All of the text: what was taken, the main text between, and the white space around it as separators."""
        found: list[Part] = []
        place = 0
        for part in [*sorted(self.parts, key=lambda one: one.start), Part("", len(self.text), len(self.text))]:
            _fill(found, self.text, place, part.start)
            if part.name:
                found.append(part)
            place = part.end
        return found


def _fill(found: list[Part], text: str, start: int, end: int) -> None:
    first, last = _trimmed(text, start, end)
    for name, begin, stop in ((SEPARATOR, start, first), (MAIN, first, last), (SEPARATOR, last, end)):
        if begin < stop:
            found.append(Part(name, begin, stop))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    # Index by index would be slow on megabytes of blanks, and a copy of the stretch is made at most twice per text.
    stretch = text[start:end]
    first = start + len(stretch) - len(stretch.lstrip())
    return first, max(first, start + len(stretch.rstrip()))


def merged(parts: list[Part]) -> tuple[Part, ...]:
    """Neighbouring separators as one."""
    found: list[Part] = []
    for part in parts:
        if found and part.name == found[-1].name == SEPARATOR:
            found[-1] = Part(SEPARATOR, found[-1].start, part.end)
        else:
            found.append(part)
    return tuple(found)
