"""News with known near copies: by words, or made by editing real items as channels do.

A made day holds real items of which no two shared a fifth before, and edited copies of some. All words are real: of the
item itself, of another item of the day, or of one that stands for what a channel puts around its items.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from experiments.judged import APART, CONTAINED, Judged
from experiments.labelled import records
from experiments.natural import CANDIDATES, candidates, covered, distinct
from experiments.plants import Passage, cut_out, edited, unrelated
from samesame.align.passages import Aligner, align_pairs
from samesame.segment.sentences import sentence_lists

# Four of ten items get a copy, each of one kind and amount.
COPIED = 0.4
# An item has at least so many sentences. Of those that are no copies, one in so many stands in the channel's frame, and
# one in so many is a follow-up.
LEAST, FRAMED, FOLLOWING = 8, 10, 5


class Edit(NamedTuple):
    """A copy: numbers of the item and of the copy, what was done, and how much of it."""

    item: int
    copy: int
    kind: str
    amount: float


@dataclass(frozen=True)
class Day:
    """Items with true pairs, and what was done to each copy."""

    judged: Judged
    edits: list[Edit]


# --- news without labels ---


def by_words(data: Path, file: str, name: str) -> Judged:
    """News without labels: a pair is true if the aligner of words finds four fifths of each text in the other.

    A pair of which one text has half or more in the other, and that is not true, is not judged. Of texts with the same
    words one is taken: the others are found by every method.
    """
    texts = distinct([row["text"] for row in records(data / f"{file}.jsonl.zst")])
    found = candidates(texts, CANDIDATES)
    spans = align_pairs(pa.array(texts, pa.large_string()), found[:, 0].tolist(), found[:, 1].tolist(), Aligner())
    truth, unknown = set(), set()
    for (left, right), row in zip(found.tolist(), spans.to_pylist(), strict=True):
        both = [("left", left), ("right", right)]
        ranges = [[(span[f"{side}_start"], span[f"{side}_end"]) for span in row] for side, _ in both]
        shares = [covered(r) / len(texts[number].strip()) for r, (_, number) in zip(ranges, both, strict=True)]
        if min(shares) >= CONTAINED:
            truth.add((left, right))
        elif max(shares) >= APART:
            unknown.add((left, right))
    return Judged(name, texts, np.arange(len(texts)), frozenset(truth), frozenset(unknown))


# --- a day made of real items ---


def small(random: Random, item: Passage, other: Passage, amount: float) -> str:
    """This share of the words is left out, put in, replaced or moved."""
    return "".join(edited(random, one, joined(other), amount, spaced=True) + gap for one, gap in item)


def headline(random: Random, item: Passage, other: Passage, amount: float) -> str:
    """Another headline: the first sentence is a later one of the same item."""
    (_, gap), *rest = item
    return joined([(random.choice(rest)[0], gap), *rest])


def cut(random: Random, item: Passage, other: Passage, amount: float) -> str:
    """Only the first sentences: this share is left out."""
    return joined(item[: max(round(len(item) * (1 - amount)), 1)])


def agency(random: Random, item: Passage, other: Passage, amount: float) -> str:
    """An agency's version: this share of the sentences goes, and half as many of another item come in."""
    count = max(round(len(item) * amount), 1)
    gone = set(random.sample(range(1, len(item)), count))
    kept = [one for place, one in enumerate(item) if place not in gone]
    for sentence, _ in random.sample(other, min(max(count // 2, 1), len(other))):
        kept.insert(random.randint(1, len(kept) - 1), (sentence, " "))
    return joined(kept)


def frame(random: Random, item: Passage, other: Passage, amount: float) -> str:
    """What a channel puts around it, this share of the item long: half before it, half behind."""
    text, around = joined(item), joined(other)
    half = around.find(" ", round(len(text) * amount / 2))
    whole = around.find(" ", 2 * half)
    return f"{around[:half]}\n\n{text}\n\n{around[half:whole].strip()}"


def follow_up(item: Passage, other: Passage) -> str:
    """Another story with the same background: the first half of one item, then the second half of the other."""
    return joined([*item[: len(item) // 2], *other[len(other) // 2 :]])


Work = Callable[[Random, Passage, Passage, float], str]
KINDS: tuple[tuple[str, Work, tuple[float, ...]], ...] = (
    ("small edits", small, (0.01, 0.03, 0.05)),
    ("other headline", headline, (0.0,)),
    ("cut at the end", cut, (0.1, 0.2, 0.3)),
    ("agency's version", agency, (0.1, 0.2)),
    ("frame of a channel", frame, (0.1, 0.2, 0.3)),
)


def joined(passage: Passage) -> str:
    """Sentences as a text."""
    return "".join(sentence + gap for sentence, gap in passage)


def made(name: str, texts: list[str], *, most: int, seed: int = 1) -> Day:
    """A day: items, copies of four in ten of them, and what looks like a copy and is none.

    That is items in the frame of one channel, and follow-ups: a copy of half an item is no copy of it.
    """
    random = Random(seed)
    base = unrelated(texts, random, most)
    rows = zip(base, sentence_lists(base).to_pylist(), strict=True)
    items = [cut_out(text, [(c["start"], c["end"]) for c in row]) for text, row in rows if len(row) >= LEAST]
    # The longest item is the channel's own text, and no item of the day.
    channel = items.pop(max(range(len(items)), key=lambda place: len(joined(items[place]))))
    days = [joined(item) for item in items]
    works = [(kind, work, amount) for kind, work, amounts in KINDS for amount in amounts]
    edits: list[Edit] = []
    for place, item in enumerate(random.sample(range(len(items)), int(len(items) * COPIED))):
        kind, work, amount = works[place % len(works)]
        other = channel if work is frame else items[(item + 1) % len(items)]
        edits.append(Edit(item, len(days), kind, amount))
        days.append(work(random, items[item], other, amount))
    copied = {edit.item for edit in edits}
    others = [place for place in range(len(items)) if place not in copied]
    for item in others[::FRAMED]:
        days[item] = frame(random, items[item], channel, 0.3)
    for item, earlier in zip(others[1::FOLLOWING], others[2::FOLLOWING], strict=False):
        days[item] = follow_up(items[item], items[earlier])
    groups = np.arange(len(days))
    groups[[edit.copy for edit in edits]] = [edit.item for edit in edits]
    truth = frozenset((edit.item, edit.copy) for edit in edits)
    return Day(Judged(name, days, groups, truth), edits)


def days_of(data: Path, most: int) -> list[Day]:
    """A day of stories on one event in English, and one of Turkish news."""
    files = {"event day": "event-news", "turkish day": "turkish-news"}
    found = {name: [row["text"] for row in records(data / f"{file}.jsonl.zst")] for name, file in files.items()}
    return [made(name, texts, most=most) for name, texts in found.items()]
