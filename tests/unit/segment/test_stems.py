"""Stems: Snowball's published examples, and the first five characters."""

from __future__ import annotations

import pytest

import samesame as ss
from samesame.segment.words import WordOptions, words

# From the sample vocabularies that Snowball publishes with each algorithm.
STEMS = {
    "en": {
        "consigned": "consign",
        "consignment": "consign",
        "consistency": "consist",
        "consistently": "consist",
        "knackeries": "knackeri",
        "knaves": "knave",
        "kneeling": "kneel",
        "running": "run",
        "relational": "relat",
        "happiness": "happi",
        "skies": "sky",
        "dying": "die",
        "news": "news",
        "generously": "generous",
    },
    "de": {
        "aufeinander": "aufeinand",
        "aufeinanderfolge": "aufeinanderfolg",
        "auferlegen": "auferleg",
        "auferstanden": "auferstand",
        "kategorie": "kategori",
        "kategorien": "kategori",
        "katze": "katz",
        "häuser": "haus",
    },
    "fr": {
        "continuation": "continu",
        "continuelle": "continuel",
        "continuellement": "continuel",
        "continuait": "continu",
        "mains": "main",
        "maintenir": "mainten",
        "majestueusement": "majestu",
        "majestueux": "majestu",
    },
    "es": {
        "chicas": "chic",
        "chico": "chic",
        "cheques": "chequ",
        "torneos": "torne",
        "torres": "torr",
        "tortillas": "tortill",
    },
    "tr": {
        "kitaplar": "kitap",
        "okullar": "okul",
        "çocuklar": "çocuk",
        "arabalar": "araba",
        "elmalar": "elma",
        "ağaçlar": "ağaç",
    },
    "it": {"abbandonata": "abbandon", "abbandonate": "abbandon", "pronto": "pront"},
    "ru": {"вагоны": "вагон", "важная": "важн", "поход": "поход"},
}
CASES = [(language, word, stem) for language, stems in STEMS.items() for word, stem in stems.items()]


@pytest.mark.parametrize(("language", "word", "stem"), CASES)
def test_snowball_gives_the_published_stem(language: str, word: str, stem: str) -> None:
    options = WordOptions(language=language, stem="snowball")
    assert [(found.start, found.end, found.word) for found in words(word, options)] == [(0, len(word), stem)]


@pytest.mark.parametrize(("language", "word", "stem"), CASES)
def test_the_first_five_characters_are_kept_whatever_the_language(language: str, word: str, stem: str) -> None:
    capitals = (word.replace("i", "İ") if language == "tr" else word).upper()
    options = WordOptions(language=language, stem="first5")
    assert [found.word for found in words(capitals, options)] == [word[:5]]


def test_the_language_of_each_document_chooses_its_stemmer() -> None:
    options = WordOptions(language="auto", stem="snowball")
    english = words("The children were consistently running across the bridges this morning.", options)
    turkish = words("Belediye meclisi dün akşam toplanarak yeni otobüs hatlarını görüştü, çocuklar sevindi.", options)
    assert {"run", "bridg"} <= {word.word for word in english}
    assert "çocuk" in {word.word for word in turkish}


def test_a_language_without_a_stemmer_and_no_language_leave_words_whole() -> None:
    for language in ("vi", "zh", None):
        options = WordOptions(language=language, stem="snowball")
        assert [word.word for word in words("consistently running", options)] == ["consistently", "running"]


def test_five_characters_are_counted_in_code_points() -> None:
    options = WordOptions(stem="first5")
    assert [word.word for word in words("ÖĞRENCİLER ёлочками", options)] == ["öğren", "ёлочк"]


def test_an_unknown_stemmer_is_refused_by_name() -> None:
    with pytest.raises(ss.ParameterError, match="stem: expected 'none' or 'first5' or 'snowball', got 'magic'"):
        words("a", WordOptions(stem="magic"))  # type: ignore[arg-type]
