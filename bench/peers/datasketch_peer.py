"""datasketch: MinHash in bulk with a fast hash, its LSH index, and its own estimate of each candidate pair."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from datasketch import MinHash, MinHashLSH  # type: ignore[import-not-found]
from xxhash import xxh32_intdigest

sys.path.append(str(Path(__file__).parents[1]))
from peers import harness

PERMUTATIONS = 128


def find(arguments: argparse.Namespace, clock: harness.Clock) -> tuple[list[str], harness.Pairs]:
    """A document is asked for before it is inserted: every pair comes up once. The index chooses its own bands."""
    index = MinHashLSH(threshold=arguments.threshold, num_perm=PERMUTATIONS)
    ids: list[str] = []
    signatures: list[Any] = []
    pairs: list[tuple[int, int]] = []
    for names, tokens in harness.token_batches(arguments.inputs, arguments.size, clock):
        with clock.stage("sign"):
            # xxhash takes strings as they are; the documentation advises a faster hash than the default SHA-1.
            new = MinHash.bulk(tokens, num_perm=PERMUTATIONS, hashfunc=xxh32_intdigest)
        with clock.stage("query"):
            for name, signature in zip(names, new, strict=True):
                pairs += similar(index.query(signature), signature, signatures, arguments.threshold)
                index.insert(len(ids), signature, check_duplication=False)
                ids.append(name)
                signatures.append(signature)
    return ids, pairs


def similar(found: list[int], signature: Any, signatures: list[Any], threshold: float) -> list[tuple[int, int]]:
    """The candidates whose estimated similarity reaches the threshold."""
    right = len(signatures)
    return [(left, right) for left in found if signature.jaccard(signatures[left]) >= threshold]


if __name__ == "__main__":
    harness.say(harness.run("datasketch", harness.parser(__doc__).parse_args(), find))
