"""ffp: full fingerprinting, a comparator of CoDet and DURIAN."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from samesame.methods.base import Method
from samesame.methods.common import Hashed, JoinedSets, PreparedWords, exclusively, least_share, share, sign_shingles
from samesame.methods.parameters import number

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame import _core


@dataclass(frozen=True, slots=True, kw_only=True)
class Ffp(JoinedSets, Hashed, PreparedWords):
    """The settings of the method `ffp`.

    >>> import samesame as ss
    >>> notes = ["The ferries leave at ten every morning.", "Ferries leave at ten this morning."]
    >>> len(ss.find(notes, method=ss.Ffp(language="en", size=2)))
    1
    """

    threshold: float = share(0.6)
    exclusive: bool = exclusively()
    size: int = number(4, "words in a substring", least=1, most=64)

    def _check_together(self) -> None:
        least_share(self.threshold, exclusive=self.exclusive)

    def sign(self, texts: pa.Array, weights: _core.WordWeights | None, threads: int) -> pa.LargeListArray:
        """The hashed word substrings of each text."""
        return sign_shingles(texts, self.words(), size=self.size, hash=self.hash, threads=threads)

    @property
    def rule(self) -> tuple[str, float]:
        """The measure, and the smallest share that passes."""
        return "coverage", least_share(self.threshold, exclusive=self.exclusive)

    @property
    def shingle_size(self) -> int | None:
        """The size, if words are hashed in the usual way."""
        return self.size if self.hash == "xxh3" else None


FFP = Method(
    name="ffp",
    kind=Ffp,
    summary="full fingerprinting: all word substrings after stop words and truncation",
    citation="E. Varol, F. Can, C. Aykanat, O. Kaya, 'CoDet: sentence-based containment detection in news corpora', "
    "CIKM 2011; H. Yang, J. Callan, 'Near-duplicate detection by instance-level constrained clustering', SIGIR 2006.",
    relations=("exact", "near", "contained"),
    cost="as overlap, plus stop words and stems",
    presets={
        "codet": Ffp(size=4, threshold=0.6),
        # DURIAN names no stop list and no truncation; its overlap is "above 80 %".
        "durian": Ffp(size=3, threshold=0.8, exclusive=True, stop=False, stem="none"),
    },
)
