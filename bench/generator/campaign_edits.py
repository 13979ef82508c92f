"""The edits of letters: the nine ways of DURIAN, and what is no copy any more.

A body is a list of paragraphs, a paragraph a list of words. In a copy each word says whether its writer added it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

Paragraph = list[str]
Body = list[Paragraph]
Word = tuple[str, bool]
Copy = list[list[Word]]
SINGLETON = "singleton"
BLOCK, FEW, KEY = 200, 15, 20
# Texts near a limit are left out: what is one word for us may be two for others.
SPARE = 6
_STOP = re.compile(r"[.?!][\"”')]*$")


def words_in(body: Body) -> list[str]:
    """The words without their marks, lower case."""
    return [word for paragraph in body for one in paragraph for word in re.findall(r"\w+", one.lower())]


def size_of(paragraph: Paragraph) -> int:
    """How many words a paragraph has."""
    return len(words_in([paragraph]))


def plain(paragraph: Paragraph, own: bool = False) -> list[Word]:
    """A paragraph as it stands in a copy."""
    return [(word, own) for word in paragraph]


@dataclass
class Making:
    """What an edit needs: chance, paragraphs of others, and which paragraphs must stay."""

    random: Random
    turn: Callable[[], Paragraph]
    hard: bool
    keep: frozenset[int]
    lent: Body | None
    how: str = "easy"

    def added(self, least: int, most: int) -> list[list[Word]]:
        """Paragraphs of others with at least and fewer than so many words."""
        made: list[list[Word]] = []
        size = 0
        while size < least or not made:
            if self.lent and self.hard and not made:
                # A letter that quotes another campaign's.
                paragraph, self.how = self.random.choice(self.lent), "quoting"
            else:
                paragraph = self.turn()
            if size + size_of(paragraph) < most:
                made.append(plain(paragraph, own=True))
                size += size_of(paragraph)
            else:
                self.lent = None
        return made

    def changed(self, paragraph: Paragraph) -> list[Word]:
        """Some words replaced, put in or taken out; hard: as many as a minor change may have."""
        most = min(FEW - 1, max(1, len(paragraph) // 3))
        count = most if self.hard else 1 + self.random.randrange(min(4, most))
        self.how = "rewritten" if self.hard else self.how
        words = plain(paragraph)
        places = self.random.sample(range(1, len(words) - 1), min(count, len(words) - 2))
        donor = [word for word in self.turn() if word.isalpha()] or ["indeed"]
        for place in sorted(places, reverse=True):
            choice = self.random.random()
            word = self._other(donor, words[max(0, place - 1) : place + 2])
            if choice < 0.6:
                words[place] = (word, True)
            elif choice < 0.8:
                words.insert(place, (word, True))
            else:
                del words[place]
        return words

    def _other(self, donor: list[str], near: list[Word]) -> str:
        used = {word.lower().strip(".,;:!?\"'()") for word, _ in near}
        return next((word for word in self.random.sample(donor, len(donor)) if word.lower() not in used), "indeed")

    def some(self, body: Body) -> list[int]:
        """Paragraphs that stay, not all of them, and not only those that another campaign has."""
        firm = [number for number in range(len(body)) if number not in self.keep and len(body[number]) >= KEY]
        stay = {self.random.choice(firm)}
        others = [number for number in range(len(body)) if number not in stay]
        stay |= set(self.random.sample(others, self.random.randrange(len(others))))
        return sorted(stay)


def _exact(making: Making, body: Body) -> Copy:
    return [plain(paragraph) for paragraph in body]


def _repeated(making: Making, body: Body) -> Copy:
    return _exact(making, body) * making.random.choice((2, 2, 3))


def _reordered(making: Making, body: Body) -> Copy:
    order = list(range(len(body)))
    while order == sorted(order):
        making.random.shuffle(order)
    return [plain(body[number]) for number in order]


def _minor(making: Making, body: Body) -> Copy:
    fit = [number for number, paragraph in enumerate(body) if len(paragraph) >= 6]
    count = len(fit) if making.hard else making.random.randrange(1, min(len(fit), 2) + 1)
    chosen = set(making.random.sample(fit, count))
    return [making.changed(p) if number in chosen else plain(p) for number, p in enumerate(body)]


def _block_added(making: Making, body: Body) -> Copy:
    copy = _exact(making, body)
    for paragraph in making.added(0, BLOCK - SPARE):
        copy.insert(making.random.choice((0, len(copy), making.random.randrange(len(copy) + 1))), paragraph)
    return copy


def _block_deleted(making: Making, body: Body) -> Copy:
    stay = making.some(body)
    while sum(size_of(p) for number, p in enumerate(body) if number not in stay) >= BLOCK - SPARE:
        stay = sorted({*stay, making.random.choice([n for n in range(len(body)) if n not in stay])})
        if len(stay) == len(body):
            stay.remove(min(range(len(body)), key=lambda number: len(body[number])))
            break
    return [plain(body[number]) for number in stay]


def _minor_block(making: Making, body: Body) -> Copy:
    copy = _minor(making, body)
    if making.random.random() < 0.5:
        return copy + making.added(0, BLOCK - SPARE)
    firm = [n for n in range(len(copy)) if any(own for _, own in copy[n]) and len(body[n]) >= KEY]
    gone = making.random.choice([n for n in range(len(copy)) if n != (firm or [0])[0]])
    changed = {n for n in range(len(copy)) if len(copy[n]) != len(body[n]) or any(own for _, own in copy[n])}
    if not changed - {gone}:
        return copy + making.added(0, BLOCK - SPARE)
    return copy[:gone] + copy[gone + 1 :]


def _key_block(making: Making, body: Body) -> Copy:
    if len(body) == 1 or making.random.random() < 0.25:
        return _exact(making, body) + making.added(BLOCK + SPARE, 2 * BLOCK)
    copy = [plain(body[number]) for number in making.some(body)]
    for paragraph in making.added(30 if making.hard else 0, BLOCK):
        copy.insert(making.random.choice((0, len(copy))), paragraph)
    return copy


def _shuffled(making: Making, body: Body) -> Copy:
    return [plain(_mixed(making, paragraph)) for paragraph in body]


def _mixed(making: Making, paragraph: Paragraph) -> Paragraph:
    """The sentences of a paragraph in another order, or its words if that would be a minor change."""
    sentences: list[Paragraph] = [[]]
    for word in paragraph:
        sentences[-1].append(word)
        if _STOP.search(word):
            sentences.append([])
    mixed = [word for sentence in sentences[::-1] for word in sentence]
    while not _is_other(paragraph, mixed):
        mixed = making.random.sample(paragraph, len(paragraph))
    return mixed


def _is_other(paragraph: Paragraph, mixed: Paragraph) -> bool:
    """Whether no stretch of the mixed words is the paragraph with a minor change."""
    here, there = words_in([paragraph]), words_in([mixed])
    row = [0] * (len(there) + 1)
    for i, a in enumerate(here, 1):
        above, row = row, [i]
        for j, b in enumerate(there, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (a != b)))
    least = min(row)
    return least >= FEW + SPARE if len(here) > 2 * (FEW + SPARE) else 2 * least > len(here)


def _rewritten(making: Making, body: Body) -> Copy:
    """Three words of five are others, everywhere: too much for a copy."""
    making.how = "rewritten"
    donor = [word for _ in range(3) for word in making.turn() if word.isalpha()] or ["indeed"]
    other = {0, 2, 3}
    return [
        [(making.random.choice(donor), True) if place % 5 in other else (word, False) for place, word in enumerate(p)]
        for p in body
    ]


def quoting(random: Random, text: Copy, body: Body) -> Copy:
    """A text of one's own with some words in a row of a letter inside a paragraph."""
    paragraph = random.choice([one for one in body if len(one) >= KEY])
    start = random.randrange(len(paragraph) - FEW)
    place = random.randrange(len(text))
    own = text[place]
    middle = len(own) // 2
    return [*text[:place], [*own[:middle], *plain(paragraph[start : start + FEW]), *own[middle:]], *text[place + 1 :]]


