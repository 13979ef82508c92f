"""minhash: the approximate method that most tools use, with every pair verified."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from samesame.errors import ParameterError
from samesame.match.candidates import BandCandidates
from samesame.methods.base import Joined, Method
from samesame.methods.common import Hashed, PlainWords, share, sign_shingles
from samesame.methods.parameters import number

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame import _core
    from samesame.limits import Limits
    from samesame.match.candidates import Candidates


@dataclass(frozen=True, slots=True, kw_only=True)
class MinHash(Hashed, PlainWords):
    """The settings of the method `minhash`.

    >>> import samesame as ss
    >>> notes = ["The ferry leaves at ten every morning.", "The ferry leaves at ten every evening."]
    >>> len(ss.find(notes, method=ss.MinHash(threshold=0.5, size=2, bands=128, rows=1)))
    1
    """

    joined: ClassVar[Joined] = "bands"
    indexed: ClassVar[bool] = False

    threshold: float = share(0.8)
    size: int = number(5, "words in a shingle", least=1, most=64)
    permutations: int = number(128, "length of the signature", least=1, most=65_536)
    bands: int | None = number(None, "bands; by default the best for the threshold", least=1, most=65_536)
    rows: int | None = number(None, "rows of a band; by default the best for the threshold", least=1, most=65_536)
    seed: int = number(1, "another seed, other permutations", least=0, most=2**63)

    def _check_together(self) -> None:
        bands, rows = self._given_shape() or (1, 1)
        if bands * rows > self.permutations:
            raise ParameterError(
                f"bands: {bands} bands of {rows} rows need {bands * rows} permutations, there are "
                f"{self.permutations}; raise permutations or take fewer"
            )

    def sign(self, texts: pa.Array, weights: _core.WordWeights | None, threads: int) -> pa.LargeListArray:
        """The hashed shingles of each text."""
        return sign_shingles(texts, self.words(), size=self.size, hash=self.hash, threads=threads)

    @property
    def rule(self) -> tuple[str, float]:
        """The Jaccard coefficient of the sets decides."""
        return "jaccard", self.threshold

    def match(self, limits: Limits, size: int) -> Candidates:
        """Pairs that agree in a band."""
        bands, rows = self.shape
        return BandCandidates(
            permutations=self.permutations,
            seed=self.seed,
            bands=bands,
            rows=rows,
            memory=limits.memory,
            threads=limits.threads,
        )

    @property
    def verified_from(self) -> float:
        """The threshold: bands only give candidates."""
        return self.threshold

    @property
    def shape(self) -> tuple[int, int]:
        """Bands and rows: the given ones, or those with the smallest sum of errors on both sides of the threshold."""
        return self._given_shape() or _best_shape(self.permutations, self.threshold)

    def _given_shape(self) -> tuple[int, int] | None:
        """Bands and rows if at least one of them is given; the other is as large as possible."""
        if self.bands is not None:
            return self.bands, self.rows or max(1, self.permutations // self.bands)
        return None if self.rows is None else (max(1, self.permutations // self.rows), self.rows)

    def note(self) -> str:
        """What these bands will miss."""
        bands, rows = self.shape
        chance = found_with(self.threshold, bands, rows)
        return (
            f"minhash: {bands} bands of {rows} rows; a pair exactly at the threshold {self.threshold:g} is found "
            f"with probability {chance:.3f}. 'overlap' finds all."
        )


@lru_cache
def _best_shape(permutations: int, threshold: float) -> tuple[int, int]:
    shapes = {permutations // bands: (bands, permutations // bands) for bands in range(1, permutations + 1)}
    return min(shapes.values(), key=lambda shape: _errors(*shape, threshold))


def _errors(bands: int, rows: int, threshold: float, steps: int = 200) -> float:
    """The probability of a candidate, summed below the threshold, plus that of a miss above it."""
    grid = [(i + 0.5) / steps for i in range(steps)]
    return sum(found_with(s, bands, rows) if s < threshold else 1 - found_with(s, bands, rows) for s in grid)


def found_with(similarity: float, bands: int, rows: int) -> float:
    """The probability that a pair with this Jaccard coefficient agrees in some band.

    >>> round(found_with(0.8, 16, 8), 2)
    0.95
    """
    return float(1 - (1 - similarity**rows) ** bands)


MINHASH = Method(
    name="minhash",
    kind=MinHash,
    summary="MinHash with banding; the pairs it finds are verified, but it does not find all",
    citation="A. Z. Broder, 1997; P. Indyk, R. Motwani, 'Approximate nearest neighbors', STOC 1998 (bands).",
    relations=("exact", "near"),
    cost="a signature per document, and a second reading to verify the pairs",
)
