"""Small collections with every kind of copy in them."""

from __future__ import annotations

import random
from typing import Any

from fuzz.seeds import texts
from fuzz.seeds.records import TIMES


def collection(rng: random.Random, largest: int = 30, least: int = 0) -> list[dict[str, Any]]:
    """Records with different ids; about half of them are made of others."""
    found: list[str] = []
    for _ in range(rng.randint(least, largest)):
        found.append(copy(rng, rng.choice(found)) if found and rng.random() < 0.5 else texts.text(rng))
    records: list[dict[str, Any]] = []
    for i, text in enumerate(found):
        record: dict[str, Any] = {"id": f"{rng.choice('abc')}{i}", "text": text}
        if rng.random() < 0.3:
            record["time"] = rng.choice(TIMES[:4])
        if rng.random() < 0.2:
            record["title"] = texts.sentence(rng)
        records.append(record)
    return records


def copy(rng: random.Random, text: str) -> str:
    """A copy of a text: the same, edited, longer, shorter or in another order."""
    words = text.split(" ")
    way = rng.randrange(7)
    if way == 0:
        return text
    if way == 1:
        return text.upper() if rng.random() < 0.5 else f"  {text}!\n"
    if way == 2:
        words[rng.randrange(len(words))] = "other"
    elif way == 3:
        words = [*texts.sentence(rng).split(" "), *words, *texts.sentence(rng).split(" ")]
    elif way == 4:
        words = words[rng.randrange(len(words)) :]
    elif way == 5:
        words = words * rng.randrange(2, 5)
    else:
        half = len(words) // 2
        words = words[half:] + words[:half]
    return " ".join(words)
