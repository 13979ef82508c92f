"""Full fingerprinting as the DURIAN paper describes it, beside DURIAN, on the same letters.

    python bench/fingerprints.py FILE [--out RUN]

Each window of three words of each main text is hashed; all tuples of hash and letter are sorted; for each hash all
pairs of letters that have it are written; the pairs are sorted and counted; a pair of which one letter has more than
80 % of the other's windows is told. Copies count as often as they come, as in the paper. Hashing is the core's, sorting
numpy's.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

import samesame as ss
from durian import command
from measure import save, table
from samesame import _core
from samesame.arrays import to_numpy, words_array

SHARE, WINDOW = 0.8, 3
# Pairs are counted in blocks of so many, as a program that sorts on disk would.
BLOCK = 50_000_000
Numbers = npt.NDArray[np.int64]


def tuples(texts: list[str]) -> tuple[npt.NDArray[np.uint64], Numbers]:
    """Hashes of windows with the letters that have them, sorted."""
    lists = _core.shingles(words_array(texts), ss.WordOptions().key(), WINDOW, 1)
    letters = np.repeat(np.arange(len(texts)), np.diff(to_numpy(lists.offsets)))
    hashes = to_numpy(lists.values)
    order = np.lexsort((letters, hashes))
    return hashes[order], letters[order]


def counted(hashes: npt.NDArray[np.uint64], letters: Numbers, count: int) -> tuple[int, int]:
    """Pairs that are written, and pairs that are told."""
    windows = np.bincount(letters, minlength=count)
    starts = np.flatnonzero(np.r_[True, hashes[1:] != hashes[:-1]])
    sizes = np.diff(np.r_[starts, len(hashes)])
    written, blocks, held = 0, list[Numbers](), 0
    sums: list[tuple[Numbers, Numbers]] = []
    for size in np.unique(sizes[sizes > 1]).tolist():
        groups = starts[sizes == size]
        left, right = np.triu_indices(size, 1)
        for part in np.array_split(groups, len(groups) * len(left) // BLOCK + 1):
            some = letters[part[:, None] + left] * count + letters[part[:, None] + right]
            blocks.append(some.reshape(-1))
            written, held = written + some.size, held + some.size
            if held > BLOCK:
                sums, blocks, held = [merged([*sums, counts_of(blocks)])], [], 0
    if blocks:
        sums = [merged([*sums, counts_of(blocks)])]
    told = 0
    for pairs, shared in sums:
        least = np.minimum(windows[pairs // count], windows[pairs % count])
        told += int(np.count_nonzero(shared > SHARE * least))
    return written, told


def counts_of(blocks: list[Numbers]) -> tuple[Numbers, Numbers]:
    """The pairs of some blocks, and how often each is there."""
    pairs, counts = np.unique(np.concatenate(blocks), return_counts=True)
    return pairs, counts.astype(np.int64)


def merged(parts: list[tuple[Numbers, Numbers]]) -> tuple[Numbers, Numbers]:
    """The sums of some counts."""
    pairs, places = np.unique(np.concatenate([pairs for pairs, _ in parts]), return_inverse=True)
    return pairs, np.bincount(places, np.concatenate([counts for _, counts in parts])).astype(np.int64)


def main() -> None:
    """Both on one file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--out", type=Path, help="folder for the figures; otherwise they are printed only")
    asked = parser.parse_args()
    start, cpu = time.perf_counter(), time.process_time()
    texts = [letter.main_text or letter.text for letter in (ss.letter(one.text) for one in ss.read(asked.file))]
    apart = time.process_time() - cpu
    hashes, letters = tuples(texts)
    written, told = counted(hashes, letters, len(texts))
    used = {"seconds": time.perf_counter() - start, "cpu": time.process_time() - cpu, "of it parts of letters": apart}
    rows = [{"method": "full fingerprinting", **used, "tuples": len(hashes), "pairs written": written, "pairs": told}]
    durian = command(str(asked.file))
    rows.append({"method": "durian", "seconds": durian["seconds"], "cpu": durian["cpu"]})
    if asked.out:
        save(asked.out, "fingerprints", rows)
    print(table(rows))


if __name__ == "__main__":
    main()
