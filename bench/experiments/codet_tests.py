"""What CoDet does with planted copies, how many values it computes, and tests of possible causes of its results."""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from random import Random
from statistics import mean

import samesame as ss
from experiments.judged import Judged, Scored, Shares, sweep
from experiments.labelled import records
from experiments.natural import distinct
from experiments.plants import Contained, Plant
from experiments.resample import drawn, f1_draws, interval
from experiments.scored import LEVELS, METHODS, Signed
from experiments.tables import Row, save
from samesame.segment.sentences import sentence_lists

DEFAULT = ss.CoDet().threshold
SHOWN = ("codet", "ffp", "overlap")
REFERENCE = 900
COMMON = 10
SHARES_OF_MAILS = (8, 4, 2, 1)
TIMED = ("codet", "ffp", "overlap", "dsc", "imatch", "simhash")


# --- planted copies ---


def plants(planted: list[Contained], out: Path) -> None:
    """How many planted copies are told, by kind, share and edit rate, and how much of the text is seen as contained."""
    rows: list[Row] = []
    for collection in planted:
        texts = collection.judged.texts
        for method in (method for method in METHODS if method.name in SHOWN):
            scores = inner_scores(method.pairs(texts))
            for (kind, share, rate), group in by_kind(collection.plants).items():
                found = [scores.get(plant.pair, (0.0, 0.0)) for plant in group]
                row: Row = {"set": collection.judged.name, "method": method.name, "kind": kind, "share": share}
                row |= {"rate": rate, "plants": len(group), "told": sum(method.passes(max(pair)) for pair in found)}
                rows.append({**row, "contained": mean(min(pair[0], 1.0) for pair in found)})
    save(out / "plants.csv", rows)


def by_kind(planted: list[Plant]) -> Mapping[tuple[str, float, float], list[Plant]]:
    """Plants that were made in the same way."""
    found: dict[tuple[str, float, float], list[Plant]] = defaultdict(list)
    for plant in sorted(planted, key=lambda plant: (plant.kind, plant.share, plant.rate)):
        found[plant.kind, plant.share, plant.rate].append(plant)
    return found


def inner_scores(pairs: Scored) -> dict[tuple[int, int], tuple[float, float]]:
    """For each pair (contained, container) in both orders the score of the first and of the second."""
    found = {}
    for left, right, one, two in zip(*(column.tolist() for column in pairs), strict=True):
        found[left, right], found[right, left] = (one, two), (two, one)
    return found


# --- similarity values per document ---


def values(data: Path, sets: list[Judged], out: Path) -> None:
    """Others with which a document shares a node of the tree: by word sorting, and by where idf comes from."""
    rows: list[Row] = []
    for judged in sets:
        if judged.name in ("turkish", "event", "mails"):
            rows += counted(judged.name, judged.texts, None, "itself")
    texts = distinct([row["text"] for row in records(data / "turkish-news.jsonl.zst")])
    Random(1).shuffle(texts)
    sample, rest = texts[:REFERENCE], texts[REFERENCE:]
    rows += counted("turkish (sample)", sample, None, "itself")
    rows += counted("turkish (sample)", sample, Signed(rest).statistics, "the rest")
    save(out / "values.csv", rows)


def counted(name: str, texts: list[str], statistics: ss.Statistics | None, source: str) -> list[Row]:
    """Values per document with and without word sorting."""
    signed = Signed(texts, statistics)
    row: Row = {"collection": name, "documents": len(texts), "idf of": source}
    return [{**row, "ws": ws, "values": len(signed.pairs(0.0, ws=ws).left) / len(texts)} for ws in (True, False)]


# --- causes ---


def causes(sets: list[Judged], out: Path) -> None:
    """F1 with one thing changed, beside texts that were cut into the same sentences and only put together again."""
    rows: list[Row] = []
    for judged in sets:
        counts = drawn(int(judged.groups.max()) + 1)
        cut = cut_up(judged.texts)
        usual = Signed(together(cut)).pairs()
        base = f1_draws(judged, usual, usual.score > DEFAULT, counts)
        rows.append(changed(judged, usual, "nothing", base, counts))
        once = Signed(together(once_each(cut))).pairs()
        rows.append(changed(judged, once, "repeated sentences once", base, counts))
        rare = Signed(together(without_common(cut))).pairs()
        rows.append(changed(judged, rare, "no common sentences", base, counts))
    save(out / "causes.csv", rows)


def changed(judged: Judged, pairs: Scored, what: str, base: Shares, counts: Shares) -> Row:
    """A row of the table of causes."""
    tried = sweep(judged, pairs, LEVELS, strict=True)
    low, high = interval(f1_draws(judged, pairs, pairs.score > DEFAULT, counts) - base)
    row: Row = {
        "set": judged.name,
        "changed": what,
        **tried[LEVELS.index(DEFAULT)]._asdict(),
        "gain low": low,
        "gain high": high,
    }
    return {**row, "f1 at best": max(scores.f1 for scores in tried)}


def once_each(texts: list[list[str]]) -> list[list[str]]:
    """Texts without the sentences that they have had before."""
    return [list({_form(sentence): sentence for sentence in cut}.values()) for cut in texts]


def without_common(texts: list[list[str]]) -> list[list[str]]:
    """Texts without the sentences that more than ten of them hold."""
    held = Counter(form for cut in texts for form in {_form(sentence) for sentence in cut})
    return [[sentence for sentence in cut if held[_form(sentence)] <= COMMON] for cut in texts]


def together(texts: list[list[str]]) -> list[str]:
    """Sentences as texts."""
    return ["\n\n".join(cut) for cut in texts]


def cut_up(texts: list[str]) -> list[list[str]]:
    """The sentences of each text."""
    cuts = sentence_lists(texts).to_pylist()
    return [[text[c["start"] : c["end"]] for c in row] for text, row in zip(texts, cuts, strict=True)]


def _form(sentence: str) -> str:
    return " ".join(re.findall(r"\w+", sentence.lower()))


# --- time: Fig. 3 ---


def times(data: Path, out: Path) -> None:
    """Seconds of the processor from texts in memory to pairs, for growing parts of the mails, the better of two."""
    texts = distinct([row["text"] for row in records(data / "mailing-list.jsonl.zst")])
    Random(1).shuffle(texts)
    rows: list[Row] = []
    for part in SHARES_OF_MAILS:
        some = {str(number): text for number, text in enumerate(texts[: len(texts) // part])}
        best = dict.fromkeys(TIMED, float("inf"))
        for _ in range(2):
            for method in TIMED:
                wish: Row = {} if method in ("codet", "overlap") else {"preset": "codet"}
                start = sum(os.times()[:2])
                ss.find(some, method=method, **wish)
                best[method] = min(best[method], sum(os.times()[:2]) - start)
        rows += [{"documents": len(some), "method": method, "s": seconds} for method, seconds in best.items()]
    save(out / "time.csv", rows)
