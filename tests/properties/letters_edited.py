"""The naive twin of edit classes: every stretch of a copy is aligned with every paragraph, word by word.

A copy is explained by paragraphs of the reference, whole or with a minor change, and by words of its own, which stand
apart by blank lines or are at least 15. Of all explanations the one with the fewest words altered or added counts.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

FEW, BLOCK, PHRASE = 15, 200, 8


@dataclass
class Told:
    edit: str | None
    own: set[int] = field(default_factory=set)  # numbers of words that the reference does not have there


@dataclass(frozen=True)
class Use:
    """A stretch of the copy that is a paragraph of the reference."""

    paragraph: int
    start: int
    end: int
    altered: int
    own: frozenset[int]


def words_of(text: str) -> tuple[list[str], set[int]]:
    """The words, and the numbers of those at which a paragraph begins."""
    found: list[str] = []
    begins = set()
    for paragraph in re.split(r"\n\s*\n", text):
        words = re.findall(r"\w+", paragraph.lower())
        begins |= {len(found)} if words else set()
        found += words
    return found, begins


@lru_cache(maxsize=100_000)
def table(here: tuple[str, ...], there: tuple[str, ...]) -> list[list[int]]:
    """The edit distance of `here[:i]` and `there[:j]`, for all i and j."""
    rows = [list(range(len(there) + 1))]
    for i, a in enumerate(here, 1):
        row = [i]
        for j, b in enumerate(there, 1):
            row.append(min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (a != b)))
        rows.append(row)
    return rows


def own_words(here: tuple[str, ...], there: tuple[str, ...]) -> frozenset[int]:
    """The words of `there` that an alignment with the fewest differences does not find in `here`."""
    rows, i, j, own = table(here, there), len(here), len(there), set()
    while j:
        if i and rows[i][j] == rows[i - 1][j - 1] + (here[i - 1] != there[j - 1]):
            i, j = i - 1, j - 1
            own |= {j} if here[i] != there[j] else set()
        elif i and rows[i][j] == rows[i - 1][j] + 1:
            i -= 1
        else:
            j -= 1
            own.add(j)
    return frozenset(own)


def is_minor(altered: int, length: int, size: int) -> bool:
    return (altered < FEW or altered * 20 < length) and altered * 2 <= max(length, size)


def uses(paragraphs: list[tuple[str, ...]], copy: list[str], start: int) -> list[Use]:
    """All that may begin at a word of the copy."""
    found = []
    for number, paragraph in enumerate(paragraphs):
        there = tuple(copy[start : start + len(paragraph) + FEW])
        last = table(paragraph, there)[-1]
        for size in range(1, len(there) + 1):
            if is_minor(last[size], len(paragraph), size):
                own = own_words(paragraph, there[:size])
                found.append(Use(number, start, start + size, last[size], frozenset(start + at for at in own)))
    return found


def explained(paragraphs: list[tuple[str, ...]], copy: list[str], begins: set[int]) -> tuple[list[Use], set[int]]:
    """The paragraphs in the order of the copy, and the words between them."""
    apart = begins | {0, len(copy)}
    # The cost from each word on; own words that stand apart go before altered ones.
    best: list[tuple[float, list[Use], set[int]]] = [(0.0, [], set())] * (len(copy) + 1)
    for start in range(len(copy) - 1, -1, -1):
        choices = []
        for use in uses(paragraphs, copy, start):
            cost, after, own = best[use.end]
            choices.append((cost + 1.01 * use.altered, [use, *after], own))
        for end in range(start + 1, len(copy) + 1):
            if end - start >= FEW or {start, end} <= apart:
                cost, after, own = best[end]
                choices.append((cost + (end - start), after, own | set(range(start, end))))
        best[start] = min(choices, key=lambda choice: choice[0], default=(1e9, [], set(range(start, len(copy)))))
    return best[0][1], best[0][2]


def naive(reference: str, copy_text: str) -> Told:
    """The edit class, and the words that the reference does not have."""
    words, starts = words_of(reference)
    ends = [*sorted(starts), len(words)]
    paragraphs = [tuple(words[a:b]) for a, b in pairwise(ends)]
    copy, begins = words_of(copy_text)
    if not words or not copy:
        return Told(None, set(range(len(copy))))
    found, added = explained(paragraphs, copy, begins)
    own = added.union(*(use.own for use in found))
    return Told(first_that_fits(paragraphs, words, copy, found, len(added)), own)


def first_that_fits(
    paragraphs: list[tuple[str, ...]], words: list[str], copy: list[str], found: list[Use], added: int
) -> str | None:
    order = [use.paragraph for use in found]
    everything = list(range(len(paragraphs)))
    whole, removed = all(use.altered == 0 for use in found), sum(map(len, paragraphs))
    removed -= sum(len(paragraphs[number]) for number in set(order))
    key = any(use.end - use.start - len(use.own) >= min(PHRASE, (len(words) + 1) // 2) for use in found)
    if copy == words:
        return "exact"
    if whole and contains(order, everything * 2):
        return "repeated"
    if whole and sorted(order) == everything and not added:
        return "block_reordering"
    if order == everything and not added:
        return "minor_change"
    again = sum(use.end - use.start for use in extra(found, everything))
    if whole and contains(order, everything) and added + again < BLOCK:
        return "block_added"
    if key and whole and not added and order == sorted(set(order)) and removed < BLOCK:
        return "block_deleted"
    if key:
        return "key_block" if whole else "minor_change_block_edit"
    common = sum((Counter(words) & Counter(copy)).values())
    return "bag_of_words" if common * 5 > 4 * max(len(words), len(copy)) else None


def contains(order: list[int], wanted: list[int]) -> bool:
    """Whether all that is wanted is there, in its order, perhaps with more between."""
    rest = iter(order)
    return all(number in rest for number in wanted)


def extra(found: list[Use], everything: list[int]) -> list[Use]:
    """What is there beyond the first of each paragraph in order."""
    wanted = iter(everything)
    following = next(wanted, None)
    left = []
    for use in found:
        if use.paragraph == following:
            following = next(wanted, None)
        else:
            left.append(use)
    return left
