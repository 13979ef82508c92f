"""`samesame serve` under load, the generator on the same machine: batches, single requests, a restart, and a long run.

python bench/serve.py --data FOLDER [--items 100000] [--size 2200] [--only rates] [--only soak --soak 30] [--out FOLDER]

`rates` fills a window in this process and one behind the server with the same items; then, in turns, further items are
added with `Window.add` (one thread), posted in batches of 200 over 2 connections, and posted one by one over 64. What
counts is the share of the first. At the end the server is killed, and the time until it is ready again is told.
`soak` posts single items at a steady rate for some minutes and notes the memory every ten seconds.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import samesame as ss
from measure import save, table
from run import HERE
from window import made_items, real_items

Row = dict[str, Any]
PROGRAM = Path(sysconfig.get_path("scripts")) / "samesame"
ROUNDS = 3
# Items of each kind of a round.
ROUND = 2_000
_numbers = count()


def main() -> None:
    """Runs the parts asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of collections; without it items are generated")
    parser.add_argument("--items", type=int, default=100_000, help="documents in the window")
    parser.add_argument("--size", type=int, default=2_200, help="characters of an item")
    parser.add_argument("--only", choices=("rates", "soak"), action="append")
    parser.add_argument("--soak", type=float, default=30, help="minutes")
    parser.add_argument("--rate", type=float, default=50, help="items per second of the soak")
    parser.add_argument("--out", type=Path, help="folder for the raw numbers [bench/runs/<date>-serve]")
    arguments = parser.parse_args()
    out = arguments.out or HERE / "runs" / f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}-serve"
    with tempfile.TemporaryDirectory() as name:
        wanted = arguments.items + 3 * ROUNDS * ROUND
        make = real_items if arguments.data else made_items
        items = make(arguments.data or Path(name), wanted, arguments.size)
        if len(items) < wanted and "soak" not in (arguments.only or ()):
            parser.error(f"items: the collections have {len(items):,} of {arguments.size} characters, not {wanted:,}")
        for part in arguments.only or ("rates",):
            rows = (
                rates(items, arguments.items, Path(name))
                if part == "rates"
                else soak(items, arguments, Path(name), out)
            )
            save(out, part, rows)
            print(f"\n## {part}\n{table(rows)}", flush=True)


