"""spotsigs: chains of content words after common words, at document level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from samesame import _core
from samesame.methods.base import Method
from samesame.methods.common import Hashed, JoinedSets, PlainWords, share
from samesame.methods.parameters import number, option

if TYPE_CHECKING:
    import pyarrow as pa


# The 26 antecedents of the authors' sample configuration.
ANTECEDENTS = (
    "a an the that this in of to be is are was were will would shall should can could has have had do did does done"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotSigs(JoinedSets, Hashed, PlainWords):
    """The settings of the method `spotsigs`.

    >>> import samesame as ss
    >>> notes = ["The ferry leaves at ten, the bus at noon.", "At ten: the ferry leaves. The bus at noon!"]
    >>> len(ss.find(notes, method=ss.SpotSigs(antecedents="the", minimum=2, threshold=0.3)))
    1
    """

    threshold: float = share(0.8)
    antecedents: str = option(ANTECEDENTS, "the common words, with spaces between")
    distance: int = number(1, "content words from one link of the chain to the next", least=1, most=100)
    chain: int = number(2, "content words in a chain", least=1, most=100)
    minimum: int = number(4, "documents with fewer signatures are ignored", least=1, most=1_000_000)

    def sign(self, texts: pa.Array, weights: _core.WordWeights | None, threads: int) -> pa.LargeListArray:
        """The spot signatures of each text."""
        return _core.spot_signatures(
            texts,
            self.words().key(),
            antecedents=self.antecedents.split(),
            distance=self.distance,
            chain=self.chain,
            minimum=self.minimum,
            hash=self.hash,
            threads=threads,
        )

    @property
    def rule(self) -> tuple[str, float]:
        """The measure, and the smallest share that passes."""
        return "jaccard", self.threshold


SPOTSIGS = Method(
    name="spotsigs",
    kind=SpotSigs,
    summary="SpotSigs: Jaccard of the word chains that follow common words",
    citation="M. Theobald, J. Siddharth, A. Paepcke, 'SpotSigs: robust and efficient near duplicate detection in large "
    "web collections', SIGIR 2008.",
    relations=("exact", "near"),
    cost="as overlap with fewer features",
    # DDD compares with the authors' defaults. Their sample has a few antecedents with a distance of 2 and some chains
    # of one word; here all have a distance of 1 and chains of two words.
    presets={"ddd": SpotSigs(antecedents=ANTECEDENTS, distance=1, chain=2, minimum=4, threshold=0.8)},
)
