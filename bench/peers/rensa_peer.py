"""rensa: R-MinHash signatures in batches, its LSH index, and its own estimate of each candidate pair."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from rensa import RMinHash, RMinHashLSH  # type: ignore[import-not-found]

sys.path.append(str(Path(__file__).parents[1]))
from peers import harness

PERMUTATIONS = 128
SEED = 42


def find(arguments: argparse.Namespace, clock: harness.Clock) -> tuple[list[str], harness.Pairs]:
    """Each batch is inserted, then asked for: every pair comes up once, at its later document."""
    index = RMinHashLSH(threshold=arguments.threshold, num_perm=PERMUTATIONS, num_bands=arguments.bands)
    ids: list[str] = []
    signatures: list[Any] = []
    pairs: list[tuple[int, int]] = []
    for names, tokens in harness.token_batches(arguments.inputs, arguments.size, clock):
        first = len(ids)
        with clock.stage("sign"):
            new = RMinHash.from_token_sets(tokens, num_perm=PERMUTATIONS, seed=SEED)
        with clock.stage("query"):
            ids += names
            signatures += new
            index.insert_many(new, start_key=first)
            pairs += similar(index.query_all(new), signatures, first, arguments.threshold)
    return ids, pairs


def similar(candidates: list[list[int]], signatures: list[Any], first: int, threshold: float) -> list[tuple[int, int]]:
    """The candidates whose estimated similarity reaches the threshold."""
    pairs = []
    for right, found in enumerate(candidates, first):
        signature = signatures[right]
        pairs += [(left, right) for left in found if left < right and signature.jaccard(signatures[left]) >= threshold]
    return pairs


def ordered(text: str, size: int) -> list[str]:
    """The shingles in the order of the text: sampling by position needs it, and a set would lose it."""
    words = harness.WORD.findall(text.casefold())
    return [" ".join(words[i : i + size]) for i in range(max(1, len(words) - size + 1))] if words else []


def flags(arguments: argparse.Namespace) -> dict[str, float]:
    """The way that rensa's own benchmark measures: sampled positions, and a flag a document instead of pairs.

    All shingles are in memory before the clock starts.
    """
    texts = (text for _, text in harness.records(arguments.inputs))
    tokens = [found for text in texts if (found := ordered(text, arguments.size))]
    start = time.perf_counter()
    matrix = RMinHash.digest_matrix_from_token_sets_rho(tokens, num_perm=PERMUTATIONS, seed=SEED)
    index = RMinHashLSH(threshold=arguments.threshold, num_perm=PERMUTATIONS, num_bands=arguments.bands)
    flagged = index.query_duplicate_flags_matrix_one_shot(matrix)
    return {"seconds": time.perf_counter() - start, "flagged": sum(flagged)}


def main() -> None:
    """Also tells the time from token sets to pairs, and with --flags the time of the sampled pipeline."""
    parser = harness.parser(__doc__)
    parser.add_argument("--bands", type=int, default=16, help="bands of the 128 slots: 16 x 8 or 32 x 4")
    parser.add_argument("--flags", action="store_true", help="measure the pipeline that gives flags only, too")
    arguments = parser.parse_args()
    record = harness.run("rensa", arguments, find)
    seconds = record["seconds"]
    record["tokens_to_pairs"] = seconds["sign"] + seconds["query"]
    if arguments.flags:
        record["tokens_to_flags"] = flags(arguments)
    harness.say(record)


if __name__ == "__main__":
    main()
