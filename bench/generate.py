"""Write a benchmark corpus of any size, with its truth.

python bench/generate.py --documents 400000 --out corpus.jsonl.zst --truth truth.csv

See bench/generator/README.md for what is planted and for the statistics.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from generator import Block, Options, Truth, batches, blocks, generate, identical, variants
from generator.output import lines, truth_lines, writer
from generator.spelling import LANGUAGES

__all__ = ["batches", "generate", "main"]


def _share(text: str) -> float:
    value = float(text)
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"expected a share from 0 to 1, got {text}")
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"expected 0 or more, got {text}")
    return value


def _positive(text: str) -> float:
    value = float(text)
    if not value > 0.0:
        raise argparse.ArgumentTypeError(f"expected a number above 0, got {text}")
    return value


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    out = argparse.ArgumentParser(description="Write a corpus with natural word statistics and planted copies.")
    what = out.add_mutually_exclusive_group(required=True)
    what.add_argument("--documents", type=_count, help="number of documents of a mixed corpus")
    what.add_argument("--identical", type=_count, metavar="N", help="instead: N identical documents")
    what.add_argument("--variants", type=_count, metavar="N", help="instead: N different near copies of one text")
    out.add_argument("--out", type=Path, required=True, help=".jsonl, .jsonl.zst or .jsonl.gz")
    out.add_argument("--truth", type=Path, help="CSV of related pairs")
    out.add_argument("--truth-pairs", choices=("star", "all"), default="star", help="copy with its source, or all")
    out.add_argument("--threshold", type=_share, default=0.8, help="coverage that makes near and contained")
    out.add_argument("--seed", type=_count, default=1)
    out.add_argument("--language", choices=LANGUAGES, default="en")
    out.add_argument("--mean-words", type=_positive, default=300.0)
    out.add_argument("--spread", type=_positive, default=0.8, help="standard deviation of the logarithm of the length")
    out.add_argument("--share-copies", type=_share, default=0.2)
    out.add_argument("--boilerplate", type=_share, default=0.1, help="share of documents with a shared footer")
    return out


def _blocks(arguments: argparse.Namespace, options: Options) -> Iterator[Block]:
    if arguments.identical is not None:
        return identical(options, arguments.identical)
    if arguments.variants is not None:
        return variants(options, arguments.variants)
    return blocks(options, arguments.documents)


def _open_truth(stack: ExitStack, path: Path | None) -> TextIO | None:
    if path is None:
        return None
    file = stack.enter_context(path.open("w", encoding="utf-8", newline="\n"))
    file.write("left,right,relation,left_coverage,right_coverage\n")
    return file


def write(arguments: argparse.Namespace) -> tuple[int, Counter[str]]:
    """Write the corpus and its truth; give the bytes and the documents of each kind."""
    options = Options(
        arguments.seed,
        arguments.language,
        arguments.mean_words,
        arguments.spread,
        arguments.share_copies,
        arguments.boilerplate,
    )
    truth = Truth(arguments.threshold, arguments.truth_pairs)
    size, kinds = 0, Counter[str]()
    with ExitStack() as stack:
        out = stack.enter_context(writer(arguments.out))
        truth_file = _open_truth(stack, arguments.truth)
        for block in _blocks(arguments, options):
            data = lines(block, options.language)
            out.write(data)
            size += len(data)
            kinds.update(document.kind for document in block.documents)
            if truth_file:
                truth_file.write(truth_lines(truth.pairs(block)))
    return size, kinds


def main(argv: list[str] | None = None) -> int:
    """Run the command line."""
    arguments = parser().parse_args(argv)
    start = time.perf_counter()
    size, kinds = write(arguments)
    seconds = time.perf_counter() - start
    counts = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common())
    print(f"{sum(kinds.values()):,} documents ({counts})", file=sys.stderr)
    print(f"{size / 1e6:,.1f} MB in {seconds:.1f} s, {size / 1e6 / seconds:.0f} MB/s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
