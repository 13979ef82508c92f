"""The experiments of the CoDet paper on real texts: tables.

python bench/experiments/codet.py --data FOLDER --out bench/runs/DATE-experiments-codet [--only sweeps,values]
python bench/experiments/page.py bench/runs/DATE-experiments-codet docs/experiments/codet.md
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

import samesame as ss
from experiments import codet_tests, natural
from experiments.judged import Judged, Scored, Shares, direction, passing, sweep
from experiments.labelled import records
from experiments.pan import sources
from experiments.plants import Contained, contained
from experiments.resample import drawn, f1_draws, interval
from experiments.scored import LEVELS, METHODS, Signed, Tried
from experiments.tables import Row, environment, save
from samesame.segment.sentences import sentence_lists

DEFAULT = ss.CoDet().threshold
DEPTHS = (1, 2, 3, 4, 5, 7, 10, 15, 30)
SUFFIXES = (2, 3, 5)
PLANTS, MOST = 200, 1500


def natural_sets(data: Path) -> list[Judged]:
    """Real texts with copies that nobody planted."""
    turkish, events = (natural.news(data, f"{name}-news", name) for name in ("turkish", "event"))
    return [turkish, events, natural.mails(data), natural.terms(data), natural.laws(data), *natural.pan(data)]


def planted_sets(data: Path) -> list[Contained]:
    """Real texts with planted copies."""
    files = (f"{name}.jsonl.zst" for name in ("turkish-news", "chinese-laws"))
    turkish, laws = ([row["text"] for row in records(data / file)] for file in files)
    return [
        contained("turkish+", turkish, spaced=True, each=PLANTS, most=MOST),
        contained("web+", sources(data / "pan13-train.tar.zst"), spaced=True, each=PLANTS, most=MOST),
        contained("laws+", laws, spaced=False, each=PLANTS, most=MOST),
    ]


# --- what the collections are ---


def overview(sets: list[Judged], out: Path) -> None:
    """Documents, sentences, true pairs and pairs that are not judged."""
    rows: list[Row] = []
    for judged in sets:
        cuts = np.diff(sentence_lists(judged.texts).offsets.to_numpy())
        counts = {"documents": len(judged.texts), "groups": len(np.unique(judged.groups)), "true": judged.wanted}
        size = sum(map(len, judged.texts))
        rows.append({"set": judged.name, **counts, "sentences": float(np.median(cuts)), "characters": size})
    save(out / "sets.csv", rows)


# --- effectiveness: Table 1 ---


def effectiveness(sets: list[Judged], out: Path) -> None:
    """Each method at its default and at its best threshold, with intervals; differences from codet at its default."""
    rows: list[Row] = []
    for judged in sets:
        counts = drawn(int(judged.groups.max()) + 1)
        base: Shares | None = None
        for method in METHODS:
            pairs = method.pairs(judged.texts)
            usual = method.at_default(judged.texts, pairs)
            draws = f1_draws(judged, usual, passing(usual.score, method.default, strict=method.strict), counts)
            base = draws if base is None else base
            rows.append({**scores_of(judged, method, pairs, usual), **intervals(draws, base)})
        print("measured", judged.name, flush=True)
    save(out / "effectiveness.csv", rows)


def scores_of(judged: Judged, method: Tried, pairs: Scored, usual: Scored) -> Row:
    """Scores at the default and at the best threshold; where the truth has a direction, whether it was told."""
    at_default = sweep(judged, usual, [method.default], strict=method.strict)[0]
    tried = sweep(judged, pairs, method.levels, strict=method.strict)
    best = max(range(len(tried)), key=lambda place: tried[place].f1)
    row: Row = {"set": judged.name, "method": method.name, **at_default._asdict()}
    row |= {"best level": float(method.levels[best]), "f1 at best": tried[best].f1}
    told, right = direction(judged, usual, method.default, strict=method.strict)
    return {**row, "true told": told, "right way": right if judged.directed else ""}


def intervals(draws: Shares, base: Shares) -> Row:
    """The interval of F1, and that of how far codet is ahead."""
    (low, high), (less, more) = interval(draws), interval(base - draws)
    return {"low": low, "high": high, "codet ahead low": less, "codet ahead high": more}


# --- sweeps: Figs 2, 4 and 5, and ETL ---


def sweeps(sets: list[Judged], out: Path) -> None:
    """F1 by ETL under many settings: depth with and without word sorting, and suffixes."""
    rows: list[Row] = []
    wishes: list[Row] = [{"ws": ws, "depth": depth, "suffixes": 1} for ws in (True, False) for depth in DEPTHS]
    wishes += [{"ws": True, "depth": 5, "suffixes": count} for count in SUFFIXES]
    for judged in sets:
        signed = Signed(judged.texts)
        for wish in wishes:
            tried = sweep(judged, signed.pairs(**wish), LEVELS, strict=True)
            named = ({"ETL": level, **scores._asdict()} for level, scores in zip(LEVELS, tried, strict=True))
            rows += [{"set": judged.name, **wish, **score} for score in named]
        print("swept", judged.name, flush=True)
    save(out / "sweeps.csv", rows)


def levels(sets: list[Judged], out: Path) -> None:
    """The ETL that the other sources of texts choose, and what it is worth on the one left out."""
    scored = [Signed(judged.texts).pairs() for judged in sets]
    tried = np.array([[s.f1 for s in sweep(j, p, LEVELS, strict=True)] for j, p in zip(sets, scored, strict=True)])
    usual = LEVELS.index(DEFAULT)
    rows: list[Row] = []
    for place, judged in enumerate(sets):
        others = [other for other in range(len(sets)) if source(sets[other]) != source(judged)]
        chosen = int(np.argmax(by_source([sets[other] for other in others], tried[others])))
        counts = drawn(int(judged.groups.max()) + 1)
        one, two = (f1_draws(judged, scored[place], scored[place].score > LEVELS[at], counts) for at in (chosen, usual))
        low, high = interval(one - two)
        best = int(np.argmax(tried[place]))
        row: Row = {"set": judged.name, "others choose": LEVELS[chosen], "f1": tried[place, chosen]}
        row |= {"f1 at default": tried[place, usual], "gain low": low, "gain high": high}
        rows.append({**row, "own best": LEVELS[best], "f1 at own best": tried[place, best]})
    save(out / "left-out.csv", rows)
    means = zip(LEVELS, by_source(sets, tried).tolist(), tried.mean(axis=0).tolist(), strict=True)
    save(out / "mean.csv", [{"ETL": level, "by source": one, "by set": other} for level, one, other in means])


def source(judged: Judged) -> str:
    """Where the texts come from: sets of the same texts do not choose for each other."""
    return "web" if judged.name.startswith("pan") else judged.name.removesuffix("+")


def by_source(sets: list[Judged], tried: Shares) -> Shares:
    """Mean F1 by level: first over the sets of each source, then over the sources."""
    names = [source(judged) for judged in sets]
    means: list[Shares] = [tried[[n == name for n in names]].mean(axis=0) for name in dict.fromkeys(names)]
    mean: Shares = np.stack(means).mean(axis=0)
    return mean


def main() -> None:
    """Runs what is asked for."""
    options = argparse.ArgumentParser(description="The experiments of the CoDet paper.")
    options.add_argument("--data", type=Path, required=True, help="folder of collections")
    options.add_argument("--out", type=Path, required=True, help="folder for the tables")
    options.add_argument("--only", help="some of the experiments, with commas between")
    wish = options.parse_args()
    wish.out.mkdir(parents=True, exist_ok=True)
    planted = planted_sets(wish.data)
    sets = [*natural_sets(wish.data), *(one.judged for one in planted)]
    works: dict[str, Callable[[], None]] = {
        "overview": lambda: overview(sets, wish.out),
        "levels": lambda: levels(sets, wish.out),
        "effectiveness": lambda: effectiveness(sets, wish.out),
        "sweeps": lambda: sweeps(sets, wish.out),
        "plants": lambda: codet_tests.plants(planted, wish.out),
        "values": lambda: codet_tests.values(wish.data, sets, wish.out),
        "causes": lambda: codet_tests.causes(sets, wish.out),
        "time": lambda: codet_tests.times(wish.data, wish.out),
    }
    seconds = {"collections": time.process_time()}
    for name in wish.only.split(",") if wish.only else works:
        start = time.process_time()
        works[name]()
        seconds[name] = time.process_time() - start
    if not wish.only:
        environment(wish.out / "environment.json", "python bench/experiments/codet.py --data FOLDER --out DIR", seconds)


if __name__ == "__main__":
    main()
