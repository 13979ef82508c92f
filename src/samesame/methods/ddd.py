"""ddd: sets of character q-grams, near duplicates in a news flow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from samesame.methods.base import Method
from samesame.methods.common import Hashed, JoinedSets, PlainWords, share, sign_shingles
from samesame.methods.parameters import number, option

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame import _core


@dataclass(frozen=True, slots=True, kw_only=True)
class Ddd(JoinedSets, Hashed, PlainWords):
    """The settings of the method `ddd`.

    Letters, marks and numbers of the normal form stay, white space and punctuation go; the case stays unless `fold`
    is set. The measure is `|A ∩ B| / max(|A|, |B|)` over the sets of q-grams. Texts with the same letters are `exact`;
    a share of 1 does not make them so (`abababab` and `ababababab` have the same q-grams). Two things are ours: a text
    that is shorter than q has one feature, all of it, where the paper has none; and the normal form composes letters
    and replaces compatibility characters (NFKC), as everywhere in samesame, so a mark goes where its base goes.

    >>> import samesame as ss
    >>> wires = ["Storm closes the port", "Storm closes the ports", "STORM CLOSES THE PORT"]
    >>> [(match.left_score, match.relation) for match in ss.find(wires, method="ddd")]
    [(0.9375, 'near')]
    >>> len(ss.find(wires, method=ss.Ddd(fold=True)))
    2
    """

    threshold: float = share(0.8)
    q: int = number(4, "characters in a gram", least=1, most=64)
    fold: bool = option(False, "whether capital and small letters are the same")

    @property
    def same(self) -> Literal["letters", "cased letters"]:
        """The letters in their order, with their case unless it is folded."""
        return "letters" if self.fold else "cased letters"

    @property
    def unit(self) -> Literal["character", "cased character"]:
        """What a gram is a run of."""
        return "character" if self.fold else "cased character"

    def sign(self, texts: pa.Array, weights: _core.WordWeights | None, threads: int) -> pa.LargeListArray:
        """The hashed q-grams of each text."""
        return sign_shingles(texts, self.words(), size=self.q, unit=self.unit, hash=self.hash, threads=threads)

    @property
    def rule(self) -> tuple[str, float]:
        """The larger set decides."""
        return "max", self.threshold


DDD = Method(
    name="ddd",
    kind=Ddd,
    summary="near duplicates in a news flow: the share of character q-grams by the larger of two texts",
    citation="D. Montanari, P. L. Puglisi, 'Near duplicate document detection for large information flows', "
    "CD-ARES 2012, LNCS 7465. Best F1 at a threshold of .7; .8 is what it reports. The window is ss.Window.",
    relations=("exact", "near"),
    cost="as overlap with more features: about one for each letter",
)
