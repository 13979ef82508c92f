"""text-dedup: the steps of its minhash command with its defaults, up to its clusters.

Its functions are called directly, on texts reduced to our words, so that its shingles are those of the other peers.
What its command does beside (a filter on length, saving the texts that stay) is left out, in its favour.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import datasets  # type: ignore[import-untyped]
import numpy as np
from text_dedup.minhash import RNG, SIGNATURE_COLUMN, embed_func  # type: ignore[import-not-found]
from text_dedup.utils import INDEX_COLUMN, UnionFind, optimal_param, xxh3_32hash  # type: ignore[import-not-found]

sys.path.append(str(Path(__file__).parents[1]))
from peers import harness

PERMUTATIONS = 250
MAX_HASH = np.uint32((1 << 32) - 1)
PRIME = np.uint64((1 << 61) - 1)


def options(threshold: float, size: int) -> dict[str, Any]:
    """What its command passes to `embed_func` by default, but for the faster of its two hashes."""
    bands, rows = optimal_param(threshold, PERMUTATIONS, false_positive_weight=0.5, false_negative_weight=0.5)
    return {
        "num_perm": PERMUTATIONS,
        "ngram_size": size,
        "min_length": 0,
        "hashranges": [(i * rows, (i + 1) * rows) for i in range(bands)],
        "permutations": (
            RNG.randint(1, PRIME, size=(PERMUTATIONS,), dtype=np.uint64),
            RNG.randint(0, PRIME, size=(PERMUTATIONS,), dtype=np.uint64),
        ),
        "hash_func": xxh3_32hash,
        "dtype": np.uint64,
        "max_hash": MAX_HASH,
        "modulo_prime": PRIME,
    }


def find(arguments: argparse.Namespace, clock: harness.Clock) -> tuple[list[str], harness.Pairs]:
    """`shingle` is finding the words; its own function makes shingles while it signs."""
    with clock.stage("read"):
        records = list(harness.records(arguments.inputs))
    with clock.stage("shingle"):
        words = [(name, " ".join(harness.WORD.findall(text.casefold()))) for name, text in records]
        words = [(name, text) for name, text in words if text]
        del records
    ids = [name for name, _ in words]
    with clock.stage("sign"):
        texts = datasets.Dataset.from_dict({"text": [text for _, text in words], INDEX_COLUMN: range(len(ids))})
        del words
        signed = texts.map(
            embed_func,
            fn_kwargs=options(arguments.threshold, arguments.size),
            input_columns=["text", INDEX_COLUMN],
            remove_columns=["text"],
            num_proc=os.cpu_count(),
        )
    with clock.stage("query"):
        found = clusters(signed[INDEX_COLUMN], signed[SIGNATURE_COLUMN])
    clock.stop()  # what follows turns its answer into pairs, which is not its work
    return ids, harness.expanded(found)


def clusters(keys: Any, signatures: Any) -> list[list[int]]:
    """Documents that share a band, joined: as its command does it, with its union-find."""
    tables: dict[tuple[int, bytes], set[int]] = defaultdict(set)
    for key, bands in zip(keys, signatures, strict=True):
        for number, band in enumerate(bands):
            tables[number, band].add(key)
    union = UnionFind()
    members: dict[int, list[int]] = defaultdict(list)
    for cluster in tables.values():
        first = min(cluster)
        for key in cluster:
            union.union(key, first)
    for key in list(union.parent):
        members[union.find(key)].append(key)
    return [cluster for cluster in members.values() if len(cluster) > 1]


if __name__ == "__main__":
    datasets.disable_progress_bars()
    harness.say(harness.run("text-dedup", harness.parser(__doc__).parse_args(), find))
