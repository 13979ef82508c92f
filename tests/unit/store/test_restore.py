"""A restored window says what the window would have said that was never interrupted."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import samesame as ss
from samesame.store import Desk, Item
from samesame.window.verdict import Judged

NOW = datetime(2026, 3, 9, tzinfo=UTC)
WORDS = ("storm", "port", "ferry", "comet", "mayor", "budget", "match", "final", "rain", "union", "strike", "train")


def stream(seed: int, count: int) -> list[Item]:
    """Texts of a few words, so that many are copies; times over three days, some late, some missing, some ahead."""
    chance = random.Random(seed)
    items: list[Item] = []
    for place in range(count):
        text = " ".join(chance.choices(WORDS, k=chance.choice((2, 12))))
        if items and chance.random() < 0.6:
            text = chance.choice(items).text + chance.choice(("", "!", " again"))
        moment = (
            NOW
            - timedelta(days=3)
            + timedelta(hours=72 * place / count)
            - timedelta(hours=chance.choice((0, 0, 5, 30)))
        )
        time = chance.choice(
            (moment, moment, moment, None if place > count * 0.9 else moment, NOW + timedelta(days=400))
        )
        items.append(Item(id=f"d{place}", text=text, time=time))
    return items


def told(desk: Desk, items: list[Item]) -> list[dict[str, Any]]:
    return [outcome.verdict for outcome in desk.judge(items)]


@pytest.mark.parametrize("snapshots", [True, False], ids=["snapshots", "texts"])
@pytest.mark.parametrize("options", [{}, {"remember": "accepted"}, {"method": "overlap", "spans": True}], ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_interrupted_or_not_the_same_is_told(
    tmp_path: Path, seed: int, options: dict[str, Any], snapshots: bool
) -> None:
    items = stream(seed, 240)
    removed = {at: f"d{at // 2}" for at in range(40, 240, 40)}
    with Desk.open(tmp_path / "whole.db", now=NOW, **options) as desk:
        whole = []
        for at in range(0, 240, 20):
            whole += told(desk, items[at : at + 20])
            if at in removed:
                desk.remove(removed[at])
        groups = desk.window.groups()
    broken = []
    for at in range(0, 240, 20):
        desk = Desk.open(tmp_path / "broken.db", now=NOW, snapshot_every=50 if snapshots else 10_000, **options)
        broken += told(desk, items[at : at + 20])
        if at in removed:
            desk.remove(removed[at])
        if at == 220:
            assert desk.window.groups() == groups
        kill(desk)
    assert broken == whole


def kill(desk: Desk) -> None:
    """Ends a desk as a kill does: nothing is written any more."""
    desk._closed = True
    desk._close_reading()
    desk._database.close()


def test_a_missing_snapshot_is_named_and_the_texts_are_signed_again(tmp_path: Path) -> None:
    store = tmp_path / "state.db"
    with Desk.open(store) as desk:
        desk.judge([Item(id="a", text="Storm closes the port.")])
    (snapshot,) = tmp_path.glob("state.db.window-*")
    snapshot.write_bytes(snapshot.read_bytes()[:-1])
    words: list[str] = []
    with Desk.open(store, tell=words.append) as desk:
        assert desk.judge([Item(id="b", text="Storm closes the port.")])[0].verdict["relation"] == "exact"
    assert "the snapshot cannot be used, so all texts are signed again" in words[0]
    assert len(list(tmp_path.glob("state.db.window-*"))) == 1


def test_a_document_removed_after_the_snapshot_stays_removed(tmp_path: Path) -> None:
    store = tmp_path / "state.db"
    desk = Desk.open(store)
    desk.judge([Item(id="a", text="Storm closes the port."), Item(id="b", text="Nobody saw the comet.")])
    desk.snapshot()
    desk.remove("b")
    kill(desk)
    with Desk.open(store) as desk:
        assert "b" not in desk.window and "a" in desk.window
        # Its number must not be given again, or the snapshot would be taken to have the document.
        desk.judge([Item(id="c", text="Rain at last.")])
        kill(desk)
    with Desk.open(store) as desk:
        assert "c" in desk.window


def test_put_says_what_was_said() -> None:
    """The window alone: what `put` makes of verdicts is the window that told them."""
    window, again = (ss.Window(now=NOW) for _ in range(2))
    rows = []
    for item in stream(9, 200):
        document = ss.Document(item.id, item.text, item.time)  # type: ignore[arg-type]
        verdict = window.add(document)
        epoch = datetime(1970, 1, 1, tzinfo=UTC)
        time, first = (
            (moment - epoch) // timedelta(microseconds=1) for moment in (verdict.time, origin_time(window, verdict))
        )
        rows.append(
            (
                verdict.id,
                item.text,
                time,
                verdict.clock,
                verdict.group,
                verdict.origin,
                first,
                verdict.joined,
                verdict.held,
            )
        )
    again.put([Judged(*row) for row in rows], last=len(rows))
    assert (again.groups(), again.held_hours(), len(again)) == (window.groups(), window.held_hours(), len(window))
    for item in stream(10, 50):
        document = ss.Document("n" + item.id, item.text, NOW)
        assert again.add(document) == window.add(document)


def origin_time(window: ss.Window, verdict: ss.Verdict) -> datetime:
    return next((group.time for group in window.groups() if group.number == verdict.group), verdict.time)


def test_a_snapshot_that_cannot_be_written_costs_nobody_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is gone for new files only: a folder stands where the snapshot would be written."""
    words: list[str] = []
    store = tmp_path / "state.db"
    monkeypatch.setattr("os.urandom", lambda count: b"\0" * count)
    (tmp_path / "state.db.window-000000000000").mkdir()
    with Desk.open(store, snapshot_every=5, tell=words.append) as desk:
        for at in range(40):
            assert desk.judge([Item(id=f"d{at}", text=f"Storm number {at}.")])[0].kind == "judged"
    assert 1 < len(words) < 12 and all("no snapshot could be taken" in line for line in words)
    with Desk.open(store) as desk:
        assert len(desk.window) == 40


def test_a_page_of_a_rare_relation_is_cut_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("samesame.store.reading.SCANNED", 3)
    with Desk.open(tmp_path / "state.db") as desk:
        desk.judge([Item(id=f"d{at}", text="Storm closes the port.") for at in range(12)])
        page, following = desk.matches(relation="near")
        pages = [page]
        while following is not None:
            page, following = desk.matches(relation="near", after=following)
            pages.append(page)
        assert pages == [[]] * 4
