"""What stands before the main text of a letter: letterhead, date, receiver, topic, salutation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from samesame.letters.addresses import is_address, is_town, names_office, names_person
from samesame.letters.claims import Claims
from samesame.letters.dates import is_date
from samesame.letters.greetings import salutation_end
from samesame.letters.headers import Headers
from samesame.letters.labels import BODY, FORM_TITLE, label_of
from samesame.letters.lines import Line
from samesame.letters.model import SEPARATOR
from samesame.letters.names import name_place

# How far from the beginning a salutation is looked for, and how many lines a block of an address may have.
_FAR, _BLOCK = 40, 9
_TITLE = re.compile(
    r"(?i:(?:public[ ]|written[ ]|official[ ])?comments?[ ]"
    r"(?:on|regarding|concerning|re|to|about|in[ ]response[ ]to)\b.{4,150}[^.!?,])"
)
_REGISTER = re.compile(r"\(?\d{2,3}[ ](?:Fed\.?[ ]?Reg\.?|FR|F\.R\.)[ ][\d,]{3,7}.{0,60}")


@dataclass(frozen=True, slots=True)
class _Block:
    """A run of short lines before the salutation."""

    lines: range
    postal: bool
    office: bool
    dated: bool


def take_opening(claims: Claims, lines: Sequence[Line], first: int, last: int) -> int:
    """Takes what stands before the main text, from line `first` on; the line at which the main text begins."""
    number, body = Headers(claims, lines, last).read(first)
    salutation = _salutation(lines, number, last)
    if body and salutation is None:
        return number
    stop = last if salutation is None else salutation
    begin = _take_blocks(claims, lines, number, stop, greeted=salutation is not None)
    return begin if salutation is None else _take_salutation(claims, lines, salutation)


def _salutation(lines: Sequence[Line], first: int, last: int) -> int | None:
    """The first line that is a salutation or begins with one, at the beginning of a paragraph."""
    for number in range(first, min(last, first + _FAR)):
        if _begins(lines, number, first) and not lines[number].quoted and _greeting(lines[number]):
            return number
    return None


def _begins(lines: Sequence[Line], number: int, first: int) -> bool:
    """Whether a paragraph begins here, or the lines before it are too short for running text."""
    before = lines[number - 1] if number > first else None
    return before is None or before.blank or len(before.said) <= 45


def _greeting(line: Line) -> int:
    return 0 if line.blank or line.long else salutation_end(line.said)


def _take_salutation(claims: Claims, lines: Sequence[Line], number: int) -> int:
    line = lines[number]
    end = line.start + _greeting(line)
    claims.take("salutation", line.start, end)
    return number if end < line.end else number + 1


def _take_blocks(claims: Claims, lines: Sequence[Line], first: int, last: int, *, greeted: bool) -> int:
    """Takes dates, labelled lines and blocks; the line at which unknown ones begin."""
    blocks: list[_Block] = []
    number, known, dated = first, first, False
    while number < last:
        line = lines[number]
        if line.blank:
            number += 1
            continue
        after = _take_line(claims, lines, number, last)
        if after > number:
            dated = dated or is_date(line.said)
            number = known = after
            continue
        block = _block(lines, number, last, dated=dated)
        number = block.lines.stop
        if block.postal or (greeted and block.office):
            blocks.append(block)
            known = number
        elif not greeted:
            break
    _take_parties(claims, lines, blocks)
    return known


def _take_line(claims: Claims, lines: Sequence[Line], number: int, last: int) -> int:
    """Takes a line that says itself what it is; the line behind it, or the same one if it does not."""
    line = lines[number]
    if is_date(line.said):
        claims.take("date", line.start, line.end)
        return number + 1
    if FORM_TITLE.fullmatch(line.said):
        claims.take(SEPARATOR, line.start, line.end)
        return number + 1
    if _REGISTER.fullmatch(line.said) and number + 1 < last:
        claims.take("topic", line.start, line.end)
        return number + 1
    if _TITLE.fullmatch(line.said) and number + 1 < last and lines[number + 1].blank:
        claims.take("topic", line.start, line.end)
        return number + 1
    label = label_of(line.said)
    attention = label is not None and label.name in ("attn", "attention") and "ocket" not in line.said
    if label is not None and label.role != BODY and not attention:
        # Up to the blank line, so that the next block is looked at as one.
        stop = next((one for one in range(number, last) if lines[one].blank), last)
        return Headers(claims, lines, stop).read(number)[0]
    return number


def _block(lines: Sequence[Line], first: int, last: int, *, dated: bool) -> _Block:
    """The lines up to a blank one or a date. Running text is no block of an address, whatever it names."""
    after = first
    while after < last and not _ends_block(lines[after]):
        after += 1
    own = range(first, max(after, first + 1))
    if len(own) == 1 and len(spaced := _double_spaced(lines, first, last)) > 2 and _has_town(lines, spaced):
        own = range(first, spaced[-1] + 1)
    full = [number for number in own if not lines[number].blank]
    short = len(full) <= _BLOCK and all(_is_short(lines[number]) for number in full)
    said = [lines[number].said for number in full] if short else []
    postal = len(said) > 1 and _has_town(lines, full)
    postal = short and (postal or _is_postal(said))
    office = any(map(names_office, said)) or (len(said) > 1 and not postal and names_person(said[0]))
    return _Block(own, postal, office, dated)


def _ends_block(line: Line) -> bool:
    return line.blank or is_date(line.said) or _is_labelled(line)


def _is_labelled(line: Line) -> bool:
    label = label_of(line.said)
    return label is not None and label.name not in ("attn", "attention")


def _has_town(lines: Sequence[Line], own: Sequence[int]) -> bool:
    return any(is_town(lines[number].said) for number in own)


def _double_spaced(lines: Sequence[Line], first: int, last: int) -> list[int]:
    """Single short lines with a blank one between them, up to the one with the town: web forms double the line ends."""
    found = [first]
    # No longer than a block may be: looking at the rest again for each of its lines would cost quadratic time.
    while len(found) <= _BLOCK and not is_town(lines[found[-1]].said):
        if (after := found[-1] + 2) >= last or not lines[after - 1].blank:
            break
        alone = after + 1 == last or lines[after + 1].blank
        if not alone or not _is_short(lines[after]) or _ends_block(lines[after]):
            break
        found.append(after)
    return found if len(found) <= _BLOCK else [first]


def _is_postal(said: list[str]) -> bool:
    """Whether most lines of a block belong to an address, though none of them has a code."""
    return len(said) > 2 and sum(map(is_address, said)) * 2 >= len(said)


def _is_short(line: Line) -> bool:
    if line.long or line.quoted or len(line.said) > 70:
        return False
    return not (line.said.endswith((".", "?", "!")) and len(line.said.split()) > 6)


def _take_parties(claims: Claims, lines: Sequence[Line], blocks: list[_Block]) -> None:
    """Of two addresses the first is the writer's; one alone is, unless it names an office or follows the date."""
    postal = [block for block in blocks if block.postal]
    for block in blocks:
        own = len(postal) > 1 and block is postal[0]
        if not own and (block.office or block.dated or block is not postal[0]):
            claims.take("receiver", lines[block.lines[0]].start, lines[block.lines[-1]].end)
        else:
            _take_letterhead(claims, lines, block.lines)


def _take_letterhead(claims: Claims, lines: Sequence[Line], own: range) -> None:
    first = lines[own[0]]
    place = name_place(first.said)
    if place is not None and len(own) > 1:
        claims.take("sender", first.start + place[0], first.start + place[1])
        claims.take(SEPARATOR, first.start + place[1], first.end)
        own = own[1:]
    claims.take("address", lines[own[0]].start, lines[own[-1]].end)
