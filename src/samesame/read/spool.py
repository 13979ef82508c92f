"""Copies standard input and pipes to files, for readings that need them twice or by columns."""

from __future__ import annotations

import contextlib
import select
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from samesame.read.inputs import Input

PIECE = 1 << 20
# Milliseconds after which a signal is noticed that came just before the wait began.
MOMENT = 200


@contextlib.contextmanager
def spooled(inputs: list[Input]) -> Iterator[list[Input]]:
    """The inputs, with standard input and pipes as temporary files that are removed at the end."""
    with contextlib.ExitStack() as stack:
        yield [
            replace(source, path=stack.enter_context(_copied(source))) if _once(source) else source for source in inputs
        ]


def _once(source: Input) -> bool:
    return source.path is None or source.path.is_fifo() or source.path.is_char_device()


@contextlib.contextmanager
def _copied(source: Input) -> Iterator[Path]:
    with tempfile.NamedTemporaryFile(prefix="samesame-") as file:
        if source.path is None:
            _copy(sys.stdin.buffer, file.write)
        else:
            with source.path.open("rb") as pipe:
                _copy(pipe, file.write)
        file.flush()
        yield Path(file.name)


def _copy(stream: BinaryIO, write: Callable[[bytes], int]) -> None:
    """Everything in a stream, piece by piece as it comes.

    `read` would wait for a whole piece, and would not notice a signal that comes between two parts of it until the next
    part comes, which may be never.
    """
    wait = _waiting(stream)
    while True:
        wait()
        piece = stream.read1(PIECE)  # type: ignore[attr-defined]  # both kinds of stream have it
        if not piece:
            return
        write(piece)


def _waiting(stream: BinaryIO) -> Callable[[], None]:
    """Waits until there is something to read, and checks for signals now and then."""
    poll = getattr(select, "poll", None)  # Windows has no poll
    if poll is None:
        return lambda: None
    ready = poll()
    try:
        ready.register(stream.fileno(), select.POLLIN)
    except OSError:
        return lambda: None  # not a file, so nothing to wait for

    def wait() -> None:
        while not ready.poll(MOMENT):
            pass

    return wait
