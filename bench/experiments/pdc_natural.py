"""Passages that nobody planted: how much of them PDC-MR finds, in characters of both texts, by kind of reuse."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

import samesame as ss
from experiments.judged import CONTAINED, Numbers, scores
from experiments.labelled import records
from experiments.natural import Mails, candidates, distinct, enumerate_ids, quoted_share
from experiments.pan import Located, Section, located_counts, sections
from experiments.resample import drawn, interval
from experiments.tables import Row, save
from samesame.align.passages import Aligner, align_pairs
from samesame.segment.sentences import sentence_lists

KINDS = {
    "02-no-obfuscation": "PAN: copied",
    "03-random-obfuscation": "PAN: words shuffled and replaced",
    "04-translation-obfuscation": "PAN: translated forth and back",
    "05-summary-obfuscation": "PAN: summary",
}
SETTINGS: tuple[dict[str, Any], ...] = (
    {"signature": "imatch", "gamma": 3},
    {"signature": "imatch", "gamma": 2},
    {"signature": "imatch", "gamma": 1},
    {"signature": "imatch", "gamma": 3, "bridge": 1},
    {"signature": "4-shingles", "gamma": 3},
    {"signature": "4-shingles", "gamma": 1},
    {"signature": "4-shingles", "gamma": 1, "tau": 0.6},
)
CANDIDATES = 0.05
SHORTEST = 100
COMMON = 200
# A reply that quotes less repeats a signature or a greeting rather than what was said.
QUOTED = 0.1
LENGTHS = (0, 1, 2, 3, 5, 9)


def natural_passages(data: Path, mails: Mails, out: Path) -> None:
    """F1 in characters by kind of reuse and settings; the first settings are those that others are compared with."""
    pan = sections(data / "pan13-train.tar.zst", list(KINDS))
    suspicious = {name: text for section in pan.values() for name, text in section.suspicious.items()}
    sources = {name: text for section in pan.values() for name, text in section.sources.items()}
    news = distinct([row["text"] for row in records(data / "event-news.jsonl.zst")])
    others = {"mails: quoted whole": quotations(mails, CONTAINED, 2.0)}
    others |= {"mails: quoted in part": quotations(mails, QUOTED, CONTAINED), "news: wire copies": wire(news)}
    rows: list[Row] = []
    by_length: list[Row] = []
    base: dict[str, Any] = {}
    for settings in SETTINGS:
        found = spans(ss.find(suspicious, against=sources, method="pdc", common=COMMON, **settings))
        parts = [(KINDS[name], section, found) for name, section in pan.items()]
        parts += [
            (kind, s, spans(ss.find(s.suspicious, method="pdc", common=COMMON, **settings)))
            for kind, s in others.items()
        ]
        for kind, section, located in parts:
            row: Row = {"kind": kind, "signature": settings["signature"], "gamma": settings["gamma"]}
            row |= {
                "bridge": settings.get("bridge", 0),
                "tau": settings.get("tau", 0.9),
                "passages": len(section.truth),
            }
            measured, draws = measure(section, located)
            base.setdefault(kind, draws)
            low, high = interval(draws - base[kind])
            rows.append({**row, **measured, "ahead of default low": low, "ahead of default high": high})
            if kind == KINDS["02-no-obfuscation"]:
                by_length += [{**row, **one} for one in lengths(section, located)]
        print("natural", settings, flush=True)
    save(out / "boundaries.csv", [boundaries(pan["02-no-obfuscation"])])
    save(out / "kinds.csv", rows)
    save(out / "pan-lengths.csv", by_length)


def measure(section: Section, located: list[Located]) -> tuple[Row, Any]:
    """Precision, recall and F1 over characters, and F1 in every draw of documents."""
    names, counts = located_counts(located, section)
    row: Row = scores(*map(int, counts.sum(axis=0)))._asdict()
    known: dict[str, int] = {}
    groups = np.array([known.setdefault(name, len(known)) for name in names])
    by_group = np.stack([np.bincount(groups, weights=column, minlength=len(known)) for column in counts.T], axis=1)
    sums = drawn(len(known)) @ by_group
    both = sums[:, 1] + sums[:, 2]
    draws = np.divide(2 * sums[:, 0], both, out=np.zeros_like(both), where=both > 0)
    row["low"], row["high"] = interval(draws)
    return row, draws


def spans(matches: ss.Matches) -> list[Located]:
    """All passages of matches."""
    return [
        Located(match.left, span.left_start, span.left_end, match.right, span.right_start, span.right_end)
        for match in matches
        for span in match.spans or ()
    ]


def lengths(section: Section, located: list[Located]) -> list[Row]:
    """Recall in characters by how many whole sentences a copied passage has in the document that took it."""
    names = sorted(section.suspicious)
    cuts = dict(zip(names, sentence_lists([section.suspicious[name] for name in names]).to_pylist(), strict=True))
    rows: list[Row] = []
    for least, beyond in zip(LENGTHS, [*LENGTHS[1:], 10_000], strict=True):
        some = [p for p in section.truth if least <= _whole(cuts[p.suspicious], p) < beyond]
        _, counts = located_counts(located, Section(section.suspicious, section.sources, section.pairs, some))
        true, _, wanted = map(int, counts.sum(axis=0)) if some else (0, 0, 0)
        rows.append({"sentences from": least, "passages": len(some), "recall": true / wanted if wanted else 0.0})
    return rows


def _whole(cuts: list[dict[str, int]], passage: Located) -> int:
    return sum(passage.start <= cut["start"] and cut["end"] <= passage.end for cut in cuts)


def boundaries(section: Section) -> Row:
    """How many whole sentences of copied passages stand word for word in the source, and as a sentence there."""
    names, sources = sorted(section.suspicious), sorted(section.sources)
    cuts = dict(zip(names, sentence_lists([section.suspicious[name] for name in names]).to_pylist(), strict=True))
    texts = [section.sources[name] for name in sources]
    whole = {name: f" {_words(text)} " for name, text in zip(sources, texts, strict=True)}
    own = {
        name: {_words(text[cut["start"] : cut["end"]]) for cut in row}
        for name, text, row in zip(sources, texts, sentence_lists(texts).to_pylist(), strict=True)
    }
    row: Row = {"passages": len(section.truth), "other white space": 0}
    row |= {"sentences": 0, "in the source": 0, "as a sentence of it": 0}
    for passage in section.truth:
        copy = section.suspicious[passage.suspicious][passage.start : passage.end]
        original = section.sources[passage.source][passage.source_start : passage.source_end]
        row["other white space"] += copy != original and copy.split() == original.split()
        for cut in cuts[passage.suspicious]:
            if passage.start <= cut["start"] and cut["end"] <= passage.end:
                words = _words(section.suspicious[passage.suspicious][cut["start"] : cut["end"]])
                row["sentences"] += 1
                row["in the source"] += f" {words} " in whole[passage.source]
                row["as a sentence of it"] += words in own[passage.source]
    return row


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


# --- natural passages ---


def quotations(mails: Mails, least: float, below: float) -> Section:
    """The lines of a mail that a reply quotes, in replies that quote a share of it in this range."""
    texts = dict(enumerate_ids(mails.texts))
    section = Section(suspicious=texts, sources=texts)
    for mail, reply in sorted(mails.replies):
        if not least <= quoted_share(mails.texts[mail], mails.texts[reply]) < below:
            continue
        section.pairs.add((str(reply), str(mail)))
        own = {letters: place for *place, letters in _lines(mails.texts[mail]) if letters}
        for start, end, letters in _lines(mails.texts[reply]):
            quoted = mails.texts[reply][start:end].lstrip().startswith(">")
            if quoted and letters in own:
                section.truth.append(Located(str(reply), start, end, str(mail), *own[letters]))
    return section


def _lines(text: str) -> list[tuple[int, int, str]]:
    found, start = [], 0
    for line in text.split("\n"):
        found.append((start, start + len(line), re.sub(r"\W+", "", line).lower()))
        start += len(line) + 1
    return found


def wire(texts: list[str]) -> Section:
    """News of one event: the passages of 100 characters or more that the aligner of words finds."""
    named = dict(enumerate_ids(texts))
    found: Numbers = candidates(texts, CANDIDATES)
    aligned = align_pairs(pa.array(texts, pa.large_string()), found[:, 0].tolist(), found[:, 1].tolist(), Aligner())
    section = Section(suspicious=named, sources=named)
    for (left, right), row in zip(found.tolist(), aligned.to_pylist(), strict=True):
        section.pairs.add((str(left), str(right)))
        ranges = ([span[f"{side}_{end}"] for side in ("left", "right") for end in ("start", "end")] for span in row)
        long = (r for r in ranges if min(r[1] - r[0], r[3] - r[2]) >= SHORTEST)
        section.truth += [Located(str(left), r[0], r[1], str(right), r[2], r[3]) for r in long]
    return section