@contextmanager
def serving(store: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server on a free port, once it is ready."""
    command = [PROGRAM, "serve", "--store", store, "--port", "0", *options]
    with subprocess.Popen(list(map(str, command)), stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        url = ""
        for line in server.stderr:
            if found := re.search(r"http://\S+", line):
                url = found[0]
            if "ready" in line:
                break
        try:
            yield url, server
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)


def written(folder: Path, texts: Iterable[str], begin: datetime.datetime | None = None, per_day: int = 1) -> Path:
    """Documents as lines of JSON, each with an id of its own; from `begin` on with times, so many in a day."""
    path = folder / f"load-{next(_numbers)}.jsonl"
    with path.open("w", encoding="utf-8") as lines:
        for at, text in enumerate(texts):
            record = {"id": f"item-{next(_numbers)}", "text": text}
            if begin is not None:
                record["time"] = (begin + datetime.timedelta(days=at / per_day)).isoformat()
            lines.write(json.dumps(record) + "\n")
    return path


def loaded(url: str, path: Path, *options: str) -> Row:
    """What the generator tells, run as a process of its own."""
    command = [sys.executable, str(HERE / "load.py"), url, str(path), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told: Row = json.loads(done.stdout)
    return told


def rates(items: list[str], held: int, folder: Path) -> list[Row]:
    """Documents per second of each way, in turns, over a window of `held`."""
    window, rows = ss.Window(), []
    for at in range(0, held, 1000):
        window.add_all([ss.Document(f"item-{next(_numbers)}", text) for text in items[at : min(at + 1000, held)]])
    store = folder / "state.db"
    with serving(store) as (url, server):
        fill = loaded(url, written(folder, items[:held]), "--batch", "500", "--connections", "2")
        rows.append({"way": "fill", "round": 0, "per second": held / fill["seconds"], **fill})
        at = held
        for turn in range(ROUNDS):
            parts = [items[at + ROUND * part : at + ROUND * (part + 1)] for part in range(3)]
            at += 3 * ROUND
            rows.append({"way": "Window.add", "round": turn, **added(window, parts[0])})
            for way, part, options in (
                ("batches", parts[1], ("--batch", "200", "--connections", "2")),
                ("singles", parts[2], ("--connections", "64")),
            ):
                file, busy, loop = written(folder, part), cpu(server.pid), cpu(server.pid, server.pid)
                told = loaded(url, file, *options)
                used = {"CPU ms": cpu(server.pid) - busy, "of the event loop": cpu(server.pid, server.pid) - loop}
                each = {name: 1000 * seconds / len(part) for name, seconds in used.items()}
                rows.append({"way": way, "round": turn, "per second": len(part) / told["seconds"], **each, **told})
        server.kill()
        server.wait()
    begun = time.perf_counter()
    with serving(store) as (url, server):
        ready = time.perf_counter() - begun
        rows.append({"way": "ready after kill -9", "round": 0, "seconds": ready, "CPU ms": 1000 * cpu(server.pid)})
    begun = time.perf_counter()
    with serving(store):
        rows.append({"way": "ready after SIGTERM", "round": 0, "seconds": time.perf_counter() - begun})
    return rows


def added(window: ss.Window, texts: list[str]) -> Row:
    """One thread, one document after the other."""
    documents = [ss.Document(f"item-{next(_numbers)}", text) for text in texts]
    begun, busy = time.perf_counter(), time.process_time()
    for document in documents:
        window.add(document)
    seconds, used = time.perf_counter() - begun, time.process_time() - busy
    return {"per second": len(texts) / seconds, "seconds": seconds, "CPU ms": 1000 * used / len(texts)}


def soak(items: list[str], arguments: argparse.Namespace, folder: Path, out: Path) -> list[Row]:
    """Single posts at a steady rate over a full window; what the server holds in memory, on the disk and open.

    The documents bring their own times, of which a day has as many as the window is to hold: for each that comes, one
    leaves, and is deleted.
    """
    store, rows, held = folder / "soak.db", [], arguments.items
    wanted = int(arguments.soak * 60 * arguments.rate)
    begin = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=4 + wanted / held)
    with serving(store, "--clock", "document", "--keep-days", "0") as (url, server):
        # Two days, so that what is to be told is of a window that documents leave.
        first = (items[at % len(items)] + f" ({at // len(items)})" for at in range(2 * held))
        loaded(url, written(folder, first, begin, held), "--batch", "500", "--connections", "2")
        texts = (items[at % len(items)] + f" (again {at})" for at in range(wanted))
        load = written(folder, texts, begin + datetime.timedelta(days=2), held)
        command = [sys.executable, str(HERE / "load.py"), url, str(load), "--rate", str(arguments.rate)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as generator:
            begun = time.perf_counter()
            while generator.poll() is None:
                rows.append({"minute": (time.perf_counter() - begun) / 60, **state(url, server.pid)})
                save(out, "soak", rows)
                time.sleep(10)
            assert generator.stdout is not None
            rows.append({"minute": (time.perf_counter() - begun) / 60, **json.loads(generator.stdout.read())})
    return rows


def state(url: str, process: int) -> Row:
    """Memory, open files and what the metrics say."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=60) as answer:
        lines = [line.split() for line in answer.read().decode().splitlines() if not line.startswith("#")]
    metrics = {name: float(value) for name, value in lines}
    resident = int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    names = ("samesame_window_documents", "samesame_window_bytes", "samesame_store_bytes", "process_open_fds")
    return {"resident": resident, **{name: metrics[name] for name in names}}


def cpu(process: int, thread: int | None = None) -> float:
    """Seconds of processor time that a process, or one thread of it, has taken."""
    place = f"/proc/{process}/stat" if thread is None else f"/proc/{process}/task/{thread}/stat"
    fields = Path(place).read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
