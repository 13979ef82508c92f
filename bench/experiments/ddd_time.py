"""What an item costs in a window: by the number of items, by the hour, by the length of the text, and with clipping."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unicodedata import category, normalize

import numpy as np

import samesame as ss
from experiments.judged import Judged
from experiments.labelled import records
from experiments.natural import distinct
from experiments.pan import sources
from experiments.tables import Row, save

START = datetime.datetime(2026, 3, 1, tzinfo=datetime.UTC)
CLOCK = START + datetime.timedelta(days=9)
# The sizes of the paper's Fig. 7, and beyond.
SIZES = (500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000)
# Fig. 8: so many items an hour, in so many hours.
PER_HOUR, HOURS = 500, 4
# Fig. 9: so many items of each length.
ITEMS, LENGTHS = 732, (500, 1_000, 2_000, 5_000, 10_000, 20_000)
TURNS = 3
CLIPS = (None, (2, 1.0), (3, 1.0), (0, 0.2), (0, 0.1), (0, 0.05), (0, 0.02), (0, 0.01), (2, 0.05))


class Fed(NamedTuple):
    """Milliseconds of the processor for each item, pairs told, entries of lists and features that were looked at."""

    spent: list[float]
    told: int
    looked_at: int


def fed(texts: Sequence[str], step: datetime.timedelta, **options: Any) -> Fed:
    """Feeds a window with texts."""
    window, found, told = ss.Window(now=CLOCK, **options), list[float](), 0
    for at, text in enumerate(texts):
        document = ss.Document(str(at), text, START + at * step)
        start = time.thread_time_ns()
        verdict = window.add(document)
        found.append((time.thread_time_ns() - start) / 1e6)
        told += verdict.total
    entries, _, features = window._core.work()
    return Fed(found, told, entries + features)


def best(texts: Sequence[str], step: datetime.timedelta) -> list[float]:
    """The least of a few turns for each item: what others take of a shared processor goes."""
    turns: list[float] = np.min([fed(texts, step).spent for _ in range(TURNS)], axis=0).tolist()
    return turns


def times(data: Path, out: Path) -> None:
    """Time per item by size of the corpus, hour and length of the text: Figs 7, 8 and 9."""
    minute = datetime.timedelta(minutes=1)
    mails = distinct([row["text"] for row in records(data / "mailing-list.jsonl.zst")])
    Random(1).shuffle(mails)
    rows: list[Row] = []
    for size in (size for size in SIZES if size <= len(mails)):
        spent = best(mails[:size], datetime.timedelta(hours=24) / size)
        rows.append({"by": "items", "value": size, "mean ms": float(np.mean(spent)), "p99 ms": _p99(spent)})
    hours = best(mails[: HOURS * PER_HOUR], datetime.timedelta(hours=1) / PER_HOUR)
    for hour in range(HOURS):
        spent = hours[hour * PER_HOUR : (hour + 1) * PER_HOUR]
        rows.append({"by": "hour", "value": hour, "mean ms": float(np.mean(spent)), "p99 ms": _p99(spent)})
    pages = sources(data / "pan13-train.tar.zst")
    for length in LENGTHS:
        spent = best(list(islice(_cuts(pages, length), ITEMS)), minute)
        rows.append({"by": "length", "value": length, "mean ms": float(np.mean(spent)), "p99 ms": _p99(spent)})
    save(out / "time.csv", rows)


def _cuts(texts: Sequence[str], length: int) -> Iterator[str]:
    """Pieces of web pages, one page after the other without a gap."""
    rest = ""
    for text in texts:
        rest += text + "\n"
        while len(rest) >= length:
            yield rest[:length]
            rest = rest[length:]


def _p99(values: Sequence[float]) -> float:
    return float(np.quantile(values, 0.99))


def clip(sets: list[Judged], out: Path) -> None:
    """What clipping loses of the pairs of brute force, and what it saves."""
    rows: list[Row] = []
    step = datetime.timedelta(seconds=1)
    for judged in sets:
        matches = _brute(judged.texts)
        # In turns, so that a busy machine is as busy for each.
        fed_by = [[fed(judged.texts, step, clip=clipped) for clipped in CLIPS] for _ in range(TURNS)]
        for clipped, turns in zip(CLIPS, zip(*fed_by, strict=True), strict=True):
            spent = np.min([turn.spent for turn in turns], axis=0)
            row: Row = {"set": judged.name, "fewest": (clipped or (0, 1.0))[0], "share": (clipped or (0, 1.0))[1]}
            row |= {"matches": matches, "told": turns[0].told, "mean ms": float(np.mean(spent))}
            rows.append({**row, "looked at": turns[0].looked_at / len(judged.texts)})
    save(out / "clip.csv", rows)


def _brute(texts: Sequence[str]) -> int:
    """How many pairs pass, each compared with each that is not too long or too short for it."""
    sets, least = [grams_of(text, ss.Ddd().q) for text in texts], ss.Ddd().threshold
    pairs = ((one, other) for at, one in enumerate(sets) for other in sets[:at])
    likely = ((o, t) for o, t in pairs if min(len(o), len(t)) >= least * max(len(o), len(t)) > 0)
    return sum(len(one & other) / max(len(one), len(other)) >= least for one, other in likely)


def grams_of(text: str, q: int) -> frozenset[str]:
    """The grams of a text as the paper has them: of letters, marks and numbers."""
    letters = "".join(c for c in normalize("NFKC", text) if category(c)[0] in "LMN")
    return frozenset(letters[at : at + q] for at in range(max(len(letters) - q + 1, 1)) if letters)
