"""Dates as letters write them, in English, German, French and Spanish."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = (
    ("jan", "january", "januar", "janvier", "enero", "ene"),
    ("feb", "february", "februar", "février", "fevrier", "febrero"),
    ("mar", "march", "märz", "mars", "marzo"),
    ("apr", "april", "avril", "abril", "abr"),
    ("may", "mai", "mayo"),
    ("jun", "june", "juni", "juin", "junio"),
    ("jul", "july", "juli", "juillet", "julio"),
    ("aug", "august", "août", "aout", "agosto", "ago"),
    ("sep", "sept", "september", "septembre", "septiembre"),
    ("oct", "october", "oktober", "okt", "octobre", "octubre"),
    ("nov", "november", "novembre", "noviembre"),
    ("dec", "december", "dezember", "dez", "décembre", "decembre", "diciembre", "dic"),
)
_NUMBER = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
_MONTH = "(?:" + "|".join(sorted(_NUMBER, key=len, reverse=True)) + r")\b\.?"
_FORMS = (
    rf"(?P<m1>{_MONTH})[ ]?(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?,?[ ](?P<y1>\d{{4}})",
    rf"(?P<d2>\d{{1,2}})(?:st|nd|rd|th|er|\.)?[ -](?:of[ ]|de[ ])?(?P<m2>{_MONTH}),?[ -](?:del?[ ])?(?P<y2>\d{{4}})",
    r"(?P<y3>\d{4})-(?P<n3>\d{1,2})-(?P<d3>\d{1,2})",
    r"(?P<n4>\d{1,2})[/-](?P<d4>\d{1,2})[/-](?P<y4>\d{4}|\d\d)",
    r"(?P<d5>\d{1,2})\.[ ]?(?P<n5>\d{1,2})\.[ ]?(?P<y5>\d{4})",
)
_DATE = re.compile(rf"\b(?:{'|'.join(_FORMS)})(?!\d)", re.IGNORECASE)
_DAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?[ ]+)?"
_PLACE = r"(?:[^\W\d_][\w .'-]{1,30},[ ]+)?"
_TIME = r"(?:,?[ ]+(?:at[ ]+)?\d{1,2}:\d\d(?::\d\d)?(?:[ ]?[ap]\.?m\.?)?(?:[ ][a-z]{2,4})?)?"
_LINE = re.compile(
    rf"(?:dated?:?[ ]+)?{_PLACE}{_DAY}(?:le[ ]|den[ ]|a[ ]|el[ ])?(?:{'|'.join(_FORMS)}){_TIME}\.?", re.IGNORECASE
)


def is_date(line: str) -> bool:
    """Whether a line is a date and nothing else, perhaps with the place or the day of the week before it.

    >>> is_date("Tulsa, March 3rd, 2004"), is_date("March 3, 2004 was a Wednesday.")
    (True, False)
    """
    return len(line) <= 60 and _LINE.fullmatch(line) is not None


def date_value(written: str) -> str:
    """The day as `YYYY-MM-DD`; what cannot be read stays as it is. `3/4/2004` is March 4, as agencies write.

    >>> date_value("Tue, 16 Mar 2004 09:12:44 -0500"), date_value("next week")
    ('2004-03-16', 'next week')
    """
    match = _DATE.search(written[:200])
    if match is None:
        return written
    found = {name[0]: value for name, value in match.groupdict().items() if value}
    month = _NUMBER[found["m"].rstrip(".").lower()] if "m" in found else int(found["n"])
    year, day = int(found["y"]), int(found["d"])
    if len(found["y"]) == 2:
        year += 2000 if year < 70 else 1900
    if month > 12 and day <= 12:
        month, day = day, month
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return written
