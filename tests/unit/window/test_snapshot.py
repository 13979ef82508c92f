"""Snapshots: whole or absent, and a window that is restored goes on as if nothing had been."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

import samesame as ss
from samesame.segment.words import words

NOW = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
SAID = "The ferry to the island leaves at ten every morning, storms closed the harbour, said the council of the port."
WORDS = [word.word for word in words(SAID)]
OPTIONS = ss.WordOptions(language="en", stop=True, stem="first5")
STATISTICS = ss.Statistics.count([" ".join(WORDS)], options=OPTIONS)
WINDOWS: dict[str, dict[str, Any]] = {
    "ddd": {"threshold": 0.5, "clip": (1, 0.9)},
    "overlap": {"threshold": 0.4, "remember": "accepted", "spans": True},
    "ffp": {"threshold": 0.4, "language": "en", "hours": 5},
    "codet": {"threshold": 0.3, "stats": STATISTICS},
}


def documents(count: int, seed: int = 0) -> list[ss.Document]:
    """Sentences of few words, some of them twice, at times that mostly ascend."""
    random = Random(seed)
    made: list[ss.Document] = []
    for at in range(count):
        text = ". ".join(" ".join(random.choices(WORDS, k=8)) for _ in range(random.randrange(4)))
        if made and at % 4 == 0:
            text = random.choice(made).text + random.choice(["", "!", " and so on"])
        made.append(ss.Document(f"d{at}", text, NOW + timedelta(hours=at / 3 + random.choice([0, 0, -4, -30]))))
    return made


def opened(path: Path, method: str) -> ss.Window:
    stats = WINDOWS[method].get("stats")
    return ss.Window.restore(path, stats=stats, now=NOW + timedelta(days=9))


@pytest.mark.parametrize("method", WINDOWS)
@pytest.mark.parametrize("cut", [0, 1, 100, 180])
def test_a_restored_window_goes_on_as_if_nothing_had_been(method: str, cut: int, tmp_path: Path) -> None:
    window = ss.Window(method=method, now=NOW + timedelta(days=9), **WINDOWS[method])
    stream, path = documents(220), tmp_path / "news.window"
    for at, document in enumerate(stream[:cut]):
        if window.add(document).held and at % 7 == 0:
            window.remove(document.id)
    window.snapshot(path)
    again = opened(path, method)
    again.snapshot(tmp_path / "again.window")
    assert (tmp_path / "again.window").read_bytes() == path.read_bytes()
    assert (len(again), again.groups(), again.held_hours()) == (len(window), window.groups(), window.held_hours())
    assert (again.hours, again.settings) == (window.hours, window.settings)
    for document in stream[cut:]:
        expected, found = window.add(document), again.add(document)
        assert expected.to_dict() == found.to_dict()
        assert [match.spans for match in expected.matches] == [match.spans for match in found.matches]
    assert again.groups() == window.groups()


@pytest.mark.parametrize("method", WINDOWS)
def test_damage_is_told_whatever_it_is(method: str, tmp_path: Path) -> None:
    window = ss.Window(method=method, now=NOW + timedelta(days=9), **WINDOWS[method])
    for document in documents(12):
        window.add(document)
    path = tmp_path / "news.window"
    window.snapshot(path)
    whole, random = path.read_bytes(), Random(1)
    for _ in range(60):
        damaged = bytearray(whole)
        at = random.randrange(len(damaged))
        damaged[at] ^= 1 << random.randrange(8)
        path.write_bytes(damaged if random.random() < 0.7 else whole[:at])
        with pytest.raises(ss.FormatError, match=r"damaged|not a snapshot|version"):
            opened(path, method)


def test_what_is_no_snapshot_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "news.window"
    with pytest.raises(ss.InputError, match=r"news\.window"):
        ss.Window.restore(path)
    path.write_text("something else")
    with pytest.raises(ss.FormatError, match="not a snapshot of a window"):
        ss.Window.restore(path)
    path.write_bytes(b"samesame window\n\x09\0\0\0")
    with pytest.raises(ss.FormatError, match="version 9, this release reads version 1"):
        ss.Window.restore(path)


def test_statistics_are_given_again_and_must_be_the_same(tmp_path: Path) -> None:
    path = tmp_path / "news.window"
    ss.Window(method="codet", stats=STATISTICS).snapshot(path)
    with pytest.raises(ss.ParameterError, match="stats: the window was made with statistics"):
        ss.Window.restore(path)
    with pytest.raises(ss.StatisticsMismatch):
        ss.Window.restore(path, stats=ss.Statistics.count(["other words"], options=OPTIONS))


def test_a_snapshot_that_fails_leaves_the_earlier_one(tmp_path: Path) -> None:
    path = tmp_path / "news.window"
    window = ss.Window(now=NOW)
    window.snapshot(path)
    before = path.read_bytes()
    with pytest.raises(ss.ParameterError, match="is a folder"):
        window.snapshot(tmp_path)
    assert path.read_bytes() == before and [file.name for file in tmp_path.iterdir()] == ["news.window"]
