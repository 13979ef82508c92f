"""imatch: one fingerprint of the significant words, a comparator of CoDet and DURIAN."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from samesame.arrays import to_arrow, to_numpy
from samesame.methods.base import Method
from samesame.methods.common import Hashed, JoinedSets, WeighedWords
from samesame.methods.parameters import number

if TYPE_CHECKING:
    from samesame import _core


@dataclass(frozen=True, slots=True, kw_only=True)
class IMatch(JoinedSets, Hashed, WeighedWords):
    """The settings of the method `imatch`.

    >>> import samesame as ss
    >>> notes = ["The ferry to Bozcaada leaves at ten.", "At ten the Bozcaada ferry leaves.", "No ferry."]
    >>> len(ss.find(notes, method=ss.IMatch(language="en", skip=0, take=3)))
    1
    """

    skip: int = number(2, "so many words of highest idf are left out", least=0, most=1_000_000)
    take: int = number(10, "so many of the next make the fingerprint", least=1, most=1_000_000)

    def sign(self, texts: pa.Array, weights: _core.WordWeights | None, threads: int) -> pa.LargeListArray:
        """The fingerprint of each text as a set of one; an empty set if there is none."""
        assert weights is not None
        words = self.words().key()
        prints = weights.imatch(texts, words, skip=self.skip, take=self.take, hash=self.hash, threads=threads)
        offsets = np.r_[0, np.cumsum(to_numpy(prints.is_valid()))]
        return pa.LargeListArray.from_arrays(to_arrow(offsets, pa.int64()), prints.drop_null())

    @property
    def rule(self) -> tuple[str, float]:
        """The measure, and the smallest share that passes."""
        return "coverage", 1.0


IMATCH = Method(
    name="imatch",
    kind=IMatch,
    summary="I-Match: the same words of high idf",
    citation="A. Chowdhury, O. Frieder, D. Grossman, M. C. McCabe, 'Collection statistics for fast duplicate document "
    "detection', TOIS 2002, with the parameters of CoDet (CIKM 2011) or DURIAN (H. Yang, J. Callan, SIGIR 2006).",
    relations=("near",),
    cost="linear: one fingerprint per document; needs idf, counted in a first pass unless --stats gives it",
    presets={
        "codet": IMatch(skip=2, take=10),
        # DURIAN names no stop list and no truncation.
        "durian": IMatch(skip=5, take=30, stop=False, stem="none"),
    },
)
