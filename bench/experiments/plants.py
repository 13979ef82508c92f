"""Real texts with copies planted in them: sentences of one document in another, with what was done to them.

The texts are those of the collection. Only where a copy stands, and the edits of its words, come from a seeded
generator: a word left out, put in (from the text that receives it), replaced or moved by one place; in
Chinese a character.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple

import numpy as np

from experiments.judged import Judged
from experiments.natural import candidates, distinct
from samesame.segment.sentences import sentence_lists

Cut = Sequence[tuple[int, int]]
# Sentences, each with what stands before the next one.
Passage = list[tuple[str, str]]
Kind = Literal["excerpt", "whole", "part"]
# A donor of so many sentences or more can be cut into shares.
LEAST = 8
RATES = (0.0, 0.05, 0.1, 0.2, 0.3)
# Shares of the donor's sentences. An excerpt is contained whatever its share; a document of which such a part was taken
# is not.
EXCERPTS, PARTS = (0.25, 0.5, 0.75), (0.1, 0.25, 0.4)
BREAK = "\n\n"
# Documents that share this much of their shingles before anything is planted are not both taken.
RELATED = 0.2


class Plant(NamedTuple):
    """What was copied: the pair (contained, container), its kind, share and edit rate. A part is not contained."""

    pair: tuple[int, int]
    kind: Kind
    share: float
    rate: float


@dataclass(frozen=True)
class Contained:
    """A collection with planted copies and what each of them is."""

    judged: Judged
    plants: list[Plant]


def unrelated(texts: list[str], random: Random, most: int) -> list[str]:
    """Some documents of which no two share a fifth."""
    texts = distinct(texts)
    random.shuffle(texts)
    gone: set[int] = set()
    for left, right in sorted(candidates(texts, RELATED).tolist()):
        if left not in gone:
            gone.add(right)
    return [text for number, text in enumerate(texts) if number not in gone][:most]


def contained(name: str, texts: list[str], *, spaced: bool, each: int, most: int, seed: int = 1) -> Contained:
    """Excerpts beside their text, whole texts and parts of texts put into another one: up to `each` of them.

    The text that receives a copy leaves the collection in its first form, and is at least as long as the donor. Each
    document gives or receives once.
    """
    random = Random(seed)
    base = unrelated(texts, random, most)
    cuts = [[(cut["start"], cut["end"]) for cut in row] for row in sentence_lists(base).to_pylist()]
    order = [number for number in range(len(base)) if len(cuts[number]) >= LEAST]
    random.shuffle(order)
    # Two of three donors need a receiver that is at least as long, so half of the documents are left for these.
    donors = order[: 3 * min(each, len(order) // 6)]
    free = sorted(order[len(donors) :], key=lambda n: len(base[n]))
    groups = list(range(len(base)))
    plants: list[Plant] = []
    for place, donor in enumerate(donors):
        kind: Kind = ("excerpt", "whole", "part")[place % 3]
        rate = random.choice(RATES)
        share = 1.0 if kind == "whole" else random.choice(EXCERPTS if kind == "excerpt" else PARTS)
        passage = chosen(random, base[donor], cuts[donor], share)
        if kind == "excerpt":
            base.append("".join(edited(random, one, base[donor], rate, spaced=spaced) + gap for one, gap in passage))
            groups.append(donor)
            plants.append(Plant((len(base) - 1, donor), kind, share, rate))
            continue
        longer = next((at for at, number in enumerate(free) if len(base[number]) >= len(base[donor])), None)
        if longer is None:
            continue
        receiver = free.pop(longer)
        copy = [(edited(random, one, base[receiver], rate, spaced=spaced), gap) for one, gap in passage]
        base[receiver] = planted_into(random, base[receiver], cuts[receiver], copy)
        groups[receiver] = donor
        plants.append(Plant((donor, receiver), kind, share, rate))
    truth = frozenset(plant.pair for plant in plants if plant.kind != "part")
    return Contained(Judged(name, base, np.array(groups, np.int64), truth, directed=True), plants)


def chosen(random: Random, text: str, cuts: Cut, share: float) -> Passage:
    """A share of the sentences of a text, in a row."""
    count = max(round(len(cuts) * share), 1)
    first = random.randint(0, len(cuts) - count)
    return cut_out(text, cuts[first : first + count])


def cut_out(text: str, cuts: Cut) -> Passage:
    """Sentences with what stands between each and the next: line ends are a part of what is copied."""
    ends = [*(start for start, _ in cuts[1:]), cuts[-1][1]]
    return [(text[start:end], text[end:after]) for (start, end), after in zip(cuts, ends, strict=True)]


def planted_into(random: Random, text: str, cuts: Cut, copy: Passage) -> str:
    """The text with a passage as a paragraph; half of the time each sentence is one, in a place of its own."""
    starts = [start for start, _ in cuts]
    if random.random() < 0.5:
        blocks = [(random.choice(starts), "".join(one + gap for one, gap in copy))]
    else:
        places = sorted(random.choices(starts, k=len(copy)))
        blocks = [(place, one) for place, (one, _) in zip(places, copy, strict=True)]
    parts, reached = [], 0
    for place, block in blocks:
        parts += [text[reached:place], BREAK, block, BREAK]
        reached = place
    return "".join([*parts, text[reached:]])


def edited(random: Random, sentence: str, other: str, rate: float, *, spaced: bool) -> str:
    """The sentence with each word changed at this rate; the last word stays, as it has the full stop."""
    if not rate:
        return sentence
    words = sentence.split() if spaced else list(sentence)
    stock = [word for word in (other.split() if spaced else other) if word.isalnum()]
    found: list[str] = []
    for place, word in enumerate(words):
        change = random.choice(("out", "in", "instead", "later")) if random.random() < rate else ""
        if not change or place == len(words) - 1:
            found.append(word)
        elif change == "in":
            found += [word, random.choice(stock)]
        elif change == "instead":
            found.append(random.choice(stock))
        elif change == "later" and place + 2 < len(words):
            words[place], words[place + 1] = words[place + 1], word
            found.append(words[place])
    return (" " if spaced else "").join(found)
