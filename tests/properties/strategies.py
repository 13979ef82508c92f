"""Texts over all scripts, and the naive twin of the normal form."""

from __future__ import annotations

import unicodedata
from typing import Literal

from hypothesis import strategies as st

Policy = Literal["keep", "collapse", "drop"]
POLICIES: list[Policy] = ["keep", "collapse", "drop"]

# Default_Ignorable_Code_Point of DerivedCoreProperties.txt, which `unicodedata` does not have.
_IGNORABLE = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
INVISIBLE = frozenset(chr(code) for first, last in _IGNORABLE for code in range(first, last + 1))
# Marks that mean one thing, by the character that stands for them all.
APOSTROPHES = (
    "\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u0384\u055a\u05f3\u1fbd\u1fbf\u1ffd\u1ffe\u2018\u2019\u201a\u201b"
    "\u2032\u2035\u275b\u275c\u275f\ua78b\ua78c\uff07"
)
QUOTES = (
    "\u00ab\u00bb\u02ba\u02dd\u02ee\u05f4\u201c\u201d\u201e\u201f\u2033\u2036\u2039\u203a\u275d\u275e\u2760\u276e\u276f"
    "\u2e42\u300c\u300d\u300e\u300f\u301d\u301e\u301f\ufe41\ufe42\ufe43\ufe44\uff02\uff62\uff63\U0001f676\U0001f677\U0001f678"
)
DASHES = (
    "\u02d7\u058a\u05be\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u207b\u208b\u2212\u2796\u2e17\u2e1a\u2e3a"
    "\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d\U00010d6e\U00010ead"
)
MARKS = {"'": APOSTROPHES, '"': QUOTES, "-": DASHES}
_PLAIN = {ord(mark): plain for plain, marks in MARKS.items() for mark in marks} | dict.fromkeys(map(ord, INVISIBLE))

# Python calls the information separators white space, Unicode does not.
_SPACE = frozenset(chr(code) for code in range(0x110000) if chr(code).isspace()) - set("\x1c\x1d\x1e\x1f")
# Letters in squares and circles that no decomposition turns into letters.
_FRAMED_LETTERS = frozenset(chr(code) for code in [*range(0x1F150, 0x1F16A), *range(0x1F170, 0x1F18A)])


def is_assigned(character: str) -> bool:
    """Whether Python's Unicode knows the character; the core may know a newer one."""
    return unicodedata.category(character) not in ("Cn", "Cs", "Co")


def plain_type(text: str) -> str:
    """One character for each class of marks, and nothing invisible."""
    return text.translate(_PLAIN)


def naive_normal(text: str, *, fold: bool = True, turkish: bool = False) -> str:
    """The normal form by its definition, on the text as a whole."""
    visible = plain_type(unicodedata.normalize("NFKC", plain_type(text)))
    if not fold:
        return unicodedata.normalize("NFKC", visible)
    if turkish:
        # The Turkic mappings (status T) of CaseFolding.txt; I with a dot above was composed by NFKC.
        visible = visible.replace("I", "ı").replace("İ", "i")
    return plain_type(unicodedata.normalize("NFKC", visible.casefold()))


def naive_policies(normal: str, punctuation: Policy, space: Policy) -> str:
    """The policies, one character after the other."""
    kept: list[str] = []
    gap = False
    policy: Policy = "keep"
    for character in normal:
        if unicodedata.category(character)[0] != "M":  # a mark goes where its base goes
            policy = naive_policy(character, punctuation, space)
        if policy == "collapse":
            gap = True
        elif policy == "keep":
            if gap and kept:
                kept.append(" ")
            kept.append(character)
            gap = False
    return "".join(kept)


def naive_policy(character: str, punctuation: Policy, space: Policy) -> Policy:
    """Punctuation is all that is neither word nor white space."""
    if character in _SPACE:
        return space
    in_words = unicodedata.category(character)[0] in "LN" or character in _FRAMED_LETTERS
    return "keep" if in_words else punctuation


# One line a script, each with what makes it hard: marks, case, joiners, digits of its own, no spaces.
SCRIPTS = {
    "latin": "abcXYZ éÉñßſﬁŉǅĳ½Ⅷ’'\"-.,:;_0129",
    "turkish": "ıIiİＩⅠI\u0307ğĞşŞçÇöÖüÜ ",
    "greek": "αβγΑΒΓάΆςΣσᾳΐ\u0345 ·;",
    "cyrillic": "абвАБВёЁйЙіїґ\u0306 ",
    "armenian and georgian": "աԱևաբ აბᲐ ",
    "hebrew": "אבגשׁ\u05b0\"'׳״ ",
    "arabic": "ابتةﷺﻼ\u064b\u0640\u200c٠١٫،؟ ",
    "devanagari": "कखगािी्क्षज़ॐ०१।\u200d ",
    "thai": "กขคเป็นไทยที่้์ำ๐ ",
    "khmer and burmese": "កខគ្រាំ។မြန်မာ ",
    "han": "北京大学中文㈱㍿々〇。,！豈\ufa19",
    "kana": "ひらがなカタカナﾊﾟﾞー・ゝ\u3099。「」",
    "hangul": "한국어가각\u1100\u1161\u11a8ㄱㅏﾡￂ ",
    "emoji": "👩\u200d👧🇹🇷🇨🇳👍🏽☕\ufe0f1\ufe0f\u20e3🅰🏴\U000e0067\U000e007f",
    "marks": "a\u0301\u0323\u0308\u0327\u034f\u20dd\u0488",
    "space": " \t\r\n\r\n\u00a0\u2028\u200b\u3000\x1c\ufeff\u00ad\u2060",
    "symbols": "…´ʼ«“”„—–‑¨¼℅™∑§#>|()[]<>/\\%&*!?",
}
WILD = st.characters(exclude_categories=["Cs", "Cn", "Co"])
SCRIPTED = st.sampled_from(sorted(set("".join(SCRIPTS.values()))))


def texts(max_size: int = 40) -> st.SearchStrategy[str]:
    """Texts of any characters, of one script, or of several mixed."""
    one_script = st.sampled_from(sorted(SCRIPTS)).flatmap(lambda name: st.text(SCRIPTS[name], max_size=max_size))
    stretches = st.lists(one_script, max_size=4).map(lambda parts: " ".join(parts)[:max_size])
    mixed = st.text(st.one_of(SCRIPTED, WILD), max_size=max_size)
    return st.one_of(mixed, one_script, stretches).filter(lambda text: all(map(is_assigned, text)))
