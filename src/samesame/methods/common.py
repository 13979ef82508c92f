"""What several methods share: parameters, the preparation of words, ways to sign and to match."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from samesame import _core
from samesame.errors import ParameterError
from samesame.match.candidates import Candidates, SetCandidates
from samesame.methods.base import SigningSettings
from samesame.methods.parameters import number, option
from samesame.segment.words import WordOptions

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame.limits import Limits

UNSPACED_LANGUAGES = ("zh", "ja")
UNSPACED = "Chinese and Japanese by character pairs or by a dictionary"
LANGUAGE = "language code for case folding, or 'auto' to detect it per document"


def share(default: float, help: str = "a document passes from this share on") -> float:
    """The field of a share that must be reached."""
    return number(default, help, above=0, most=1)


def exclusively() -> bool:
    """The field that says whether a share must be more than the threshold."""
    return option(False, "a document passes only above the threshold, not at it")


def least_share(threshold: float, *, exclusive: bool) -> float:
    """The smallest share that passes.

    Shares are floating-point numbers, so "above the threshold" means at least the next such number.

    >>> least_share(0.8, exclusive=False), least_share(0.8, exclusive=True)
    (0.8, 0.8000000000000002)
    """
    if not exclusive:
        return threshold
    if threshold == 1:
        raise ParameterError("exclusive: no share is above the threshold 1; give a lower threshold or exclusive=False")
    return math.nextafter(threshold, 2)


@dataclass(frozen=True, kw_only=True)
class Hashed:
    """Features are hashes."""

    __slots__ = ()
    hash: Literal["xxh3", "sha1"] = option(
        "xxh3",
        "the hash: XXH3 (short words of a shingle in one step), or SHA-1 as in the papers (slower; the same answers "
        "where sets of features are compared)",
    )


@dataclass(frozen=True, kw_only=True)
class PlainWords(SigningSettings):
    """All words, unchanged."""

    __slots__ = ()
    language: str | None = option(None, LANGUAGE)
    unspaced: Literal["bigrams", "segmenter"] = option("bigrams", UNSPACED)

    def words(self) -> WordOptions:
        """All words, unchanged."""
        return WordOptions(language=self.language, unspaced=self.unspaced)


@dataclass(frozen=True, kw_only=True)
class PreparedWords(SigningSettings):
    """Words prepared as in the papers: without stop words, and truncated; for this a language must be known."""

    __slots__ = ()
    language: str = option(
        "auto",
        "language code; or 'auto': stop words of all languages, Turkish capitals and stems by the language of each "
        "document",
    )
    stop: bool = option(
        True, "leave out the language's stop words; those of Chinese and Japanese only with unspaced=segmenter"
    )
    stem: Literal["first5", "snowball", "none"] = option("first5", "how words are shortened")
    unspaced: Literal["bigrams", "segmenter"] = option("bigrams", UNSPACED)

    def words(self) -> WordOptions:
        """Words prepared as in the papers."""
        return WordOptions(language=self.language, unspaced=self.unspaced, stop=self.stop, stem=self.stem)

    def note(self) -> str | None:
        """A message if a stop list was asked for but can have no effect."""
        if not (self.stop and self.language in UNSPACED_LANGUAGES and self.unspaced == "bigrams"):
            return None
        return (
            f"stop: words of '{self.language}' are cut into character pairs, of which none is a stop word; "
            "unspaced=segmenter cuts dictionary words and leaves stop words out"
        )


class WeighedWords(PreparedWords):
    """Prepared words that are weighed by their idf."""

    __slots__ = ()

    @property
    def needs_statistics(self) -> bool:
        """Always."""
        return True


def sign_shingles(
    texts: pa.Array,
    words: WordOptions,
    *,
    size: int,
    hash: str,
    threads: int,
    unit: str = "word",
    select: str = "all",
    step: int = 1,
) -> pa.LargeListArray:
    """The hashed shingles of each text."""
    return _core.shingle_features(
        texts, words.key(), size=size, unit=unit, select=select, step=step, hash=hash, threads=threads
    )


class JoinedSets(SigningSettings):
    """Signatures are sets of features, joined exactly by the rule."""

    __slots__ = ()

    @property
    @abstractmethod
    def rule(self) -> tuple[str, float]:
        """The measure, and the smallest share that passes."""

    def match(self, limits: Limits, size: int) -> Candidates:
        """Sets of features, joined exactly."""
        measure, threshold = self.rule
        return SetCandidates(
            measure=measure,
            threshold=threshold,
            plain=self.plain,
            memory=limits.memory,
            threads=limits.threads,
            size=size,
        )
