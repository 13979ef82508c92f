"""Recall and precision of reported pairs against the exact truth.

    python bench/peers/score.py pairs.csv --truth truth.npz

`near`: pairs with Jaccard at or above the threshold. `contained`: pairs where one side, whichever, is covered at least
by it; these include the near ones. Ids become numbers first, so that millions of pairs are no trouble.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

Keys = npt.NDArray[np.int64]


class Truth(NamedTuple):
    """Ids, and the right pairs as sorted keys: left place times the number of ids, plus right place."""

    ids: pa.Array
    near: Keys
    contained: Keys


def load(path: Path) -> Truth:
    """The truth that `truth.py` wrote."""
    with np.load(path) as file:
        ids, left, right, shared = (file[name] for name in ("ids", "left", "right", "shared"))
        a, b = file["sizes"][left], file["sizes"][right]
        threshold = float(file["threshold"])
    keys = keys_of(left, right, len(ids))
    near = keys[shared / (a + b - shared) >= threshold]
    contained = keys[shared / np.minimum(a, b) >= threshold]
    return Truth(pa.array(ids.tolist(), pa.string()), np.unique(near), np.unique(contained))


def keys_of(left: Keys, right: Keys, count: int) -> Keys:
    """One number a pair, whichever side comes first."""
    return np.minimum(left, right).astype(np.int64) * count + np.maximum(left, right)


def reported(path: Path, ids: pa.Array) -> Keys:
    """The pairs of a file, each once. An id that the truth does not know is an error."""
    text = {"left": pa.string(), "right": pa.string()}
    options = pyarrow.csv.ConvertOptions(column_types=text, include_columns=["left", "right"])
    table = pyarrow.csv.read_csv(path, convert_options=options)
    sides = [pc.index_in(table[name].combine_chunks(), value_set=ids) for name in ("left", "right")]
    if any(side.null_count for side in sides):
        raise ValueError(f"{path} has ids that the truth lacks: make the truth from the same input")
    left, right = (side.to_numpy(zero_copy_only=False) for side in sides)
    return np.unique(keys_of(left, right, len(ids)))


def measures(found: Keys, right: Keys) -> dict[str, float | int]:
    """Recall and precision; with nothing to find, or nothing found, none was missed or wrong."""
    hits = int(np.isin(found, right, assume_unique=True).sum())
    return {
        "true": len(right),
        "hits": hits,
        "recall": hits / len(right) if len(right) else 1.0,
        "precision": hits / len(found) if len(found) else 1.0,
    }


def score(pairs: Path, truth: Truth) -> dict[str, Any]:
    """Both views of one file of pairs."""
    found = reported(pairs, truth.ids)
    return {
        "pairs": len(found),
        "near": measures(found, truth.near),
        "contained": measures(found, truth.contained),
    }


def main() -> None:
    """Prints one JSON line a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=Path, nargs="+", help="CSV with left and right")
    parser.add_argument("--truth", type=Path, required=True, help="what truth.py wrote")
    arguments = parser.parse_args()
    truth = load(arguments.truth)
    for path in arguments.pairs:
        print(json.dumps({"file": path.name} | score(path, truth)))


if __name__ == "__main__":
    main()
