"""samesame: its `overlap` method, all pairs, from files to an Arrow table. It runs in its own environment."""

from __future__ import annotations

import sys
import time
from importlib.metadata import version
from pathlib import Path

import pyarrow.csv

import samesame as ss

sys.path.append(str(Path(__file__).parents[1]))
from peers import harness


def main() -> None:
    """The stages run interleaved in the core, so only the total is known."""
    parser = harness.parser(__doc__)
    parser.add_argument("--measure", choices=["coverage", "jaccard", "max"], default="coverage")
    arguments = parser.parse_args()
    find = ss.find  # its modules are imported here, before the clock starts, as those of the peers are
    start = time.perf_counter()
    result = find(
        arguments.inputs,
        method="overlap",
        threshold=arguments.threshold,
        measure=arguments.measure,
        size=arguments.size,
        all_pairs=True,
    )
    table = result.to_arrow()
    total = time.perf_counter() - start
    record = {
        "version": version("samesame"),
        "documents": result.summary.documents,
        "pairs": table.num_rows,
        "seconds": dict.fromkeys(harness.STAGES) | {"total": total},
        "peak_mb": harness.peak_mb(),
    }
    pyarrow.csv.write_csv(table.select(["left", "right"]), arguments.out)
    harness.say(record)


if __name__ == "__main__":
    main()
