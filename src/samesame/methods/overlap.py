"""overlap: shared word shingles, exactly. The default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from samesame.methods.base import PLAIN_SIZE, Method
from samesame.methods.common import Hashed, JoinedSets, PlainWords, share, sign_shingles
from samesame.methods.parameters import number, option

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame import _core


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap(JoinedSets, Hashed, PlainWords):
    """The settings of the method `overlap`.

    >>> import samesame as ss
    >>> notes = ["The ferry leaves at ten every morning.", "The ferry leaves at ten every evening."]
    >>> [match.left_score for match in ss.find(notes, method=ss.Overlap(threshold=0.7, size=3))]
    [0.8]
    """

    threshold: float = share(0.8)
    size: int = number(4, "words (or characters) in a shingle", least=1, most=64)
    unit: Literal["word", "character"] = option("word", "shingles of words or of characters")
    measure: Literal["coverage", "jaccard", "max"] = option(
        "coverage", "share of one in the other; or one number for both"
    )

    def sign(self, texts: pa.Array, weights: _core.WordWeights | None, threads: int) -> pa.LargeListArray:
        """The hashed shingles of each text."""
        return sign_shingles(texts, self.words(), size=self.size, unit=self.unit, hash=self.hash, threads=threads)

    @property
    def rule(self) -> tuple[str, float]:
        """The measure, and the smallest share that passes."""
        return self.measure, self.threshold

    @property
    def shingle_size(self) -> int | None:
        """The size, if the shingles are of words and hashed in the usual way."""
        return self.size if self.unit == "word" and self.hash == "xxh3" else None

    @property
    def plain(self) -> bool:
        """Whether the shingles have four words."""
        return self.shingle_size == PLAIN_SIZE


OVERLAP = Method(
    name="overlap",
    kind=Overlap,
    summary="near copies and containment: the share of a document's word shingles that another one has",
    citation="Containment and resemblance: A. Z. Broder, 'On the resemblance and containment of documents', 1997; "
    "the prefix filter: S. Chaudhuri, V. Ganti, R. Kaushik, 'A primitive operator for similarity joins in data "
    "cleaning', ICDE 2006. Here over exact sets, without sampling.",
    relations=("exact", "near", "contained"),
    cost="hashing and one pass over what is shared; grows with the text and with the pairs found",
)
