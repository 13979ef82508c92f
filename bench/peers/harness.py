"""What the peers share, in the standard library alone: reading, words and shingles, the clock, pairs and the record."""

from __future__ import annotations

import argparse
import contextlib
import csv
import json
import re
import resource
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import Any

WORD = re.compile(r"\w+")
BATCH_DOCUMENTS = 2_000
BATCH_CHARACTERS = 8_000_000
STAGES = ("read", "shingle", "sign", "query")
Pairs = Sequence[tuple[int, int]]


class Clock:
    """Adds up the seconds of each stage, over all batches."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.start = time.perf_counter()
        self.end: float | None = None

    @contextlib.contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """The time spent inside belongs to this stage."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - begin

    def stop(self) -> None:
        """Everything up to here is the total: the pairs are known, not yet written. The first call counts."""
        self.end = self.end if self.end is not None else time.perf_counter()

    def report(self) -> dict[str, float | None]:
        """Seconds by stage; None for a stage that the peer does not let us see."""
        self.stop()
        assert self.end is not None
        return {name: self.seconds.get(name) for name in STAGES} | {"total": self.end - self.start}


def shingles(text: str, size: int) -> set[str]:
    """The word shingles of a text; a text with fewer words has one of all its words, a text without words none."""
    words = WORD.findall(text.casefold())
    if not words:
        return set()
    return {" ".join(words[i : i + size]) for i in range(max(1, len(words) - size + 1))}


def records(paths: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Id and text of each line."""
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                yield str(record["id"]), record["text"]


def batches(paths: Iterable[Path]) -> Iterator[list[tuple[str, str]]]:
    """Records in batches: no peer has to hold all texts and all shingles at once."""
    batch: list[tuple[str, str]] = []
    characters = 0
    for record in records(paths):
        batch.append(record)
        characters += len(record[1])
        if len(batch) >= BATCH_DOCUMENTS or characters >= BATCH_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def token_batches(paths: Iterable[Path], size: int, clock: Clock) -> Iterator[tuple[list[str], list[set[str]]]]:
    """Ids and shingle sets in batches, documents without words left out; reading and shingling are on the clock."""
    source = batches(paths)
    while True:
        with clock.stage("read"):
            batch = next(source, None)
        if batch is None:
            return
        with clock.stage("shingle"):
            tokens = [(name, found) for name, text in batch if (found := shingles(text, size))]
        del batch
        yield [name for name, _ in tokens], [found for _, found in tokens]


def expanded(clusters: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """All pairs of each cluster, for peers that report clusters only."""
    return [pair for cluster in clusters for pair in combinations(sorted(cluster), 2)]


def peak_mb() -> float:
    """Resident memory at its peak: of this process and, on top, of its largest child.

    Linux hands `ru_maxrss` of the program that started us down to us, so what belongs to us alone is read from /proc.
    """
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    status = Path("/proc/self/status")
    for line in status.read_text().splitlines() if status.exists() else []:
        if line.startswith("VmHWM:"):
            own = int(line.split()[1])
    return (own + resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) * 1024 / 1e6


def write_pairs(path: Path, rows: Iterable[tuple[str, str]]) -> None:
    """Pairs as CSV with the columns left and right."""
    with path.open("w", encoding="utf-8", newline="") as target:
        writer = csv.writer(target)
        writer.writerow(("left", "right"))
        writer.writerows(rows)


def parser(description: str | None) -> argparse.ArgumentParser:
    """The arguments that all peers take."""
    result = argparse.ArgumentParser(description=description)
    result.add_argument("inputs", type=Path, nargs="+", help="JSONL with id and text")
    result.add_argument("--threshold", type=float, default=0.8)
    result.add_argument("--size", type=int, default=5, help="words in a shingle")
    result.add_argument("--out", type=Path, required=True, help="CSV of pairs")
    return result


Find = Callable[[argparse.Namespace, Clock], tuple[list[str], Pairs]]


def run(distribution: str, arguments: argparse.Namespace, find: Find) -> dict[str, Any]:
    """Runs a peer, writes its pairs and gives its record."""
    clock = Clock()
    ids, pairs = find(arguments, clock)
    clock.stop()
    record = {
        "version": version(distribution),
        "documents": len(ids),
        "pairs": len(pairs),
        "seconds": clock.report(),
        "peak_mb": peak_mb(),
    }
    write_pairs(arguments.out, ((ids[left], ids[right]) for left, right in pairs))
    return record


def say(record: dict[str, Any]) -> None:
    """One JSON line, the last that a peer prints."""
    print(json.dumps(record), flush=True)
