"""The exact truth of a collection by brute force: all pairs counted, with no filter that could lose one.

    python bench/peers/truth.py INPUT.jsonl... --threshold .8 --size 5 --out truth.npz [--words samesame]

Words become numbers, shingles become numbers (exactly, no hashes), shingles that occur in one document only are
dropped, and for each document the shingles it shares with every other one are counted over an inverted index. Documents
with the same words are counted once and expanded at the end. The pairs kept are those where one side is covered at
least by the threshold: pairs at or above it in Jaccard are among them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

sys.path.append(str(Path(__file__).parents[1]))
from peers import harness

Numbers = npt.NDArray[np.int64]


class Words(NamedTuple):
    """The words of all documents as numbers, in one row; `ends` has where each document ends."""

    words: Numbers
    ends: Numbers


class Sets(NamedTuple):
    """Distinct (document, shingle) pairs in the order of documents, and how many each document has."""

    document: Numbers
    shingle: Numbers
    sizes: Numbers


def regex_words(texts: Iterable[str]) -> Words:
    """The words that the peers get."""
    vocabulary: dict[str, int] = {}
    parts, ends, end = [], [], 0
    for text in texts:
        found = harness.WORD.findall(text.casefold())
        parts.append(np.array([vocabulary.setdefault(word, len(vocabulary)) for word in found], dtype=np.int64))
        end += len(found)
        ends.append(end)
    return Words(np.concatenate(parts), np.array(ends, dtype=np.int64))


def samesame_words(texts: Iterable[str]) -> Words:
    """The words that samesame gets: by the Unicode rules, which keep "don't" together."""
    import pyarrow as pa

    from samesame.segment.words import word_lists

    lists = word_lists(pa.array(texts, pa.large_string()))
    codes = lists.flatten().field("word").dictionary_encode().indices
    lengths = np.diff(lists.offsets.to_numpy())
    return Words(codes.to_numpy(zero_copy_only=False).astype(np.int64), np.cumsum(lengths).astype(np.int64))


def renumbered(numbers: Numbers) -> Numbers:
    """The same numbers made dense."""
    return np.unique(numbers, return_inverse=True)[1].astype(np.int64)


def shingle_sets(words: Words, size: int) -> Sets:
    """Word shingles as numbers: pairs of numbers are numbered again, one word longer each time, so none collide."""
    count = len(words.ends)
    lengths = np.diff(words.ends, prepend=0)
    # Texts too short for a shingle are filled up with a number of no word: their one shingle is all their words.
    owner = np.repeat(np.arange(count), lengths)
    room = np.maximum(lengths, size * (lengths > 0))
    starts = np.cumsum(room) - room
    row = np.zeros(int(room.sum()) + size, dtype=np.int64)
    row[starts[owner] + np.arange(len(owner)) - (words.ends - lengths)[owner]] = words.words + 1
    grams = row
    width = int(row.max()) + 1
    for step in range(1, size):
        grams = renumbered(grams[: len(row) - step] * width + row[step:])
    shingles_of = np.maximum(lengths - size + 1, lengths > 0)
    document = np.repeat(np.arange(count), shingles_of)
    offsets = np.arange(len(document)) - np.repeat(np.cumsum(shingles_of) - shingles_of, shingles_of)
    keys = np.unique(document * (int(grams.max()) + 1) + grams[starts[document] + offsets])
    document, shingle = np.divmod(keys, int(grams.max()) + 1)
    return Sets(document, shingle, np.bincount(document, minlength=count))


def firsts_of(words: Words) -> Numbers:
    """For each document the first one with the same words in the same order."""
    known: dict[bytes, int] = {}
    starts = [0, *words.ends[:-1].tolist()]
    spans = zip(starts, words.ends.tolist(), strict=True)
    return np.array([known.setdefault(words.words[a:b].tobytes(), i) for i, (a, b) in enumerate(spans)], dtype=np.int64)


def shared_counts(sets: Sets, keep: npt.NDArray[np.bool_], threshold: float) -> Numbers:
    """Rows of left, right, shared for the kept documents, left < right, where either side is covered."""
    chosen = keep[sets.document]
    document, shingle = sets.document[chosen], renumbered(sets.shingle[chosen])
    frequent = np.bincount(shingle)[shingle] > 1
    document, shingle = document[frequent], renumbered(shingle[frequent])
    order = np.argsort(shingle, kind="stable")
    postings = document[order]
    ends = np.cumsum(np.bincount(shingle))
    frequency = np.diff(ends, prepend=0)
    bounds = np.searchsorted(document, np.arange(len(sets.sizes) + 1))
    rows: list[Numbers] = [np.empty((0, 3), dtype=np.int64)]
    for left in np.flatnonzero(np.diff(bounds)):
        own = shingle[bounds[left] : bounds[left + 1]]
        counts = frequency[own]
        places = np.arange(counts.sum()) + np.repeat(ends[own] - np.cumsum(counts), counts)
        shared = np.bincount(postings[places], minlength=len(sets.sizes))
        shared[: left + 1] = 0
        right = np.flatnonzero(shared)
        smaller = np.minimum(sets.sizes[left], sets.sizes[right])
        right = right[shared[right] / smaller >= threshold]
        rows.append(np.column_stack([np.full(len(right), left), right, shared[right]]))
    return np.concatenate(rows)


def expanded(rows: Numbers, first: Numbers, sizes: Numbers) -> Numbers:
    """Pairs of firsts as pairs of all their copies, and the pairs of copies among themselves."""
    order = np.argsort(first, kind="stable")
    starts = np.searchsorted(first[order], np.arange(len(first) + 1))
    members = [order[starts[i] : starts[i + 1]] for i in range(len(first))]
    parts = [np.empty((0, 3), dtype=np.int64)]
    for left, right, shared in rows.tolist():
        pairs = np.stack(np.meshgrid(members[left], members[right]), axis=-1).reshape(-1, 2)
        parts.append(np.column_stack([np.sort(pairs, axis=1), np.full(len(pairs), shared)]))
    for group in members:
        if len(group) > 1 and sizes[group[0]]:
            left, right = np.triu_indices(len(group), 1)
            parts.append(np.column_stack([group[left], group[right], np.full(len(left), sizes[group[0]])]))
    return np.concatenate(parts)


def truth(ids: list[str], words: Words, size: int, threshold: float) -> dict[str, Any]:
    """Pairs with their counts: left and right are places in `ids`."""
    sets = shingle_sets(words, size)
    first = firsts_of(words)
    rows = shared_counts(sets, first == np.arange(len(first)), threshold)
    left, right, shared = expanded(rows, first, sets.sizes).T
    return {"ids": np.array(ids), "left": left, "right": right, "shared": shared, "sizes": sets.sizes}


def main() -> None:
    """Writes the truth as arrays."""
    parser = harness.parser(__doc__)
    parser.add_argument("--words", choices=["regex", "samesame"], default="regex", help="whose words")
    arguments = parser.parse_args()
    clock = harness.Clock()
    records = list(harness.records(arguments.inputs))
    texts = [text for _, text in records]
    words = regex_words(texts) if arguments.words == "regex" else samesame_words(texts)
    found = truth([name for name, _ in records], words, arguments.size, arguments.threshold)
    np.savez(arguments.out, threshold=arguments.threshold, size=arguments.size, **found)
    harness.say({"pairs": len(found["left"]), "seconds": clock.report()["total"], "peak_mb": harness.peak_mb()})


if __name__ == "__main__":
    main()
