"""Blocks of labelled lines: the header of a mail, the dump of a web form, the head of a memorandum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from samesame.letters.claims import Claims
from samesame.letters.dates import is_date
from samesame.letters.dockets import dockets_in
from samesame.letters.greetings import salutation_end
from samesame.letters.labels import BODY, FIRST_NAMES, FORM_TITLE, LAST_NAMES, Label, label_of
from samesame.letters.lines import Line
from samesame.letters.model import SEPARATOR
from samesame.letters.relayers import relayed_sender, relayer_value

# The lines that a topic and a folded header may take.
_TOPIC_LINES, _FOLDED = 4, 40
_BOTH = ("sender", "relayer")


@dataclass(slots=True)
class _Entry:
    """A label and the lines of its value."""

    label: Label
    first: int
    after: int
    start: int
    end: int


class Headers:
    """Reads a block of labelled lines and takes what they announce."""

    def __init__(self, claims: Claims, lines: Sequence[Line], last: int) -> None:
        self._claims, self._lines, self._last = claims, lines, last
        self._entries: list[_Entry] = []

    def read(self, first: int) -> tuple[int, bool]:
        """The line behind the block that begins at `first`, and whether a label said that the main text follows."""
        number, body = first, False
        while (number := self._next(number)) < self._last and not body:
            line = self._lines[number]
            label = label_of(line.said)
            if label is None:
                if not self._loose(line):
                    break
                body = line.said.lower().startswith("general comment")
                number += 1
            elif label.role == BODY:
                self._claims.take(SEPARATOR, line.start, line.start + label.end)
                number, body = self._behind_label(number, label), True
            else:
                self._entries.append(self._entry(number, label))
                number = self._entries[-1].after
        self._take_entries()
        return number, body

    def _behind_label(self, number: int, label: Label) -> int:
        line = self._lines[number]
        return number + 1 if line.start + label.end >= line.end else number

    def _next(self, number: int) -> int:
        """The next line of the block: blank ones are passed over if a labelled one follows, or nothing was read yet."""
        after = number
        while after < self._last and self._lines[after].blank:
            after += 1
        if after == number or after == self._last or not self._entries:
            return after
        said = self._lines[after].said
        return after if label_of(said) or FORM_TITLE.fullmatch(said) else number

    def _loose(self, line: Line) -> bool:
        """Whether a line without a label belongs to the block: the title of a form, or a date before its labels."""
        if FORM_TITLE.fullmatch(line.said):
            self._claims.take(SEPARATOR, line.start, line.end)
        elif is_date(line.said):
            self._claims.take("date", line.start, line.end)
        else:
            return False
        return True

    def _entry(self, number: int, label: Label) -> _Entry:
        line = self._lines[number]
        start = line.start + label.end
        entry = _Entry(label, number, number + 1, min(start, line.end), line.end)
        if start >= line.end:
            following = self._lines[number + 1] if number + 1 < self._last else None
            if following and not following.blank and not following.long and not label_of(following.said):
                entry = _Entry(label, number, number + 2, following.start, following.end)
            return entry
        most = _TOPIC_LINES if label.role == "topic" else _FOLDED
        after = entry.after
        while after < self._last and after - number <= most and self._goes_on(self._lines[after], label):
            after += 1
        if after - number <= most:
            # A topic that does not end is the main text below it.
            entry.after, entry.end = after, self._lines[after - 1].end
        return entry

    def _goes_on(self, line: Line, label: Label) -> bool:
        if line.blank or line.long or label_of(line.said) or salutation_end(line.said):
            return False
        return line.indented or (label.role == "topic" and len(line.said) <= 120 and not is_date(line.said))

    def _take_entries(self) -> None:
        self._join_neighbours()
        values = (self._claims.text[one.start : one.end] for one in self._entries if one.label.role == "sender")
        senders = {relayer_value(value) for value in values}
        for entry in self._entries:
            self._take(entry, senders)

    def _join_neighbours(self) -> None:
        """First and last name are one sender, the lines of an address one block."""
        joined: list[_Entry] = []
        for entry in self._entries:
            before = joined[-1] if joined else None
            if before and self._belong(before.label, entry.label) and entry.start < entry.end:
                before.after, before.end, before.label = entry.after, entry.end, entry.label
            else:
                joined.append(entry)
        self._entries = joined

    @staticmethod
    def _belong(before: Label, label: Label) -> bool:
        if before.role == label.role == "address":
            return True
        return before.name in FIRST_NAMES and label.name in FIRST_NAMES | LAST_NAMES

    def _take(self, entry: _Entry, senders: set[str]) -> None:
        claims, role = self._claims, entry.label.role
        begin = self._lines[entry.first].start
        written = claims.text[entry.start : entry.end]
        if role == "address" and written:
            claims.take(role, begin, entry.end, self._values(entry))
            return
        claims.take(SEPARATOR, begin, entry.start)
        if role == "relayer":
            self._take_relayer(entry, written, senders)
        elif role == "docket":
            self._take_dockets(entry, written)
        elif role == "sender" and (both := relayed_sender(written)):
            at = entry.start
            self._pieces(entry, [(name, at + both.start(name), at + both.end(name)) for name in _BOTH])
        elif role == "date" and written.startswith(("from ", "by ")):
            # `Received: from …`: the way of the mail, whose time is another's.
            claims.take(SEPARATOR, entry.start, entry.end)
        elif role in ("sender", "receiver", "date", "topic"):
            value = self._values(entry) if entry.label.name in LAST_NAMES else None
            claims.take(role, entry.start, entry.end, value and " ".join(value.split()))
        else:
            claims.take(SEPARATOR, entry.start, entry.end)

    def _values(self, entry: _Entry) -> str:
        """The values of all lines of an entry, without their labels."""
        said = (self._lines[number].said for number in range(entry.first, entry.after))
        values = (one[label.end :] if (label := label_of(one)) else one for one in said)
        return "\n".join(value for value in values if value)

    def _take_relayer(self, entry: _Entry, written: str, senders: set[str]) -> None:
        """A relay of the writer's own provider is none."""
        bare = written.strip("<> \t")
        start = entry.start + written.find(bare)
        name = SEPARATOR if not bare or relayer_value(bare) in senders else "relayer"
        self._pieces(entry, [(name, start, start + len(bare))])

    def _take_dockets(self, entry: _Entry, written: str) -> None:
        """The ids are found with all others; a number of a form that none of them knows is taken as it is."""
        known = any(True for _ in dockets_in(self._claims.text, self._lines[entry.first].start, entry.end))
        if known or len(written) > 40 or not any(c.isdigit() for c in written):
            self._claims.take(SEPARATOR, entry.start, entry.end)
        else:
            self._claims.take("docket", entry.start, entry.end, written.upper())

    def _pieces(self, entry: _Entry, pieces: list[tuple[str, int, int]]) -> None:
        """Takes pieces of a value, and what is left of it (brackets, `On Behalf Of`) as separators."""
        place = entry.start
        for name, start, end in sorted(pieces, key=lambda one: one[1]):
            self._claims.take(SEPARATOR, place, start)
            self._claims.take(name, start, end)
            place = end
        self._claims.take(SEPARATOR, place, entry.end)
