"""What the tests of the comparators share: corpora whose words meet after preparation, presets, languages."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from samesame.segment.words import WordOptions

from .brute import Corpus, word_tuple
from .corpora import nasty_texts

CODET: dict[str, Any] = {"preset": "codet"}
DURIAN: dict[str, Any] = {"preset": "durian"}
# Words that meet after truncation, and stop words among them.
CONTENT = ["harbour", "harbours", "island", "islands", "ferry", "ferries", "morning", "letter", "winter", "sailor"]
PROSE = [*CONTENT, "the", "of", "and", "is"]
THRESHOLDS = [0.3, 0.6, 0.8, 1.0]
thresholds = st.sampled_from(THRESHOLDS)
presets = st.sampled_from([CODET, DURIAN])


def named(texts: list[str]) -> Corpus:
    return {f"d{(i * 7) % 11:02}": text for i, text in enumerate(texts)}


def one_text_for_the_same_words(corpus: Corpus) -> Corpus:
    """Where languages are detected, the same words may be of different languages, told by their punctuation."""
    return {id_: text for id_, text in corpus.items() if text == " ".join(word_tuple(text))}


corpora = nasty_texts(PROSE, 14).map(named)
languages = st.sampled_from(["en", "en", "auto", "tr"])


def prepared(language: str, preset: dict[str, Any] | None = None) -> WordOptions:
    """The words of CoDet; DURIAN names no stop list and no truncation."""
    if preset == DURIAN:
        return WordOptions(language=language)
    return WordOptions(language=language, stop=True, stem="first5")


def with_language(corpus: Corpus, language: str) -> Corpus:
    return one_text_for_the_same_words(corpus) if language == "auto" else corpus
