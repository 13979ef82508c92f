"""Real texts with passages copied from one document into another, and where the copied sentences stand."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final, Literal, NamedTuple

import numpy as np
import pyarrow as pa

from experiments.judged import Numbers
from experiments.plants import BREAK, cut_out, unrelated
from samesame.match.pairs import numbers
from samesame.segment.sentences import sentence_lists
from samesame.sign.sentences import sign_sentences

# Of the duplicate sentences that people found for the paper, nine of ten were the same to the letter.
EDITED = 0.11
RECEIVERS = 0.3
# Passages of one sentence up, all lengths alike, so that no least length is right by construction.
LONGEST = 8
UNCHANGED: Final = "none"

Cut = list[tuple[int, int]]
Change = Literal["none", "out", "in", "moved"]
CHANGES: tuple[Change, ...] = ("out", "in", "moved")
# The middle of a sentence in the text that gave it and in the one that got it, and what was done to it.
Place = tuple[int, int, Change]


class Copied(NamedTuple):
    """A copied sentence: its document and number in the text that gave it and in the one that got it."""

    donor: int
    donor_sentence: int
    receiver: int
    receiver_sentence: int
    # Sentences of the passage, and what was done to this one: nothing, or a word left out, put in or moved.
    length: int
    change: Change


@dataclass(frozen=True)
class Planted:
    """Texts, the sentences that were copied, and for each document the one it belongs to when groups are drawn."""

    name: str
    texts: pa.LargeStringArray
    truth: list[Copied]
    groups: Numbers


def planted(name: str, texts: list[str], *, spaced: bool, edited: float = EDITED, most: int, seed: int = 1) -> Planted:
    """Three of ten documents get one to eight sentences in a row of another; some of these are edited by one word."""
    random = Random(seed)
    base = unrelated(texts, random, most)
    cuts: list[Cut] = [[(cut["start"], cut["end"]) for cut in row] for row in sentence_lists(base).to_pylist()]
    receivers = set(random.sample(range(len(base)), int(len(base) * RECEIVERS)))
    donors = [number for number in range(len(base)) if number not in receivers and len(cuts[number]) >= LONGEST]
    groups = np.arange(len(base))
    places: list[tuple[int, int, int, Place]] = []
    for receiver in sorted(receivers):
        donor = random.choice(donors)
        groups[receiver] = donor
        length = random.randint(1, LONGEST)
        target, copied = _plant(
            random, (base[donor], cuts[donor]), (base[receiver], cuts[receiver]), length, edited, spaced
        )
        base[receiver] = target
        places += [(donor, receiver, length, place) for place in copied]
    array = pa.array(base, pa.large_string())
    return Planted(name, array, _numbered(array, places), groups)


def _plant(
    random: Random, source: tuple[str, Cut], target: tuple[str, Cut], length: int, edited: float, spaced: bool
) -> tuple[str, list[Place]]:
    """The target with the passage in it, and where each copied sentence stands in both texts."""
    (text, own), (other, cut) = source, target
    first = random.randint(0, len(own) - length)
    at = random.choice(cut)[0] if cut else 0
    stock = [unit for unit in (other.split() if spaced else other) if unit.isalpha()] or ["x"]
    passage = BREAK
    places: list[Place] = []
    for (start, end), (sentence, gap) in zip(own[first:], cut_out(text, own[first : first + length]), strict=False):
        copy, change = _edited(random, sentence, stock, spaced) if random.random() < edited else (sentence, UNCHANGED)
        places.append(((start + end) // 2, at + len(passage) + len(copy) // 2, change))
        passage += copy + gap
    return other[:at] + passage + BREAK + other[at:], places


def _edited(random: Random, sentence: str, stock: list[str], spaced: bool) -> tuple[str, Change]:
    """One word, in Chinese one character, left out, put in or moved; not the last, which has the full stop."""
    units = sentence.split(" ") if spaced else list(sentence)
    if len(units) < 4:
        return sentence, UNCHANGED
    at = random.randrange(1, len(units) - 2)
    change = random.choice(CHANGES)
    if change == "out":
        del units[at]
    elif change == "in":
        units.insert(at, random.choice(stock))
    else:
        units[at], units[at + 1] = units[at + 1], units[at]
    return (" " if spaced else "").join(units), change


def _numbered(texts: pa.LargeStringArray, places: list[tuple[int, int, int, Place]]) -> list[Copied]:
    """The copied sentences by their numbers among those that have words."""
    signed = sign_sentences(texts, "2-shingles")
    starts, offsets = numbers(signed.flatten().field("start")), signed.offsets.to_numpy()

    def number(document: int, place: int) -> int:
        own = starts[offsets[document] : offsets[document + 1]]
        return max(int(np.searchsorted(own, place, "right")) - 1, 0)

    found = {
        (donor, number(donor, here), receiver, number(receiver, there)): (length, change)
        for donor, receiver, length, (here, there, change) in places
    }
    return [Copied(*ends, *what) for ends, what in found.items()]
