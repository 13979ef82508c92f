"""Waits for files and feeds, and takes what is there, until it is told to stop."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator

from samesame.read.folders import shown
from samesame.store import Desk, StoreError
from samesame.watch.decide import arrival_of
from samesame.watch.entries import Entry
from samesame.watch.feeds import Feed, Polled, Pollers
from samesame.watch.group import Groups
from samesame.watch.inbox import Events, Inbox
from samesame.watch.items import Changed, piece_of, pieces_of
from samesame.watch.journal import Journal, feed_note
from samesame.watch.model import Arrival, Identity
from samesame.watch.settings import Settings

# Arrivals that are decided together: each step syncs once for all of them. And the bytes of their files.
GROUP = 64
GROUP_BYTES = 16 << 20
# No feed is larger; taking one apart takes seconds for each 10 MB.
FEED_BYTES = 16 << 20
# How often all of the inbox is looked at, in seconds: with events, and without.
RESCAN = 30.0
POLL = 1.0
# After an error of a disk it is tried again.
PAUSE = 5.0
# How long --once waits for files that are being written, in seconds; and how often it looks.
PATIENCE = 20.0
_TICK = 0.1
_SLICE = 0.5


class Watch:
    """A folder and feeds, whose items are judged at a desk."""

    def __init__(self, desk: Desk, settings: Settings, tell: Callable[[str], None]) -> None:
        self._desk, self._settings, self._tell = desk, settings, tell
        self._journal = Journal(desk)
        left = self._journal.left()
        self.groups = Groups(desk, self._journal, settings, left, tell)
        self._inbox = None if settings.inbox is None else Inbox(settings.inbox, settings.settle, left)
        self._feeds = [
            Feed(url, settings.every, self._journal.feed(url), tell) for url in dict.fromkeys(settings.feeds)
        ]
        self._wake = threading.Event()
        self._stopping = False
        self._events: Events | None = None
        self._pollers: Pollers | None = None
        self._scanned = -RESCAN
        self._trouble = ""
        # Whether a group may have been left in the middle: by a kill, or by an error.
        self._in_doubt = True
        self.failed_feeds = 0
        self.unreadable: frozenset[str] = frozenset()

    def stop(self) -> None:
        """Ends after what is begun; called by a signal."""
        self._stopping = True

    def run(self) -> None:
        """Watches until `stop`, or with --once until all that is there has been decided."""
        self._settings.prepare()
        if self._inbox is not None and not (self._settings.once or self._settings.poll):
            self._events = Events(self._inbox.folder, self._wake.set)
        if self._feeds:
            limits = {"seconds": self._settings.feed_time}
            self._pollers = Pollers(
                self._feeds, self._wake.set, size=min(self._settings.max_size, FEED_BYTES), **limits
            )
        try:
            self._once() if self._settings.once else self._forever()
        finally:
            if self._events is not None:
                self._events.close()

    def _resume(self) -> None:
        """Finishes what was begun before, and takes from the store what is known of feeds then."""
        if not self._in_doubt:
            return
        self.groups.resume()
        for feed in self._feeds:
            feed.remember(self._journal.feed(feed.url))
        self._in_doubt = False

    def _forever(self) -> None:
        while not self._stopping:
            pause = PAUSE
            try:
                self._resume()
                self._take()
                self._desk.rest()
                self._trouble = ""
                pause = self._pause()
            except (OSError, StoreError) as error:
                # The group stays as it was noted. A full disk or a missing folder is said once.
                if str(error) != self._trouble:
                    self._trouble = str(error)
                    self._tell(f"{error}; it is tried again")
                self._scanned = -RESCAN
                self._in_doubt = True
            self._sleep(pause)

    def _sleep(self, seconds: float) -> None:
        """Waits for something to happen. A signal is seen within half a second: its handler must take no lock."""
        end = time.monotonic() + seconds
        while not self._stopping and (rest := end - time.monotonic()) > 0 and not self._wake.wait(min(rest, _SLICE)):
            pass
        self._wake.clear()

    def _once(self) -> None:
        self._resume()
        deadline = time.monotonic() + PATIENCE + self._settings.settle
        feeds = len(self._feeds)
        if self._pollers is not None:
            self._pollers.ask()
        while not self._stopping:
            self._scanned = -RESCAN
            self._files()
            feeds -= self._answers()
            waiting = self._inbox.waiting if self._inbox is not None else []
            if not feeds and waiting and time.monotonic() > deadline:
                self._tell(f"{len(waiting):,} files are still written to, and left; the first is {waiting[0]}")
                return
            if not feeds and not waiting:
                return
            self._sleep(_TICK)

    def _take(self) -> None:
        self._files()
        if self._pollers is not None:
            self._answers()
            self._pollers.ask()

    def _pause(self) -> float:
        """Seconds until something may have happened of which nothing wakes."""
        pause = self._rescan() if self._inbox is not None else RESCAN
        if self._inbox is not None and self._inbox.waiting:
            pause = min(pause, max(_TICK, self._settings.settle / 4))
        return min(pause, self._pollers.wait()) if self._pollers is not None else pause

    def _rescan(self) -> float:
        if self._events is not None and self._events.failed:
            self._tell(f"no file-system events ({self._events.failed}); the folder is looked at every {POLL:g} s")
            self._events.close()
            self._events = None
        return POLL if self._events is None else RESCAN

    def _files(self) -> None:
        inbox = self._inbox
        if inbox is None:
            return
        if self._events is not None:
            inbox.look(self._events.take())
        if time.monotonic() - self._scanned >= self._rescan():
            gone = inbox.scan()
            self._say_unreadable(inbox)
            self._journal.forget(gone)
            for path in gone:
                del inbox.left[path]
            self._scanned = time.monotonic()
        for group in self._grouped(inbox.ready()):
            self.groups.decide(group)

    def _say_unreadable(self, inbox: Inbox) -> None:
        """Names each folder once that cannot be read; the others are watched on."""
        for folder in sorted(inbox.unreadable - self.unreadable):
            self._tell(f"{shown(folder)}: the folder cannot be read; its files are not judged until it can")
        self.unreadable = inbox.unreadable

    def _grouped(self, ready: list[tuple[str, Identity]]) -> Iterator[list[Arrival]]:
        """Files as groups, each read when the one before it is done; with commands, one by one."""
        most = 1 if self._settings.on_new or self._settings.on_copy else GROUP
        group: list[Arrival] = []
        size = 0
        for path, identity in ready:
            if self._stopping:
                break
            if (arrival := self._arrival(path, identity)) is None:
                continue
            group.append(arrival)
            size += identity.size
            if len(group) >= most or size >= GROUP_BYTES:
                yield group
                group, size = [], 0
        if group:
            yield group

    def _arrival(self, path: str, identity: Identity) -> Arrival | None:
        settings = self._settings
        assert settings.inbox is not None and self._inbox is not None
        inside = os.path.relpath(path, self._inbox.folder)
        try:
            pieces = pieces_of(path, shown(inside), identity, settings.max_size, settings.reading)
        except Changed:
            self._inbox.look([path])
            return None
        return arrival_of(path, inside, settings.inbox, pieces, identity)

    def _answers(self) -> int:
        """Takes what feeds have answered; how many did."""
        answers = self._pollers.answers() if self._pollers is not None else []
        for feed, polled in answers:
            self.failed_feeds += polled.is_down
            self._entries(feed, polled)
        return len(answers)

    def _entries(self, feed: Feed, polled: Polled) -> None:
        entries = feed.answered(polled)
        most = 1 if self._settings.on_new or self._settings.on_copy else GROUP
        for first in range(0, len(entries), most):
            if self._stopping:
                return
            part = entries[first : first + most]
            arrivals = [_entry_arrival(feed, entry) for entry in part]
            self.groups.decide(arrivals, feed_note(feed.url, feed.take(part)))
        if (note := feed.settle(polled)) is not None:
            self._journal.keep_feed(feed.url, note)


def _entry_arrival(feed: Feed, entry: Entry) -> Arrival:
    return Arrival(pieces=[piece_of(entry, f"{feed.name}#")], source=feed.name, feed=feed.url)
