"""Passages that two texts share, or many pairs of texts, with their positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from samesame import _core
from samesame.arrays import to_arrow
from samesame.errors import ParameterError
from samesame.model import Span

if TYPE_CHECKING:
    import pyarrow as pa

AlignerName = Literal["verbatim", "reworded"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aligner:
    """The chosen aligner with its options.

    `verbatim` follows common runs of words across small edits; `reworded` finds stretches that use the same words in
    any order. For `reworded`, `adapt` makes a pair with a verbatim passage report only such passages, and `summary`
    reports a stretch that uses words of the whole other text.
    """

    name: AlignerName = "verbatim"
    adapt: bool = False
    summary: bool = False

    def __post_init__(self) -> None:
        if self.name not in ("verbatim", "reworded"):
            raise ParameterError(f"aligner: expected 'verbatim' or 'reworded', got '{self.name}'")
        for option in ("adapt", "summary"):
            if getattr(self, option) and self.name != "reworded":
                raise ParameterError(f"{option}: an option of the aligner 'reworded'; 'verbatim' has none")

    @property
    def core(self) -> tuple[str, bool, bool]:
        """The options as the core takes them."""
        return self.name, self.adapt, self.summary


def align(
    left: str, right: str, *, aligner: AlignerName = "verbatim", adapt: bool = False, summary: bool = False
) -> list[Span]:
    """The passages that two texts share, in the order of the left one. Positions are code points.

    >>> left, right = "Note: the ferry leaves at ten every morning.", "The ferry leaves at noon every morning!"
    >>> [span] = align(left, right)
    >>> left[span.left_start : span.left_end], right[span.right_start : span.right_end], span.kind
    ('the ferry leaves at ten every morning.', 'The ferry leaves at noon every morning!', 'edited')
    """
    chosen = Aligner(name=aligner, adapt=adapt, summary=summary)
    return [Span(*span) for span in _core.align_texts(left, right, chosen.core)]  # type: ignore[arg-type]


def align_pairs(
    texts: pa.LargeStringArray, left: Sequence[int], right: Sequence[int], aligner: Aligner, *, threads: int = 0
) -> pa.LargeListArray:
    """The passages of each pair. Pairs are given as numbers of texts.

    >>> import pyarrow as pa
    >>> texts = pa.array(["one two three four", "zero one two three four", "five"], pa.large_string())
    >>> [len(spans) for spans in align_pairs(texts, [0, 0], [1, 2], Aligner())]
    [1, 0]
    """
    pairs = to_arrow(np.asarray(left, np.uint32)), to_arrow(np.asarray(right, np.uint32))
    return _core.align_pairs(texts, *pairs, aligner.core, threads)
