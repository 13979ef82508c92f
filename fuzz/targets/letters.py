"""Letters of any lines: the parts put together are the text, and fields lie inside of them."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import samesame as ss
from fuzz.case import Case, Fault, Target
from fuzz.expect import inside, same
from fuzz.mutate import FLOODED, mutate
from fuzz.seeds import Seeds, letters
from samesame.letters.model import FIELDS, MAIN, QUOTE, SEPARATOR, Letter

_NAMES = {*FIELDS, MAIN, QUOTE, SEPARATOR}


class Letters(Target):
    """Letters, and mails with damage, as texts."""

    name = "letters"
    together = 32

    def prepare(self, seed: int, folder: Path) -> None:
        self.seeds = Seeds(seed)

    def make(self, rng: random.Random) -> Case:
        if rng.random() < FLOODED:
            return Case({"in.txt": letters.long_letter(rng).encode()})
        if rng.random() < 0.7:
            return Case({"in.txt": letters.letter(rng).encode()})
        mails = self.seeds.by_suffix[".eml"]
        made = mutate(rng, ".eml", rng.choice(mails).data, letters.letter(rng).encode())
        return Case({"in.txt": made.decode("utf-8", "replace").encode()})

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for case in cases:
            text = case.files["in.txt"].decode()
            (folder / "in.txt").write_bytes(case.files["in.txt"])
            check(text, ss.letter(text))


def check(text: str, found: Letter) -> None:
    """Raises unless the parts are a partition of the text, and each field a range of one part with a value."""
    same("the text put together", ["".join(text[part.start : part.end] for part in found.parts)], [text])
    for part in found.parts:
        if part.name not in _NAMES or part.start >= part.end:
            raise Fault(f"a part must have a name of ours and characters\n{part} of {text!r:.500}")
    ends = [part.end for part in found.parts]
    for field in found.fields:
        inside("a field", field.start, field.end, text)
        if field.name not in FIELDS or not field.value or field.start == field.end:
            raise Fault(f"a field must have a name of ours, characters and a value\n{field} of {text!r:.500}")
        if field.end > ends[bisect_right(ends, field.start)]:
            raise Fault(f"a field must lie inside one part\n{field} of {text!r:.500}")
    for one, two in pairwise(found.fields):
        if one.start < two.start < one.end < two.end:
            raise Fault(f"fields must lie inside one another or apart\n{one}, {two} of {text!r:.500}")
