"""Quotations in mails as the truth for `align`: replies against the mails that they answer.

    python bench/quotes.py --data FOLDER [--out bench/runs/NAME]

True are the lines of a reply that begin with '>', have at least 4 words, and whose text stands in the parent. Recall is
the share of their characters inside passages. Errors are the characters inside passages on lines of at least 4 words
that do not stand in the parent. White space counts as one space; quote marks before a line are not part of it.

A line can stand there by its text or by its words: mail programs turn marks and blanks of a quotation into others, and
write '?' or initials before it. Both precisions are told.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterable, Iterator
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
INITIALS = re.compile(r"\s*\w{1,9}>")
WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Line:
    """A line of a reply without its quote marks: where it stands, and what it is to the parent."""

    start: int
    end: int
    quoted: bool
    text_in_parent: bool
    words_in_parent: bool


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
    lines = [MARKS.sub("", line, count=1) for line in parent.split("\n")]
    whole, words = " ".join(" ".join(lines).split()), f" {spelled(INITIALS.sub('', ' '.join(lines)))} "
    at = 0
    for line in reply.split("\n"):
        mark = MARKS.match(line)
        assert mark is not None
        text = " ".join(line[mark.end() :].split())
        if len(WORD.findall(text)) >= LEAST:
            by_words = f" {spelled(INITIALS.sub('', text, count=1))} " in words
            place = at + mark.end(), at + len(line.rstrip())
            yield Line(*place, line.startswith(">"), text in whole, by_words)
        at += len(line) + 1


def spelled(text: str) -> str:
    return " ".join(WORD.findall(text.lower()))


def score(pairs: Iterable[tuple[str, str, list[dict[str, Any]]]]) -> dict[str, int]:
    """Characters: true, found of them, wrongly found."""
    sums = {"pairs": 0, "true lines": 0, "true": 0, "found": 0, "wrong by text": 0, "wrong by words": 0}
    for reply, parent, spans in pairs:
        inside = np.zeros(len(reply) + 1, np.bool_)
        for span in spans:
            inside[span["left_start"] : span["left_end"]] = True
        sums["pairs"] += 1
        for line in lines_of(reply, parent):
            covered = int(inside[line.start : line.end].sum())
            if line.quoted and line.text_in_parent:
                sums["true lines"] += 1
                sums["true"] += line.end - line.start
                sums["found"] += covered
            elif not line.text_in_parent:
                sums["wrong by text"] += covered
                sums["wrong by words"] += 0 if line.words_in_parent else covered
    return sums


def quotes(data: Path, aligner: Aligner) -> dict[str, Any]:
    """The measures of one aligner."""
    texts, pairs = replies(data)
    column = pa.array(texts, pa.large_string())
    started = time.perf_counter()
    spans = align_pairs(column, [a for a, _ in pairs], [b for _, b in pairs], aligner)
    seconds = time.perf_counter() - started
    sums = score((texts[a], texts[b], found) for (a, b), found in zip(pairs, spans.to_pylist(), strict=True))
    return {
        "aligner": aligner.name,
        **sums,
        "recall": round(sums["found"] / sums["true"], 4),
        "precision by text": round(sums["found"] / (sums["found"] + sums["wrong by text"]), 4),
        "precision by words": round(sums["found"] / (sums["found"] + sums["wrong by words"]), 4),
        "seconds": round(seconds, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with mailing-list.jsonl")
    parser.add_argument("--out", type=Path, help="folder of the run")
    options = parser.parse_args()
    rows = [quotes(options.data, Aligner())]
    print(measure.table(rows))
    if options.out:
        measure.save(options.out, "quotes", rows)


if __name__ == "__main__":
    main()
