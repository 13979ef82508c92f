"""A progress bar on a terminal; nothing in a pipe."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from samesame.limits import show_bytes

if TYPE_CHECKING:
    from samesame.read.documents import Progress


@contextlib.contextmanager
def progress_bar(words: str) -> Iterator[Progress | None]:
    """A bar with documents, MB/s and the time left; None if standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = [
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[documents]:,} documents"),
        # Rich's own speed column leaves out the first step, which may be the only one because files are read ahead.
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    ]
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=None, documents=0, speed="")
        started, last = time.perf_counter(), 0

        def update(documents: int, done: int, total: int) -> None:
            nonlocal started, last
            # If words are counted first, documents are read twice; the second reading has a speed of its own.
            started = time.perf_counter() if done < last else started
            last = done
            speed = f"{show_bytes(done / (time.perf_counter() - started))}/s"
            bar.update(task, completed=done, total=total or None, documents=documents, speed=speed)

        yield update
