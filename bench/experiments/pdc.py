"""The experiments of the PDC-MR paper on today's data: tables and plots.

python bench/experiments/pdc.py --data FOLDER --out docs/experiments/pdc [--only sentences,located,pan,beyond,time]
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
import pyarrow as pa

import samesame as ss
from experiments.pan import Located, located_scores, section
from experiments.planted import Pair, Planted, planted
from experiments.plot import Axis, Points, line_plot
from generator import batches
from samesame.match.pairs import numbers
from samesame.match.sentences import match_sequences, sentence_duplicates
from samesame.segment.words import WordOptions
from samesame.sign.sentences import SIGNATURES, Signature, sign_sentences
from samesame.sign.statistics import Statistics

Row = dict[str, Any]
LANGUAGES = ("en", "zh", "tr")
TAUS = tuple(round(0.1 * step, 1) for step in range(1, 11))
RANGES = tuple(round(0.1 * step, 1) for step in range(10))
ANTECEDENTS = (5, 20, 60, 200, 1_000, 5_000, 10_000, 20_000)
SHINGLES: tuple[Signature, ...] = ("2-shingles", "3-shingles", "4-shingles")
COLLECTIONS = ("articles-2500", "event-news", "turkish-news", "chinese-laws", "public-comments", "mailing-list")
F1 = Axis(label="F1", low=0, high=1)


def main() -> None:
    """Runs what is asked for."""
    options = argparse.ArgumentParser(description="The experiments of the PDC-MR paper.")
    options.add_argument("--data", type=Path, required=True, help="folder of collections")
    options.add_argument("--out", type=Path, required=True, help="folder for tables and plots")
    options.add_argument("--only", default="sentences,located,pan,beyond,time", help="some of the experiments")
    options.add_argument("--documents", type=int, default=2_000, help="documents of a planted collection")
    options.add_argument("--largest", type=int, default=100_000, help="documents of the largest generated collection")
    wish = options.parse_args()
    wish.out.mkdir(parents=True, exist_ok=True)
    sets = {language: planted(language, wish.documents) for language in LANGUAGES}
    works: dict[str, Callable[[], None]] = {
        "sentences": lambda: sentence_sweeps(sets, wish.out),
        "located": lambda: located(sets, wish.out),
        "pan": lambda: pan(wish.data, wish.out),
        "beyond": lambda: beyond(wish.data, wish.out),
        "time": lambda: growth(wish.largest, wish.out),
    }
    for name in wish.only.split(","):
        works[name]()


def statistics_of(texts: pa.Array) -> Statistics:
    """What a collection says of its own words."""
    return Statistics.count_texts([texts], WordOptions())


# --- sentences: Figs 6 to 9 ---


def sentence_sweeps(sets: dict[str, Planted], out: Path) -> None:
    """F1 of duplicate sentences over tau, the idf range and the number of antecedents."""
    by_tau: list[Row] = []
    by_range: list[Row] = []
    by_count: list[Row] = []
    for language, collection in sets.items():
        statistics = statistics_of(collection.texts)
        for kind in (*SHINGLES, "spotsigs"):
            signed = sign_sentences(collection.texts, kind, statistics=statistics)
            for tau in TAUS:
                scores = sentence_scores(collection, signed, tau)
                by_tau.append({"language": language, "signature": kind, "tau": tau, **scores})
        for least in RANGES:
            signed = sign_sentences(collection.texts, "imatch", statistics=statistics, idf=(least, 1.0))
            by_range.append({"language": language, "idf from": least, **sentence_scores(collection, signed, 0.9)})
        for count in ANTECEDENTS:
            signed = sign_sentences(collection.texts, "spotsigs", statistics=statistics, antecedents=count)
            each = len(signed.flatten().field("signatures").flatten()) / max(len(signed.flatten()), 1)
            scores = sentence_scores(collection, signed, 0.9)
            by_count.append({"language": language, "antecedents": count, "signatures a sentence": each, **scores})
    save(out / "tau.csv", by_tau)
    save(out / "idf.csv", by_range)
    save(out / "antecedents.csv", by_count)
    for language in sets:
        kinds = (*SHINGLES, "spotsigs")
        lines: dict[str, Points] = {kind: _points(by_tau, "tau", language, signature=kind) for kind in kinds}
        title = f"Duplicate sentences by tau ({language})"
        line_plot(out / f"tau-{language}.svg", title, lines, Axis(label="tau"), F1)
    by_language = {language: _points(by_range, "idf from", language) for language in sets}
    line_plot(out / "idf.svg", "I-Match: words from this idf on", by_language, Axis(label="lowest idf"), F1)
    by_language = {language: _points(by_count, "antecedents", language) for language in sets}
    x = Axis(label="antecedents", log=True)
    line_plot(out / "antecedents.svg", "SpotSigs by the number of antecedents", by_language, x, F1)


def sentence_scores(collection: Planted, signed: pa.LargeListArray, tau: float) -> Row:
    """Pairs of like sentences beside those that were copied or have the same words; of three words or more."""
    formed, like = sentence_duplicates(signed, tau=tau)
    values, offsets = formed.flatten(), formed.offsets.to_numpy()
    forms = values.field("form").to_pylist()
    enough = numbers(values.field("words")) >= 3
    keys = values.field("key").to_pylist()
    met = Counter(form for form, good in zip(forms, enough, strict=True) if good and form is not None)
    alike = {(row["left"], row["right"]) for row in like.to_pylist()}
    found = sum(count * (count - 1) // 2 for count in met.values())
    found += sum(met[left] * met[right] for left, right in alike)
    same = Counter((key, form) for key, form, good in zip(keys, forms, enough, strict=True) if good)
    equal = sum(count * (count - 1) // 2 for count in Counter(_kept(keys, enough)).values())
    true = sum(count * (count - 1) // 2 for (_, form), count in same.items() if form is not None)
    for pair in collection.truth:
        one, other = offsets[pair.left] + pair.left_sentence, offsets[pair.right] + pair.right_sentence
        if keys[one] != keys[other] and enough[one] and enough[other]:
            equal += 1
            left, right = forms[one], forms[other]
            true += (
                left is not None
                and right is not None
                and (left == right or bool({(left, right), (right, left)} & alike))
            )
    return scores(true, found, equal)


def _kept(values: list[int], which: Iterable[bool]) -> list[int]:
    return [value for value, good in zip(values, which, strict=True) if good]


def scores(true: int, found: int, wanted: int) -> Row:
    """Precision, recall and their harmonic mean."""
    precision, recall = true / found if found else 1.0, true / wanted if wanted else 1.0
    return {"precision": precision, "recall": recall, "F1": 2 * true / (found + wanted) if found + wanted else 1.0}


# --- located: Table 2 ---


def located(sets: dict[str, Planted], out: Path) -> None:
    """F1 of located sentence pairs for each signature, with sequences of three sentences and of one."""
    rows = []
    for language, collection in sets.items():
        statistics = statistics_of(collection.texts)
        truth = collection.truth | verbatim(collection.texts)
        for kind in SIGNATURES:
            signed = sign_sentences(collection.texts, kind, statistics=statistics)
            steps = sentence_duplicates(signed, tau=0.9)
            for gamma in (3, 1):
                found = set(_cells(match_sequences(*steps, gamma=gamma)))
                row = {"language": language, "signature": kind, "gamma": gamma}
                rows.append({**row, **scores(len(found & truth), len(found), len(truth))})
    save(out / "located.csv", rows)


def verbatim(texts: pa.Array) -> set[Pair]:
    """Sequences of three sentences or more with the very same words that nobody planted: footers, mostly."""
    signed = sign_sentences(texts, "2-shingles")
    values = signed.flatten()
    _, forms = np.unique(numbers(values.field("key")), return_inverse=True)
    columns = {name: values.field(name) for name in ("start", "end", "words", "key")}
    columns["form"] = pa.array(forms, pa.uint32())
    structs = pa.StructArray.from_arrays(list(columns.values()), names=list(columns))
    alike = pa.table({name: pa.array([], pa.uint32()) for name in ("left", "right")})
    return set(_cells(match_sequences(pa.LargeListArray.from_arrays(signed.offsets, structs), alike, gamma=3)))


def _cells(diagonals: pa.Table) -> Iterable[Pair]:
    for row in diagonals.to_pylist():
        for step in range(row["length"]):
            yield Pair(row["left"], row["left_start"] + step, row["right"], row["right_start"] + step)


def pan(data: Path, out: Path) -> None:
    """Located characters on real texts: PAN 2013, passages copied without changes."""
    texts = section(data / "pan13-train.tar.zst", "02-no-obfuscation")
    rows = []
    for kind in SIGNATURES:
        for gamma in (3, 1):
            start = time.perf_counter()
            matches = ss.find(texts.suspicious, against=texts.sources, method="pdc", signature=kind, gamma=gamma)
            seconds = time.perf_counter() - start
            found = [
                Located(match.left, span.left_start, span.left_end, match.right, span.right_start, span.right_end)
                for match in matches
                for span in match.spans or ()
            ]
            row = {"signature": kind, "gamma": gamma, **located_scores(found, texts), "s": seconds}
            rows.append(row)
    save(out / "pan.csv", rows)


# --- beyond document-level SpotSigs: Fig. 10 ---


def beyond(data: Path, out: Path) -> None:
    """Documents with duplicates: those that SpotSigs finds, and those that only pdc finds."""
    rows = []
    for name in COLLECTIONS:
        path = next(path for path in (data / f"{name}.jsonl", data / f"{name}.jsonl.zst") if path.exists())
        spots = _documents(ss.find(path, method="spotsigs"))
        parts = _documents(ss.find(path, method="pdc", common=200))
        count = len(ss.read(path).to_arrow())
        row = {"collection": name, "documents": count, "spotsigs": len(spots), "pdc": len(parts)}
        rows.append({**row, "only pdc": len(parts - spots), "only spotsigs": len(spots - parts)})
    save(out / "beyond.csv", rows)


def _documents(matches: ss.Matches) -> set[str]:
    table = matches.to_arrow()
    return {*table["left"].to_pylist(), *table["right"].to_pylist()}


# --- time: Fig. 11 ---


def growth(largest: int, out: Path) -> None:
    """Seconds of all cores together, from texts in memory to pairs, for SpotSigs and pdc."""
    rows: list[Row] = []
    runs = {
        "spotsigs": partial(ss.find, method="spotsigs"),
        "pdc, imatch": partial(ss.find, method="pdc"),
        "pdc, 4-shingles": partial(ss.find, method="pdc", signature="4-shingles"),
    }
    for documents in (largest // 16, largest // 8, largest // 4, largest // 2, largest):
        table = pa.Table.from_batches(list(batches(documents, seed=1))).select(["id", "text"])
        best = dict.fromkeys(runs, float("inf"))
        for _ in range(2):
            for name, run in runs.items():
                start = sum(os.times()[:2])
                run(table)
                best[name] = min(best[name], sum(os.times()[:2]) - start)
        rows += [{"documents": documents, "method": name, "s": seconds} for name, seconds in best.items()]
    for name in runs:
        own = [row for row in rows if row["method"] == name]
        for row in own[1:]:
            steps = np.log([row["s"] / own[0]["s"], row["documents"] / own[0]["documents"]])
            row["exponent"] = float(steps[0] / steps[1])
    save(out / "time.csv", rows)
    seconds_by = {name: [(row["documents"], row["s"]) for row in rows if row["method"] == name] for name in runs}
    x, y = Axis(label="documents", log=True), Axis(label="seconds of all cores", log=True)
    line_plot(out / "time.svg", "Time against documents", seconds_by, x, y)


def _points(rows: list[Row], x: str, language: str, **wanted: object) -> list[tuple[float, float]]:
    wanted = {"language": language, **wanted}
    return [(row[x], row["F1"]) for row in rows if all(row[name] == value for name, value in wanted.items())]


def save(path: Path, rows: list[Row]) -> None:
    """Writes a table as CSV and shows it."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        short = [{name: f"{v:.4g}" if isinstance(v, float) else v for name, v in row.items()} for row in rows]
        writer.writerows(short)
    print(f"\n{path.name}\n{path.read_text(encoding='utf-8')}", flush=True)


if __name__ == "__main__":
    main()
