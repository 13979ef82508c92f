"""How well the rules for letters find what is marked in `tests/letters`.

    python bench/letters.py                   the table, and what was missed
    python bench/letters.py docs/letters.md   the table, put into the page

Letters are marked as `{field:…}`; marks may stand inside others. `developed.txt` was looked at while the rules were
made, `held_out.txt` was not. Its letters from h26 on were written when the rules were finished, to be hard for them.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from samesame.letters.model import FIELDS, Letter
from samesame.letters.parts import letter

LETTERS = Path(__file__).resolve().parents[1] / "tests" / "letters"
_MARK = re.compile(r"\{(\w+):|\}")


class Marked(NamedTuple):
    """A letter without its marks, and what was marked: field, start and end."""

    id: str
    layout: str
    text: str
    truth: frozenset[tuple[str, int, int]]


def read(name: str) -> list[Marked]:
    """The letters of a file."""
    pieces = re.split(r"^=== (\w+) (\w+)\n", (LETTERS / f"{name}.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [
        Marked(id, layout, *_unmarked(marked))
        for id, layout, marked in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True)
    ]


def _unmarked(marked: str) -> tuple[str, frozenset[tuple[str, int, int]]]:
    text, place = "", 0
    open_marks: list[tuple[str, int]] = []
    found: set[tuple[str, int, int]] = set()
    for match in _MARK.finditer(marked):
        text += marked[place : match.start()]
        place = match.end()
        if match[1]:
            open_marks.append((match[1], len(text)))
        else:
            found.add((*open_marks.pop(), len(text)))
    assert not open_marks, marked
    return text + marked[place:], frozenset(found)


def told(found: Letter) -> frozenset[tuple[str, int, int]]:
    """What the rules say, in the form of the truth."""
    return frozenset([*((f.name, f.start, f.end) for f in found.fields), *(("main", *one) for one in found.main)])


class Score(NamedTuple):
    """How often a field was marked, told, and told where it was marked."""

    marked: int
    told: int
    both: int

    @property
    def precision(self) -> float:
        return self.both / self.told if self.told else 1.0

    @property
    def recall(self) -> float:
        return self.both / self.marked if self.marked else 1.0


def scores(letters: Iterable[Marked]) -> dict[str, Score]:
    """By field: a field counts as found only where its range is exactly the marked one; the main text by characters."""
    counts: Counter[tuple[str, str]] = Counter()
    for one in letters:
        found = told(letter(one.text))
        for kind, ranges in (("marked", one.truth), ("told", found), ("both", one.truth & found)):
            counts.update((name, kind) for name, _, _ in ranges if name != "main")
        main = _characters(one.truth), _characters(found)
        for kind, places in (("marked", main[0]), ("told", main[1]), ("both", main[0] & main[1])):
            counts["main", kind] += sum(not one.text[place].isspace() for place in places)
    return {name: Score(*(counts[name, kind] for kind in Score._fields)) for name in (*FIELDS, "main")}


def _characters(ranges: Iterable[tuple[str, int, int]]) -> set[int]:
    return {place for name, start, end in ranges if name == "main" for place in range(start, end)}


def faults(letters: Iterable[Marked]) -> Iterator[str]:
    """What was missed and what was told wrongly, for those who mend the rules."""
    for one in letters:
        found = told(letter(one.text))
        for sign, ranges in (("missed", one.truth - found), ("wrong", found - one.truth)):
            for name, start, end in sorted(ranges, key=lambda r: r[1:]):
                if name != "main":
                    yield f"{one.id} {sign} {name}: {one.text[start:end]!r}"


NAMES = ("developed", "held_out")
BLOCK = re.compile(r"(<!-- table figures -->\n).*?(<!-- end -->)", re.DOTALL)


def table() -> str:
    """Precision and recall by field, of both files, as Markdown."""
    both = [scores(read(name)) for name in NAMES]
    counts = [len(read(name)) for name in NAMES]
    head = "".join(
        f" {name.replace('_', ' ')} ({n} letters): marked | precision | recall |"
        for name, n in zip(NAMES, counts, strict=True)
    )
    rows = [f"| field |{head}", "|---|" + "---:|" * 6]
    for field in (*FIELDS, "main"):
        cells = (f" {one[field].marked:,} | {one[field].precision:.2f} | {one[field].recall:.2f} |" for one in both)
        rows.append(f"| {'main text, characters' if field == 'main' else field} |" + "".join(cells))
    return "\n".join(rows)


def filled(page: str) -> str:
    """The page with the table in its place."""
    return BLOCK.sub(lambda match: f"{match[1]}{table()}\n{match[2]}", page)


def main() -> None:
    """Prints the table, or puts it into a page."""
    if len(sys.argv) > 1:
        page = Path(sys.argv[1])
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
        return
    print(table())
    for name in NAMES:
        print(*faults(read(name)), sep="\n")


if __name__ == "__main__":
    main()
