"""Quotations in mails as the truth for `align`: replies against the mails that they answer.

    python bench/quotes.py --data FOLDER [--out bench/runs/NAME]

True are the lines of a reply that begin with '>', have at least 4 words, and whose text stands in the parent. Recall is
the share of their characters inside passages. Errors are the characters inside passages on lines of at least 4 words
that do not stand in the parent. Quote marks before a line are not part of it, in the reply and in the parent.

A line can stand there in several readings, and each is told: by its text (white space counts as one space), by its text
without any white space, by its letters and digits, or by its words. Mail programs turn marks and blanks of a quotation
into others and archives write '?' for them, so a line with all the words of its source may have another text. 'copied
words' says how many of the characters that count as errors are on such lines: no aligner of words can leave them out.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

import measure
from samesame.align.passages import Aligner, align_pairs
from samesame.read.verb import read

LEAST = 4
MARKS = re.compile(r"[>|:\s]*")
WORD = re.compile(r"[^\W_]+")


def words(text: str) -> str:
    """The words between blanks, so that a part of a word is not found."""
    return f" {' '.join(WORD.findall(text.lower()))} "


READINGS: dict[str, Callable[[str], str]] = {
    "text": lambda text: " ".join(text.split()),
    "text without blanks": lambda text: "".join(text.split()),
    "letters": lambda text: "".join(WORD.findall(text.lower())),
    "words": words,
}


@dataclass(frozen=True)
class Line:
    """A line of a reply without its quote marks: where it is, and in which readings it stands in the parent."""

    start: int
    end: int
    quoted: bool
    stands: frozenset[str]


@dataclass
class Sums:
    """Characters of one reading: true, found of them, wrongly found, and of those the ones with copied words."""

    true: int = 0
    found: int = 0
    wrong: int = 0
    copied: int = 0

    def add(self, line: Line, covered: int, reading: str) -> None:
        """Counts a line of which some characters are inside passages."""
        if reading not in line.stands:
            self.wrong += covered
            self.copied += covered if "words" in line.stands else 0
        elif line.quoted:
            self.true += line.end - line.start
            self.found += covered


def replies(data: Path) -> tuple[list[str], list[tuple[int, int]]]:
    """All texts, and the pairs (reply, parent) of them. Of a mail that is held several times the first counts."""
    table = read(next(data.glob("mailing-list.jsonl*"))).to_arrow()
    metadata = [json.loads(one) if isinstance(one, str) else one for one in table["metadata"].to_pylist()]
    texts = table["text"].to_pylist()
    first: dict[str, int] = {}
    for number, one in enumerate(metadata):
        first.setdefault(one.get("message_id") or f"#{number}", number)
    own = [(number, metadata[number].get("in_reply_to")) for number in first.values()]
    return texts, [(number, first[parent]) for number, parent in own if parent in first and first[parent] != number]


def lines_of(reply: str, parent: str) -> Iterator[Line]:
    """The lines of at least 4 words."""
    source = " ".join(MARKS.sub("", line, count=1) for line in parent.split("\n"))
    sources = {name: read(source) for name, read in READINGS.items()}
    at = 0
    for line in reply.split("\n"):
        text = MARKS.sub("", line, count=1)
        if len(WORD.findall(text)) >= LEAST:
            stands = frozenset(name for name, read in READINGS.items() if read(text) in sources[name])
            yield Line(at + len(line) - len(text), at + len(line.rstrip()), line.startswith(">"), stands)
        at += len(line) + 1


def score(pairs: Iterable[tuple[str, str, list[dict[str, Any]]]]) -> dict[str, Sums]:
    """The sums of each reading."""
    sums = {name: Sums() for name in READINGS}
    for reply, parent, spans in pairs:
        inside = np.zeros(len(reply) + 1, np.bool_)
        for span in spans:
            inside[span["left_start"] : span["left_end"]] = True
        for line in lines_of(reply, parent):
            covered = int(inside[line.start : line.end].sum())
            for name, one in sums.items():
                one.add(line, covered, name)
    return sums


def quotes(data: Path, aligner: Aligner) -> list[dict[str, Any]]:
    """The measures of one aligner, a row a reading."""
    texts, pairs = replies(data)
    column = pa.array(texts, pa.large_string())
    started = time.perf_counter()
    spans = align_pairs(column, [a for a, _ in pairs], [b for _, b in pairs], aligner)
    seconds = time.perf_counter() - started
    sums = score((texts[a], texts[b], found) for (a, b), found in zip(pairs, spans.to_pylist(), strict=True))
    return [
        {
            "aligner": aligner.name,
            "pairs": len(pairs),
            "seconds": round(seconds, 2),
            "reading": name,
            "recall": round(one.found / one.true, 4),
            "precision": round(one.found / (one.found + one.wrong), 4),
            "true": one.true,
            "found": one.found,
            "wrong": one.wrong,
            "of it copied words": one.copied,
        }
        for name, one in sums.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with mailing-list.jsonl")
    parser.add_argument("--out", type=Path, help="folder of the run")
    options = parser.parse_args()
    rows = quotes(options.data, Aligner())
    print(measure.table(rows))
    if options.out:
        measure.save(options.out, "quotes", rows)


if __name__ == "__main__":
    main()
