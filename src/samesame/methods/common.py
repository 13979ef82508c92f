"""What several methods share: parameters, the preparation of words, ways to sign and to match."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from samesame.errors import ParameterError
from samesame.methods.base import Parameter, Settings
from samesame.segment.words import WordOptions

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame import _core
    from samesame.engines.base import Limits
    from samesame.match.candidates import Candidates

HASH = Parameter(
    "hash",
    "xxh3",
    "the hash: XXH3 (short words of a shingle in one step), or SHA-1 as in the papers (slower; the same answers where "
    "sets of features are compared)",
    ("xxh3", "sha1"),
)
UNSPACED = Parameter(
    "unspaced", "bigrams", "Chinese and Japanese by character pairs or by a dictionary", ("bigrams", "segmenter")
)
LANGUAGE = Parameter("language", None, "language code for case folding, or 'auto' to detect it per document")
# The papers drop stop words and truncate, for which a language must be known.
PREPARATION = (
    Parameter(
        "language",
        "auto",
        "language code; or 'auto': stop words of all languages, Turkish capitals and stems by the language of each "
        "document",
    ),
    Parameter(
        "stop",
        True,
        "leave out the language's stop words; those of Chinese and Japanese only with unspaced=segmenter",
        (True, False),
    ),
    Parameter("stem", "first5", "how words are shortened", ("first5", "snowball", "none")),
    UNSPACED,
)
UNSPACED_LANGUAGES = ("zh", "ja")
PLAIN_SIZE = 4
TINY = 1e-9  # the threshold itself must be more than nothing
STRICT = Parameter("strict", False, "a document passes only above the threshold, not at it", (True, False))
# DURIAN names no stop list and no truncation; its overlap is "above 80 %".
PLAIN_WORDS: Settings = {"stop": False, "stem": "none"}
DURIAN: Settings = {**PLAIN_WORDS, "threshold": 0.8, "strict": True}


def threshold(default: float, help: str = "a document passes from this share on") -> Parameter:
    """The parameter that all set methods have."""
    return Parameter("threshold", default, help, least=TINY, most=1)


def least_share(settings: Settings) -> float:
    """The smallest share that passes.

    Shares are floating-point numbers, so what is above the threshold is the next of these or more.

    >>> least_share({"threshold": 0.8, "strict": False}), least_share({"threshold": 0.8, "strict": True})
    (0.8, 0.8000000000000002)
    """
    threshold = float(settings.get("threshold", 1.0))
    if not settings.get("strict", False):
        return threshold
    if threshold == 1:
        raise ParameterError("strict: no share is above the threshold 1; give a lower threshold or strict=False")
    return math.nextafter(threshold, 2)


def note_preparation(settings: Settings) -> str | None:
    """Where a stop list was asked for and can have no effect."""
    if settings["stop"] and settings["language"] in UNSPACED_LANGUAGES and settings["unspaced"] == "bigrams":
        return (
            f"stop: words of '{settings['language']}' are cut into character pairs, of which none is a stop word; "
            "unspaced=segmenter cuts dictionary words and leaves stop words out"
        )
    return None


def note_sets(settings: Settings) -> str | None:
    """The same where shares are compared; refuses a threshold that no share can be above."""
    least_share(settings)
    return note_preparation(settings)


def plain_words(settings: Settings) -> WordOptions:
    """All words as they are."""
    return WordOptions(language=settings["language"], unspaced=settings["unspaced"])


def prepared_words(settings: Settings) -> WordOptions:
    """Words after the papers' preparation."""
    return WordOptions(
        language=settings["language"], unspaced=settings["unspaced"], stop=settings["stop"], stem=settings["stem"]
    )


def sign_shingles(
    texts: pa.Array, settings: Settings, weights: _core.WordWeights | None, threads: int
) -> pa.LargeListArray:
    """The hashed shingles of each text."""
    from samesame import _core

    words = prepared_words(settings) if "stem" in settings else plain_words(settings)
    return _core.shingle_features(
        texts,
        words.key(),
        size=settings["size"],
        unit=settings.get("unit", "word"),
        select=settings.get("select", "all"),
        step=settings.get("step", 1),
        hash=settings["hash"],
        threads=threads,
    )


def sign_plain(
    texts: pa.Array, settings: Settings, weights: _core.WordWeights | None, threads: int
) -> pa.LargeListArray:
    """The 4-word shingles that coverages are always told in, whatever the method."""
    from samesame import _core

    words = WordOptions(language=settings.get("language"), unspaced=settings.get("unspaced", "bigrams"))
    return _core.shingles(texts, words.key(), PLAIN_SIZE, threads)


def match_sets(settings: Settings, limits: Limits, size: int) -> Candidates:
    """Sets of features, joined exactly by the measure asked for."""
    from samesame.match.candidates import SetCandidates

    return SetCandidates(
        measure=settings.get("measure", "coverage"),
        threshold=least_share(settings),
        plain=is_plain(settings),
        memory=limits.memory,
        threads=limits.threads,
        size=size,
    )


def shingle_size(settings: Settings) -> int | None:
    """The size of the shingles, where all word shingles are taken and hashed in the usual way."""
    usual = settings.get("unit", "word") == "word" and "select" not in settings and settings["hash"] == "xxh3"
    return int(settings["size"]) if usual else None


def is_plain(settings: Settings) -> bool:
    """Whether the features are the 4-word shingles that coverages are always told in."""
    plain = {"size": PLAIN_SIZE, "unit": "word", "hash": "xxh3"}
    return "stem" not in settings and all(settings.get(name) == value for name, value in plain.items())