@dataclass(frozen=True)
class Edit:
    """A way to edit, and the letters that it can be done to."""

    make: Callable[[Making, Body], Copy]
    paragraphs: int = 1
    words: int = 6

    def fits(self, body: Body) -> bool:
        """Whether a letter is long enough for it."""
        return len(body) >= self.paragraphs and len(words_in(body)) >= self.words


EDITS = {
    "exact": Edit(_exact),
    "repeated": Edit(_repeated),
    "block_reordering": Edit(_reordered, paragraphs=2),
    "minor_change": Edit(_minor),
    "block_added": Edit(_block_added),
    "block_deleted": Edit(_block_deleted, paragraphs=2),
    "minor_change_block_edit": Edit(_minor_block, paragraphs=2),
    "key_block": Edit(_key_block),
    "bag_of_words": Edit(_shuffled, paragraphs=2, words=80),
    SINGLETON: Edit(_rewritten, words=30),
}


def edited(
    random: Random,
    edit: str,
    body: Body,
    turn: Callable[[], Paragraph],
    *,
    hard: bool,
    keep: frozenset[int],
    lent: Body | None,
) -> tuple[Copy, str]:
    """A copy that was edited in one way, and what makes it hard ('easy': nothing).

    Paragraphs in `keep` stand in another letter, too, and are never all that stays. `lent` is a letter to quote.
    """
    making = Making(random, turn, hard, keep, lent)
    return EDITS[edit].make(making, body), making.how
