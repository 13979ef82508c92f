"""What varies in the copies of a letter: at each of its words how many copies changed, deleted or added something.

Copies are aligned with the letter. Inside a passage that was edited, its words are compared one by one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import TypeAlias

import numpy as np

# Signs that are words of their own, as no spaces are written between them; or letters and digits.
WORD = re.compile("[぀-ヿ㐀-鿿豈-﫿가-힯]|[^\\W぀-ヿ㐀-鿿豈-﫿가-힯]+(?:['’-][^\\W぀-ヿ㐀-鿿豈-﫿가-힯]+)*")
# Letters of so few words are compared word by word, as too little of them may be left for a passage.
SHORT = 40
# Beyond so many comparisons of words, an edited passage counts as changed as a whole.
MOST = 250_000

CHANGED, DELETED = 1, 2
# Start and end in the letter, start and end in the copy, and whether both are identical.
Passage: TypeAlias = tuple[int, int, int, int, bool]
Range: TypeAlias = tuple[int, int]


class Variation:
    """A letter, and what its copies did to it.

    >>> varied = Variation("Keep the old ferry. Thank you.")
    >>> varied.add("Please keep the new ferry.", [(0, 19, 7, 26, False)])
    >>> [varied.text[start:end] for start, end in varied.words], varied.changed.tolist()
    (['Keep', 'the', 'old', 'ferry', 'Thank', 'you'], [0, 0, 1, 0, 0, 0])
    >>> varied.deleted.tolist(), varied.added.tolist()
    ([0, 0, 0, 0, 1, 1], [1, 0, 0, 0, 0, 0, 0])
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: list[Range] = [match.span() for match in WORD.finditer(text)]
        self.copies = 0
        self._starts = [start for start, _ in self.words]
        self._keys = [text[start:end].casefold() for start, end in self.words]
        # How many copies have other words in the place of each word, or nothing.
        self.changed = np.zeros(len(self.words), np.int64)
        self.deleted = np.zeros(len(self.words), np.int64)
        # How many copies have words of their own before each word, and at the end.
        self.added = np.zeros(len(self.words) + 1, np.int64)

    def add(self, copy: str, passages: Sequence[Passage]) -> None:
        """Counts a copy, given the passages that it shares with the letter."""
        self.copies += 1
        if not passages and len(self.words) <= SHORT:
            passages = [(0, len(self.text), 0, len(copy), False)]
        places = [(*self._range(start, end), left, right, same) for start, end, left, right, same in passages]
        found = _Found(len(self.words))
        lost = self._gaps(sorted((start, end) for start, end, *_ in places))
        by_start = {start: number for number, (start, _) in enumerate(lost)}
        by_end = {end: number for number, (_, end) in enumerate(lost)}
        instead: dict[int, list[str]] = {}
        for before, after, own in _own(copy, places, len(self.words)):
            run = by_start.get(before, by_end.get(after))
            if run is None:
                found.added.add(before)
            else:
                instead.setdefault(run, []).append(own)
        for number, run_range in enumerate(lost):
            self._compare(run_range, " ".join(instead.get(number, ())), found, inside=False)
        for start, end, left, right, same in places:
            if not same:
                self._compare((start, end), copy[left:right], found)
        self.changed += found.state == CHANGED
        self.deleted += found.state == DELETED
        self.added[list(found.added)] += 1

    def _range(self, start: int, end: int) -> Range:
        """The words in a range of characters."""
        first = bisect_left(self._starts, start)
        return first, max(first, bisect_right(self._starts, end - 1))

    def _gaps(self, covered: list[Range]) -> list[Range]:
        """The runs of words that no passage covers."""
        gaps, at = [], 0
        for start, end in covered:
            if start > at:
                gaps.append((at, start))
            at = max(at, end)
        if at < len(self.words):
            gaps.append((at, len(self.words)))
        return gaps

    def _compare(self, ours: Range, theirs: str, found: _Found, *, inside: bool = True) -> None:
        """Compares words of the letter with those in their place; unless `inside`, only from both ends."""
        left, right = self._keys[slice(*ours)], [match.group().casefold() for match in WORD.finditer(theirs)]
        head = _common(left, right)
        tail = _common(left[head:][::-1], right[head:][::-1])
        left, right = left[head : len(left) - tail], right[head : len(right) - tail]
        at = ours[0] + head
        for kind, start, end in _operations(left, right, inside=inside):
            if kind == "insert":
                found.added.add(at + start)
            else:
                found.state[at + start : at + end] = CHANGED if kind == "replace" else DELETED


class _Found:
    """What one copy did: to each word of the letter, and before which words something was added."""

    def __init__(self, words: int) -> None:
        self.state = np.zeros(words, np.int8)
        self.added: set[int] = set()


def _own(copy: str, places: Sequence[Passage], end_of_letter: int) -> Iterator[tuple[int, int, str]]:
    """For each run of a copy's own words: behind which word of the letter it stands, before which one, and the text."""
    at = before = 0
    for start, end, left, right, _ in sorted(places, key=lambda place: place[2:4]):
        if left > at and WORD.search(copy, at, left):
            yield before, start, copy[at:left]
        if right > at:
            at, before = right, end
    if WORD.search(copy, at):
        yield before, end_of_letter, copy[at:]


def _common(left: list[str], right: list[str]) -> int:
    """How many words both begin with."""
    pairs = enumerate(zip(left, right, strict=False))
    return next((n for n, (one, other) in pairs if one != other), min(len(left), len(right)))


def _operations(left: list[str], right: list[str], *, inside: bool) -> Iterator[tuple[str, int, int]]:
    if not left or not right or not inside or len(left) * len(right) > MOST:
        if left or right:
            yield "insert" if not left else "replace" if right else "delete", 0, len(left)
        return
    for kind, start, end, _, _ in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind != "equal":
            yield kind, start, end
