"""Words: by the Unicode rules, Chinese and Japanese by bigrams or a segmenter; stop words and stems as options."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import pyarrow as pa

from samesame import _core
from samesame.errors import ParameterError
from samesame.segment.arrays import text_array


class Word(NamedTuple):
    """A word in its prepared form, and its range in the text."""

    start: int
    end: int
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordOptions:
    """How words are prepared before they are compared.

    `unspaced`: Chinese and Japanese by overlapping character pairs, or by a dictionary ("segmenter"). `language`: a
    code, "auto" to detect it per document, or None for the rules that hold for all languages. `stop`: leave out the
    language's stop words; with "auto" those of all languages, so that an excerpt keeps the words it has in its text,
    whatever language it is taken for. Words that carry meaning in one of the larger languages are kept ("also", a stop
    word in German). Of 8,156 excerpts of one sentence, three were lost that are found if the language is given
    (`bench/runs/2026-11-16-language`). Character pairs are no stop words: in Chinese and Japanese the list works only
    with the segmenter. `stem`: "first5" keeps five characters, "snowball" stems in the language.

    >>> import samesame as ss
    >>> english = ss.WordOptions(language="en", stop=True, stem="first5")
    >>> ss.Statistics.count(["The ferries sailed."], options=english).count_of("ferri")
    1
    """

    unspaced: Literal["bigrams", "segmenter"] = "bigrams"
    language: str | None = None
    stop: bool = False
    stem: Literal["none", "first5", "snowball"] = "none"

    def __post_init__(self) -> None:
        # The core takes real booleans only; 1 equals True and is converted.
        if self.stop not in (True, False):
            raise ParameterError(f"stop: expected True or False, got {self.stop!r}")
        object.__setattr__(self, "stop", bool(self.stop))
        if not isinstance(self.language, str | None):
            raise ParameterError(f"language: expected the code of a language, 'auto' or None, got {self.language!r}")

    def key(self) -> tuple[str, str | None, bool, str]:
        """The options as the core takes them."""
        return (self.unspaced, self.language, self.stop, self.stem)


PLAIN = WordOptions()


def words(text: str, options: WordOptions = PLAIN) -> list[Word]:
    """The words of a text.

    >>> [word.word for word in words("The ferry didn't sail on 3.5.")]
    ['the', 'ferry', "didn't", 'sail', 'on', '3.5']
    >>> words("北京大学 2025")
    [Word(start=0, end=2, word='北京'), Word(start=1, end=3, word='京大'), Word(start=2, end=4, word='大学'), \
Word(start=5, end=9, word='2025')]
    >>> english = WordOptions(language="en", stop=True, stem="first5")
    >>> [word.word for word in words("The ferries were sailing", english)]
    ['ferri', 'saili']
    """
    return [Word(**word) for word in word_lists([text], options)[0].as_py()]


def word_lists(texts: Iterable[str] | pa.Array, options: WordOptions = PLAIN, *, threads: int = 0) -> pa.LargeListArray:
    """The words of many texts as an Arrow array of lists: start, end, word."""
    return _core.words(text_array(texts), options.key(), threads)


def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language, in their prepared form.

    >>> "the" in stop_words("en"), "ferry" in stop_words("en")
    (True, False)
    """
    return frozenset(_core.stop_words(language))
