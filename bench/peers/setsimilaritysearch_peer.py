"""SetSimilaritySearch: all pairs by prefix and position filters, exact. It needs all shingle sets at once."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from SetSimilaritySearch import all_pairs  # type: ignore[import-not-found]

sys.path.append(str(Path(__file__).parents[1]))
from peers import harness


def find(arguments: argparse.Namespace, clock: harness.Clock) -> tuple[list[str], harness.Pairs]:
    """There are no signatures: everything after shingling is `query`."""
    ids: list[str] = []
    sets: list[set[str]] = []
    for names, tokens in harness.token_batches(arguments.inputs, arguments.size, clock):
        ids += names
        sets += tokens
    with clock.stage("query"):
        found = all_pairs(sets, similarity_func_name="jaccard", similarity_threshold=arguments.threshold)
        pairs = [(int(left), int(right)) for left, right, _ in found]
    return ids, pairs


if __name__ == "__main__":
    harness.say(harness.run("SetSimilaritySearch", harness.parser(__doc__).parse_args(), find))
