"""Sends documents to a server over several connections, as a process of its own, and tells how long each answer took.

python bench/load.py http://127.0.0.1:8000 documents.jsonl --connections 64 [--batch 200] [--seconds 60] [--rate 100]

One line of JSON at the end: documents, requests, seconds, statuses, and percentiles of the latency in milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


class Load:
    """What is sent, and what came back."""

    def __init__(self, bodies: Iterator[bytes], until: float, gap: float) -> None:
        self.bodies, self.until, self.gap = bodies, until, gap
        self.times: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.next = time.perf_counter()

    async def connection(self, host: str, port: int) -> None:
        """One request after the other. As little as possible is done here: it takes the server's processor."""
        reader, writer = await asyncio.open_connection(host, port)
        for body in self.bodies:
            await self._turn()
            begun = time.perf_counter()
            if begun > self.until:
                break
            head = f"POST /documents HTTP/1.1\r\nhost: {host}\r\ncontent-length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            answer = await reader.readuntil(b"\r\n\r\n")
            low = answer.lower()
            at = low.index(b"content-length:") + 15
            await reader.readexactly(int(low[at : low.index(b"\r\n", at)]))
            self.times.append(time.perf_counter() - begun)
            self.statuses[int(answer[9:12])] += 1
        writer.close()
        await writer.wait_closed()

    async def _turn(self) -> None:
        """With a rate, requests begin at even distances, whoever sends them."""
        if self.gap:
            self.next = max(self.next + self.gap, time.perf_counter() - 1)
            await asyncio.sleep(max(0.0, self.next - time.perf_counter()))


def bodies_of(path: Path, batch: int) -> Iterator[bytes]:
    """The lines of a file, each alone or several as an array."""
    with path.open("rb") as lines:
        if batch <= 1:
            yield from (line.strip() for line in lines)
            return
        while some := list(islice(lines, batch)):
            yield b"[" + b",".join(line.strip() for line in some) + b"]"


async def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """All connections until the file or the time is over."""
    address = urlsplit(arguments.url)
    gap = 1 / arguments.rate if arguments.rate else 0.0
    begun = time.perf_counter()
    load = Load(bodies_of(arguments.file, arguments.batch), begun + arguments.seconds, gap)
    host, port = address.hostname or "127.0.0.1", address.port or 8000
    await asyncio.gather(*(load.connection(host, port) for _ in range(arguments.connections)))
    seconds, times = time.perf_counter() - begun, sorted(load.times)
    at = {f"p{percent:g} ms": round(1000 * times[int(len(times) * percent / 100)], 2) for percent in (50, 95, 99, 99.9)}
    longest = {"longest ms": round(1000 * times[-1], 2)}
    return {"requests": len(times), "seconds": seconds, "statuses": dict(load.statuses), **at, **longest}


def main() -> None:
    """Reads the arguments and prints what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("file", type=Path)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--rate", type=float, default=0, help="requests per second; 0 is as fast as they are answered")
    print(json.dumps(asyncio.run(run(parser.parse_args()))))


if __name__ == "__main__":
    main()
