"""When each feed is asked, what it said the last time, and which of its entries are known."""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from samesame.watch.entries import CUT, Entry, entries_of
from samesame.watch.fetch import FeedDown, Fetched, fetch, shown_url

# A feed that is down is asked less and less often, but never less than once in this time, in seconds.
LONGEST = 3600.0
# Feeds that are asked at a time.
_WORKERS = 8
# Entries that are remembered after they left a feed: some feeds turn back for a while.
_REMEMBERED = 1000


@dataclass(slots=True)
class Memory:
    """What is kept of a feed in the store: what lets it answer that nothing changed, and the known entries."""

    etag: str | None = None
    modified: str | None = None
    seen: list[str] = field(default_factory=list)

    def to_note(self) -> str:
        """As a note of the store."""
        return json.dumps(asdict(self))


class Polled(NamedTuple):
    """What came of asking a feed: entries, nothing, or why it is down."""

    fetched: Fetched | None
    entries: list[Entry]
    trouble: str
    retry: float = 0.0

    @property
    def is_down(self) -> bool:
        """Whether nothing can be said of its entries."""
        return self.fetched is None


def key_of(entry: Entry) -> str:
    """What an entry is known by: what the feed calls it, or else its words."""
    name = entry.key or f"{entry.title}\0{entry.text}"
    return blake2b(name.encode("utf-8", "replace"), digest_size=8).hexdigest()


def poll(url: str, memory: Memory, *, seconds: float, size: int) -> Polled:
    """Asks a feed once."""
    try:
        fetched = fetch(url, memory.etag, memory.modified, seconds=seconds, size=size)
    except FeedDown as error:
        return Polled(None, [], str(error), error.retry)
    if fetched.body is None:
        return Polled(fetched, [], "")
    entries, trouble = entries_of(fetched.body)
    if trouble and trouble != CUT:
        return Polled(None, [], trouble)
    return Polled(fetched, entries, trouble)


class Feed:
    """One feed: owned by the loop; only `poll` happens elsewhere."""

    def __init__(self, url: str, every: float, note: str | None, tell: Callable[[str], None]) -> None:
        self.url, self.name = url, shown_url(url)
        self._every, self._tell = every, tell
        self.remember(note)
        self.due = time.monotonic()
        self.asking = False
        self._failures = 0
        self._said = ""

    def remember(self, note: str | None) -> None:
        """Takes what the store has of it."""
        self.memory = Memory(**json.loads(note)) if note else Memory()
        self._known = set(self.memory.seen)

    def answered(self, polled: Polled) -> list[Entry]:
        """The entries that are new of what came; and when it is asked again."""
        self.asking = False
        wait = self._every
        if polled.is_down:
            self._failures += 1
            wait = max(min(self._every * 2**self._failures, max(LONGEST, self._every)), polled.retry)
        else:
            self._failures = 0
        self._say(polled)
        self.due = time.monotonic() + wait
        found: dict[str, Entry] = {}
        for entry in polled.entries:
            if (key := key_of(entry)) not in self._known:
                found.setdefault(key, entry)
        return list(found.values())

    def _say(self, polled: Polled) -> None:
        """Says what is wrong once, and once that it is over."""
        if polled.trouble and not self._said:
            self._tell(f"{self.name}: {polled.trouble}; it is asked again")
        elif self._said and not polled.trouble:
            self._tell(f"{self.name}: is back")
        self._said = polled.trouble

    def take(self, entries: list[Entry]) -> str:
        """Entries that will be judged; the note that says so."""
        self._known.update(map(key_of, entries))
        self.memory.seen += map(key_of, entries)
        return self.memory.to_note()

    def settle(self, polled: Polled) -> str | None:
        """What to keep when all of an answer was taken; None if nothing changed."""
        fetched = polled.fetched
        if fetched is None or fetched.body is None:
            return None
        before = self.memory.to_note()
        # A feed that was cut is asked for the whole of it again.
        whole = not polled.trouble
        self.memory.etag, self.memory.modified = (fetched.etag, fetched.modified) if whole else (None, None)
        if whole:
            here = [key_of(entry) for entry in polled.entries]
            present = set(here)
            gone = [key for key in self.memory.seen if key not in present]
            self.memory.seen = [*gone[-_REMEMBERED:], *dict.fromkeys(here)]
            self._known = set(self.memory.seen)
        after = self.memory.to_note()
        return None if after == before else after


class Pollers:
    """Threads that ask feeds, so that a slow one keeps nobody waiting. They end with the process."""

    def __init__(self, feeds: list[Feed], wake: Callable[[], None], *, seconds: float, size: int) -> None:
        self._feeds, self._wake = feeds, wake
        self._seconds, self._size = seconds, size
        self._asked: queue.SimpleQueue[Feed] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[Feed, Polled]] = queue.SimpleQueue()
        for _ in range(min(_WORKERS, len(feeds))):
            threading.Thread(target=self._work, name="samesame-feed", daemon=True).start()

    def _work(self) -> None:
        while True:
            feed = self._asked.get()
            try:
                polled = poll(feed.url, feed.memory, seconds=self._seconds, size=self._size)
            except Exception as error:
                polled = Polled(None, [], f"cannot be read: {type(error).__name__}: {error}")
            self._answers.put((feed, polled))
            self._wake()

    def ask(self) -> None:
        """Asks all feeds whose time has come."""
        now = time.monotonic()
        for feed in self._feeds:
            if not feed.asking and feed.due <= now:
                feed.asking = True
                self._asked.put(feed)

    def answers(self) -> list[tuple[Feed, Polled]]:
        """What has come since the last call."""
        found = []
        while not self._answers.empty():
            found.append(self._answers.get())
        return found

    def wait(self) -> float:
        """Seconds until one is to be asked."""
        waiting = [feed.due for feed in self._feeds if not feed.asking]
        return max(0.0, min(waiting) - time.monotonic()) if waiting else LONGEST
