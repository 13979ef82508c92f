"""Growth where repetition invites it: the aligners on texts made to be nasty, `passages` on copies; memory.

python bench/bounds.py [--only align] [--only passages] [--only memory] [--before FOLDER]

`--before` is a folder with an earlier build of the package `samesame`, measured in turns. Seconds are of the processor,
from texts to passages, in a fresh process each; the exponent is that of the growth from the first size to the last.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
Row = dict[str, Any]
SIZES = (500_000, 1_000_000, 2_000_000, 5_000_000)
LETTERS = 6  # of a word, with the space behind it
PATIENCE = 10  # seconds of the processor, with the making of the texts


def pool(count: int) -> list[str]:
    """Words of five letters."""
    draw = Random(1)
    return ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=LETTERS - 1)) for _ in range(count)]


def repeated(words: list[str], count: int) -> str:
    """The same words on and on."""
    return " ".join((words * (count // len(words) + 1))[:count])


def shuffled(draw: Random, count: int) -> tuple[str, str]:
    """Blocks of eight words, each once on either side, in two orders."""
    words = pool(count)
    blocks = [" ".join(draw.choices(words, k=8)) for _ in range(count // 8)]
    left = " ".join(blocks)
    draw.shuffle(blocks)
    return left, " ".join(blocks)


def same_words(draw: Random, count: int) -> tuple[str, str]:
    """Blocks of the same eight words, each in an order of its own."""
    words = pool(8)
    left, right = ([" ".join(draw.sample(words, 8)) for _ in range(count // 8)] for _ in range(2))
    return " ".join(left), " ".join(right)


def few_blocks(draw: Random, count: int) -> tuple[str, str]:
    """Fifty blocks of eight words, drawn again and again."""
    words = pool(400)
    blocks = [" ".join(words[at : at + 8]) for at in range(0, 400, 8)]
    left, right = (" ".join(draw.choices(blocks, k=count // 8)) for _ in range(2))
    return left, right


def equal_words(draw: Random, count: int) -> tuple[str, str]:
    """One word on and on, once less on the right."""
    return repeated(pool(1), count), repeated(pool(1), count - 1)


def periods(draw: Random, count: int) -> tuple[str, str]:
    """100 words on and on, and 101."""
    words = pool(101)
    return repeated(words[:100], count), repeated(words, count)


def thue_morse(draw: Random, count: int) -> tuple[str, str]:
    """The Thue–Morse sequence of two words, and its complement."""
    words, bits = pool(2), [number.bit_count() & 1 for number in range(count)]
    return " ".join(words[bit] for bit in bits), " ".join(words[1 - bit] for bit in bits)


def copies(draw: Random, count: int) -> tuple[str, str]:
    """One text, and sixteen copies of it."""
    words = draw.choices(pool(count), k=count // 16)
    return " ".join(words), " ".join(words * 16)


def long_runs(draw: Random, count: int) -> tuple[str, str]:
    """Three words in runs of up to a thousand."""
    words = pool(3)

    def side() -> str:
        found: list[str] = []
        while len(found) < count:
            found += [words[draw.randrange(3)]] * draw.randrange(1, 1000)
        return " ".join(found[:count])

    return side(), side()


def two_words(draw: Random, count: int) -> tuple[str, str]:
    """Two words by chance."""
    words = pool(2)
    left, right = (" ".join(draw.choices(words, k=count)) for _ in range(2))
    return left, right


def long_gap(draw: Random, count: int) -> tuple[str, str]:
    """A passage before a gap of half the text, and many copies of it."""
    first, others = " ".join(pool(8)), draw.choices(pool(5000)[8:], k=count // 9)
    return f"{first}{'-' * (count * LETTERS // 2)}end", " ".join(f"{first} {other}" for other in others)


def often(draw: Random, count: int) -> tuple[str, str]:
    """Paragraphs of 70 words that stand seventeen times on either side: as often as words seed."""
    words = draw.choices(pool(count), k=count // 17)
    blocks = [" ".join(words[at : at + 70]) for at in range(0, len(words), 70)] * 17
    left = " ".join(draw.sample(blocks, len(blocks)))
    return left, " ".join(draw.sample(blocks, len(blocks)))


def moved(draw: Random, count: int) -> tuple[str, str]:
    """A usual case: an edit every 97 words, and the first third moved to the end."""
    words = draw.choices(pool(count), k=count)
    edited = ["edit" if at % 97 == 0 else word for at, word in enumerate(words)]
    return " ".join(words), " ".join(edited[count // 3 :] + edited[: count // 3])


PAIRS: tuple[Callable[[Random, int], tuple[str, str]], ...] = (
    shuffled,
    same_words,
    few_blocks,
    equal_words,
    periods,
    thue_morse,
    copies,
    long_runs,
    two_words,
    long_gap,
    often,
    moved,
)


def documents(kind: str, size: int) -> Iterable[tuple[str, str]]:
    """Ids and texts of a collection of about so many bytes."""
    draw, words, done, number = Random(3), pool(50_000), 0, 0
    block, blocks = " ".join(draw.choices(words, k=40)), [" ".join(draw.choices(words, k=14)) for _ in range(20_000)]
    while done < size:
        match kind:
            case "equal":
                text = " ".join([block, *words[:460]])
            case "footer":
                text = " ".join(draw.choices(words, k=150)) + " " + block
            case "repeated":
                text = " ".join([block] * 1000)
            case _:
                text = " ".join(draw.choices(blocks, k=40))
        yield f"d{number}", text
        done += len(text)
        number += 1


def work(arguments: list[str]) -> None:
    """In a process of its own: makes the texts, aligns them or finds their passages; prints seconds and rows."""
    what, kind, size, option = arguments[0], arguments[1], int(arguments[2]), arguments[3]
    import samesame as ss
    from samesame.align.passages import align

    idle = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if what == "align":
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))

    if what == "align":
        left, right = next(pair for pair in PAIRS if pair.__name__ == kind)(Random(5), size // LETTERS)
        start = time.process_time()
        count = len(align(left, right, aligner=option))  # type: ignore[arg-type]
    elif what == "compare":
        left, right = next(pair for pair in PAIRS if pair.__name__ == kind)(Random(5), size // LETTERS)
        start = time.process_time()
        count = len(ss.compare(left, right, aligner=option))  # type: ignore[arg-type]
    else:
        collection = dict(documents(kind, size))
        start = time.process_time()
        count = len(ss.passages(collection, memory=option))
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - idle
    print(json.dumps([seconds, count, peak * 1024]))


def measured(folder: Path | None, *arguments: object) -> tuple[float, int, int] | None:
    """Seconds of the processor, rows and peak memory of one work, by the package in a folder; None: too long."""
    environment = os.environ | ({"PYTHONPATH": str(folder)} if folder else {})
    command = [sys.executable, str(Path(__file__)), "--work", *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return None
    done.check_returncode()
    seconds, count, peak = json.loads(done.stdout)
    return seconds, count, peak


def growth(what: str, kind: str, option: str, before: Path | None, sizes: tuple[int, ...]) -> Row:
    """A row of the table: seconds by size, before and now, and exponents."""
    row: Row = {"kind": kind.replace("_", " "), "": option}
    for name, folder in (("before", before), ("now", None)):
        if name == "before" and before is None:
            continue
        taken: list[float] = []
        for size in sizes:
            found = measured(folder, what, kind, size, option)
            row[f"{name}, {size / 1e6:g} MB"] = found[0] if found else f"over {PATIENCE}"
            if found is None:
                break
            taken.append(found[0])
        steps = math.log(sizes[len(taken) - 1] / sizes[0]) if len(taken) > 1 else 0
        row[f"{name}, exponent"] = math.log(taken[-1] / taken[0]) / steps if steps else ""
    return row


def memory(size: int) -> list[Row]:
    """`compare` of two long texts: what it takes at most besides the interpreter, beside the size of both texts."""
    rows = []
    for option in ("verbatim", "reworded"):
        found = measured(None, "compare", "few_blocks", size, option)
        assert found, "only the aligners have a limit of time"
        seconds, spans, peak = found
        rows.append({"aligner": option, "MB a text": size / 1e6, "spans": spans, "s": seconds, "peak MB": peak / 1e6})
        rows[-1]["times both texts"] = peak / (2 * size)
    return rows


def main() -> None:
    """Runs the parts asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=["align", "passages", "memory"], action="append")
    parser.add_argument("--kind", choices=[pair.__name__ for pair in PAIRS], action="append", help="of 'align' [all]")
    parser.add_argument("--aligner", choices=["verbatim", "reworded"], action="append", help="of 'align' [both]")
    parser.add_argument("--before", type=Path, help="folder with an earlier build of the package")
    parser.add_argument("--out", type=Path, help="folder for the raw numbers [bench/runs/<date>-bounds]")
    parser.add_argument("--work", nargs=4, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.work:
        work(arguments.work)
        return
    from measure import save, table

    out = arguments.out or HERE / "runs" / f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}-bounds"
    before, aligners = arguments.before, arguments.aligner or ["verbatim", "reworded"]
    kinds = arguments.kind or [pair.__name__ for pair in PAIRS]
    works: dict[str, Callable[[], Iterable[Row]]] = {
        "align": lambda: (growth("align", kind, option, before, SIZES) for option in aligners for kind in kinds),
        "passages": lambda: (
            growth("passages", kind, "2GiB", before, (5_000_000, 10_000_000, 20_000_000))
            for kind in ("equal", "footer", "repeated", "blocks")
        ),
        "memory": lambda: memory(20_000_000),
    }
    for part in arguments.only or list(works):
        rows = []
        for row in works[part]():
            rows.append(row)
            print(row, file=sys.stderr, flush=True)
        save(out, part, rows)
        print(f"\n## {part}\n{table(rows)}", flush=True)


if __name__ == "__main__":
    main()
