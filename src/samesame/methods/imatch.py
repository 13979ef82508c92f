"""imatch: one fingerprint of the words that matter, a comparator of CoDet and DURIAN."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samesame.methods.base import Method, Parameter, Settings, Stages
from samesame.methods.common import HASH, PLAIN_WORDS, PREPARATION, match_sets, note_preparation, prepared_words

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame import _core


def sign_imatch(
    texts: pa.Array, settings: Settings, weights: _core.WordWeights | None, threads: int
) -> pa.LargeListArray:
    """The fingerprint of each text as a set of one; without a fingerprint as an empty set."""
    import numpy as np
    import pyarrow as pa

    from samesame.arrays import to_arrow, to_numpy

    assert weights is not None
    words = prepared_words(settings).key()
    prints = weights.imatch(
        texts, words, skip=settings["skip"], take=settings["take"], hash=settings["hash"], threads=threads
    )
    offsets = np.r_[0, np.cumsum(to_numpy(prints.is_valid()))]
    return pa.LargeListArray.from_arrays(to_arrow(offsets, pa.int64()), prints.drop_null())


IMATCH = Method(
    name="imatch",
    summary="I-Match: the same words of high idf",
    citation="A. Chowdhury, O. Frieder, D. Grossman, M. C. McCabe, 'Collection statistics for fast duplicate document "
    "detection', TOIS 2002, with the parameters of CoDet (CIKM 2011) or DURIAN (H. Yang, J. Callan, SIGIR 2006).",
    relations=("near",),
    cost="linear: one fingerprint a document; needs idf, counted in a first pass unless --stats gives it",
    parameters=(
        Parameter("skip", 2, "so many words of highest idf are left out", least=0, most=1_000_000),
        Parameter("take", 10, "so many of the next make the fingerprint", least=1, most=1_000_000),
        HASH,
        *PREPARATION,
    ),
    presets={"codet": {"skip": 2, "take": 10}, "durian": {"skip": 5, "take": 30, **PLAIN_WORDS}},
    stages=Stages(sign=sign_imatch, match=match_sets, words=prepared_words, statistics=True),
    note=note_preparation,
)
