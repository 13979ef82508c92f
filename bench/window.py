"""The window as it fills: time per item (CPU and wall), memory per byte of text, ten windows one after the other.

python bench/window.py --data FOLDER [--only fill] [--only flat] ... [--items 100000] [--size 2200]

One thread. `fill` holds all items in one day; each row tells of the last tenth before that size. Real items are news,
mails and comments cut to `size` characters; where they do not suffice, the same texts are cut again, half or a quarter
of an item later. A tenth of all items are near copies of earlier ones: a stretch of 5 % is that of another item.
"""

from __future__ import annotations

import argparse
import datetime
import random
import resource
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import samesame as ss
from measure import generated, save, table
from run import HERE

Row = dict[str, Any]
REAL = ("event-news", "articles-2500", "turkish-news", "mailing-list", "public-comments")
START = datetime.datetime(2026, 3, 1, tzinfo=datetime.UTC)
CLOCK = START + datetime.timedelta(days=99)
PARTS = ("fill", "flat", "methods", "clip", "copies")
# So many items are judged in a window that was filled beforehand; near copies are of one of so many before them.
JUDGED, RECENT = 2_000, 1_000
COPIES, NEXT_COPIES = (500, 1_000, 2_000, 5_000, 10_000, 20_000), 50
SIZES = (12_500, 25_000, 50_000, 100_000, 200_000, 500_000, 1_000_000)


