"""simhash: bit strings of which similar documents share most, a comparator of CoDet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from samesame.methods.base import Method, Parameter, Settings, Stages
from samesame.methods.common import HASH, PREPARATION, note_preparation, prepared_words

if TYPE_CHECKING:
    from samesame import _core
    from samesame.engines.base import Limits
    from samesame.match.candidates import Candidates


def sign_simhash(texts: pa.Array, settings: Settings, weights: _core.WordWeights | None, threads: int) -> pa.Array:
    """The bit string of each text; null without words."""
    assert weights is not None
    words = prepared_words(settings).key()
    skip, bits, hash = settings["skip"], settings["bits"], settings["hash"]
    return weights.simhash(texts, words, skip=skip, bits=bits, hash=hash, threads=threads)


def match_simhash(settings: Settings, limits: Limits, size: int) -> Candidates:
    """Bit strings within the distance."""
    from samesame.match.candidates import HammingCandidates

    return HammingCandidates(distance=settings["threshold"], memory=limits.memory, threads=limits.threads)


SIMHASH = Method(
    name="simhash",
    summary="SimHash: idf-weighted bits of which few differ",
    citation="M. Charikar, 'Similarity estimation techniques from rounding algorithms', STOC 2002, with the parameters "
    "of CoDet (CIKM 2011).",
    relations=("near",),
    cost="linear: a bit string a document, compared only where two blocks of it agree; needs idf as imatch does",
    parameters=(
        Parameter("threshold", 3, "documents pass when fewer bits differ", least=1, most=160),
        Parameter("skip", 2, "so many words of highest idf are left out", least=0, most=1_000_000),
        Parameter("bits", 64, "64, or 160 with SHA-1", (64, 160)),
        HASH,
        *PREPARATION,
    ),
    presets={"codet": {"skip": 2, "threshold": 3, "bits": 160, "hash": "sha1"}},
    stages=Stages(
        sign=sign_simhash,
        match=match_simhash,
        words=prepared_words,
        statistics=True,
        signature=pa.large_binary(),
    ),
    note=note_preparation,
)
