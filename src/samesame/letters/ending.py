"""What stands behind the main text of a letter: signature, address, footer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from samesame.letters.addresses import is_address
from samesame.letters.claims import Claims
from samesame.letters.closings import closing_before_name, closing_inside, is_closing, is_final_closing, may_close
from samesame.letters.footers import begins_footer, is_rule
from samesame.letters.lines import Line, next_line, paragraphs, trimmed
from samesame.letters.names import name_place
from samesame.letters.relayers import relayers_in
from samesame.letters.signature import Signature

# How many lines from the end footers and closings are looked for; characters of running text at the end.
_FOOTER_LINES, _SIGNATURE_LINES, _ENDING = 40, 30, 200
_POSTSCRIPT = re.compile(r"(?i:p\.?[ ]?p?\.?s\.?)[ :.-]")
_ATTRIBUTION = re.compile(r".{0,250}(?:wrote|writes|schrieb|a écrit|escribió|said)\b.{0,60}:")


def take_ending(claims: Claims, lines: Sequence[Line], first: int, last: int, begin: int) -> None:
    """Takes what stands behind the main text, which begins in line `first` at `begin`, before line `last`."""
    last = _before_quotes(lines, first, last)
    last = _take_footer(claims, lines, first, last)
    last = trimmed(lines, first, last)
    if first < last and not _take_signature(claims, lines, first, last):
        _take_inline(claims, lines[last - 1], max(begin, lines[last - 1].start))


def _before_quotes(lines: Sequence[Line], first: int, last: int) -> int:
    """Quoted lines at the end, with the line that says who wrote them, are an earlier mail's."""
    end = trimmed(lines, first, last)
    quoted = end
    while quoted > first and (lines[quoted - 1].quoted or lines[quoted - 1].blank):
        quoted -= 1
    if quoted == end:
        return last
    if quoted > first and _ATTRIBUTION.fullmatch(lines[quoted - 1].said):
        quoted -= 1
        if not lines[quoted].said.startswith("On ") and quoted > first and lines[quoted - 1].said.startswith("On "):
            quoted -= 1
    return quoted if quoted > first else last


def _take_footer(claims: Claims, lines: Sequence[Line], first: int, last: int) -> int:
    """Takes the footer, from the first of the last paragraphs that begins as one; the line before which it stands."""
    begin = None
    for own in reversed(paragraphs(lines, max(first, last - _FOOTER_LINES), last)):
        found = next((number for number in own if _is_footer(lines, number, own)), None)
        if found is not None:
            begin = found
        elif begin is not None or _is_written(lines, own):
            break
        if found is not None and found > own.start:
            break
    if begin is None or (begin == first and first == 0):
        return last
    end = lines[trimmed(lines, begin, last) - 1].end
    claims.take("footer", lines[begin].start, end)
    for relayer in relayers_in(claims.text, lines[begin].start, end):
        claims.note("relayer", relayer.start, relayer.end, relayer.value)
    return begin


def _is_footer(lines: Sequence[Line], number: int, own: range) -> bool:
    """A line that begins a footer, or a rule before one; inside a paragraph only where no text runs up to it."""
    said = lines[number].said
    if number > own.start and len(lines[number - 1].said) > 60:
        return False
    if is_rule(said):
        return number + 1 < own.stop and begins_footer(lines[number + 1].said)
    return begins_footer(said)


def _is_written(lines: Sequence[Line], own: range) -> bool:
    """Whether a paragraph shows that the letter itself ends here: it has a closing, a name or an address."""
    said = [lines[number].said for number in own]
    return any(is_closing(one) or is_address(one) for one in said) or name_place(said[0]) is not None


def _take_signature(claims: Claims, lines: Sequence[Line], first: int, last: int) -> bool:
    """Takes signature and address behind the last closing with nothing but short lines after it, or a name alone."""
    begin = _closing(lines, first, last)
    if begin is None:
        begin = _unannounced(lines, first, last)
    if begin is None and is_final_closing(lines[last - 1].said):
        begin = last - 1
    if begin is None:
        begin = _contact(lines, first, last)
    if begin is None:
        return False
    end = next((n for n in range(begin + 1, last) if _POSTSCRIPT.match(lines[n].said)), last)
    Signature(claims, lines).take(begin, trimmed(lines, begin, end))
    return True


def _closing(lines: Sequence[Line], first: int, last: int) -> int | None:
    found = None
    for number in range(last - 1, max(first, last - _SIGNATURE_LINES) - 1, -1):
        line = lines[number]
        if _is_signed(lines, number, last) or (is_closing(line.said) and found == next_line(lines, number)):
            found = number
        elif not _is_brief(line) and not _in_postscript(lines, number, first):
            break
    return found


def _is_signed(lines: Sequence[Line], number: int, last: int) -> bool:
    said = lines[number].said
    if is_closing(said):
        following = next((lines[n].said for n in range(number + 1, last) if not lines[n].blank), "")
        return name_place(following, least=1) is not None or (number + 1 < last and is_address(following))
    if may_close(said):
        after = next_line(lines, number)
        return after == last - 1 and name_place(lines[after].said, least=1) is not None
    place = closing_before_name(said)
    return place > 0 and name_place(said[place:], least=1) is not None


def _is_brief(line: Line) -> bool:
    """Whether a line may stand in a signature: no running text."""
    if line.long or line.quoted or len(line.said) > 80:
        return False
    return not (line.said.endswith((".", "?", "!", ":")) and len(line.said.split()) > 6)


def _in_postscript(lines: Sequence[Line], number: int, first: int) -> bool:
    while number > first and not lines[number].blank:
        if _POSTSCRIPT.match(lines[number].said):
            return True
        number -= 1
    return False


def _unannounced(lines: Sequence[Line], first: int, last: int) -> int | None:
    """A name without a closing: the last paragraph begins with it, and lines of a title or an address follow."""
    own = paragraphs(lines, max(first, last - 8), last)[-1]
    if len(own) > 1 and last - 2 >= first and _ends(lines[last - 2]) and name_place(lines[last - 1].said):
        own = range(last - 1, last)
    said = [lines[number].said for number in own]
    if own.start == first or len(own) > 6 or not all(_is_brief(lines[number]) for number in own):
        return None
    if name_place(said[0]) is None or (said[0].isupper() and not any(map(is_address, said[1:]))):
        return None
    return own.start if not said[0].endswith(("!", "?", ":")) else None


def _contact(lines: Sequence[Line], first: int, last: int) -> int | None:
    """An address at the end without a name that is known for one: two lines or more."""
    begin = last
    while begin > first + 1 and last - begin < 6 and is_address(lines[begin - 1].said):
        begin -= 1
    return begin if last - begin >= 2 else None


def _ends(line: Line) -> bool:
    """Whether running text ends with this line."""
    return line.long or (len(line.said) > 45 and line.said.endswith((".", "!", "?", ",")))


def _take_inline(claims: Claims, line: Line, begin: int) -> None:
    """A closing and a name at the end of running text."""
    start = max(begin, line.end - _ENDING)
    found = closing_inside(claims.text[start : line.end])
    place = found and name_place(found["name"], least=1)
    if found and place:
        claims.take("signature", start + found.start("signature"), line.end)
        name = start + found.start("name")
        claims.note("sender", name + place[0], name + place[1])