def main() -> None:
    """Runs the parts asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of collections; without it only generated items are measured")
    parser.add_argument("--out", type=Path, help="folder for the raw numbers [bench/runs/<date>-window]")
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--items", type=int, default=100_000, help="the largest window")
    parser.add_argument("--size", type=int, default=2_200, help="characters of an item")
    parser.add_argument(
        "--large", type=int, action="append", help="only generated windows of so many items, see `large`"
    )
    arguments = parser.parse_args()
    out = arguments.out or HERE / "runs" / f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}-window"
    with tempfile.TemporaryDirectory() as name:
        if arguments.large:
            rows = large(Path(name), arguments.large, arguments.size)
            save(out, f"large-{arguments.size}", rows)
            print(table(rows))
            return
        streams = {"generated": made_items(Path(name), arguments.items, arguments.size)}
        if arguments.data:
            streams = {"real": real_items(arguments.data, arguments.items, arguments.size), **streams}
        for part in arguments.only or PARTS:
            work = {"fill": fill, "flat": flat, "methods": methods, "clip": clip, "copies": copies}[part]
            rows = [{"items": kind, **row} for kind, items in streams.items() for row in work(items)]
            save(out, f"{part}-{arguments.items}-{arguments.size}", rows)
            print(f"\n## {part}\n{table(rows)}", flush=True)


def real_items(folder: Path, count: int, size: int) -> list[str]:
    """News, mails and comments, cut to size, shuffled, with near copies."""
    texts = [document.text for name in REAL for document in ss.read(next(folder.glob(f"{name}.jsonl*")))]
    cuts: list[str] = []
    for shift in (0, size // 2, size // 4, size * 3 // 4):
        part = [text[at : at + size] for text in texts for at in range(shift, len(text) - size // 2, size)]
        random.Random(shift).shuffle(part)
        cuts += part[: count - len(cuts)]
    return with_copies(cuts)


def made_items(folder: Path, count: int, size: int) -> list[str]:
    """Generated documents, one after the other, cut to size."""
    wanted = count * size
    path = generated(folder, "--documents", str(wanted // 1_700 + 100))
    return with_copies(list(islice(_pieces(path, size), count)))


def _pieces(path: Path, size: int) -> Iterator[str]:
    text = ""
    for document in ss.read(path):
        text += document.text + "\n"
        while len(text) >= size:
            yield text[:size]
            text = text[size:]


def with_copies(items: list[str]) -> list[str]:
    """A tenth of them become near copies of earlier ones."""
    chance = random.Random(1)
    for at in chance.sample(range(len(items)), len(items) // 10):
        text, other = (items[chance.randrange(max(at, 1))] for _ in range(2))
        start, length = chance.randrange(len(text)), len(text) // 20
        items[at] = text[:start] + other[start : start + length] + text[start + length :]
    return items


def timed(window: ss.Window, document: ss.Document) -> tuple[int, int]:
    """CPU and wall time of one item, in nanoseconds."""
    wall, cpu = time.perf_counter_ns(), time.thread_time_ns()
    window.add(document)
    return time.thread_time_ns() - cpu, time.perf_counter_ns() - wall


def told(times: list[tuple[int, int]]) -> Row:
    """Median and 99th percentile in milliseconds."""
    row: Row = {}
    for place, kind in enumerate(("CPU", "wall")):
        values = sorted(one[place] / 1e6 for one in times)
        row |= {f"median {kind} ms": values[len(values) // 2], f"p99 {kind} ms": values[len(values) * 99 // 100]}
    return row


def spent(window: ss.Window) -> Row:
    """What has been looked at so far."""
    return dict(zip(("entries read", "sets compared", "features of these"), window._core.work(), strict=True))


def resident() -> int:
    """Bytes that the process holds now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def fill(items: list[str], **options: Any) -> list[Row]:
    """One day of items; what a row tells is of the last tenth before its size."""
    window, before = ss.Window(now=CLOCK, **options), resident()
    sizes = [0, *(size for size in SIZES if size < len(items)), len(items)]
    rows, step, held = [], datetime.timedelta(hours=24) / len(items), 0
    for low, high in pairwise(sizes):
        times = []
        for at in range(low, high):
            document = ss.Document(f"item-{at}", items[at], START + at * step)
            held += len(items[at].encode())
            times.append(timed(window, document))
        memory = {"memory × text": window.bytes / held, "resident × text": (resident() - before) / held}
        rows.append({"held": len(window), **told(times[-max(high // 10, 1) :]), **memory, **spent(window)})
    return rows


def flat(items: list[str]) -> list[Row]:
    """Ten windows one after the other, each a tenth of the items in 25 hours."""
    window, size = ss.Window(now=CLOCK), len(items) // 10
    step, rows = datetime.timedelta(hours=25) / size, []
    for turn in range(10):
        times = []
        for at in range(turn * size, (turn + 1) * size):
            times.append(timed(window, ss.Document(f"item-{at}", items[at], START + at * step)))
        held = sum(len(text.encode()) for text in items[turn * size : (turn + 1) * size])
        rows.append({"window": turn + 1, "held": len(window), **told(times), "memory × text": window.bytes / held})
    return rows


def methods(items: list[str]) -> list[Row]:
    """The other methods, on the first fifth of the items."""
    some = items[: len(items) // 5]
    statistics = ss.Statistics.count(some, options=ss.WordOptions(language="en", stop=True, stem="first5"))
    chosen: dict[str, dict[str, Any]] = {
        "ddd": {},
        "overlap": {},
        "ffp": {"language": "en"},
        "codet": {"stats": statistics},
    }
    return [{"method": name, **fill(some, method=name, **options)[-1]} for name, options in chosen.items()]


def clip(items: list[str]) -> list[Row]:
    """What clipping saves and loses, on the first quarter of the items."""
    some, rows = items[: len(items) // 4], []
    for clipped in (None, (2, 1.0), (0, 0.1), (0, 0.01), (0, 0.001)):
        window = ss.Window(now=CLOCK, clip=clipped)
        times, found = [], 0
        for at, text in enumerate(some):
            wall, cpu = time.perf_counter_ns(), time.thread_time_ns()
            found += window.add(ss.Document(f"item-{at}", text, START)).total
            times.append((time.thread_time_ns() - cpu, time.perf_counter_ns() - wall))
        rows.append({"clip": str(clipped), "held": len(window), **told(times[-len(some) // 10 :]), "matches": found})
    return rows


def copies(items: list[str]) -> list[Row]:
    """Near copies of one item, all different: a stretch of 5 % is that of another item."""
    chance, length, rows = random.Random(2), len(items[0]) // 20, list[Row]()
    texts = []
    for other in items[1 : COPIES[-1] + NEXT_COPIES + 1]:
        start = chance.randrange(len(items[0]))
        texts.append(items[0][:start] + other[start : start + length] + items[0][start + length :])
    for count in COPIES:
        for remember in ("all", "accepted"):
            window = filled(texts[:count]) if remember == "all" else ss.Window(now=CLOCK, remember="accepted")
            before = texts[:count] if remember == "accepted" else []
            for at, text in enumerate(before):
                window.add(ss.Document(f"item-{at}", text, START))
            times = [
                timed(window, ss.Document(f"next-{at}", text, START))
                for at, text in enumerate(texts[count:][:NEXT_COPIES])
            ]
            verdict = window.add(ss.Document("last", texts[0] + " ...", START))
            row: Row = {"remember": remember, "came": count, "held": len(window), **told(times)}
            rows.append({**row, "told": len(verdict.matches), "total": verdict.total})
    return rows


def filled(texts: Iterable[str]) -> ss.Window:
    """A window with the default threshold that holds all texts, without judging each.

    It is filled with a threshold of 1, which looks up little, and restored from a snapshot: the same sets in the same
    lists, in one order of rarity, where a stream would have up to four.
    """
    quick = ss.Window(now=CLOCK, threshold=1.0)
    for at, text in enumerate(texts):
        quick.add(ss.Document(f"item-{at}", text, START))
    with tempfile.TemporaryDirectory() as folder:
        saved = Path(folder) / "filled.window"
        quick._core.save(saved, ss.Window(now=CLOCK)._recipe.header())
        del quick
        return ss.Window.restore(saved, now=CLOCK)


def large(folder: Path, sizes: list[int], size: int) -> list[Row]:
    """Windows of so many generated items, and what the next items cost: to judge a million would take an hour."""
    rows: list[Row] = []
    for count in sizes:
        path = generated(folder, "--documents", str((count + JUDGED) * size // 1_700 + 100))
        items = recent_copies(_pieces(path, size))
        window = filled(islice(items, count))
        before, held = window._core.work(), count * size
        memory = {"memory × text": window.bytes / held}
        times = [timed(window, ss.Document(f"next-{at}", text, START)) for at, text in enumerate(islice(items, JUDGED))]
        read = (window._core.work()[0] - before[0]) / JUDGED
        rows.append({"held": count, **told(times), **memory, "entries read per item": read})
        print(table(rows[-1:]), flush=True)
        del window
    return rows


def recent_copies(items: Iterator[str]) -> Iterator[str]:
    """Items of which a tenth are near copies of recent ones, for streams that no memory should hold."""
    chance, recent = random.Random(3), list[str]()
    for item in items:
        text = item
        if recent and chance.random() < 0.1:
            base = chance.choice(recent)
            start, length = chance.randrange(len(base)), len(base) // 20
            text = base[:start] + item[start : start + length] + base[start + length :]
        if len(recent) < RECENT:
            recent.append(text)
        else:
            recent[chance.randrange(RECENT)] = text
        yield text


if __name__ == "__main__":
    main()
