"""Random bits that are the same everywhere.

Only raw bits are taken from numpy: it promises never to change those, while its distributions may change
between versions. Everything else (Zipf, log-normal, choices) is made from the bits here.
"""

from __future__ import annotations

import random
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Words64 = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]
Table = npt.NDArray[np.int32]


class Bits:
    """A stream of random bits that depends on its key only."""

    def __init__(self, *key: int) -> None:
        self._source = np.random.SFC64(np.random.SeedSequence(key))

    def words(self, count: int) -> Words64:
        """Give `count` random 64-bit words."""
        return np.asarray(self._source.random_raw(count), dtype=np.uint64)

    def units(self, count: int) -> Floats:
        """Give `count` random numbers in [0, 1)."""
        return as_units(self.words(count))

    def chooser(self) -> random.Random:
        """Give a plain Python generator for the few choices made one by one."""
        return random.Random(int(self.words(1)[0]))


def as_units(words: Words64) -> Floats:
    """Turn 64-bit words into numbers in [0, 1)."""
    return (words >> np.uint64(11)).astype(np.float64) * 2.0**-53


def mix(values: Words64) -> Words64:
    """Scramble 64-bit words one to one (the finaliser of splitmix64)."""
    x = values + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def zipf_table(size: int, exponent: float, shift: float, log2: int) -> Table:
    """Tabulate the inverse of a Zipf-Mandelbrot law: a random index gives a rank below `size`."""
    weights = (np.arange(size, dtype=np.float64) + 1.0 + shift) ** -exponent
    cumulative = np.cumsum(weights)
    points = (np.arange(1 << log2) + 0.5) / (1 << log2) * cumulative[-1]
    return np.asarray(np.searchsorted(cumulative, points), dtype=np.int32)


def log_uniform_table(low: int, high: int, log2: int) -> Table:
    """Tabulate ranks spread evenly on a logarithmic scale: how a topic picks its words."""
    points = (np.arange(1 << log2) + 0.5) / (1 << log2)
    return np.minimum(low * (high / low) ** points, high - 1).astype(np.int32)


@lru_cache(maxsize=16)
def log_normal_table(mean: float, sigma: float, log2: int = 12) -> Floats:
    """Tabulate the inverse of a log-normal law with the given mean."""
    normal = NormalDist()
    points = [normal.inv_cdf((i + 0.5) / (1 << log2)) for i in range(1 << log2)]
    return np.asarray(np.exp(np.log(mean) - sigma * sigma / 2 + sigma * np.array(points)), dtype=np.float64)
