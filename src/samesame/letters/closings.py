"""Closings of letters, such as `Yours truly,`, in English, German, French and Spanish."""

from __future__ import annotations

import re

_WORDS = (
    *("sincerely", "sincerely yours", "yours sincerely", "most sincerely", "very sincerely", "yours", "yours truly"),
    *("very truly yours", "truly yours", "yours faithfully", "faithfully", "faithfully yours", "yours respectfully"),
    *("respectfully", "respectfully submitted", "respectfully yours", "very respectfully", "most respectfully"),
    *("regards", "best regards", "kind regards", "warm regards", "kindest regards", "warmest regards", "with regards"),
    *("with kind regards", "with best regards", "with warm regards", "with respect", "with great respect", "best"),
    *("sincere regards", "best wishes", "with best wishes", "with my best wishes", "cordially", "cordially yours"),
    *("cheers", "gratefully", "gratefully yours", "with gratitude", "in gratitude", "with thanks", "with appreciation"),
    *("appreciatively", "thanks", "many thanks", "thank you", "thank you very much", "thank you so much"),
    *("thank you again", "thanks again", "thanks so much", "with hope", "hopefully", "in solidarity", "in peace"),
    *("peace", "for the earth", "signed", "warmly", "fraternally", "in good health", "mahalo", "aloha", "take care"),
    *("all the best", "god bless"),
    *("mit freundlichen grüßen", "mit freundlichen grüssen", "mit freundlichem gruß", "freundliche grüße"),
    *("viele grüße", "mit besten grüßen", "beste grüße", "hochachtungsvoll", "mit vorzüglicher hochachtung"),
    *("cordialement", "bien cordialement", "bien à vous", "salutations distinguées", "respectueusement", "merci"),
    *("atentamente", "muy atentamente", "cordialmente", "respetuosamente", "saludos", "saludos cordiales"),
    *("un cordial saludo", "sinceramente", "gracias", "muchas gracias"),
)
_WORD = "(?:" + "|".join(re.escape(one) for one in sorted(_WORDS, key=len, reverse=True)) + ")"
_THANKS = r"thank[ ]you[ ](?:again[ ]|very[ ]much[ ]|so[ ]much[ ])?for[ ][\w ,’']{4,60}"
_LINE = re.compile(rf"(?i:{_WORD}(?:[ ](?:and|&)[ ]{_WORD})?|{_THANKS})[ ]?[,.!:;—–-]{{0,3}}")
# Thanks may end the text itself; these end a letter even where no name follows.
_FINAL = re.compile(
    r"(?i:[\w ]{0,30}(?:sincerely|respectfully|regards|yours|truly|wishes|cordially|submitted))[ ]?[,.!]?"
)
# What writers make up: "Sadly,", "Disappointed in Ohio,".
_OWN = re.compile(r"[A-Z][\w'’]{1,20}(?:[ ][\w'’]{1,15}){0,2},")
_FIRST = re.compile(rf"(?i:{_WORD})[ ]?(?:[,.!:;—–]|[ ]-)[ ]{{0,3}}")
# Before it a sentence ends, behind it stand a few words.
_INSIDE = re.compile(
    rf"(?:(?<=[.!?])|(?<=[.!?][\"'”]))[ \t]{{1,4}}"
    rf"(?P<signature>(?i:{_WORD})[ ]?[,.!:;—–-][ \t]{{1,4}}(?P<name>.{{2,50}}))\Z"
)


def is_closing(said: str) -> bool:
    """Whether a line is a closing and nothing else.

    >>> is_closing("Sincerely yours,"), is_closing("Sincerely, I doubt it.")
    (True, False)
    """
    return len(said) <= 90 and _LINE.fullmatch(said) is not None


def is_final_closing(said: str) -> bool:
    """Whether a line is a closing that needs no name behind it."""
    return len(said) <= 40 and is_closing(said) and _FINAL.fullmatch(said) is not None


def may_close(said: str) -> bool:
    """Whether a line may be a closing if a name alone follows: up to three words and a comma."""
    return len(said) <= 50 and _OWN.fullmatch(said) is not None


def closing_before_name(said: str) -> int:
    """Where the name begins on a line such as `Sincerely, Jo Wu`; 0: it does not begin with a closing."""
    found = _FIRST.match(said) if len(said) <= 90 else None
    return found.end() if found and found.end() < len(said) else 0


def closing_inside(ending: str) -> re.Match[str] | None:
    """A closing and a name (groups `signature` and `name`) at the end of running text."""
    return _INSIDE.search(ending)
