"""Names of people, as far as their shape tells: a few words with capitals that are not known for something else."""

from __future__ import annotations

import re

_PREFIX = re.compile(r"(?:/s/|/S/|\(s\)|[Ss]igned[:,]?|[Bb]y:|[Nn]ame:|[-–—*~]{1,3}|_{2,40})[ ]*")
_PARTICLES = {
    *("de", "la", "del", "van", "von", "der", "den", "di", "da", "du", "le", "el", "al", "bin", "ter", "zu", "dos"),
    *("y", "and", "&", "und", "et"),
}
_AFTER = re.compile(
    r"(?:,[ ]?(?:Jr|Sr|II|III|IV|M\.?D|Ph\.?[ ]?D|R\.?N|Esq|C\.?P\.?A|D\.?V\.?M|D\.?O|J\.?D|M\.?[AS]|M\.?P\.?H|P\.?E|"
    r"R\.?Ph|D\.?D\.?S|Pharm\.?D|Ed\.?D|LL\.?M|MBA|MSW|LCSW|APRN|NP|CFP|USN|USMC|USA|USAF)\.?"
    r"(?:[ ]\(?[Rr]et\.?\)?)?)+\Z"
)
_HONORIFICS = {"mr", "mrs", "ms", "miss", "dr", "rev", "prof", "sr", "jr", "hon", "capt", "col", "sgt", "fr"}
# Words of titles, bodies and short cries, which have capitals too.
_NOT_NAMES = frozenset(
    """
    president director secretary chair chairman chairwoman treasurer manager owner member professor student engineer
    executive vice senior chief officer coordinator counsel attorney analyst council society association club
    committee coalition friends institute university college department agency company inc llc corp foundation
    alliance league union center centre school church farm farms board office commission administration bureau team
    citizens citizen resident taxpayer voter american americans concerned retired veteran thank thanks you god bless
    america please no yes stop support oppose vote save keep help dear the this that these my our your we i it is
    are was not do don't say regards sincerely respectfully sent from via page attachment attachments enclosure
    enclosures cc comment comments general subject re docket united states anonymous none n/a public rule proposed
    act new great good bad us usa opt stem international immigration security homeland health water air clean energy
    in on at for with by or as if to agree strongly opposed what why how who when where never always all more jobs
    first end conclusion summary merci gracias county city state township valley national federal hello hi greetings
    ps p.s. best yours truly cheers
    """.split()  # noqa: SIM905 (a list of 200 words in quotation marks is hard to read)
)


def name_place(said: str, *, least: int = 2) -> tuple[int, int] | None:
    """Where the name stands in a line that is one, perhaps with a dash before and a title behind it.

    >>> name_place("-- Jane Q. Doe, Director"), name_place("Executive Director")
    ((3, 14), None)
    """
    begin = found.end() if (found := _PREFIX.match(said)) else 0
    rest = said[begin:].rstrip(" .,;")
    comma = rest.find(",")
    if comma >= 0 and not _AFTER.match(rest, comma):
        rest = rest[:comma].rstrip()
    elif comma >= 0 and said[begin + len(rest) :].startswith("."):
        rest += "."
    end = begin + len(rest)
    if said[end : end + 1] == "." and re.search(r"\b(?:Jr|Sr|M\.?D|Ph\.?D|Esq)\Z", rest):
        end += 1
    plain = rest[:comma] if comma >= 0 else rest
    return (begin, end) if _is_name(plain, least) else None


def _is_name(said: str, least: int) -> bool:
    words = said.split()
    if not words or len(said) > 45 or len(words) > 6:
        return False
    whole = 0
    for word in words:
        bare = word.strip(".()\"“”'’").lower()
        if bare in _PARTICLES:
            continue
        if bare in _NOT_NAMES or not _is_capitalised(word):
            return False
        whole += bare not in _HONORIFICS
    return whole >= least


def _is_capitalised(word: str) -> bool:
    letters = word.strip('()"“”')
    first = letters[:1]
    return first.isalpha() and not first.islower() and all(c.isalpha() or c in "'’.-" for c in letters)
