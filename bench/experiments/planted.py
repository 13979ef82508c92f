"""Generated collections with passages copied from one document into another, and where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import pyarrow as pa

from generator import batches
from samesame.segment.sentences import sentences
from samesame.sign.sentences import sign_sentences

# Of the duplicate sentences that people found for the paper, nine of ten were the same to the letter.
EDITED = 0.11
RECEIVERS = 0.3
SHORTEST, LONGEST = 3, 8


class Pair(NamedTuple):
    """A sentence and its copy: document and number of each, the smaller document first."""

    left: int
    left_sentence: int
    right: int
    right_sentence: int


@dataclass(frozen=True)
class Planted:
    """Texts, and the pairs of sentences that were copied."""

    language: str
    texts: pa.LargeStringArray
    truth: frozenset[Pair]


def planted(language: str, documents: int, seed: int = 1) -> Planted:
    """Three of ten documents get three to eight sentences in a row of another; one sentence of nine is edited."""
    random = Random(seed)
    options = {"seed": seed, "language": language, "share_copies": 0.0, "boilerplate": 0.1}
    texts = [text for batch in batches(documents, **options) for text in batch.column("text").to_pylist()]
    receivers = set(random.sample(range(documents), int(documents * RECEIVERS)))
    donors = [number for number in range(documents) if number not in receivers]
    places: list[tuple[int, int, int, int]] = []  # donor, place; receiver, place: of the middle of each sentence
    for receiver in sorted(receivers):
        donor = random.choice(donors)
        copied = _plant(random, language, texts, donor, receiver)
        places += [(donor, here, receiver, there) for here, there in copied]
    array = pa.array(texts, pa.large_string())
    cut = [[(row["start"], row["end"]) for row in rows] for rows in sign_sentences(array, "2-shingles").to_pylist()]
    truth = set()
    for donor, here, receiver, there in places:
        one, other = (donor, _number(cut[donor], here)), (receiver, _number(cut[receiver], there))
        truth.add(Pair(*min(one, other), *max(one, other)))
    return Planted(language, array, frozenset(truth))


def _plant(random: Random, language: str, texts: list[str], donor: int, receiver: int) -> list[tuple[int, int]]:
    """Copies a passage; gives the middle of each of its sentences in both texts."""
    source, target = texts[donor], texts[receiver]
    own, cut = sentences(source), sentences(target)
    if len(own) < SHORTEST or not cut:
        return []
    count = random.randint(SHORTEST, min(LONGEST, len(own)))
    first = random.randint(0, len(own) - count)
    at = random.choice(cut).start
    space = "" if language == "zh" else " "
    others = [unit for unit in (target if language == "zh" else target.split()) if unit.isalpha()] or ["x"]
    passage, middles = "", []
    for start, end in own[first : first + count]:
        sentence = source[start:end]
        copy = _edited(random, language, sentence, others) if random.random() < EDITED else sentence
        middles.append(((start + end) // 2, at + len(passage) + len(copy) // 2))
        passage += copy + space
    texts[receiver] = target[:at] + passage + target[at:]
    return middles


def _edited(random: Random, language: str, sentence: str, others: list[str]) -> str:
    """One word, in Chinese one character, left out, put in or moved; not the last, which has the full stop."""
    units = list(sentence) if language == "zh" else sentence.split(" ")
    if len(units) < 4:
        return sentence
    at = random.randrange(1, len(units) - 2)
    change = random.choice(["out", "in", "later"])
    if change == "out":
        del units[at]
    elif change == "in":
        units.insert(at, random.choice(others))
    else:
        units[at], units[at + 1] = units[at + 1], units[at]
    return ("" if language == "zh" else " ").join(units)


def _number(cut: list[tuple[int, int]], place: int) -> int:
    """The sentence that a place is in, or the last one before it."""
    return max((number for number, (start, _) in enumerate(cut) if start <= place), default=0)
