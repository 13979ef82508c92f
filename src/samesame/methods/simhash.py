"""simhash: bit strings that differ in few bits for similar documents, a comparator of CoDet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from samesame.match.candidates import HammingCandidates
from samesame.methods.base import Joined, Method
from samesame.methods.common import Hashed, WeighedWords
from samesame.methods.parameters import number, option

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame import _core
    from samesame.limits import Limits
    from samesame.match.candidates import Candidates


@dataclass(frozen=True, slots=True, kw_only=True)
class SimHash(Hashed, WeighedWords):
    """The settings of the method `simhash`.

    >>> import samesame as ss
    >>> notes = ["The ferry to Bozcaada leaves at ten.", "At ten the Bozcaada ferry leaves.", "No ferry."]
    >>> len(ss.find(notes, method=ss.SimHash(language="en", skip=0, threshold=1)))
    1
    """

    joined: ClassVar[Joined] = "bits"
    indexed: ClassVar[bool] = False

    threshold: int = number(3, "documents pass when fewer bits differ", least=1, most=160)
    skip: int = number(2, "so many words of highest idf are left out", least=0, most=1_000_000)
    bits: Literal[64, 160] = option(64, "64, or 160 with SHA-1")

    def sign(self, texts: pa.Array, weights: _core.WordWeights | None, threads: int) -> pa.Array:
        """The bit string of each text; null for a text without words."""
        assert weights is not None
        words = self.words().key()
        return weights.simhash(texts, words, skip=self.skip, bits=self.bits, hash=self.hash, threads=threads)

    @property
    def signature_type(self) -> pa.DataType:
        """A bit string, or null."""
        import pyarrow as pa

        return pa.large_binary()

    def match(self, limits: Limits, size: int) -> Candidates:
        """Matches bit strings within the distance."""
        return HammingCandidates(distance=self.threshold, memory=limits.memory, threads=limits.threads)


SIMHASH = Method(
    name="simhash",
    kind=SimHash,
    summary="SimHash: idf-weighted bits of which few differ",
    citation="M. Charikar, 'Similarity estimation techniques from rounding algorithms', STOC 2002, with the parameters "
    "of CoDet (CIKM 2011).",
    relations=("near",),
    cost="linear: a bit string per document, compared only where two blocks of it agree; needs idf as imatch does",
    presets={"codet": SimHash(skip=2, threshold=3, bits=160, hash="sha1")},
)
