"""dsc: sampled shingles, a comparator of CoDet and DURIAN."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from samesame.methods.base import Method
from samesame.methods.common import Hashed, JoinedSets, PreparedWords, exclusively, least_share, share, sign_shingles
from samesame.methods.parameters import number, option

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame import _core


@dataclass(frozen=True, slots=True, kw_only=True)
class Dsc(JoinedSets, Hashed, PreparedWords):
    """The settings of the method `dsc`.

    >>> import samesame as ss
    >>> notes = ["The ferries leave at ten every morning.", "The ferry leaves at ten every morning."]
    >>> len(ss.find(notes, method=ss.Dsc(language="en", size=1, step=2)))
    1
    """

    threshold: float = share(0.6)
    exclusive: bool = exclusively()
    size: int = number(4, "words in a substring", least=1, most=64)
    select: Literal["stride", "mod"] = option("stride", "every n-th by position, or those whose hash is 0 modulo n")
    step: int = number(3, "the n of the selection", least=1, most=1_000_000)

    def _check_together(self) -> None:
        least_share(self.threshold, exclusive=self.exclusive)

    def sign(self, texts: pa.Array, weights: _core.WordWeights | None, threads: int) -> pa.LargeListArray:
        """The selected word substrings of each text, hashed."""
        return sign_shingles(
            texts,
            self.words(),
            size=self.size,
            hash=self.hash,
            select=self.select,
            step=self.step,
            threads=threads,
        )

    @property
    def rule(self) -> tuple[str, float]:
        """The measure, and the smallest share that passes."""
        return "coverage", least_share(self.threshold, exclusive=self.exclusive)


DSC = Method(
    name="dsc",
    kind=Dsc,
    summary="digital syntactic clustering: a sample of the word substrings",
    citation="A. Z. Broder, S. C. Glassman, M. S. Manasse, G. Zweig, 'Syntactic clustering of the Web', 1997, with the "
    "parameters of CoDet (CIKM 2011) or DURIAN (H. Yang, J. Callan, SIGIR 2006).",
    relations=("exact", "near", "contained"),
    cost="as ffp with a fraction of the shingles",
    presets={
        "codet": Dsc(size=4, step=3, threshold=0.6),
        # DURIAN names no stop list and no truncation; its overlap is "above 80 %".
        "durian": Dsc(size=3, step=5, threshold=0.8, exclusive=True, stop=False, stem="none"),
    },
)
