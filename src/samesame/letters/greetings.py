"""Salutations, in English, German, French and Spanish."""

from __future__ import annotations

import re

_WORDS = (
    *("dear", "dearest", "hello", "hi", "greetings", "to whom it may concern", "to whom this may concern"),
    *("to whomever it may concern", "good morning", "good afternoon", "good evening", "good day"),
    *("ladies and gentlemen", "gentlemen", "gentleman", "gentlepersons", "sir or madam", "sir/madam", "sirs"),
    *("sehr geehrte", "sehr geehrter", "sehr geehrtes", "liebe", "lieber", "guten tag"),
    *("madame, monsieur", "monsieur", "madame", "messieurs", "mesdames, messieurs", "mesdames"),
    *("cher", "chère", "chers", "bonjour"),
    *("estimado", "estimada", "estimados", "estimadas", "muy señor mío", "muy señores míos", "a quien corresponda"),
    *("a quien pueda interesar", "a quien pueda corresponder", "buenos días", "querido", "querida"),
    *("distinguidos señores",),
)
_WORD = "(?:" + "|".join(re.escape(one) for one in sorted(_WORDS, key=len, reverse=True)) + r")\b"
_TITLED = (
    r"(?:(?:Mr|Ms|Mrs|Dr|Messrs)\.?|Secretary|Administrator|Chairman|Commissioner|Senator|Director)"
    r"[ ][A-Z][\w'’.-]{1,20}"
)
# A whole line: a greeting, a title with a name and a colon, or "To the Commission:".
_WHOLE = re.compile(
    rf"(?i:{_WORD})(?:[^\n?]{{0,80}}[,:!;.—–-]|[^\n?,:;.!]{{0,40}})|"
    rf"{_TITLED}(?:[ ]and[ ]{_TITLED})?[:,]|"
    r"(?i:to[ ](?:the|all|our|whom|someone|anyone|those|my)[ ][\w ’'.]{3,60})[:,]|"
    r"(?i:[\w ]{3,40}?(?:committee|members|officials|commissioners))[:,]"
)
_ADDRESSED = r"(?i:sir|madam|all|there|friends|officer|concerned|whom|the|members|colleagues)"
# The beginning of a line on which the text goes on.
_INLINE = re.compile(
    r"(?i:dear|hi|hello|hey|greetings|good[ ](?:morning|afternoon|evening|day))"
    rf"(?:[ ](?:[A-Z]|{_ADDRESSED})[^,;:!?\n]{{0,50}})?(?:[,:!]|[ ][-–—](?=[ ]))|"
    r"(?i:gentlemen|ladies[ ]and[ ]gentlemen)[:,]|"
    r"(?i:to[ ]whom(?:ever)?[ ]it[ ]may[ ]concern)[,:;.!-]"
)
_TALKS = re.compile(r"\b(?:as|is|are|was|support|oppose|please|my|I|we)\b")


def salutation_end(said: str) -> int:
    """Where the salutation at the beginning of a line ends; 0: there is none.

    >>> salutation_end("Dear Ms. Wu,"), salutation_end("Dear DOT, stop this."), salutation_end("Dear as water is to me")
    (12, 9, 0)
    """
    if len(said) <= 100 and _WHOLE.fullmatch(said) and _greets(said):
        return len(said)
    inline = _INLINE.match(said[:120])
    return inline.end() if inline else 0


def _greets(said: str) -> bool:
    """Whether a line that begins like a greeting is no sentence: it ends in a mark of one, or is short."""
    words = len(said.split())
    return words <= 14 and (said[-1] in ",:;!—–-" or (words <= 6 and "," not in said and not _TALKS.search(said)))
