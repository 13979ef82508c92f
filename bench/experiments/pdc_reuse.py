"""What PDC-MR finds in whole collections: kinds of reuse (the paper's Table 3), and documents that SpotSigs misses."""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import mean, median
from typing import NamedTuple

import numpy as np
import pyarrow as pa

import samesame as ss
from experiments.judged import Numbers
from experiments.labelled import records
from experiments.natural import Mails, distinct
from experiments.pdc_sentences import TAU, statistics_of
from experiments.tables import Row, save
from samesame.arrays import to_numpy
from samesame.match.sentences import match_sequences, sentence_duplicates
from samesame.sign.sentences import sign_sentences

COLLECTIONS = ("event-news", "turkish-news", "chinese-laws", "tos-versions-dev", "public-comments", "mailing-list")
SAMPLED = ("event-news", "turkish-news", "chinese-laws", "public-comments")
SAMPLE = 200
# A passage whose every sentence stands in so many documents is a banner, a footer or a form.
EVERYWHERE = 10
# Of a document that is taken whole, so much lies in one passage.
WHOLE = 0.8
COMMON = 200


def kinds(data: Path, mails: Mails, out: Path) -> None:
    """Two hundred documents with a passage, of each collection, by what their longest passage is."""
    rows: list[Row] = []
    texts = {name: distinct([row["text"] for row in records(data / f"{name}.jsonl.zst")]) for name in SAMPLED}
    for name, some in [*texts.items(), ("mailing-list", mails.texts)]:
        rows.append({"collection": name, **classified(some)})
    save(out / "reuse.csv", rows)


class Passage(NamedTuple):
    """The longest passage of a document: its sentences, where it starts, and the other document."""

    length: int
    start: int
    other: int


def classified(texts: list[str]) -> Row:
    """Shares of each kind among documents that share at least three sentences in a row with another."""
    array = pa.array(texts, pa.large_string())
    signed = sign_sentences(array, "imatch", statistics=statistics_of(array))
    sentences, like = sentence_duplicates(signed, tau=TAU)
    longest = longest_of(match_sequences(sentences, like, common=COMMON))
    chosen = Random(1).sample(sorted(longest), min(SAMPLE, len(longest)))
    offsets, held = sentences.offsets.to_numpy(), holders(sentences)
    count = np.diff(offsets)
    labels = {number: kind_of(longest[number], number, offsets, held) for number in chosen}
    quoted = [number for number in chosen if labels[number] == "quotation"]
    row: Row = {"documents": len(texts), "with a passage": len(longest), "looked at": len(chosen)}
    told = list(labels.values())
    row |= {kind: told.count(kind) / max(len(told), 1) for kind in ("quotation", "whole document", "boilerplate")}
    row["sentences of a quotation"] = mean(longest[number].length for number in quoted) if quoted else 0.0
    return {**row, "sentences of its document": float(median(count[quoted])) if quoted else 0.0}


def longest_of(diagonals: pa.Table) -> dict[int, Passage]:
    """The longest passage of each document that has one."""
    found: dict[int, Passage] = {}
    for row in diagonals.to_pylist():
        for side, other in (("left", "right"), ("right", "left")):
            passage = Passage(row["length"], row[f"{side}_start"], row[other])
            found[row[side]] = max(found.get(row[side], passage), passage)
    return found


def kind_of(passage: Passage, document: int, offsets: Numbers, held: Numbers) -> str:
    """By rule: a passage that stands everywhere, one that is all of a document, or a quotation."""
    place = offsets[document] + passage.start
    if held[place : place + passage.length].min() >= EVERYWHERE:
        return "boilerplate"
    shorter = min(offsets[number + 1] - offsets[number] for number in (document, passage.other))
    return "whole document" if passage.length >= WHOLE * shorter else "quotation"


def holders(sentences: pa.LargeListArray) -> Numbers:
    """For each sentence, in how many documents one of its form stands."""
    form = to_numpy(sentences.flatten().field("form").cast(pa.int64()).fill_null(-1)) + 1
    document = np.repeat(np.arange(len(sentences)), np.diff(sentences.offsets.to_numpy()))
    pairs = np.unique(form * (len(sentences) + 1) + document)
    found: Numbers = np.bincount(pairs // (len(sentences) + 1))[form]
    return found


def beyond(data: Path, out: Path) -> None:
    """Documents with duplicates: those that document-level SpotSigs finds, and those that only pdc finds (Fig. 10)."""
    rows: list[Row] = []
    for name in COLLECTIONS:
        path = data / f"{name}.jsonl.zst"
        spots = _documents(ss.find(path, method="spotsigs"))
        parts = _documents(ss.find(path, method="pdc", common=COMMON))
        row: Row = {"collection": name, "documents": len(ss.read(path).to_arrow()), "spotsigs": len(spots)}
        rows.append({**row, "pdc": len(parts), "only pdc": len(parts - spots), "only spotsigs": len(spots - parts)})
    save(out / "beyond.csv", rows)


def _documents(matches: ss.Matches) -> set[str]:
    table = matches.to_arrow()
    return {*table["left"].to_pylist(), *table["right"].to_pylist()}
