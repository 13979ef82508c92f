"""The experiments of the PDC-MR paper on real texts: tables.

python bench/experiments/pdc.py --data FOLDER --out bench/runs/DATE-experiments-pdc [--only tau,located]
python bench/experiments/page.py bench/runs/DATE-experiments-pdc docs/experiments/pdc.md
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from experiments import natural, pdc_located, pdc_natural, pdc_reuse, pdc_sentences
from experiments.labelled import records
from experiments.pan import sources
from experiments.planted import EDITED, Planted, planted
from experiments.tables import Row, environment, save
from samesame.segment.sentences import sentence_lists

# The paper labelled 2,000 documents of each language.
MOST = 2_000
# One sentence of nine is edited in the paper's collections; one of two for those who expect more.
OFTEN = 0.5


@cache
def planted_sets(data: Path, edited: float = EDITED) -> list[Planted]:
    """Real texts with planted passages: English, Chinese and Turkish."""
    files = (f"{name}.jsonl.zst" for name in ("chinese-laws", "turkish-news"))
    laws, turkish = ([row["text"] for row in records(data / file)] for file in files)
    return [
        planted("web", sources(data / "pan13-train.tar.zst"), spaced=True, edited=edited, most=MOST),
        planted("laws", laws, spaced=False, edited=edited, most=MOST),
        planted("turkish", turkish, spaced=True, edited=edited, most=MOST),
    ]


@cache
def mails(data: Path) -> natural.Mails:
    """Mails and their replies."""
    return natural.some_mails(data)


def overview(sets: list[Planted], out: Path) -> None:
    """Documents, sentences and planted sentences."""
    rows: list[Row] = []
    for one in sets:
        cuts = np.diff(sentence_lists(one.texts).offsets.to_numpy())
        counts = {"documents": len(one.texts), "sentences": int(cuts.sum()), "planted sentences": len(one.truth)}
        rows.append({"set": one.name, **counts, "receivers": len({copied.receiver for copied in one.truth})})
    save(out / "sets.csv", rows)


def main() -> None:
    """Runs what is asked for."""
    options = argparse.ArgumentParser(description="The experiments of the PDC-MR paper.")
    options.add_argument("--data", type=Path, required=True, help="folder of collections")
    options.add_argument("--out", type=Path, required=True, help="folder for the tables")
    options.add_argument("--only", help="some of the experiments, with commas between")
    wish = options.parse_args()
    wish.out.mkdir(parents=True, exist_ok=True)
    data, out = wish.data, wish.out
    works: dict[str, Callable[[], None]] = {
        "overview": lambda: overview(planted_sets(data), out),
        "tau": lambda: pdc_sentences.by_tau([(e, s) for e in (EDITED, OFTEN) for s in planted_sets(data, e)], out),
        "changes": lambda: pdc_sentences.by_change(planted_sets(data, OFTEN), out),
        "idf": lambda: pdc_sentences.by_range(planted_sets(data), out),
        "antecedents": lambda: pdc_sentences.by_antecedents(planted_sets(data), out),
        "located": lambda: pdc_located.located(planted_sets(data), out),
        "natural": lambda: pdc_natural.natural_passages(data, mails(data), out),
        "kinds": lambda: pdc_reuse.kinds(data, mails(data), out),
        "beyond": lambda: pdc_reuse.beyond(data, out),
    }
    seconds = {}
    for name in wish.only.split(",") if wish.only else works:
        start = time.process_time()
        works[name]()
        seconds[name] = time.process_time() - start
    if not wish.only:
        environment(out / "environment.json", "python bench/experiments/pdc.py --data FOLDER --out DIR", seconds)


if __name__ == "__main__":
    main()
