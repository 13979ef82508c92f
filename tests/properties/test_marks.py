"""The same text in other type: other apostrophes, quotation marks and dashes, and characters that nobody sees.

Nothing that methods compare may depend on them.
"""

from __future__ import annotations

import random
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import samesame as ss
from samesame import _core
from samesame.clean.normal import normal_form
from samesame.methods import METHODS
from samesame.segment.language import detect_language
from samesame.segment.sentences import sentences
from samesame.segment.words import WordOptions, word_lists, words
from samesame.sign.statistics import Statistics

from .strategies import MARKS, plain_type

OPTIONS = [
    WordOptions(),
    WordOptions(unspaced="segmenter"),
    WordOptions(language="auto", stop=True, stem="first5"),
    WordOptions(language="en", stop=True, stem="snowball"),
    WordOptions(language="tr"),
]
HIDDEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\ufe0f"
# These tell something about sentences. Brackets of Chinese and Japanese are two columns wide, and the width of lines
# tells where a sentence was wrapped; a guillemet with a space before it closes in French.
TELLING = "»\u300c\u300d\u300e\u300f\u301d\u301e\u301f\ufe41\ufe42\ufe43\ufe44\uff62\uff63"
CLASSES = {plain: [plain, *(mark for mark in marks if mark not in TELLING)] for plain, marks in MARKS.items()}
WORDS = [
    *["don't", "O'Brien", "l'état", "e-mail", "pre-war", "The", "ferry", "didn't", "sail", "on", "3.5", "Mr.", "5'10"],
    *["İstanbul'da", "м'яч", "ג'ירפה", 'צה"ל', "می‌خواهم", "北京大学", "ภาษาไทย", "คำ", "1990-95", "-5", "rock'n'roll"],
]
ENDS = ["", "", ".", "!", "?", "...", '."', ".'", ",", " -", ":", "。"]
QUOTED = [("", ""), ("", ""), ('"', '"'), ("'", "'"), ("(", ")")]


TOKENS = st.tuples(
    st.sampled_from(QUOTED), st.sampled_from(WORDS), st.sampled_from(ENDS), st.sampled_from([" ", " ", "\n", "\n\n"])
).map(lambda token: token[0][0] + token[1] + token[2] + token[0][1] + token[3])


def in_two_types() -> st.SearchStrategy[tuple[str, str]]:
    """A text in plain type, and the same with other marks and with hidden characters between."""
    plain = st.lists(TOKENS, min_size=1, max_size=12).map("".join)
    # The marks come from a seed: a draw for each character would take most of the time.
    return st.tuples(plain, st.integers(0, 2**32)).map(lambda drawn: (drawn[0], in_other_type(*drawn)))


def in_other_type(text: str, seed: int) -> str:
    """A text as other keyboards and programs write it."""
    chance = random.Random(seed)
    return "".join(
        chance.choice(CLASSES.get(c, c)) + (chance.choice(HIDDEN) if chance.random() < 0.2 and c not in " \n" else "")
        for c in text
    )


@given(in_two_types())
@example(("He didn't. 'Twas so.", "He didn\u2019t.\u200b \u02bcTwas so."))
def test_the_same_text_in_other_type_has_the_same_words(pair: tuple[str, str]) -> None:
    plain, other = pair
    assert normal_form(plain).text == normal_form(other).text
    assert detect_language(plain) == detect_language(other)
    for options in OPTIONS:
        one, two = [[word["word"] for word in text] for text in word_lists(pair, options).to_pylist()]
        assert one == two


@given(in_two_types())
def test_its_words_slice_the_text_itself(pair: tuple[str, str]) -> None:
    for text in pair:
        for start, end, word in words(text):
            assert normal_form(text[start:end]).text == word


@given(in_two_types())
@example(("It stopped. Mr. Ay left - so it goes.", "It stopped.\u200b Mr.\u00ad Ay left — so it goes."))
def test_the_same_sentences_hold_the_same_words(pair: tuple[str, str]) -> None:
    def cut(text: str) -> list[list[str]]:
        parts = [[word.word for word in words(text[start:end])] for start, end in sentences(text)]
        return [part for part in parts if part]

    plain, other = pair
    assert cut(plain) == cut(other)


@given(in_two_types())
@pytest.mark.parametrize("same", ["words", "letters"])
def test_it_is_an_exact_copy(same: str, pair: tuple[str, str]) -> None:
    keys = _core.exact_keys(pa.array(pair, pa.large_string()), same, None, 1).to_pylist()
    assert keys[0] == keys[1]
    relations = [match.relation for match in ss.find(dict(zip("ab", pair, strict=True)), method="exact", same=same)]
    assert relations == (["exact"] if words(pair[0]) else [])


@pytest.mark.parametrize("name", [name for name, method in METHODS.items() if method.settings({}).signing])
@given(pair=in_two_types())
def test_every_method_signs_it_alike(name: str, pair: tuple[str, str]) -> None:
    settings = METHODS[name].settings({}).signing
    assert settings is not None
    # Frozen statistics, else those of the pair would be alike by themselves.
    weights = Statistics.count([pair[0], "the ferry", "İstanbul"], options=settings.words()).weights()
    needed = weights if settings.needs_statistics else None
    one, two = (signature(settings.sign(array(text), needed, 1)[0].as_py()) for text in pair)
    assert one == two


def array(text: str) -> pa.Array:
    return pa.array([text], pa.large_string())


def signature(value: Any) -> Any:
    """What is compared of a signature: places of sentences are not."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [{name: part for name, part in row.items() if name not in ("start", "end")} for row in value]
    return value


def test_stop_words_with_typographic_apostrophes_are_stop_words() -> None:
    english = WordOptions(language="en", stop=True)
    assert words("don’t won‘t shouldnʼt", english) == []
    assert [word.word for word in words("L’État", WordOptions(language="fr", stop=True))] == ["l'état"]


@pytest.mark.parametrize("plain", sorted(MARKS))
def test_every_mark_of_a_class_is_one_character_wherever_it_stands(plain: str) -> None:
    for mark in MARKS[plain]:
        for text in (f"a{mark}b", f"{mark}a", f"3{mark}5", f"א{mark}ב", f"我{mark}好", f"a{mark}\u0301b"):
            assert normal_form(text).text == normal_form(text.replace(mark, plain)).text, (
                f"U+{ord(mark):04X} in {text!r}"
            )
            assert plain_type(text) == text.replace(mark, plain)


def test_the_grave_accent_and_letters_that_look_like_dashes_stay() -> None:
    assert normal_form("a`b ー l·l 一").text == "a`b ー l·l 一"
