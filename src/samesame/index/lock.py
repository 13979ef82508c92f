"""One writer at a time, by a lock on a file that the end of a process releases, however it ends."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

# How often is tried again, in seconds.
PATIENCE = 0.05

if sys.platform == "win32":
    import msvcrt

    def _try(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextlib.contextmanager
def locked(path: Path, busy: Callable[[], None]) -> Iterator[Callable[[], None]]:
    """Holds the lock on a file, which is made if need be; `busy` is called if another holds it, and may refuse to wait.

    Gives a function that releases the lock early.
    """
    with contextlib.ExitStack() as held:
        while not _taken(path, busy, held):
            held.close()
        yield held.close


def _taken(path: Path, busy: Callable[[], None], held: contextlib.ExitStack) -> bool:
    """Waits for the lock; whether its file still stands at the path, as another one may by now."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    held.callback(os.close, descriptor)
    if not _try(descriptor):
        busy()
        while not _try(descriptor):
            time.sleep(PATIENCE)
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
