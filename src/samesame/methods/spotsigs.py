"""spotsigs: chains of content words after common words, at document level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samesame.methods.base import Method, Parameter, Settings, Stages
from samesame.methods.common import HASH, LANGUAGE, UNSPACED, match_sets, plain_words, threshold

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame import _core
    from samesame.engines.base import Limits
    from samesame.match.candidates import Candidates

# The 26 of the authors' sample configuration.
ANTECEDENTS = (
    "a an the that this in of to be is are was were will would shall should can could has have had do did does done"
)


def sign_spots(
    texts: pa.Array, settings: Settings, weights: _core.WordWeights | None, threads: int
) -> pa.LargeListArray:
    """The spot signatures of each text."""
    from samesame import _core

    return _core.spot_signatures(
        texts,
        plain_words(settings).key(),
        antecedents=settings["antecedents"].split(),
        distance=settings["distance"],
        chain=settings["chain"],
        minimum=settings["minimum"],
        hash=settings["hash"],
        threads=threads,
    )


def match_jaccard(settings: Settings, limits: Limits, size: int) -> Candidates:
    """Sets of signatures, joined exactly by their Jaccard."""
    return match_sets({**settings, "measure": "jaccard"}, limits, size)


SPOTSIGS = Method(
    name="spotsigs",
    summary="SpotSigs: Jaccard of the word chains that follow common words",
    citation="M. Theobald, J. Siddharth, A. Paepcke, 'SpotSigs: robust and efficient near duplicate detection in large "
    "web collections', SIGIR 2008.",
    relations=("exact", "near"),
    cost="as overlap with fewer features",
    parameters=(
        threshold(0.8),
        Parameter("antecedents", ANTECEDENTS, "the common words, with spaces between"),
        Parameter("distance", 1, "content words from one link of the chain to the next", least=1, most=100),
        Parameter("chain", 2, "content words in a chain", least=1, most=100),
        Parameter("minimum", 4, "documents with fewer signatures are ignored", least=1, most=1_000_000),
        HASH,
        LANGUAGE,
        UNSPACED,
    ),
    # DDD compares with the authors' defaults. Their sample has a few antecedents with a distance of 2 and some chains
    # of one word; here all have the distance 1 and chains of two.
    presets={"ddd": {"antecedents": ANTECEDENTS, "distance": 1, "chain": 2, "minimum": 4, "threshold": 0.8}},
    stages=Stages(sign=sign_spots, match=match_jaccard, words=plain_words),
)
