"""kill -9 at any moment, and a new start: every item in one place, one line for each, copies recognised."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random

from tests.watch.conftest import FeedServer, Start, body, drop, log_lines, rss, wait_for

KILLS = 24
FILES = 12
WORDS = ("storm", "port", "ferry", "comet", "mayor", "budget", "match", "final", "rain", "union", "strike", "train")


def story(number: int) -> str:
    return " ".join(Random(number).choices(WORDS, k=60)) + "."


def texts(chance: Random, count: int) -> dict[str, tuple[int, str]]:
    """Names of files, with the story that each tells: some for the first time, some again with a word changed."""
    told: dict[str, tuple[int, str]] = {}
    for place in range(count):
        again = bool(told) and chance.random() < 0.5
        which = chance.choice(list(told.values()))[0] if again else place
        text = story(which) + (f" {place}" if again and chance.random() < 0.5 else "")
        told[f"{place:04}.txt"] = (which, text)
    return told


def test_after_kills_everything_is_judged_once_and_stands_in_one_place(start: Start) -> None:
    chance = Random(17)
    items = texts(chance, KILLS * FILES)
    waiting = list(items.items())
    for kill in range(KILLS):
        for name, (_, text) in waiting[kill * FILES : (kill + 1) * FILES]:
            drop(name, text)
        process = start("inbox", "--poll")
        if kill % 4:
            # From the start on, or from the moment at which it begins to judge.
            assert process.stderr is not None
            process.stderr.readline()
            time.sleep(chance.uniform(0, 0.12))
        else:
            time.sleep(chance.uniform(0, 1))
        process.kill()
        process.wait()
    assert start("inbox", "--once").wait(120) == 0
    check(items)


def check(items: dict[str, tuple[int, str]]) -> None:
    lines = log_lines()
    assert Counter(line["item"] for line in lines) == Counter(items.keys())
    assert len({line["number"] for line in lines}) == len(lines)
    places = {folder: {path.name for path in Path(folder).rglob("*")} for folder in ("inbox", "out", "dup")}
    assert places["inbox"] == set() and places["out"] | places["dup"] == set(items)
    assert not places["out"] & places["dup"]
    met: set[int] = set()
    # Within a round, files have one time: the log has the order in which they were judged.
    for line in lines:
        which, text = items[line["item"]]
        assert Path(line["to"]).read_text() == text
        assert (line["decision"] == "duplicate") is (which in met), line
        assert line["of"] is None or items[line["of"]][0] == which
        met.add(which)


def test_entries_of_a_feed_are_judged_once_whatever_is_killed(start: Start, server: FeedServer) -> None:
    chance = Random(5)
    entries = [(f"g{number}", story(number % 30)) for number in range(60)]
    for kill in range(8):
        server.answers["/"] = body(rss(*entries[max(0, kill * 7 - 20) : kill * 7 + 7]), ETag=f'"{kill}"')
        process = start("--feed", server.url("/"), "--every", "100ms")
        asked = len(server.asked)
        wait_for(lambda asked=asked: len(server.asked) > asked)  # type: ignore[misc]
        time.sleep(chance.uniform(0, 0.12))
        process.kill()
        process.wait()
    server.answers["/"] = body(rss(*entries[29:56]))
    assert start("--feed", server.url("/"), "--once").wait(120) == 0
    lines = log_lines()
    counted = Counter(line["item"] for line in lines)
    # A feed that nobody asked while an entry stood in it has shown that to nobody; here each stands long enough.
    assert counted == Counter(key for key, _ in entries[:56])
    assert [line["relation"] == "exact" for line in lines] == [int(line["item"][1:]) >= 30 for line in lines]
    written = [path for folder in ("out", "dup") for path in Path(folder).iterdir()]
    assert sorted(map(str, written)) == sorted(line["to"] for line in lines)
