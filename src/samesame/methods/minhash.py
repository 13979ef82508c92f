"""minhash: the approximate method that most tools use, with every pair verified."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from samesame.errors import ParameterError
from samesame.methods.base import Method, Parameter, Settings, Stages
from samesame.methods.common import HASH, LANGUAGE, UNSPACED, plain_words, sign_shingles, threshold

if TYPE_CHECKING:
    from samesame.engines.base import Limits
    from samesame.match.candidates import Candidates


def match_bands(settings: Settings, limits: Limits, size: int) -> Candidates:
    """Pairs that agree in a band."""
    from samesame.match.candidates import BandCandidates

    bands, rows = band_shape(settings)
    return BandCandidates(settings=settings, bands=bands, rows=rows, memory=limits.memory, threads=limits.threads)


def band_shape(settings: Settings) -> tuple[int, int]:
    """Bands and rows: those given, or those with the least weight of errors on both sides of the threshold."""
    permutations, bands, rows = settings["permutations"], settings["bands"], settings["rows"]
    if bands is None and rows is None:
        return _best_shape(permutations, settings["threshold"])
    bands = bands or max(1, permutations // rows)
    rows = rows or max(1, permutations // bands)
    if bands * rows > permutations:
        raise ParameterError(
            f"bands: {bands} bands of {rows} rows need {bands * rows} permutations, there are {permutations}; "
            "raise permutations or take fewer"
        )
    return bands, rows


@lru_cache
def _best_shape(permutations: int, threshold: float) -> tuple[int, int]:
    shapes = {permutations // bands: (bands, permutations // bands) for bands in range(1, permutations + 1)}
    return min(shapes.values(), key=lambda shape: _errors(*shape, threshold))


def _errors(bands: int, rows: int, threshold: float, steps: int = 200) -> float:
    """Chance of a candidate summed below the threshold, and of a miss above it."""
    grid = [(i + 0.5) / steps for i in range(steps)]
    return sum(found_with(s, bands, rows) if s < threshold else 1 - found_with(s, bands, rows) for s in grid)


def found_with(similarity: float, bands: int, rows: int) -> float:
    """The probability that a pair of this Jaccard agrees in some band.

    >>> round(found_with(0.8, 16, 8), 2)
    0.95
    """
    return float(1 - (1 - similarity**rows) ** bands)


def note(settings: Settings) -> str:
    """What these bands will miss."""
    bands, rows = band_shape(settings)
    chance = found_with(settings["threshold"], bands, rows)
    return (
        f"minhash: {bands} bands of {rows} rows; a pair exactly at the threshold {settings['threshold']:g} is found "
        f"with probability {chance:.3f}. 'overlap' finds all."
    )


MINHASH = Method(
    name="minhash",
    summary="MinHash with banding; the pairs it finds are verified, but it does not find all",
    citation="A. Z. Broder, 1997; P. Indyk, R. Motwani, 'Approximate nearest neighbors', STOC 1998 (bands).",
    relations=("exact", "near"),
    cost="a signature a document, and a second reading to verify the pairs",
    parameters=(
        threshold(0.8),
        Parameter("size", 5, "words in a shingle", least=1, most=64),
        Parameter("permutations", 128, "length of the signature", least=1, most=65_536),
        Parameter("bands", None, "bands; by default the best for the threshold", least=1, most=65_536),
        Parameter("rows", None, "rows of a band; by default the best for the threshold", least=1, most=65_536),
        Parameter("seed", 1, "another seed, other permutations", least=0, most=2**63),
        HASH,
        LANGUAGE,
        UNSPACED,
    ),
    stages=Stages(sign=sign_shingles, match=match_bands, words=plain_words, verify=sign_shingles),
    note=note,
)
