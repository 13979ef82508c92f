"""Ways to damage an input: bytes of any kind, and such as know the format."""

from __future__ import annotations

import random
from collections.abc import Callable

from fuzz.mutate import columnar, jsons, mails, markup, raw, tables

Mutator = Callable[[random.Random, bytes], bytes]

_OWN: dict[str, tuple[Mutator, ...]] = {
    ".jsonl": jsons.MUTATORS,
    ".json": jsons.MUTATORS,
    ".csv": tables.MUTATORS,
    ".tsv": tables.MUTATORS,
    ".html": markup.MUTATORS,
    ".xml": markup.MUTATORS,
    ".eml": mails.MUTATORS,
    ".mbox": mails.MUTATORS,
    ".parquet": columnar.MUTATORS,
    ".arrow": columnar.MUTATORS,
    ".feather": columnar.MUTATORS,
}
_FLOODS = {
    **dict.fromkeys((".jsonl", ".json"), jsons.FLOODS),
    **dict.fromkeys((".csv", ".tsv"), tables.FLOODS),
    **dict.fromkeys((".html", ".xml"), markup.FLOODS),
    **dict.fromkeys((".eml", ".mbox"), mails.FLOODS),
}
# Longer inputs are cut: what matters is how many are tried.
LONGEST = 1 << 16
# But now and then one is long, to see what time and memory grow with.
FLOODED = 1 / 1000


def mutate(rng: random.Random, suffix: str, data: bytes, other: bytes) -> bytes:
    """Damages an input in one to four ways; `other` is another input of the format, to take pieces from."""
    if rng.random() < FLOODED:
        return raw.flood(rng, data, _FLOODS.get(suffix, raw.FLOODS))
    own = _OWN.get(suffix, ())
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        way = rng.random()
        if own and way < 0.5:
            data = rng.choice(own)(rng, data)
        elif way < 0.95:
            data = rng.choice(raw.MUTATORS)(rng, data)
        else:
            data = raw.splice(rng, data, other)
    return data[:LONGEST]
