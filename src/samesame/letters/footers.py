"""Lines that mail programs, providers and campaigns add below a letter."""

from __future__ import annotations

import re

_MESSAGE = (
    r"(?:this|the)[ ](?:information[ ]in[ ]this[ ]|electronic[ ]|foregoing[ ])?"
    r"(?:e-?mail|message|communication|transmission|letter|comment|form|mail|fax)[ ,]"
    r"(?:(?:and|including|with|together)[ ][\w ,]{3,40}[ ])?"
    r"(?:was|is|has[ ]been|may|are|contains|and|originated|sent)\b(?![ ](?:a[ ]|an[ ]|to[ ]|in[ ]|about[ ]))"
)
_LEAVE = (
    r"(?:if[ ]you[ ]|to[ ]|click[ ][\w ]{2,20}to[ ])"
    r"(?:no[ ]longer[ ][\w ]{4,30}|wish[ ]to[ ]|would[ ]like[ ]to[ ]|want[ ]to[ ])?"
    r"(?:unsubscribe|opt[ ]out|be[ ]removed|stop[ ]receiving|receive[ ]these|manage[ ]your)"
)
_ADVERTISING = (
    r"(?:join|try|visit|find|protect|express|add|stay|chat|share|upgrade|discover|need)[ ]"
    r"[^.?!]{3,60}(?:https?://|www\.|msn|yahoo|hotmail|aol)"
)
_BEGINNINGS = (
    r"sent[ ]from[ ](?:my|a|an|the|yahoo|mail|outlook|windows|samsung)\b",
    r"sent[ ](?:via|through|using|by|wirelessly|with)\b",
    r"get[ ](?:outlook|your[ ]free|your[ ]own|free|faster)\b",
    r"do[ ]you[ ]\w{2,15}!",
    r"\w{2,15}![ ](?:mail|messenger|groups|movies|finance)\b",
    r"confidential(?:ity)?\b|privileged|disclaimer|notice[ ]?:|legal[ ]notice",
    _MESSAGE,
    _LEAVE,
    r"unsubscribe\b",
    r"you[ ](?:are[ ]receiving|receive|received|have[ ]received|got)[ ]this",
    r"virus[- ]free|scanned[ ]by|checked[ ]by|outgoing[ ]mail|no[ ]virus",
    r"powered[ ]by|brought[ ]to[ ]you[ ]by|delivered[ ]by",
    _ADVERTISING,
    r"please[ ](?:consider[ ]the[ ]environment|think[ ]before|do[ ]not[ ]reply)",
    r"copyright[ ]|©|all[ ]rights[ ]reserved",
    r"von[ ]meinem[ ]\w{3,15}[ ]gesendet|envoyé[ ]de|enviado[ ]desde",
    r"diese[ ]e-mail|ce[ ]message|este[ ](?:mensaje|correo)",
)
_BEGINNING = re.compile("(?i:" + "|".join(_BEGINNINGS) + ")")
_RULE = re.compile(r"[-_=*~#—–][-_=*~#—– ]{0,200}")


def begins_footer(said: str) -> bool:
    """Whether a line is one that is added below letters.

    >>> begins_footer("Sent from my iPhone"), begins_footer("This letter is about a dam.")
    (True, False)
    """
    return _BEGINNING.match(said.lstrip("-_=*~#—– [(<|")) is not None


def is_rule(said: str) -> bool:
    """Whether a line is a rule of dashes or the like."""
    return _RULE.fullmatch(said) is not None
