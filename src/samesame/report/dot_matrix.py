"""The dot matrix of two texts: a dot where a sentence of one shares its words with a sentence of the other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from samesame import _core
from samesame.arrays import to_numpy, words_array
from samesame.segment.sentences import sentence_lists
from samesame.segment.words import PLAIN

# Longer texts are drawn by groups of sentences.
CELLS = 160
# Pairs of words that occur in more sentences of a text say little, and could make any number of dots.
COMMON = 24
# Sentences make a dot only if the Jaccard coefficient of their pairs of words is at least this.
LEAST = 0.2


class Dots(NamedTuple):
    """The cells of the matrix: row (left text), column (right text), similarity (0 to 1); and its size."""

    rows: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]
    alike: npt.NDArray[np.float64]
    height: int
    width: int
    sentences: tuple[int, int]


def dots(left: str, right: str) -> Dots:
    """The dots of two texts."""
    (left_of, left_features), (right_of, right_features) = _features(left), _features(right)
    counts = len(left_of), len(right_of)
    i, j = _meetings(left_features, right_features)
    pair, common = np.unique(i * max(counts[1], 1) + j, return_counts=True)
    i, j = np.divmod(pair, max(counts[1], 1))
    alike = common / np.maximum(left_of[i] + right_of[j] - common, 1)
    kept = alike >= LEAST
    height, width = (min(count, CELLS) for count in counts)
    rows, columns = i[kept] * height // max(counts[0], 1), j[kept] * width // max(counts[1], 1)
    cell = rows * max(width, 1) + columns
    best = np.zeros(height * width)
    np.maximum.at(best, cell, alike[kept])
    filled = np.flatnonzero(best)
    return Dots(*np.divmod(filled, max(width, 1)), best[filled], height, width, counts)


def _features(text: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint64]]:
    """The number of word pairs of each sentence, and rows of sentence and feature without repeats."""
    places = sentence_lists(words_array([text]), threads=1)[0].as_py()
    sentences = words_array([text[place["start"] : place["end"]] for place in places])
    lists = _core.shingles(sentences, PLAIN.key(), 2, 1)
    lengths = np.diff(to_numpy(lists.offsets))
    rows = np.stack([np.repeat(np.arange(len(lengths)), lengths).astype(np.uint64), to_numpy(lists.values)], 1)
    rows = np.unique(rows, axis=0) if len(rows) else rows
    return np.bincount(rows[:, 0].astype(np.int64), minlength=len(lengths)), rows


def _meetings(
    left: npt.NDArray[np.uint64], right: npt.NDArray[np.uint64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Pairs of sentences, once per pair of words that both have."""
    left, right = (side[np.argsort(side[:, 1], kind="stable")] for side in (left, right))
    keys = np.intersect1d(left[:, 1], right[:, 1])
    firsts = [np.searchsorted(side[:, 1], keys, "left") for side in (left, right)]
    ends = [np.searchsorted(side[:, 1], keys, "right") for side in (left, right)]
    sizes = [end - first for first, end in zip(firsts, ends, strict=True)]
    kept = (sizes[0] <= COMMON) & (sizes[1] <= COMMON)
    starts, sizes = [first[kept] for first in firsts], [size[kept] for size in sizes]
    counts = sizes[0] * sizes[1]
    key = np.repeat(np.arange(len(counts)), counts)
    within = np.arange(len(key)) - np.repeat(np.cumsum(counts) - counts, counts)
    a, b = np.divmod(within, sizes[1][key]) if len(key) else (within, within)
    pick = (left[starts[0][key] + a, 0], right[starts[1][key] + b, 0])
    return pick[0].astype(np.int64), pick[1].astype(np.int64)


def dot_svg(found: Dots, size: int = 360) -> str:
    """The matrix as a picture: left text downwards, right text across."""
    cell = size / max(found.height, found.width, 1)
    width, height = (max(count * cell, 1) for count in (found.width, found.height))
    squares = "".join(
        f'<rect x="{column * cell:.1f}" y="{row * cell:.1f}" width="{max(cell, 2):.1f}" height="{max(cell, 2):.1f}" '
        f'opacity="{0.25 + 0.75 * alike:.2f}"/>'
        for row, column, alike in zip(found.rows.tolist(), found.columns.tolist(), found.alike.tolist(), strict=True)
    )
    return (
        f'<svg class="dots" viewBox="0 0 {width:.1f} {height:.1f}" role="img" '
        f'aria-label="Dot matrix of {found.sentences[0]} by {found.sentences[1]} sentences">'
        f'<rect class="frame" width="{width:.1f}" height="{height:.1f}"/><g class="dot">{squares}</g></svg>'
    )
