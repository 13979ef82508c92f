"""Pairs of a collection with their scores, by `codet` under any settings and by the methods it is compared with.

Each method runs once with a permissive threshold; thresholds are then swept over the scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa

import samesame as ss
from experiments.judged import Scored
from samesame import _core
from samesame.arrays import to_numpy

LOWEST = 0.05
LEVELS = tuple(round(0.05 * step, 2) for step in range(1, 20))
# The largest number of bits that may differ, as 1 - bits / width: near 1 is near.
DISTANCES = (3, 6, 12, 18, 24, 32, 40, 48, 56)
SIMHASH_BITS: Final = 160


class Signed:
    """A collection ready for many runs of `codet`: its texts and the statistics of their words."""

    def __init__(self, texts: Iterable[str], statistics: ss.Statistics | None = None, **settings: Any) -> None:
        self._texts = pa.array(texts, pa.large_string())
        self._settings = settings
        words = ss.CoDet(**settings).words()
        self.statistics = statistics or ss.Statistics.count_texts([self._texts], words)
        self._weights = self.statistics.weights()

    def pairs(self, level: float = LOWEST, **parameters: Any) -> Scored:
        """Pairs of which one share is above a level."""
        join = _core.TreeJoin(8 << 30)
        join.push(ss.CoDet(**self._settings, **parameters).sign(self._texts, self._weights, 0))
        table = join.pairs(level, None, 1 << 30, 0).table()
        return Scored(*(to_numpy(table.column(name)) for name in ("left", "right", "left_score", "right_score")))


@dataclass(frozen=True)
class Tried:
    """A method as it is tried: its settings, its default threshold, and the thresholds of the sweep."""

    name: str
    settings: Mapping[str, Any]
    default: float
    levels: Sequence[float] = LEVELS
    strict: bool = False

    def passes(self, score: float) -> bool:
        """Whether a score passes the default."""
        return score > self.default if self.strict else score >= self.default

    def pairs(self, texts: Sequence[str]) -> Scored:
        """Pairs with their scores, from a permissive run."""
        if self.name == "codet":
            return Signed(texts).pairs()
        if self.name == "simhash":
            return hamming(texts, max(DISTANCES))
        permissive = {} if self.name == "imatch" else {"threshold": LOWEST}
        return found(texts, self.name, **self.settings, **permissive)

    def at_default(self, texts: Sequence[str], permissive: Scored) -> Scored:
        """Pairs of the default run: others than those of the permissive one only where bands follow the threshold."""
        return found(texts, self.name, **self.settings) if self.name == "minhash" else permissive


def found(texts: Sequence[str], method: str, **settings: Any) -> Scored:
    """What `find` tells, every pair of identical documents too."""
    documents = {str(number): text for number, text in enumerate(texts)}
    table = ss.find(documents, method=method, all_pairs=True, **settings).to_arrow()
    ends = [to_numpy(table[name].combine_chunks().cast(pa.int64())) for name in ("left", "right")]
    shares = [to_numpy(table[name].combine_chunks()) for name in ("left_score", "right_score")]
    return Scored(ends[0], ends[1], shares[0], shares[1])


def hamming(texts: Sequence[str], most: int) -> Scored:
    """All pairs of bit strings (160 bits of SHA-1, as in the paper) of which fewer bits differ, one by one."""
    settings = ss.SimHash(skip=2, bits=SIMHASH_BITS, hash="sha1")
    array = pa.array(texts, pa.large_string())
    signed = settings.sign(array, ss.Statistics.count_texts([array], settings.words()).weights(), 0)
    known = np.flatnonzero(to_numpy(signed.is_valid()))
    strings = np.array([np.frombuffer(signed[int(n)].as_py(), np.uint8) for n in known]).reshape(len(known), -1)
    words = np.ascontiguousarray(strings).view(np.uint32)
    rows: list[tuple[Any, Any, Any]] = []
    for place in range(len(known) - 1):
        differ = np.bitwise_count(words[place] ^ words[place + 1 :]).sum(axis=1, dtype=np.int64)
        near = np.flatnonzero(differ < most)
        rows.append((np.full(len(near), known[place]), known[place + 1 + near], differ[near]))
    left, right, bits = (np.concatenate(column) for column in zip(*rows, strict=True))
    likeness = 1 - bits / SIMHASH_BITS
    return Scored(left, right, likeness, likeness)


METHODS = (
    Tried("codet", {}, ss.CoDet().threshold, strict=True),
    Tried("ffp", {"preset": "codet"}, 0.6),
    Tried("overlap", {}, 0.8),
    Tried("dsc", {"preset": "codet"}, 0.6),
    Tried("imatch", {"preset": "codet"}, 1.0, (1.0,)),
    # "Fewer than n bits differ": one bit less than the next one.
    Tried("simhash", {}, 1 - 2.5 / SIMHASH_BITS, tuple(1 - (n - 0.5) / SIMHASH_BITS for n in DISTANCES)),
    Tried("spotsigs", {}, 0.8),
    Tried("minhash", {}, 0.8),
)
