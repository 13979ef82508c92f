"""Real collections with copies that nobody planted: what is known of them, as true, false and unjudged pairs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

import samesame as ss
from experiments.judged import APART, CONTAINED, Judged, Numbers
from experiments.labelled import law_name, records
from experiments.pan import Section, sections
from samesame.align.passages import Aligner, align_pairs
from samesame.arrays import to_numpy

OWNERS = 1_000
THREADS = 1_500
# Section 01 has no copies; a summary (05) does not contain its source.
SECTIONS = ("02-no-obfuscation", "03-random-obfuscation", "04-translation-obfuscation")
# A pair that overlaps less in its shingles of four words cannot be half contained word by word.
CANDIDATES = 0.2


def numbered(values: Iterable[str]) -> Numbers:
    """Groups by number in the order in which they are met."""
    known: dict[str, int] = {}
    return np.array([known.setdefault(value, len(known)) for value in values], np.int64)


# --- versions: terms of service, Chinese laws ---


def terms(data: Path) -> Judged:
    """Terms of service: a version and the next one of the same document are true.

    Versions that are farther apart, and documents of one owner under several names, are not judged. A sample by owners.
    """
    rows = list(records(data / "tos-versions-dev.jsonl.zst"))
    owners = sorted({row["family"].partition("/")[0] for row in rows})
    chosen = set(Random(1).sample(owners, min(OWNERS, len(owners))))
    rows = [row for row in rows if row["family"].partition("/")[0] in chosen]
    rows.sort(key=lambda row: (row["family"], row["time"]))
    families, groups = [row["family"] for row in rows], [row["family"].partition("/")[0] for row in rows]
    truth = {(i, i + 1) for i in range(len(rows) - 1) if families[i] == families[i + 1]}
    return Judged("terms", [row["text"] for row in rows], numbered(groups), frozenset(truth), within(groups) - truth)


def laws(data: Path) -> Judged:
    """Chinese laws: two dated versions of one name are true. Tables of contents and amendments are left out."""
    rows = [row for row in records(data / "chinese-laws.jsonl.zst") if not re.search(r"_index|修正案", row["id"])]
    names = [law_name(row["id"]) for row in rows]
    return Judged("laws", [row["text"] for row in rows], numbered(names), frozenset(within(names)))


def within(groups: list[str]) -> frozenset[tuple[int, int]]:
    """All pairs of documents of one group."""
    members = defaultdict(list)
    for number, group in enumerate(groups):
        members[group].append(number)
    return frozenset(pair for numbers in members.values() for pair in combinations(numbers, 2))


# --- mails ---


class Mails(NamedTuple):
    """One copy of each mail of some threads: texts, the thread of each, and pairs of a mail and its reply."""

    texts: list[str]
    threads: list[str]
    replies: list[tuple[int, int]]


def some_mails(data: Path) -> Mails:
    """A sample of threads."""
    known: dict[str, dict[str, Any]] = {}
    for row in records(data / "mailing-list.jsonl.zst"):
        if row["message_id"]:
            known.setdefault(row["message_id"], row)
    threads = threads_of(known)
    chosen = set(Random(1).sample(sorted(set(threads.values())), THREADS))
    rows = [row for row in known.values() if threads[row["message_id"]] in chosen]
    number = {row["message_id"]: place for place, row in enumerate(rows)}
    parents = [(number.get(row["in_reply_to"]), place) for place, row in enumerate(rows)]
    replies = [(parent, place) for parent, place in parents if parent is not None and parent != place]
    return Mails([row["text"] for row in rows], [threads[row["message_id"]] for row in rows], replies)


def mails(data: Path) -> Judged:
    """Mails and their replies: a mail is contained in a reply that quotes at least four fifths of its letters by line.

    Pairs of a thread that are not mail and reply, or quote between half and four fifths, are not judged.
    """
    texts, threads, replies = some_mails(data)
    shares = {pair: quoted_share(texts[pair[0]], texts[pair[1]]) for pair in replies}
    truth = frozenset(pair for pair, share in shares.items() if share >= CONTAINED)
    known = truth | {pair for pair, share in shares.items() if share < APART}
    unknown = frozenset(pair for pair in within(threads) if not {pair, pair[::-1]} & known)
    return Judged("mails", texts, numbered(threads), truth, unknown, directed=True)


def threads_of(mails: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The thread of each mail: the first mail of the replies, then all with the same subject."""
    roots: dict[str, str] = {}

    def root(id_: str) -> str:
        while roots.setdefault(id_, id_) != id_:
            roots[id_] = roots[roots[id_]]
            id_ = roots[id_]
        return id_

    for id_, row in mails.items():
        subject = re.sub(r"^((re|fwd?|aw|\[[^]]*\])[:\s]*)+", "", (row["subject"] or "").strip().lower())
        for other in (row["in_reply_to"], f"subject {subject}" if subject else None):
            if other:
                one, two = sorted((root(id_), root(other)))
                roots[two] = one
    return {id_: root(id_) for id_ in mails}


