"""DURIAN: time, CPU time and memory of whole commands, growth, theta swept, and what comparing everybody would add.

    python bench/durian.py --data FOLDER --out RUN     public-comments, 31,250 to 500,000 generated comments, the sweep

Generated comments: campaigns with letters of two to six paragraphs, whose copies have salutations, signatures and
footers; a tenth are singletons. The largest campaign has a third of all comments. Nearly half of the copies are exact,
the others edited: paragraphs added, some kept with text of one's own, words changed, sentences taken out. What the nine
ways of editing do to detection is measured in `bench/experiments`.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, islice, pairwise
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa

import samesame as ss
from measure import save, table
from samesame import _core
from samesame.engines.local.reached import SLACK

THETAS = (0.3, 0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0, 2.5)
SYLLABLES = [a + b for a in "bdfgklmnprstv" for b in ("a", "e", "i", "o", "u", "ai", "or", "en")]
# Up to which share of the copies each edit is made; the rest has sentences taken out.
EXACT, ADDED, KEY, CHANGED = 0.45, 0.7, 0.8, 0.94
FOOTERS = ("", "", "\n\nSent from my phone", "\n\nSent via the action center of Clean Air Now")


class Writer:
    """Texts of words drawn by Zipf's law."""

    def __init__(self, seed: int) -> None:
        self.random, self.numbers = Random(seed), np.random.default_rng(seed)
        made = dict.fromkeys(
            "".join(self.random.choices(SYLLABLES, k=self.random.randint(1, 4))) for _ in range(60_000)
        )
        self.words = np.array(list(made), dtype=object)
        self._drawn, self._place = np.zeros(0, np.int64), 0

    def paragraph(self, words: int) -> str:
        """Some words in sentences."""
        if self._place + words > len(self._drawn):
            # Words of rank r come in proportion to 1 / r.
            ranks = np.exp(self.numbers.random(1 << 18) * np.log(len(self.words))).astype(np.int64)
            self._drawn, self._place = np.minimum(ranks, len(self.words) - 1), 0
        self._place += words
        drawn = self.words[self._drawn[self._place - words : self._place]].tolist()
        ends = range(0, words, self.random.randint(9, 25))
        return " ".join(" ".join(drawn[start:end]).capitalize() + "." for start, end in pairwise([*ends, words]))

    def body(self, fewest: int, most: int) -> list[str]:
        """Paragraphs of 20 to 70 words."""
        return [self.paragraph(self.random.randint(20, 70)) for _ in range(self.random.randint(fewest, most))]

    def framed(self, body: list[str]) -> str:
        """A letter with what stands around its text."""
        first, last, town = (self.paragraph(1).rstrip(".") for _ in range(3))
        number = self.random.randint(10_000, 99_999)
        end = f"Sincerely,\n{first} {last}\n{number % 900} Main Street\n{town}, NY {number}"
        return "\n\n".join(["Dear Administrator,", *body, end]) + self.random.choice(FOOTERS)

    def edited(self, letter: list[str]) -> list[str]:
        """A copy of a letter: often an exact one, else with text of one's own, words changed, or parts taken out."""
        body, way = list(letter), self.random.random()
        if way < EXACT:
            return body
        if way < ADDED:
            body.insert(self.random.randint(0, len(body)), self.paragraph(self.random.randint(10, 150)))
        elif way < KEY:
            body = [*self.random.sample(body, self.random.randint(1, len(body))), self.paragraph(80)]
        elif way < CHANGED:
            self._change(body)
        else:
            body = self._cut(body)
        return body

    def _change(self, body: list[str]) -> None:
        """Replaces one to twelve words, wherever they stand."""
        for _ in range(self.random.randint(1, 12)):
            place = self.random.randrange(len(body))
            words = body[place].split(" ")
            words[self.random.randrange(len(words))] = self.paragraph(1).rstrip(".")
            body[place] = " ".join(words)

    def _cut(self, body: list[str]) -> list[str]:
        """Takes out up to half of the sentences. Of a letter that a hundred thousand sent many do the same."""
        sentences = [(place, one) for place, paragraph in enumerate(body) for one in paragraph.split(". ")]
        gone = set(self.random.sample(range(len(sentences)), self.random.randint(1, max(len(sentences) // 2, 1))))
        left = [one for number, one in enumerate(sentences) if number not in gone]
        rest = [". ".join(one for _, one in those) for _, those in groupby(left, key=itemgetter(0))]
        return [one if one.endswith(".") else one + "." for one in rest] or body


def comments(count: int, campaigns: int, seed: int = 1) -> Iterator[dict[str, str]]:
    """Comments with the campaign they are of; singletons are their own."""
    writer = Writer(seed)
    letters = [writer.body(2, 6) for _ in range(campaigns)]
    for number in range(count):
        alone = writer.random.random() < 0.1
        which = min(int(writer.random.paretovariate(0.6)) - 1, campaigns - 1)
        body = writer.body(1, 5) if alone else writer.edited(letters[which])
        time = f"2006-{1 + number * 11 // count:02}-{1 + number % 28:02}T00:00:00Z"
        truth = f"c{number:07}" if alone else f"campaign{which}"
        yield {"id": f"c{number:07}", "text": writer.framed(body), "time": time, "campaign": truth}


def generated(path: Path, count: int, campaigns: int = 200) -> Path:
    """A file of comments."""
    with path.open("w", encoding="utf-8") as file:
        for comment in comments(count, campaigns):
            file.write(json.dumps(comment) + "\n")
    return path


def command(*arguments: str) -> dict[str, Any]:
    """A run of `samesame cluster` in a process of its own: seconds, CPU seconds, the memory of the largest process."""
    code = (
        "import json, resource, subprocess, sys, time\n"
        "start = time.perf_counter()\n"
        "command = [sys.executable, '-m', 'samesame', *sys.argv[1:]]\n"
        "done = subprocess.run(command, capture_output=True, text=True)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(json.dumps({'seconds': round(time.perf_counter() - start, 1), "
        "'cpu': round(used.ru_utime + used.ru_stime, 1), 'MB': used.ru_maxrss // 1024, 'code': done.returncode, "
        "'said': done.stderr.strip().splitlines()[-3:]}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "cluster", *arguments], capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of members."""
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def pairs(sizes: Counter[Any]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes.values())


def quality(members: list[dict[str, Any]], truth: dict[str, str]) -> dict[str, float]:
    """Precision, recall and F1 over pairs of documents in one cluster."""
    clusters, true_ones = [row["cluster"] for row in members], [truth[row["id"]] for row in members]
    both = pairs(Counter(zip(clusters, true_ones, strict=True)))
    found, true = pairs(Counter(clusters)), pairs(Counter(true_ones))
    return {"precision": both / max(found, 1), "recall": both / max(true, 1), "f1": 2 * both / max(found + true, 1)}


def growth(folder: Path, sizes: list[int]) -> list[dict[str, Any]]:
    """Whole commands on generated comments."""
    found = []
    for size in sizes:
        path, out = generated(folder / f"{size}.jsonl", size), folder / "members.jsonl"
        measured = command(str(path), "--out", str(out))
        members = rows_of(out)
        truth = {row["id"]: row["campaign"] for row in rows_of(path)}
        roles = Counter(row["role"] for row in members)
        found.append({"comments": size, **measured, **roles, **quality(members, truth)})
        print(table(found[-1:]), flush=True)
    return found


def swept(source: Path, folder: Path, truth: dict[str, str] | None) -> list[dict[str, Any]]:
    """What each theta finds; with a truth how well."""
    found = []
    for theta in THETAS:
        out = folder / "swept.jsonl"
        command(str(source), "--set", f"theta={theta}", "--out", str(out))
        members = rows_of(out)
        roles = Counter(row["role"] for row in members)
        rules = Counter(row["rule"] for row in members if row["rule"])
        good = quality(members, truth) if truth else {}
        found.append({"theta": theta, **roles, **{f"rule {name}": count for name, count in rules.items()}, **good})
    print(table(found), flush=True)
    return found


def beyond(source: Path, count: int, theta: float = 1.0, beta: float = 0.05) -> dict[str, int]:
    """How many pairs of letters are within reach of each other, and how many of them the look-up does not give.

    Everybody of the first `count` letters with different words is a seed and is compared with everybody else.
    """
    texts = [document.text for document in islice(ss.read(source), count)]
    mains = list(dict.fromkeys(found.main_text or found.text for found in map(ss.letter, texts)))
    counter = _core.BagCounter(ss.Durian().words().key())
    counter.push(pa.array(mains, pa.large_string()), 0)
    bags = counter.finish(pa.array(np.ones(len(mains)), pa.uint64()), None, 0)
    # A letter without words is in no cluster.
    everybody = np.flatnonzero(np.asarray(bags.lengths())).astype(np.uint32)
    nearby = _core.Nearby(bags, 1.0, theta + beta + SLACK, pa.array(np.zeros(len(bags), np.bool_)), 0)
    asked, found, *_ = (np.asarray(column) for column in nearby.ask(pa.array(everybody), 0))
    given = set(zip(everybody[asked].tolist(), found.tolist(), strict=True))
    near = missed = 0
    for seed in everybody.tolist():
        others = everybody[everybody != seed]
        distances = bags.distances(pa.array(np.full(len(others), seed, np.uint32)), pa.array(others), 1.0, 0)[0]
        within = others[np.asarray(distances) < theta + beta].tolist()
        near += len(within)
        missed += sum((seed, other) not in given for other in within)
    return {"letters": len(everybody), "pairs within reach": near, "given by the look-up": len(given), "missed": missed}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--sizes", type=int, nargs="*", default=[31_250, 125_000, 500_000])
    parser.add_argument("--sweep", action="store_true")
    parser.add_argument("--beyond", type=int, default=4_000, help="letters of DATA that are compared with all others")
    asked = parser.parse_args()
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        real = None if asked.data is None else asked.data / "public-comments.jsonl.zst"
        if real is not None:
            results["public-comments"] = [command(str(real), "--out", str(folder / "real.jsonl"))]
            print(results["public-comments"])
            results["beyond"] = [beyond(real, asked.beyond)]
            print(table(results["beyond"]), flush=True)
        results["growth"] = growth(folder, asked.sizes)
        if asked.sweep:
            path = generated(folder / "sweep.jsonl", 10_000, 60)
            truth = {row["id"]: row["campaign"] for row in rows_of(path)}
            results["theta, generated"] = swept(path, folder, truth)
            if real is not None:
                results["theta, public-comments"] = swept(real, folder, None)
    if asked.out is not None:
        save(asked.out, "durian", results)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
