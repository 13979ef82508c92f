"""Stop words: for at least twenty languages, in the form that is compared."""

from __future__ import annotations

import pytest

import samesame as ss
from samesame.clean.normal import normal_form
from samesame.segment.language import detect_language
from samesame.segment.words import WordOptions, stop_words, words

# A few words that any list of the language must have.
EXPECTED = {
    "ar": "من في على",
    "bg": "и на за",
    "ca": "i els amb",
    "cs": "je na aby",
    "da": "og det ikke",
    "de": "und der nicht",
    "el": "και το να",
    "en": "the and of don't",
    "es": "el de que",
    "et": "ja on ei",
    "fa": "از به که",
    "fi": "ja on että",
    "fr": "le des et",
    "he": "של את על",
    "hi": "के में है",
    "hu": "és hogy nem",
    "id": "dan yang di",
    "it": "il che di",
    "ja": "これ それ",
    "lt": "ir kad bet",
    "lv": "un ir par",
    "nl": "de het en",
    "no": "og det ikke",
    "pl": "nie się że",
    "pt": "os de que",
    "ro": "este sau pentru",
    "ru": "и не что",
    "sk": "je na aby",
    "sv": "och det inte",
    "tr": "ve için çünkü",
    "uk": "та що як",
    "zh": "的 是 在",
}


def test_at_least_twenty_languages_have_a_list() -> None:
    assert sum(len(stop_words(code)) >= 40 for code in EXPECTED) >= 20


@pytest.mark.parametrize("code", sorted(EXPECTED))
def test_the_list_of_each_language_has_its_commonest_words(code: str) -> None:
    missing = set(EXPECTED[code].split()) - stop_words(code)
    assert not missing


@pytest.mark.parametrize(("code", "word"), [("ro", "și"), ("tr", "bir"), ("uk", "і"), ("uk", "не")])
def test_the_commonest_word_of_a_language_is_a_stop_word(code: str, word: str) -> None:
    assert word in stop_words(code)


@pytest.mark.parametrize("code", sorted(EXPECTED))
def test_every_stop_word_is_in_normal_form_and_one_word(code: str) -> None:
    options = WordOptions(unspaced="segmenter", language=code)
    for word in stop_words(code):
        assert normal_form(word, language=code).text == word
        assert [found.word for found in words(word, options)] == [word]


@pytest.mark.parametrize("code", sorted(EXPECTED))
def test_stop_words_are_left_out_of_a_text_of_nothing_else(code: str) -> None:
    text = " , ".join(sorted(stop_words(code)))
    assert words(text, WordOptions(unspaced="segmenter", language=code, stop=True)) == []


def test_capitals_are_stop_words_too_the_turkish_way() -> None:
    options = WordOptions(language="tr", stop=True)
    assert [word.word for word in words("İÇİN ÇÜNKÜ Vapur HANGI", options)] == ["vapur", "hangı"]


def test_ranges_of_the_words_that_stay_are_untouched() -> None:
    text = "The ferry and the sea"
    kept = words(text, WordOptions(language="en", stop=True))
    assert [(text[word.start : word.end], word.word) for word in kept] == [("ferry", "ferry"), ("sea", "sea")]


def test_without_a_language_nothing_is_a_stop_word() -> None:
    assert [word.word for word in words("the ferry", WordOptions(stop=True))] == ["the", "ferry"]


def test_an_unknown_language_is_refused_by_name() -> None:
    with pytest.raises(ss.ParameterError, match="language: 'xx' is not known"):
        stop_words("xx")


def test_a_sentence_taken_for_another_language_keeps_the_words_it_has_in_its_text() -> None:
    auto = WordOptions(language="auto", stop=True, stem="first5")
    sentence = "Nils Larsen met Anders Holm at Oslo harbour in December"
    text = f"{sentence}. The council said that the ferry would run again in the spring, and that nobody had asked why."
    assert detect_language(sentence) != detect_language(text) == "en"
    alone = [word.word for word in words(sentence, auto)]
    assert [word.word for word in words(text, auto)][: len(alone)] == alone


REST = (
    "The council said that the ferry would run again in the spring, and that nobody had asked the harbour office why."
)


@pytest.mark.parametrize("method", ["ffp", "codet"])
@pytest.mark.parametrize(
    "sentence",
    [
        # Words of Catalan, Estonian, German, Polish and Korean lists; four are left where English is known.
        "Please also see what one of us may want to take",
        "Add 1, 2 and 3 to the x, then 5",
        # Taken for Turkish, where I is not the capital of i.
        "Kemal Aydin, a trader at the market of Izmir: an INDEX by dealer Kaya in Ankara",
    ],
)
def test_an_excerpt_is_found_with_the_language_detected_as_it_is_with_the_language_given(
    method: str, sentence: str
) -> None:
    text = f"{REST} {sentence}. {REST.replace('spring', 'autumn')}"
    for language in ("en", "auto"):
        found = ss.find({"excerpt": sentence}, against={"text": text}, method=method, language=language)
        assert [(match.left, match.right) for match in found] == [("excerpt", "text")], language


def test_numbers_are_no_stop_words() -> None:
    for language in ("ko", "auto"):
        assert [w.word for w in words("0 1 2 10", WordOptions(language=language, stop=True))] == ["0", "1", "2", "10"]
