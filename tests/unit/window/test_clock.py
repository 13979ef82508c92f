"""Which hours a window holds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

import samesame as ss

TEXT = "Storm closes the port of Bozcaada until Monday morning."
NOON = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)


def document(id_: str, hours: float | None = 0, text: str = TEXT) -> ss.Document:
    return ss.Document(id_, text, None if hours is None else NOON + timedelta(hours=hours))


def fed(*hours: float, **options: object) -> ss.Window:
    window = ss.Window(now=NOON + timedelta(days=30), **options)  # type: ignore[arg-type]
    for at, hour in enumerate(hours):
        window.add(document(f"d{at}", hour))
    return window


def ids(verdict: ss.Verdict) -> list[str]:
    return [match.id for match in verdict.matches]


def test_the_horizon_lies_between_24_and_25_hours() -> None:
    # 12:30 is in the hour of 12:00: until 13:00 of the next day it is compared, whatever the minutes.
    assert ids(fed(0).add(document("x", 24.49))) == ["d0"]
    assert ids(fed(0).add(document("x", 24.5))) == []
    assert ids(fed(-0.5).add(document("x", 24.49))) == ["d0"]
    assert ids(fed(0, hours=2).add(document("x", 2.49))) == ["d0"]
    assert ids(fed(0, hours=2).add(document("x", 2.5))) == []


def test_hours_are_hours_of_utc() -> None:
    window = ss.Window(now=NOON + timedelta(days=30))
    window.add(ss.Document("a", TEXT, datetime.fromisoformat("2026-03-01T14:59:00+05:30")))
    assert window.held_hours() == {datetime(2026, 3, 1, 9, tzinfo=UTC): 1}


def test_copies_are_remembered_so_that_a_chain_of_copies_never_gets_in_again() -> None:
    assert [ids(fed(0, 20, 40).add(document("x", 60)))] == [["d2"]]
    window = fed(0, remember="accepted")
    assert [window.add(document(f"c{hour}", hour)).relation for hour in (20, 40, 60)] == ["exact", "new", "exact"]


def test_a_late_document_is_compared_with_the_hours_around_its_own() -> None:
    window = fed(0, 30)
    # The window's hour is that of d1: d0 is gone.
    assert ids(window.add(document("late", 7))) == ["d1"]
    assert ids(window.add(document("other", 31))) == ["late", "d1"]


def test_a_document_older_than_all_held_hours_is_compared_and_not_remembered() -> None:
    window = fed(10, 34)
    verdict = window.add(document("old", 9))
    assert (ids(verdict), verdict.held, "old" in window) == (["d0"], False, False)
    assert "not remembered" in verdict.notes[0]
    assert ids(window.add(document("x", 34))) == ["d0", "d1"]


def test_an_item_of_2099_empties_nothing() -> None:
    now = [NOON]
    window = ss.Window(now=lambda: now[0])
    window.add(document("a", 0))
    far = window.add(ss.Document("far", TEXT, datetime(2099, 1, 1, tzinfo=UTC)))
    assert (far.relation, far.clock, far.time) == ("exact", "ahead", NOON)
    assert "judged as of now" in far.notes[0]
    now[0] += timedelta(hours=3)
    assert ids(window.add(document("b", 3))) == ["a", "far"]


def test_an_item_of_2099_in_a_replay_without_a_clock_empties_nothing() -> None:
    window = ss.Window()
    past = datetime(2012, 3, 1, 10, tzinfo=UTC)
    window.add(ss.Document("a", TEXT, past))
    assert window.add(ss.Document("far", TEXT, datetime(2099, 1, 1, tzinfo=UTC))).clock == "ahead"
    assert ids(window.add(ss.Document("b", TEXT, past + timedelta(hours=1)))) == ["a"]


def test_what_lies_ahead_is_held_no_longer_than_a_window() -> None:
    now = [NOON]
    window = ss.Window(now=lambda: now[0])
    for day in range(5):
        now[0] = NOON + timedelta(days=2 * day)
        window.add(ss.Document(f"far{day}", TEXT, datetime(2099, 1, 1, tzinfo=UTC)))
    assert len(window) == 1


def test_up_to_an_hour_ahead_is_taken_as_it_is() -> None:
    window = ss.Window(now=NOON)
    assert window.add(document("a", 1)).clock == "document"
    assert window.add(ss.Document("b", TEXT, NOON + timedelta(hours=1, seconds=1))).clock == "ahead"


def test_without_a_stamp_it_is_the_time_of_arrival() -> None:
    now = [NOON]
    window = ss.Window(now=lambda: now[0])
    verdict = window.add(document("a", None))
    assert (verdict.clock, verdict.time) == ("arrival", NOON)
    now[0] += timedelta(hours=24.4)
    assert ids(window.add(document("b", None))) == ["a"]
    now[0] += timedelta(days=4)
    assert ids(window.add(document("c", None))) == []
    assert len(window) == 1


def test_the_wall_clock_is_the_default() -> None:
    before = datetime.now(UTC)
    assert before <= ss.Window().add(document("a", None)).time <= datetime.now(UTC)


@pytest.mark.parametrize(
    "now", ["2026-03-01T12:30:00", NOON, NOON.timestamp(), lambda: NOON, lambda: "2026-03-01T12:30"]
)
def test_a_clock_is_a_time_or_a_function(now: object) -> None:
    assert ss.Window(now=now).add(document("a", None)).time == NOON  # type: ignore[arg-type]


def test_a_clock_that_is_none_is_refused() -> None:
    with pytest.raises(ss.ParameterError, match="time: expected a datetime"):
        ss.Window(now="soon")
    with pytest.raises(ss.ParameterError, match="now: expected a time, got none"):
        ss.Window(now=lambda: None).add(document("a"))  # type: ignore[arg-type, return-value]