def quoted_share(mail: str, reply: str) -> float:
    """Of the letters of a mail, the share in lines that stand quoted in the reply."""
    quoted = {_letters(line) for line in reply.split("\n") if line.lstrip().startswith(">")}
    lines = [_letters(line) for line in mail.split("\n")]
    total = sum(map(len, lines))
    return sum(len(line) for line in lines if line in quoted) / total if total else 0.0


def _letters(line: str) -> str:
    return re.sub(r"\W+", "", line).lower()


# --- news: by words ---


def news(data: Path, file: str, name: str) -> Judged:
    """News without labels: a pair is true if the aligner of words finds four fifths of one text in the other.

    Of texts with the same words one is taken: the others are found by every method.
    """
    texts = distinct([row["text"] for row in records(data / f"{file}.jsonl.zst")])
    truth, unknown = aligned(texts)
    return Judged(name, texts, np.arange(len(texts)), frozenset(truth), frozenset(unknown), directed=True)


def distinct(texts: list[str]) -> list[str]:
    """The texts that have words, one of each kind."""
    found: dict[str, str] = {}
    for text in texts:
        found.setdefault(re.sub(r"\W+", " ", text).strip().lower(), text)
    return [text for key, text in found.items() if key]


def aligned(texts: list[str]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Pairs of which one is contained in the other by words, as (contained, container), and pairs in between."""
    found = candidates(texts, CANDIDATES)
    array = pa.array(texts, pa.large_string())
    spans = align_pairs(array, found[:, 0].tolist(), found[:, 1].tolist(), Aligner())
    truth, unknown = set(), set()
    for (left, right), row in zip(found.tolist(), spans.to_pylist(), strict=True):
        shares = [covered([(span[f"{side}_start"], span[f"{side}_end"]) for span in row]) for side in ("left", "right")]
        one, other = shares[0] / len(texts[left].strip()), shares[1] / len(texts[right].strip())
        if max(one, other) >= CONTAINED:
            truth.add((left, right) if one >= other else (right, left))
        elif max(one, other) >= APART:
            unknown.add((left, right))
    return truth, unknown


def candidates(texts: list[str], threshold: float) -> Numbers:
    """Pairs of documents of which one has this share of its shingles in the other."""
    found = ss.find(dict(enumerate_ids(texts)), method="overlap", threshold=threshold, all_pairs=True).to_arrow()
    columns = [to_numpy(found[name].combine_chunks().cast(pa.int64())) for name in ("left", "right")]
    return np.stack(columns, axis=1)


def enumerate_ids(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Texts with their numbers as ids."""
    return ((str(number), text) for number, text in enumerate(texts))


def covered(ranges: list[tuple[int, int]]) -> int:
    """How many characters some ranges hold together."""
    reached = total = 0
    for start, end in sorted(ranges):
        total += max(end - max(start, reached), 0)
        reached = max(reached, end)
    return total


# --- PAN: passages and the documents that took them over ---


def pan(data: Path) -> list[Judged]:
    """Passages of web pages, cut out of them, and the documents that each was copied or rewritten into, by section."""
    found = sections(data / "pan13-train.tar.zst", SECTIONS)
    return [passages(f"pan {name[:2]}", texts) for name, texts in found.items()]


def passages(name: str, texts: Section) -> Judged:
    """A section; other documents that took something of the same page are not judged."""
    suspicious = sorted(texts.suspicious)
    number = {id_: place for place, id_ in enumerate(suspicious)}
    documents = [texts.suspicious[id_] for id_ in suspicious]
    takers: dict[str, set[str]] = defaultdict(set)
    for passage in texts.truth:
        takers[passage.source].add(passage.suspicious)
    truth, unknown = set(), set()
    for passage in texts.truth:
        here = len(documents)
        documents.append(texts.sources[passage.source][passage.source_start : passage.source_end])
        truth.add((here, number[passage.suspicious]))
        unknown |= {(number[other], here) for other in takers[passage.source] if other != passage.suspicious}
    groups = numbered([*suspicious, *(passage.suspicious for passage in texts.truth)])
    sides = np.arange(len(documents)) >= len(suspicious)
    return Judged(name, documents, groups, frozenset(truth), frozenset(unknown), sides, directed=True)
