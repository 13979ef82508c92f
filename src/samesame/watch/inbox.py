"""Which files of the inbox are complete. Events only say where to look; a scan finds what they missed."""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from samesame.watch.model import Identity

# Names that programs give to files while they write them; those that begin with a dot are hidden anyway.
UNFINISHED = (".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".swp", ".filepart", "~")


class _Seen(NamedTuple):
    identity: Identity
    since: float


def is_hidden(inside: str) -> bool:
    """Whether a name in the inbox is not looked at: hidden, in a hidden folder, or of a file that is being written.

    >>> is_hidden("a.txt"), is_hidden(".a.txt"), is_hidden(".git/a.txt"), is_hidden("a.txt.part"), is_hidden("a~")
    (False, True, True, True, True)
    """
    parts = Path(inside).parts
    return any(part.startswith(".") for part in parts) or inside.lower().endswith(UNFINISHED)


class Inbox:
    """The files of a folder and its folders that wait to be complete.

    A file is complete when its size and its time of change have stayed as they are for `settle` seconds. A file that
    was renamed into the folder and is older than that is complete at once.
    """

    def __init__(self, folder: Path, settle: float, left: dict[str, Identity]) -> None:
        # Events come with the names behind links.
        self.folder = folder.resolve()
        self._settle = settle
        # Files that were judged or refused, and stay; by full name.
        self.left = left
        self._waiting: dict[str, _Seen] = {}
        # Folders in it that the last scan could not read.
        self.unreadable: frozenset[str] = frozenset()

    def scan(self) -> list[str]:
        """Looks at all files; gives the names of `left` that are no longer there."""
        unreadable: set[str] = set()
        found = set(_files(self.folder, self.folder, unreadable))
        self.unreadable = frozenset(unreadable)
        self.look(found)
        # What a folder holds that cannot be read now is not gone: it would be judged again later.
        hidden = tuple(f"{folder}{os.sep}" for folder in unreadable)
        return [path for path in self.left if path not in found and not path.startswith(hidden)]

    def look(self, paths: Iterable[str]) -> None:
        """Looks at some files, that events named."""
        now = time.monotonic()
        for path in paths:
            if path not in self._waiting and not is_hidden(os.path.relpath(path, self.folder)):
                identity = _identity(path)
                if identity is not None and self.left.get(path) != identity:
                    self._waiting[path] = _Seen(identity, now)

    def ready(self) -> list[tuple[str, Identity]]:
        """Takes the files that are complete, in the order of their times, so that an original comes before a copy."""
        now, wall = time.monotonic(), time.time()
        complete = []
        for path, seen in list(self._waiting.items()):
            identity = _identity(path)
            if identity is None or self.left.get(path) == identity:
                del self._waiting[path]
            elif identity != seen.identity:
                self._waiting[path] = _Seen(identity, now)
            if identity is not None and path in self._waiting and self._is_complete(path, now, wall):
                del self._waiting[path]
                complete.append((path, identity))
        return sorted(complete, key=lambda one: (one[1].changed, one[0]))

    def _is_complete(self, path: str, now: float, wall: float) -> bool:
        identity, since = self._waiting[path]
        # A time of change that lies ahead says nothing: then only what was seen counts.
        return now - since >= self._settle or wall - identity.changed / 1e9 >= self._settle

    @property
    def waiting(self) -> list[str]:
        """The files that are not complete."""
        return list(self._waiting)


def _identity(path: str) -> Identity | None:
    """None also for folders."""
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return None if stat.S_ISDIR(found.st_mode) else Identity.of(found)


def _files(folder: Path | str, top: Path, unreadable: set[str]) -> Iterator[str]:
    """All names below a folder that are not folders; links are not followed. What cannot be read is noted."""
    waiting = [os.fspath(folder)]
    while waiting:
        name = waiting.pop()
        try:
            entries = os.scandir(name)
        except PermissionError:
            if name == os.fspath(top):
                raise
            unreadable.add(name)
            continue
        except (FileNotFoundError, NotADirectoryError):
            if not top.is_dir():
                raise
            continue
        with entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if not entry.name.startswith("."):
                        waiting.append(entry.path)
                elif not is_hidden(entry.name):
                    yield entry.path


class Events:
    """The file-system events of a folder, gathered by a thread. `failed` says why there are none."""

    def __init__(self, folder: Path, wake: Callable[[], None]) -> None:
        self._folder, self._wake = folder, wake
        self._lock = threading.Lock()
        self._paths: set[str] = set()
        self._stop = threading.Event()
        self.failed = ""
        self._thread = threading.Thread(target=self._gather, name="samesame-events", daemon=True)
        self._thread.start()

    def _gather(self) -> None:
        import watchfiles

        try:
            changes = watchfiles.watch(
                self._folder, watch_filter=None, step=50, debounce=400, stop_event=self._stop, raise_interrupt=False
            )
            for change in changes:
                with self._lock:
                    self._paths.update(path for _, path in change)
                self._wake()
        except Exception as error:
            # No more watches of the kernel, a file system without events, the folder gone: it is polled instead.
            self.failed = str(error) or type(error).__name__
            self._wake()

    def take(self) -> set[str]:
        """The names since the last call."""
        with self._lock:
            taken, self._paths = self._paths, set()
            return taken

    def close(self) -> None:
        """Ends the thread."""
        self._stop.set()
        self._thread.join(timeout=5)
