"""A text in parts: the rules in their order, and the partition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from samesame.letters.claims import Claims, merged
from samesame.letters.dockets import dockets_in
from samesame.letters.ending import take_ending
from samesame.letters.labels import FORWARDED, label_of
from samesame.letters.lines import Line, lines_of
from samesame.letters.model import MAIN, QUOTE, SEPARATOR, Field, Letter, Part
from samesame.letters.opening import take_opening

# More mails than these in one text are not told apart.
_MAILS = 20
_QUOTED = re.compile(
    r"(?:(?<![^\n\r])[ \t]{0,4}On[ ][^\n\r>]{5,200}(?:\r?\n[^\n\r>]{1,100})?(?:wrote|a écrit|schrieb|escribió)"
    r"[^\n\r]{0,40}:[ \t]{0,20}[\r\n]\s{0,20})?"
    r"(?<![^\n\r])(?:[ \t]{0,4}>[^\n\r]*+(?:\r\n|[\n\r]|\Z))++"
)


def letter(text: str) -> Letter:
    """The parts of a letter, by rules: header, letterhead, salutation, main text, signature, footer.

    Fields are `sender`, `receiver`, `date`, `address`, `signature`, `salutation`, `docket`, `topic`, `relayer` and
    `footer`, each with its range in code points. The parts put together are the text.

    >>> import samesame as ss
    >>> found = ss.letter("Dear EPA,\\n\\nKeep rule OAR-2002-0056.\\n\\nSincerely,\\nAnn Lee\\nTroy, NY 12180")
    >>> found.main_text
    'Keep rule OAR-2002-0056.'
    >>> for field in found.fields:
    ...     print(field.name, repr(field.value))
    salutation 'Dear EPA,'
    docket 'EPA-HQ-OAR-2002-0056'
    signature 'Sincerely,\\nAnn Lee'
    sender 'Ann Lee'
    address 'Troy, NY 12180'
    >>> "".join(found.text[part.start : part.end] for part in found.parts) == found.text
    True
    """
    claims = Claims(text)
    lines = lines_of(text)
    for first, last in _mails(claims, lines):
        begin = take_opening(claims, lines, first, last)
        place = max((part.end for part in claims.parts), default=0)
        take_ending(claims, lines, begin, last, place)
    whole = list(_without_quotes(text, claims.partition()))
    parts, dockets = _with_dockets(whole, dockets_in(text))
    fields = sorted([*claims.fields, *dockets], key=lambda one: (one.start, -one.end, one.name))
    return Letter(text, merged(parts), tuple(fields))


def _mails(claims: Claims, lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """The mails of a text, each as a range of lines: what was forwarded or answered begins behind a marker."""
    starts = [0]
    for number, line in enumerate(lines):
        if len(starts) >= _MAILS:
            break
        if line.said and FORWARDED.fullmatch(line.said) and not line.quoted:
            claims.take(SEPARATOR, line.start, line.end)
            starts.append(number + 1)
        elif number > starts[-1] and _is_header(lines, number):
            starts.append(number)
    for first, last in zip(starts, [*starts[1:], len(lines)], strict=True):
        behind = last - 1 if last > first and FORWARDED.fullmatch(lines[last - 1].said) else last
        if first < behind:
            yield first, behind


def _is_header(lines: Sequence[Line], number: int) -> bool:
    """Whether the header of another mail begins here: `From:` behind a blank line, then two other labels."""
    if not lines[number].said.lower().startswith(("from:", "von:", "de:")) or not lines[number - 1].blank:
        return False
    behind = [label_of(line.said) for line in lines[number + 1 : number + 5]]
    return sum(one is not None and one.role in ("date", "receiver", "topic") for one in behind) >= 2


def _without_quotes(text: str, parts: list[Part]) -> Iterator[Part]:
    """Cuts quotations of earlier mails out of the main text; a text that is all quoted is main text."""
    cut = [one for part in parts for one in (_cut(text, part) if part.name == MAIN else [part])]
    own = any(part.name == MAIN for part in cut)
    yield from cut if own else parts


def _cut(text: str, part: Part) -> Iterator[Part]:
    place = part.start
    for match in _QUOTED.finditer(text, part.start, part.end):
        yield from _main(text, place, match.start())
        yield Part(QUOTE, match.start(), match.end())
        place = match.end()
    yield from _main(text, place, part.end)


def _main(text: str, start: int, end: int) -> Iterator[Part]:
    """Main text without the white space around it."""
    stretch = text[start:end]
    first = start + len(stretch) - len(stretch.lstrip())
    last = max(first, start + len(stretch.rstrip()))
    for name, begin, stop in ((SEPARATOR, start, first), (MAIN, first, last), (SEPARATOR, last, end)):
        if begin < stop:
            yield Part(name, begin, stop)


def _with_dockets(parts: list[Part], dockets: Iterator[Field]) -> tuple[list[Part], list[Field]]:
    """Docket ids between labels are parts of their own; in other parts they are fields only.

    One that a line break tears in two is cut out of the separator and the main text that it stands in. One that begins
    in another part than it ends in was put together of two things and is left out.
    """
    found: list[Part] = []
    kept: list[Field] = []
    number, place = 0, 0
    for docket in dockets:
        while parts[number].end <= docket.start:
            found.append(Part(parts[number].name, place, parts[number].end))
            place = parts[number].end
            number += 1
        last = number
        while parts[last].end < docket.end:
            last += 1
        touched = {part.name for part in parts[number : last + 1]}
        if last > number and not touched <= {SEPARATOR, MAIN}:
            continue
        kept.append(docket)
        if last > number or touched == {SEPARATOR}:
            found += [Part(parts[number].name, place, docket.start), Part("docket", docket.start, docket.end)]
            number, place = last, docket.end
    found += [Part(part.name, max(place, part.start), part.end) for part in parts[number:]]
    return [part for part in found if part.start < part.end], kept
