"""The links between letters and reference copies that the paper's rules make, found naively, pair by pair."""

from __future__ import annotations

from collections import Counter
from random import Random

from experiments.durian_sets import BLANK, Collection
from generator.campaign_edits import KEY, words_in

Link = tuple[str, str, str]
KINDS = ("must", "cannot", "family")
SIMILAR, OVERLAP = 0.1, 0.95


def links(collection: Collection) -> list[Link]:
    """All of them: left is a reference copy. A must-link against a cannot-link is left out, and a second one."""
    parts = [[paragraph.split() for paragraph in BLANK.split(letter.main_text)] for letter in collection.letters]
    words = [words_in(body) for body in parts]
    shown = [f" {' '.join(one)} " for one in words]
    references = list(collection.references.values())
    keys = {
        number: _keys(parts[number], [shown[other] for other in references if other != number]) for number in references
    }
    found: list[Link] = []
    held: set[int] = set()
    for number in references:
        for other in range(len(words)):
            if other in references:
                continue
            ids = collection.items[number].id, collection.items[other].id
            one, two = collection.letters[number], collection.letters[other]
            dockets = [set(letter.values("docket")) for letter in (one, two)]
            apart = bool(dockets[0] and dockets[1] and not dockets[0] & dockets[1])
            if apart:
                found.append((*ids, "cannot"))
            elif other not in held and (
                any(key in shown[other] for key in keys[number]) or _overlap(words[number], words[other]) > OVERLAP
            ):
                # With two letters it would join their copies to one cluster, as what a user gives is not doubted.
                held.add(other)
                found.append((*ids, "must"))
            sizes = sorted((len(words[number]), len(words[other])))
            same = all(set(one.values(name)) & set(two.values(name)) for name in ("relayer", "docket", "footer"))
            if same and not apart and sizes[1] - sizes[0] <= SIMILAR * sizes[1]:
                found.append((*ids, "family"))
    return found


def _keys(body: list[list[str]], others: list[str]) -> list[str]:
    """The letter, and each paragraph of at least 20 words that no other letter has."""
    texts = [" ".join(words_in([paragraph])) for paragraph in body]
    long = [f" {text} " for text in texts if text.count(" ") + 1 >= KEY]
    return [
        f" {' '.join(text for text in texts if text)} ",
        *(key for key in long if not any(key in one for one in others)),
    ]


def _overlap(one: list[str], other: list[str]) -> float:
    return sum((Counter(one) & Counter(other)).values()) / max(len(one), len(other), 1)


def drawn(all_links: list[Link], kinds: tuple[str, ...], count: int, seed: int) -> list[Link]:
    """So many of them at random, of some kinds."""
    random = Random(seed)
    usable = [link for link in all_links if link[2] in kinds]
    return random.sample(usable, min(count, len(usable)))
