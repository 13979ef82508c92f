"""Collections of letters in the manner of the paper's NTF, NTF2 and DOT, made of real comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import samesame as ss
from generator.campaign_edits import Body
from generator.campaigns import Item, Options, items, unlike

# 28, 26 and 4 reference copies as in the paper. NTF and NTF2 are samples of one collection; in DOT letters to two
# dockets have half of their paragraphs in common.
SETS = {
    "NTF": Options(campaigns=28, small=3, twins=2, seed=11),
    "NTF2": Options(campaigns=26, small=3, twins=2, seed=12),
    "DOT": Options(campaigns=4, small=0, twins=2, dockets=2, singletons=0.14, seed=13),
}
POOL = 4_000
BLANK = re.compile(r"\n[ \t\r]*\n\s*")


@dataclass(frozen=True)
class Collection:
    """Letters with their truth, and their main texts as the rules find them."""

    name: str
    items: list[Item]

    @cached_property
    def letters(self) -> list[ss.Letter]:
        """The letters in parts."""
        return [ss.letter(item.text) for item in self.items]

    @property
    def documents(self) -> list[dict[str, str]]:
        """What the verbs take."""
        return [{"id": item.id, "text": item.text, "time": item.time} for item in self.items]

    @property
    def truth(self) -> list[dict[str, str]]:
        """What `ss.evaluate` takes."""
        return [{"id": item.id, "cluster": item.cluster, "edit": item.edit} for item in self.items]

    @cached_property
    def references(self) -> dict[str, int]:
        """The earliest exact copy of each letter, by its number."""
        found: dict[str, int] = {}
        for number, item in enumerate(self.items):
            if item.edit == "exact":
                known = found.setdefault(item.cluster, number)
                if item.time < self.items[known].time:
                    found[item.cluster] = number
        return found


def bodies(texts: Iterable[str]) -> Iterator[Body]:
    """The main texts in paragraphs of words."""
    for text in texts:
        body = [paragraph.split() for paragraph in BLANK.split(ss.letter(text).main_text) if paragraph.strip()]
        if body:
            yield body


def collections(comments: Path) -> list[Collection]:
    """The three sets; no two texts that they are made of share a run of six words."""
    pool = list(unlike(bodies(document.text for document in ss.read(comments)), POOL))
    return [Collection(name, items(pool, options)) for name, options in SETS.items()]
