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
            new = sign(tokens, arguments.hash)
        with clock.stage("query"):
            for name, signature in zip(names, new, strict=True):
                pairs += similar(index.query(signature), signature, signatures, arguments.threshold)
                index.insert(len(ids), signature, check_duplication=False)
                ids.append(name)
                signatures.append(signature)
    return ids, pairs


def sign(tokens: Any, hash: str) -> list[Any]:
    """Signatures in bulk. xxhash takes strings as they are; the default SHA-1 wants bytes."""
    options = {"hashfunc": xxh32_intdigest} if hash == "xxhash" else {}
    values = tokens if hash == "xxhash" else [[token.encode() for token in one] for one in tokens]
    return list(MinHash.bulk(values, num_perm=PERMUTATIONS, **options))


def similar(found: list[int], signature: Any, signatures: list[Any], threshold: float) -> list[tuple[int, int]]:
    """The candidates whose estimated similarity reaches the threshold."""
    right = len(signatures)
    return [(left, right) for left in found if signature.jaccard(signatures[left]) >= threshold]


if __name__ == "__main__":
    parser = harness.parser(__doc__)
    parser.add_argument("--hash", choices=["xxhash", "default"], default="xxhash")
    harness.say(harness.run("datasketch", parser.parse_args(), find))
