"""How a copy is made from a text: one function for each kind of copy."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from .spelling import upper

_SENTENCE = re.compile(r'[^.?。？]+[.?。？]["”]?\s*|[^.?。？]+$')
_MARKS = re.compile(r'[,.?"，。？“”]')
_TURKISH_I = frozenset("iıİI")
# Share of words touched. A 4-shingle survives if its four words do, so .05 lies near a coverage of .8.
_SCRAP = 120
EDIT_RATES = (0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.15)


def sentences(text: str) -> list[str]:
    """Cut a text into sentences; joined again they give the text."""
    return _SENTENCE.findall(text)


def _spaced(language: str) -> bool:
    return language != "zh"


def _change_case(text: str, language: str, change: Callable[[str], str]) -> str:
    """Change case word by word; Turkish words with i or ı stay, as programs disagree about them."""
    if language != "tr":
        return change(text)
    parts = re.split(r"(\s+)", text)
    return "".join(change(part) if _TURKISH_I.isdisjoint(part) else part for part in parts)


def reformat(random: Random, text: str, language: str) -> str:
    """Change case, punctuation or white space, and no word."""
    choice = int(random.random() * 4)
    if choice == 0:
        return _change_case(text, language, lambda part: upper(part, language)) if _spaced(language) else text + "\n"
    if choice == 1:
        return _change_case(text, language, str.lower) if _spaced(language) else "\n" + text
    if choice == 2:
        # A mark between two Chinese runs must leave something that still parts them.
        return _MARKS.sub("" if _spaced(language) else " ", text)
    wide = text.replace("\n\n", "\n \n\t").replace(". ", ".  ").replace(", ", " , ")
    return wide.replace("，", "；").replace("。", "。 ") if not _spaced(language) else wide


def _edit_tokens(random: Random, tokens: list[str], rate: float, donors: list[str]) -> None:
    """Replace, insert, remove or swap tokens in place; tokens at a paragraph break stay."""
    for _ in range(max(1, round(rate * len(tokens)))):
        place = int(random.random() * len(tokens))
        if "\n" in tokens[place]:
            continue
        choice, donor = random.random(), donors[int(random.random() * len(donors))]
        if choice < 0.5:
            tokens[place] = donor
        elif choice < 0.7:
            tokens.insert(place, donor)
        elif choice < 0.9 and len(tokens) > 8:
            del tokens[place]
        elif place and "\n" not in tokens[place - 1]:
            tokens[place - 1], tokens[place] = tokens[place], tokens[place - 1]


def edit(random: Random, text: str, language: str, rate: float, donors: list[str]) -> str:
    """Touch a share of the words. `donors` are the words that come in."""
    joint = " " if _spaced(language) else ""
    tokens = text.split(" ") if joint else list(text)
    _edit_tokens(random, tokens, rate, donors)
    return joint.join(tokens)


def near(random: Random, text: str, language: str, donors: list[str]) -> str:
    """Make a near copy at one of several edit rates."""
    return edit(random, text, language, EDIT_RATES[int(random.random() * len(EDIT_RATES))], donors)


def shorten(random: Random, text: str) -> str:
    """Keep the beginning, or a stretch of sentences: the result is contained in the text."""
    parts = sentences(text)
    keep = max(1, round(len(parts) * (0.3 + 0.5 * random.random())))
    start = 0 if random.random() < 0.5 else int(random.random() * (len(parts) - keep + 1))
    kept = "".join(parts[start : start + keep]).rstrip()
    # A scrap would be made of common phrases only, and lie in unrelated texts too.
    return kept if len(kept) > _SCRAP else text


def embed(random: Random, text: str, fresh: str, language: str) -> str:
    """Put the whole text inside a new one: the text is contained in the result."""
    parts = sentences(fresh)
    cut = int(random.random() * (len(parts) + 1))
    pieces = ["".join(parts[:cut]).rstrip(), text, "".join(parts[cut:]).rstrip()]
    return _paragraphs(language).join(piece for piece in pieces if piece)


def quote(random: Random, text: str, fresh: str, language: str) -> str:
    """Put a few sentences of the text inside a new one: they share a passage."""
    parts = sentences(text)
    count = min(len(parts), 1 + int(random.random() * 4))
    start = int(random.random() * (len(parts) - count + 1))
    return embed(random, "".join(parts[start : start + count]).rstrip(), fresh, language)


def letter(random: Random, text: str, fresh: str, language: str, donors: list[str]) -> str:
    """Sign a form letter: unchanged, edited, cut, or with the signer's own sentences around it."""
    choice = random.random()
    if choice < 0.1:
        return text
    body = shorten(random, text) if choice > 0.9 else text
    if choice > 0.4:
        body = edit(random, body, language, 0.01 + 0.02 * random.random(), donors)
    own = sentences(fresh)[: 1 + int(random.random() * 3)]
    return embed(random, body, "".join(own), language)


def _paragraphs(language: str) -> str:
    return "\n\n" if _spaced(language) else "\n"
