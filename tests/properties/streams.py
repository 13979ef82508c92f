"""A window by brute force, straight from its definition; and streams that are made to be nasty."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

import samesame as ss

from .corpora import nasty_texts
from .prepared import PROSE

HOUR = 3_600_000_000
START = datetime(2026, 3, 1, 10, 20, tzinfo=UTC)
# How the newcomer stands to another, its score and the other's; None if nothing is to be told.
Judged = tuple[str, float, float] | None
Judge = Callable[[str, str], Judged]
# Relation, score, other score by id.
Answer = dict[str, tuple[str, float, float]]


def micros(moment: datetime) -> int:
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


@dataclass
class NaiveWindow:
    """All documents in a list; every comparison is made."""

    judge: Judge
    hours: int = 24
    remember: str = "all"
    held: dict[str, tuple[int, str]] = field(default_factory=dict)
    latest: int | None = None
    ahead: int | None = None

    def add(self, id_: str, text: str, time: datetime | None, now: datetime) -> Answer:
        """What a document matches."""
        late = time is not None and micros(time) > micros(now) + HOUR
        hour = micros(now if time is None or late else time) // HOUR
        if late:
            self.ahead = hour if self.ahead is None else max(self.ahead, hour)
        else:
            self.latest = hour if self.latest is None else max(self.latest, hour)
        self.held = {one: (at, other) for one, (at, other) in self.held.items() if self.holds(at)}
        found: Answer = {}
        for other_id, (at, other) in self.held.items():
            judged = self.judge(text, other) if abs(at - hour) <= self.hours else None
            if judged is not None:
                found[other_id] = judged
        if self.holds(hour) and (self.remember == "all" or not found):
            self.held[id_] = (hour, text)
        return found

    def holds(self, hour: int) -> bool:
        """The window's hour and those before it; what came after it, by the latest of such."""
        if self.latest is not None and hour <= self.latest:
            return hour >= self.latest - self.hours
        return self.ahead is not None and hour >= self.ahead - self.hours


@dataclass(frozen=True)
class Item:
    """A document of a stream, the clock when it arrives, and which earlier one is removed before."""

    text: str
    time: datetime | None
    now: datetime
    removes: int | None


# Hours from one document to the next: mostly few, equal stamps, late ones, gaps of days.
STEPS = [0.0, 0.0, 0.1, 0.5, 1, 3, 11, 23, 24, 25, -0.5, -2, -20, -24, -25, -26, -70, 80]
STAMPS = ["own"] * 8 + ["none", "none", "2099", "soon"]


@st.composite
def streams(draw: st.DrawFn) -> list[Item]:
    """Documents like one another, at times of all kinds, by a clock that is right or stands where the documents do."""
    texts = draw(st.one_of(nasty_texts(), nasty_texts(PROSE, 16)))
    texts = texts + draw(st.lists(st.sampled_from(texts), max_size=8)) if texts else []
    now, items = START, []
    for text in texts:
        step = draw(st.sampled_from(STEPS))
        now += timedelta(hours=max(step, 0))
        own = now + timedelta(hours=min(step, 0))
        stamp = draw(st.sampled_from(STAMPS))
        times = {"own": own, "none": None, "2099": own.replace(year=2099), "soon": now + timedelta(minutes=59)}
        removes = draw(st.one_of(st.none(), st.none(), st.integers(0, 30)))
        items.append(Item(text, times[stamp], now, removes))
    return items


def run(items: list[Item], judge: Judge, check: Callable[[Item, ss.Verdict, Answer], None], **options: Any) -> None:
    """Sends a stream through a window and through the naive one, and calls `check` with what both say."""
    clock = [START]
    window = ss.Window(now=lambda: clock[0], most=1000, **options)
    naive = NaiveWindow(judge, options.get("hours", 24), options.get("remember", "all"))
    for at, item in enumerate(items):
        if item.removes is not None and naive.held:
            gone = list(naive.held)[item.removes % len(naive.held)]
            window.remove(gone)
            del naive.held[gone]
        clock[0] = item.now
        # Ids do not come in the order of the stream.
        id_ = f"d{at * 7 % 101:03}"
        expected = naive.add(id_, item.text, item.time, item.now)
        verdict = window.add(ss.Document(id_, item.text, item.time))
        check(item, verdict, expected)
        assert len(window) == len(naive.held) and all(one in window for one in naive.held)


ORDER = ["exact", "near", "contained", "contains"]


def exactly(item: Item, verdict: ss.Verdict, expected: Answer) -> None:
    """A verdict tells exactly these matches, the best first."""
    told = {match.id: (match.seen, match.score, match.other_score) for match in verdict.matches}
    assert told == expected and verdict.total == len(expected) == len(verdict.matches)
    ranks = [(ORDER.index(match.seen), -match.score) for match in verdict.matches]
    assert ranks == sorted(ranks)
    assert verdict.relation == (verdict.matches[0].seen if expected else "new")
    late = item.time is not None and item.time > item.now + timedelta(hours=1)
    assert (verdict.clock == "ahead") == late and any("ahead" in note for note in verdict.notes) == late
    assert verdict.time == (item.now if late or item.time is None else item.time)
