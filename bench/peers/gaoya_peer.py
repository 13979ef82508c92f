"""gaoya: its string index over ready tokens, inserted and asked in parallel, which checks the estimate itself."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from gaoya.minhash import MinHashStringIndex  # type: ignore[import-not-found]

sys.path.append(str(Path(__file__).parents[1]))
from peers import harness

HASHES = 128


def find(arguments: argparse.Namespace, clock: harness.Clock) -> tuple[list[str], harness.Pairs]:
    """Each batch is inserted, then asked for: every pair comes up once, at its later document.

    Signing is part of both calls, so `sign` is insertion, and `query` signs once more. The parallel calls for tokens
    are those of the index inside: the outer class would insert tokens on one thread.
    """
    index = MinHashStringIndex(
        jaccard_threshold=arguments.threshold,
        num_bands=None,  # it then chooses bands for the threshold
        band_size=None,
        num_hashes=HASHES,
        id_container="vec",
    ).minhash_index
    ids: list[str] = []
    pairs: list[tuple[int, int]] = []
    for names, tokens in harness.token_batches(arguments.inputs, arguments.size, clock):
        numbers = list(range(len(ids), len(ids) + len(names)))
        ids += names
        with clock.stage("sign"):
            lists = [list(found) for found in tokens]
            index.par_bulk_insert_tokens(numbers, lists)
        with clock.stage("query"):
            answers = index.par_bulk_query_tokens(lists)
            pairs += [
                (left, right) for right, found in zip(numbers, answers, strict=True) for left in found if left < right
            ]
    return ids, pairs


if __name__ == "__main__":
    harness.say(harness.run("gaoya", harness.parser(__doc__).parse_args(), find))
