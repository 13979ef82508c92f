"""Who relays a mail for its writer: a campaign's site or an organisation."""

from __future__ import annotations

import re

from samesame.letters.model import Field

_HOST = r"(?:[A-Za-z0-9-]{1,63}\.){1,4}[A-Za-z]{2,12}"
_DOMAIN = re.compile(rf"(?:[\w.+%-]{{1,64}}@|https?://)?(?:www\.)?({_HOST})\b")
_SITE = rf"(?:https?://)?(?:www\.)?{_HOST}"
_BODY = (
    r"[A-Z][\w&'’-]{0,30}"
    r"(?:[ ](?:(?:of|for|the|and|&|on|to|in|against|a)[ ]){0,2}[A-Z][\w&'’-]{0,30}){0,7}"
)
_THROUGH = re.compile(
    r"(?i:\b(?:"
    # "sent via the action center of …", "powered by …"
    r"(?:sent|submitted|delivered|generated|sponsored|powered|brought|organi[sz]ed|relayed|provided)[ ]"
    r"(?:to[ ]you[ ])?(?:by|via|through|using|on|from)[ ](?:the[ ]|an?[ ])?"
    r"(?:(?:online[ ])?(?:action[ ]center|action[ ]network|web[ ]?site|web[ ]form|campaign|service|members?)[ ]"
    r"(?:of|at|by)[ ](?:the[ ])?)?|"
    # "a campaign of …"
    r"(?:campaign|petition|alert|action[ ]alert|list|supporter|member|website)s?[ ](?:of|by|from|at)[ ](?:the[ ])?"
    rf"))(?P<who>{_SITE}|{_BODY})"
)
# What mail programs and providers say of themselves.
_PROGRAMS = re.compile(
    r"(?i:my|iphone|ipad|android|mail|yahoo|outlook|blackberry|verizon|samsung|galaxy|windows|gmail|hotmail|aol)\b"
)
_ON_BEHALF = re.compile(
    r"(?P<relayer>.{2,120}?)(?:[ ]?\[mailto:[^\]]{0,100}\])?[ ]+[Oo]n [Bb]ehalf [Oo]f[ ]+(?P<sender>.{2,150})"
)
_VIA = re.compile(r"(?P<sender>[^<>@]{2,80}?)[ ]+via[ ]+(?P<relayer>.{2,150})")


def relayer_value(written: str) -> str:
    """The domain of a mail address or a site, else the name.

    >>> relayer_value("Clean Air Now <noreply@www.cleanair.example>"), relayer_value("Friends of  the Lake")
    ('cleanair.example', 'Friends of the Lake')
    """
    found = _DOMAIN.search(written[:300])
    return found[1].lower().removeprefix("www.") if found else " ".join(written.split())


def relayers_in(text: str, start: int, end: int) -> list[Field]:
    """Those that a footer names."""
    return [
        Field("relayer", *match.span("who"), relayer_value(match["who"]))
        for match in _THROUGH.finditer(text, start, end)
        if not _PROGRAMS.match(match["who"])
    ]


def relayed_sender(value: str) -> re.Match[str] | None:
    """`relayer` and `sender` of a `From:` that names both."""
    return _ON_BEHALF.fullmatch(value) or _VIA.fullmatch(value)
