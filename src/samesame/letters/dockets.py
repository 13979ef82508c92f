"""Docket ids, RINs and numbers of Federal Register documents, as letters cite them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from samesame.letters.model import Field

# A hyphen of any kind; a scanned letter may break the line after it.
_DASH = r"[ ]?[-‐‑‒–—][ ]?(?:\r\n|\n|\r)?[ \t]{0,4}"
_WORD = r"[A-Z][A-Z0-9_]{1,9}"
# Agency, perhaps office and kind, year, number; a comment's own number may follow.
_ID = (
    rf"{_WORD}(?:{_DASH}(?!(?:19|20)\d\d(?!\d))[A-Z0-9]{{1,10}}){{0,3}}{_DASH}(?:19|20)\d\d"
    rf"{_DASH}(?:[A-Z]{{1,3}}{_DASH})?\d{{3,6}}"
)
_MODERN = rf"(?P<modern>{_ID})(?:{_DASH}\d{{4,6}})?(?![\w@])(?!\.\w)"
_FCC = (
    r"(?P<fcc>(?P<bureau>WC|GN|MB|MM|MD|CC|CG|CS|ET|WT|IB|PS|AU|WP)[ ](?:Docket|Dkt\.?)[ ](?:Nos?\.?[ ]?)?"
    r"(?P<call>\d\d-\d{1,4}))\b"
)
_RIN = r"(?P<rin>RIN:?[ ]?(?:No\.?[ ]|Number[ ])?(?P<agency>\d{4})[ ]?[-–][ ]?(?P<rule>[A-Z]{2}\d{2}))\b"
_BARE_RIN = r"(?P<bare>\d{4}-A[A-Z]\d{2})\b"
_REGISTER = r"(?P<register>FR[ ]Doc(?:\.|ument)?[ ](?:No\.?[ ])?(?P<filed>(?:[A-Z]\d-|\d{2,4}-)\d{3,6}))\b"
_FRL = r"(?P<frl>FRL-\d{4,5}-\d{1,2}(?:-[A-Z]{2,6})?)\b"
# Older and other numbers stand only behind the word.
_OTHER = rf"(?!{_ID})(?=[A-Z0-9-]{{0,20}}\d)[A-Z0-9]{{1,10}}(?:-[A-Z0-9]{{1,10}}){{1,4}}"
_LABELLED = (
    r"(?:Docket|DOCKET|docket|Dkt\.)s?"
    r"(?:[ ]{1,3}(?:ID|Id|id|[Nn]os?\.?|NOS?\.?|[Nn]umbers?|NUMBER|#)){0,3}[ ]?[:#]?[ ]?"
    rf"(?P<labelled>{_OTHER})\b"
)
_ANY = re.compile(rf"\b(?:{_FCC}|{_MODERN}|{_RIN}|{_REGISTER}|{_FRL}|{_BARE_RIN}|{_LABELLED})")
# Another one of the same kind: "Docket Nos. A-90-16, A-91-46 and A-92-55".
_NEXT = re.compile(rf"(?:,|;|[ ]?&|,?[ ]and)[ ]{{1,3}}(?P<labelled>{_OTHER})\b")
# What begins like an agency and is none.
_NOT_AGENCIES = {
    *("FY", "CY", "COVID", "ISO"),
    *("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"),
}
# Before 2005 the offices of the EPA numbered dockets without naming the agency; these were renamed.
_EPA_OFFICES = {"OAR", "OW", "OPP", "OPPT", "OEI", "OECA", "RCRA", "SFUND", "TRI", "ORD"}


def dockets_in(text: str, start: int = 0, end: int | None = None) -> Iterator[Field]:
    """The ids that a text cites, in the order of their places.

    >>> [one.value for one in dockets_in("Docket OAR-2002-0056, RIN 2060-AJ65")]
    ['EPA-HQ-OAR-2002-0056', 'RIN 2060-AJ65']
    """
    place, stop = start, len(text) if end is None else end
    while match := _ANY.search(text, place, stop):
        place = match.end()
        if (field := _field(match)) is not None:
            yield field
        while match.lastgroup == "labelled" and (more := _NEXT.match(text, place, stop)):
            place = more.end()
            yield Field("docket", *more.span("labelled"), _plain(more["labelled"]))


def _field(match: re.Match[str]) -> Field | None:
    found = match.groupdict()
    if found["modern"]:
        value = modern_id(found["modern"])
        return Field("docket", match.start(), match.end(), value) if value else None
    if found["fcc"]:
        return Field("docket", *match.span("fcc"), f"{found['bureau']} Docket {found['call']}")
    if found["rin"]:
        return Field("docket", *match.span("rin"), f"RIN {found['agency']}-{found['rule']}")
    if found["bare"]:
        return Field("docket", *match.span("bare"), f"RIN {found['bare']}")
    if found["register"]:
        return Field("docket", *match.span("register"), f"FR Doc {found['filed']}")
    name = "frl" if found["frl"] else "labelled"
    return Field("docket", *match.span(name), _plain(found[name]))


def modern_id(cited: str) -> str | None:
    """`EPA-HQ-OAR-2002-0056` for any way to write it; none for what is no agency's."""
    first, *others = _plain(cited).split("-")
    if first in _NOT_AGENCIES:
        return None
    if first == "USEPA":
        first = "EPA"
    if first in _EPA_OFFICES:
        others = ["HQ", first, *others]
        first = "EPA"
    elif first == "EPA" and others[0] in _EPA_OFFICES:
        others = ["HQ", *others]
    return "-".join([first, *others])


def _plain(cited: str) -> str:
    return re.sub(r"\s+", "", re.sub(r"[‐‑‒–—]", "-", cited)).upper()
