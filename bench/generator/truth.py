"""The truth: which pairs of a family are copies of which relation, computed exactly from the final texts.

Words are runs of letters and digits in lower case; in Chinese, overlapping pairs of characters. Coverage is
over sets of word 4-shingles. Two texts share a passage if they have 12 words in a row in common.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from .corpus import ANCHOR_STEP, Block, Document

SHINGLE = 4
PASSAGE = 12
_WORD = re.compile(r"[㐀-鿿]+|[^\W_㐀-鿿]+")
Shingles = frozenset[tuple[str, ...]]


class Pair(NamedTuple):
    """One row of the truth, by document index."""

    left: int
    right: int
    relation: str
    left_coverage: float
    right_coverage: float


class Content:
    """What the truth needs of a text; a text shorter than a shingle is one shingle, all its words."""

    def __init__(self, text: str) -> None:
        self.words = words_of(text)
        short = frozenset((self.words,) if self.words else ())
        self.shingles = _runs(self.words, SHINGLE) if len(self.words) >= SHINGLE else short

    @cached_property
    def passages(self) -> Shingles:
        """All runs of as many words as make a passage."""
        return _runs(self.words, PASSAGE)


def words_of(text: str) -> tuple[str, ...]:
    """Cut a text into words. Runs are found before lower-casing, which turns İ into two code points."""
    out: list[str] = []
    for run in _WORD.findall(text):
        if "㐀" <= run[0] <= "鿿":
            out += [run[i : i + 2] for i in range(len(run) - 1)] or [run]
        else:
            out.append(run.lower())
    return tuple(out)


def _runs(words: tuple[str, ...], size: int) -> Shingles:
    return frozenset(zip(*(words[i:] for i in range(size)), strict=False))


def relate(left: int, a: Content, right: int, b: Content, threshold: float) -> Pair | None:
    """Say how two texts are related, or None."""
    if not a.shingles or not b.shingles:
        return None
    if left > right:
        left, a, right, b = right, b, left, a
    shared = len(a.shingles & b.shingles)
    ca, cb = shared / len(a.shingles), shared / len(b.shingles)
    if a.words == b.words:
        return Pair(left, right, "exact", ca, cb)
    if ca >= threshold and cb >= threshold:
        return Pair(left, right, "near", ca, cb)
    if ca >= threshold:
        return Pair(left, right, "contained", ca, cb)
    if cb >= threshold:
        return Pair(right, left, "contained", cb, ca)
    if shared > PASSAGE - SHINGLE and a.passages & b.passages:
        return Pair(left, right, "partial", ca, cb)
    return None


class Truth:
    """Reads blocks in order and gives the pairs of each.

    `star` compares a copy with its source only. `all` compares it with every earlier member of its family,
    and keeps in memory the families that later blocks may still join.
    """

    def __init__(self, threshold: float = 0.8, pairs: str = "star") -> None:
        self.threshold = threshold
        self.all_pairs = pairs == "all"
        self._families: dict[int, dict[int, Content]] = {}

    def pairs(self, block: Block) -> Iterator[Pair]:
        """Give the pairs that the documents of a block make with earlier documents."""
        texts = {document.index: document.text for document in block.documents} | block.outside
        seen: dict[int, Content] = {}
        for document in block.documents:
            if document.source is None:
                continue
            known = self._members(document, texts) if self.all_pairs else seen
            for index in list(known) if self.all_pairs else [document.source]:
                other = known.get(index) or Content(texts[index])
                known[index] = other
                own = known.get(document.index) or Content(document.text)
                known[document.index] = own
                pair = relate(index, other, document.index, own, self.threshold)
                if pair:
                    yield pair
        if self.all_pairs:
            self._close(block)

    def _members(self, document: Document, texts: dict[int, str]) -> dict[int, Content]:
        family = self._families.setdefault(document.family, {})
        if not family:
            family[document.family] = Content(texts[document.family])
        return family

    def _close(self, block: Block) -> None:
        """Forget families that no later block can join: only anchors are copied from afar."""
        for document in block.documents:
            if document.index % ANCHOR_STEP:
                self._families.pop(document.index, None)
