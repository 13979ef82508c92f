"""Valid small inputs of every format, made by code. `Seeds` is the pool that mutations start from."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from fuzz.seeds import columnar, mails, markup, records
from samesame.read.inputs import FORMATS

Maker = Callable[[random.Random], bytes]

# A suffix and who makes such files. A format that this release does not read is left out.
MAKERS: dict[str, tuple[Maker, ...]] = {
    ".jsonl": (records.jsonl,),
    ".json": (records.json_array, records.jsonl),
    ".csv": (records.csv,),
    ".tsv": (records.tsv,),
    ".txt": (records.text,),
    ".md": (records.text,),
    ".html": (markup.html,),
    ".xml": (markup.xml,),
    ".eml": (mails.mail,),
    ".mbox": (mails.mbox,),
    ".parquet": (columnar.parquet,),
    ".arrow": (columnar.arrow_file, columnar.arrow_stream),
    ".feather": (columnar.feather,),
}
# How many different seeds each suffix has.
EACH = 24


@dataclass(frozen=True, slots=True)
class Seed:
    """A valid file: its suffix and its bytes."""

    suffix: str
    data: bytes


class Seeds:
    """Seeds by suffix; the same for the same number."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(f"seeds:{seed}")
        self.suffixes = [suffix for suffix in MAKERS if suffix in FORMATS]
        self.by_suffix = {
            suffix: [Seed(suffix, rng.choice(MAKERS[suffix])(rng)) for _ in range(EACH)] for suffix in self.suffixes
        }

    def any(self, rng: random.Random) -> Seed:
        """A seed of any format; all formats are as likely."""
        return rng.choice(self.by_suffix[rng.choice(self.suffixes)])
