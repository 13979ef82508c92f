"""The normal form against its definition, and the map back to the original."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import samesame as ss
from samesame.clean.normal import NormalForm, normal_form

from .strategies import INVISIBLE, POLICIES, SCRIPTS, Policy, is_assigned, naive_normal, naive_policies, texts

LANGUAGES = st.sampled_from([None, "tr", "az", "en"])
TURKIC = ("tr", "az")
CHOICES = st.sampled_from(POLICIES)


def ranges(form: NormalForm) -> list[tuple[int, int]]:
    """Where each character of the normal form came from."""
    return [form.original(at, at + 1) for at in range(len(form.text))]


def shown(text: str) -> str:
    return " ".join(f"U+{ord(character):04X}" for character in text)


@given(texts(), st.booleans(), LANGUAGES)
@example("I\u0307zmir I\u0323\u0307 Í", True, "tr")
@example("ＩＳＰＡＲＴＡ Ⅰ", True, "tr")
@example("a\u200d\u0301 α\u0345\u200d\u0301", True, None)
@example("\u0345\u0301ﾊ\u200bﾞ", True, None)
def test_the_text_is_what_the_definition_says(text: str, fold: bool, language: str | None) -> None:
    expected = naive_normal(text, fold=fold, turkish=language in TURKIC)
    found = normal_form(text, fold=fold, language=language).text
    assert found == expected, f"{shown(text)} became {shown(found)}, not {shown(expected)}"


@pytest.mark.parametrize("fold", [True, False])
@pytest.mark.parametrize("language", [None, "tr"])
def test_every_single_character_is_normalised_by_the_definition(fold: bool, language: str | None) -> None:
    characters = [chr(code) for code in range(0x110000) if is_assigned(chr(code))]
    # One text for all: the letter between them keeps neighbours from combining.
    found = normal_form("x".join(characters), fold=fold, language=language).text
    expected = naive_normal("x".join(characters), fold=fold, turkish=language == "tr")
    assert found == expected


@pytest.mark.parametrize("base", ["a", "I", "α", "ﾊ", "が", "한", "\u1100", "क", " ", "-", "\u0301"])
def test_every_mark_combines_with_what_stands_before_it(base: str) -> None:
    wrong = []
    for code in range(0x110000):
        character = chr(code)
        if is_assigned(character) and (unicodedata.category(character)[0] == "M" or character in INVISIBLE):
            text = f"{base}{character}\u0301x"
            if normal_form(text).text != naive_normal(text):
                wrong.append(shown(text))
    assert not wrong


@given(texts(), st.booleans(), LANGUAGES)
def test_the_normal_form_of_a_normal_form_is_itself(text: str, fold: bool, language: str | None) -> None:
    once = normal_form(text, fold=fold, language=language).text
    assert normal_form(once, fold=fold, language=language).text == once


@given(texts(), CHOICES, CHOICES)
@example("a½b", "collapse", "keep")
@example("เป็น", "drop", "keep")
@example("a´b", "keep", "collapse")
def test_policies_keep_collapse_or_drop_each_character(text: str, punctuation: Policy, space: Policy) -> None:
    normal = naive_normal(text)
    expected = naive_policies(normal, punctuation, space)
    found = normal_form(text, punctuation=punctuation, space=space).text
    # What was kept apart may compose once the character between is gone.
    assert compose(found) == compose(expected), f"{shown(text)} became {shown(found)}, not {shown(expected)}"


def compose(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


@pytest.mark.parametrize(("punctuation", "space"), [("drop", "drop"), ("collapse", "collapse"), ("drop", "collapse")])
@given(text=texts())
@example(text="a-\u0301b")
@example(text="a´b")
def test_with_policies_too_the_normal_form_of_a_normal_form_is_itself(
    punctuation: Policy, space: Policy, text: str
) -> None:
    once = normal_form(text, punctuation=punctuation, space=space).text
    assert normal_form(once, punctuation=punctuation, space=space).text == once


@given(texts())
@example("เป็นครับ์")
@example("ប៉ារីស")
def test_words_of_letters_and_marks_stay_whole_when_all_else_is_dropped(text: str) -> None:
    word = "".join(c for c in naive_normal(text) if unicodedata.category(c)[0] in "LM")
    assert normal_form(word, punctuation="drop", space="drop").text == normal_form(word).text


@given(texts(), LANGUAGES, CHOICES, CHOICES)
def test_every_character_came_from_somewhere_and_in_order(
    text: str, language: str | None, punctuation: Policy, space: Policy
) -> None:
    form = normal_form(text, language=language, punctuation=punctuation, space=space)
    found = ranges(form)
    # A gap that opens inside a character, as at the brackets of ㈠, has no place of its own.
    placed = [place for place, c in zip(found, form.text, strict=True) if c != " " or place[0] < place[1]]
    assert all(0 <= start < end <= len(text) for start, end in placed)
    pairs = list(itertools.pairwise(found))
    assert all(left == right or left[1] <= right[0] for left, right in pairs)


@given(texts(), LANGUAGES)
def test_the_map_leaves_nothing_visible_out(text: str, language: str | None) -> None:
    covered = {at for start, end in ranges(normal_form(text, language=language)) for at in range(start, end)}
    left_out = [text[at] for at in range(len(text)) if at not in covered]
    assert all(character in INVISIBLE for character in left_out), shown("".join(left_out))


@given(texts(), LANGUAGES, st.data())
def test_a_slice_of_the_original_normalises_to_the_slice_it_stands_for(
    text: str, language: str | None, data: st.DataObject
) -> None:
    form = normal_form(text, language=language)
    cuts = whole_pieces(form)
    start, end = sorted(data.draw(st.tuples(st.sampled_from(cuts), st.sampled_from(cuts))))
    first, last = form.original(start, end)
    assert normal_form(text[first:last], language=language).text == form.text[start:end] or start == end


def whole_pieces(form: NormalForm) -> list[int]:
    """Positions of the normal form where one original piece ends and the next begins."""
    found = ranges(form)
    inner = [at for at in range(1, len(found)) if found[at - 1] != found[at]]
    return [0, *inner, len(found)]


@given(texts())
def test_the_whole_normal_form_maps_to_the_whole_text_but_for_invisible_ends(text: str) -> None:
    form = normal_form(text)
    start, end = form.original(0, len(form.text))
    assert all(character in INVISIBLE for character in text[:start] + text[end:])


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_each_script_keeps_its_way_back(name: str) -> None:
    text = SCRIPTS[name]
    form = normal_form(text)
    assert form.text == naive_normal(text)
    for at, (start, end) in enumerate(ranges(form)):
        assert form.text[at] in normal_form(text[start:end]).text


@given(texts(max_size=12))
def test_a_range_outside_the_normal_form_is_refused_by_name(text: str) -> None:
    form = normal_form(text)
    size = len(form.text)
    for start, end in [(0, size + 1), (size + 1, size + 1), (1, 0)]:
        with pytest.raises(ss.ParameterError, match="no range of the normal form"):
            form.original(start, end)


def test_turkish_letters_fold_to_their_own_small_letters() -> None:
    assert normal_form("DIŞ İÇ", language="tr").text == "dış iç"
    assert normal_form("DIŞ İÇ", language="az").text == "dış iç"
    assert normal_form("DIŞ", language="de").text == "diş"
    assert normal_form("İ").text == "i\u0307"
    assert normal_form("Yargıç dün akşam ILGAZ yolunda bir kaza olduğunu söyledi.", language="auto").text.split()[
        3
    ] == ("ılgaz")


def test_an_invisible_character_does_not_change_the_turkish_i() -> None:
    assert normal_form("I\u200d\u0307zmir", language="tr").text == normal_form("I\u0307zmir", language="tr").text


@pytest.mark.parametrize("option", ["punctuation", "space"])
def test_an_unknown_policy_is_refused_by_name(option: str) -> None:
    with pytest.raises(ss.ParameterError, match=f"{option}: expected 'keep' or 'collapse' or 'drop', got 'melt'"):
        normal_form("a", **{option: "melt"})  # type: ignore[arg-type]
