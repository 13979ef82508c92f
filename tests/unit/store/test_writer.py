"""The thread that takes what waits as one group."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from pathlib import Path

import pytest

from samesame.store import Busy, Desk, Item, Outcome, StoreError, Writer


def test_many_callers_get_their_own_outcomes(tmp_path: Path) -> None:
    with Desk.open(tmp_path / "state.db") as desk:
        writer = Writer(desk)
        told: dict[int, list[Outcome]] = {}

        def call(caller: int) -> None:
            items = [Item(id=f"{caller}-{at}", text=f"Text {at} of caller {caller}") for at in range(30)]
            told[caller] = [outcome for item in items for outcome in writer.submit([item]).result(60)]

        threads = [threading.Thread(target=call, args=(caller,)) for caller in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        writer.close()
        for caller, outcomes in told.items():
            assert [(one.id, one.kind) for one in outcomes] == [(f"{caller}-{at}", "judged") for at in range(30)]
        assert desk.stats()["stored"] == 240


def test_more_than_may_wait_is_busy_and_what_was_taken_is_finished(tmp_path: Path) -> None:
    with Desk.open(tmp_path / "state.db") as desk:
        writer = Writer(desk, waiting=5)
        taken: list[Future[list[Outcome]]] = []
        with desk._lock:  # nothing is judged meanwhile
            taken.append(writer.submit([Item(id=f"a{at}", text="x") for at in range(9)]))
            with pytest.raises(Busy, match="9 documents wait already"):
                writer.submit([Item(id="b", text="x")])
        writer.close()
        assert len(taken[0].result(0)) == 9
        with pytest.raises(StoreError, match="being closed"):
            writer.submit([Item(id="c", text="x")])


def test_a_large_request_is_judged_in_groups_and_when_time_is_over_is_to_be_sent_again(tmp_path: Path) -> None:
    with Desk.open(tmp_path / "state.db") as desk:
        writer = Writer(desk)
        items = [Item(id=f"a{at}", text=f"text {at}") for at in range(700)]
        assert [one.id for one in writer.submit(items).result(60)] == [item.id for item in items]
        with desk._lock:
            late = [writer.submit(items), writer.submit([Item(id="b", text="x")])]
            writer.finish(0)
        for told in late[1:]:
            with pytest.raises(StoreError, match="send it again"):
                told.result(60)
        assert late[0].exception(60) is None or isinstance(late[0].exception(0), StoreError)
        writer.close()
        assert writer.waiting == 0


def test_an_error_reaches_everybody_who_waits_and_the_thread_goes_on(tmp_path: Path) -> None:
    desk = Desk.open(tmp_path / "state.db")
    writer = Writer(desk)
    desk.close()
    for _ in range(2):
        with pytest.raises(StoreError):
            writer.submit([Item(id="a", text="x")]).result(60)
    writer.close()
