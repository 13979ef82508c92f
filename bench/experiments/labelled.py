"""Collections with known copies, read from a folder: documents, true pairs, and which pairs were judged at all."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

Pair = tuple[str, str]
# From this grade on, people found a pair of sections to say the same.
SAME = 3


@dataclass(frozen=True)
class Labelled:
    """Texts by id, the pairs that are copies, and the pairs that were judged; None: all were."""

    name: str
    texts: dict[str, str]
    truth: frozenset[Pair]
    judged: frozenset[Pair] | None = None

    def score(self, found: Iterable[Pair]) -> tuple[float, float, float]:
        """Precision, recall and F1 of pairs, whatever their direction."""
        pairs = {ordered(*pair) for pair in found}
        pairs = pairs if self.judged is None else pairs & self.judged
        true = len(pairs & self.truth)
        precision = true / len(pairs) if pairs else 0.0
        recall = true / len(self.truth) if self.truth else 0.0
        return precision, recall, 2 * precision * recall / (precision + recall) if true else 0.0


def ordered(left: str, right: str) -> Pair:
    """A pair without direction."""
    return (left, right) if left <= right else (right, left)


def records(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a packed file of JSON lines."""
    done = subprocess.run(["zstd", "-dc", str(path)], capture_output=True, check=True)
    for line in io.StringIO(done.stdout.decode()):
        yield json.loads(line)


def families(name: str, rows: Iterable[tuple[str, str, str]]) -> Labelled:
    """A collection where all documents of one family (id, text, family) are copies."""
    texts, members = {}, defaultdict(list)
    for id_, text, family in rows:
        texts[id_] = text
        members[family].append(id_)
    pairs = (pair for ids in members.values() for pair in combinations(sorted(ids), 2))
    return Labelled(name, texts, frozenset(pairs))


def articles(data: Path) -> Labelled:
    """News articles with planted near copies."""
    texts = {record["id"]: record["text"] for record in records(data / "articles-2500.jsonl.zst")}
    rows = csv.DictReader((data / "articles-2500.truth.csv").read_text(encoding="utf-8").splitlines())
    return Labelled("articles", texts, frozenset(ordered(row["left"], row["right"]) for row in rows))


def terms(data: Path) -> Labelled:
    """Terms of service: versions of one document are a family."""
    read = records(data / "tos-versions-dev.jsonl.zst")
    return families("terms", ((record["id"], record["text"], record["family"]) for record in read))


def law_name(path: str) -> str:
    """The name of a law without its folder and its date."""
    return re.split(r"[（(]\d{4}", path.rpartition("/")[2])[0]


def bills(data: Path) -> Labelled:
    """Sections of bills in pairs that people graded; only these pairs count."""
    texts: dict[str, str] = {}
    truth, judged = set[Pair](), set[Pair]()
    for record in records(data / "bill-pairs-val.jsonl.zst"):
        texts |= {record["left"]: record["left_text"], record["right"]: record["right_text"]}
        pair = ordered(record["left"], record["right"])
        judged.add(pair)
        if int(record["grade"]) >= SAME:
            truth.add(pair)
    return Labelled("bills", texts, frozenset(truth), frozenset(judged))
