"""A desk: what is told is stored, and told again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import samesame as ss
from samesame.store import Desk, Item

STORM = "Storm closes the port of Bozcaada until Monday, the ferry company said."


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "state.db"


def test_items_get_outcomes_in_their_order(store: Path) -> None:
    with Desk.open(store) as desk:
        items = [
            Item(id="a", text=STORM),
            Item(id="", text="x"),
            Item(id="b", text=STORM + "!"),
            Item(id="c", text="Comet."),
        ]
        outcomes = desk.judge(items)
    assert [(one.id, one.kind) for one in outcomes] == [
        ("a", "judged"),
        ("", "refused"),
        ("b", "judged"),
        ("c", "judged"),
    ]
    assert [outcomes[place].verdict["relation"] for place in (0, 2, 3)] == ["new", "exact", "new"]
    assert outcomes[1].message == "id: expected 1 to 4,096 characters, got 0"


def test_the_same_again_is_told_the_same_also_after_a_restart(store: Path) -> None:
    with Desk.open(store) as desk:
        desk.judge([Item(id="a", text=STORM)])
        (first,) = desk.judge([Item(id="b", text=STORM)])
        assert desk.judge([Item(id="b", text=STORM)] * 2)[1].verdict == first.verdict
    with Desk.open(store) as desk:
        (again,) = desk.judge([Item(id="b", text=STORM, source="elsewhere")])
        assert (again.kind, again.verdict_json) == ("known", first.verdict_json)
        assert desk.stats()["judged"] == 2


def test_another_text_is_a_conflict_unless_it_replaces(store: Path) -> None:
    with Desk.open(store) as desk:
        desk.judge([Item(id="a", text=STORM), Item(id="b", text="Nobody saw the comet.")])
        (refused,) = desk.judge([Item(id="b", text=STORM)])
        assert (refused.kind, refused.verdict["relation"]) == ("conflict", "new")
        (replaced,) = desk.judge([Item(id="b", text=STORM, replace=True)])
        assert (replaced.kind, replaced.verdict["relation"]) == ("judged", "exact")
        found = desk.document("b")
        assert found is not None and found["text"] == STORM
        assert desk.judge([Item(id="c", text="Nobody saw the comet.")])[0].verdict["relation"] == "new"


def test_within_one_group_items_come_again_and_are_replaced(store: Path) -> None:
    texts = ["one and only", "one and only", "two of them", "three of them"]
    items = [Item(id="a", text=text, replace=place == 3) for place, text in enumerate(texts)]
    with Desk.open(store) as desk:
        assert [one.kind for one in desk.judge(items)] == ["judged", "known", "conflict", "judged"]
        found = desk.document("a")
        assert found is not None and found["text"] == "three of them"
    with Desk.open(store) as desk:
        assert [one.kind for one in desk.judge(items[2:])] == ["conflict", "known"]


def test_a_page_is_compared_and_stored_by_its_main_text(store: Path) -> None:
    page = f"<html><body><nav>Home Sports Weather</nav><article><p>{STORM}</p></article></body></html>"
    with Desk.open(store) as desk:
        desk.judge([Item(id="a", text=STORM)])
        (verdict,) = desk.judge([Item(id="b", text=page, html=True)])
        assert verdict.verdict["matches"][0]["id"] == "a"
        assert desk.judge([Item(id="b", text=page, html=True)])[0].kind == "known"
        assert desk.judge([Item(id="b", text=page)])[0].kind == "conflict"


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (Item(id="a", text="\ud800"), "text: a lone surrogate is no character"),
        (Item(id="\udc00", text="x"), "id: a lone surrogate is no character"),
        (Item(id="a", text="x", source="\ud800"), "source: a lone surrogate"),
        (Item(id="a", text="x", metadata={"k": "\ud800"}), "metadata: a lone surrogate"),
        (Item(id="a", text="x", time="yesterday"), "time: 'yesterday' is no time"),
        (Item(id="a", text="x", time=1e300), "time: 1e+300 is outside the years 1 to 9999"),
        (Item(id="a" * 5000, text="x"), "id: expected 1 to 4,096 characters, got 5,000"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else None,
)
def test_what_is_no_item_is_refused_by_name(store: Path, item: Item, message: str) -> None:
    with Desk.open(store) as desk:
        (outcome,) = desk.judge([item])
        assert outcome.kind == "refused" and outcome.message.startswith(message)
        assert desk.stats()["stored"] == 0


def test_a_removed_document_is_found_no_more_and_its_group_number_is_not_used_again(store: Path) -> None:
    with Desk.open(store) as desk:
        desk.judge([Item(id="a", text=STORM), Item(id="b", text="Nobody saw the comet.")])
        assert desk.remove("b") and not desk.remove("b") and not desk.remove("z")
        assert desk.document("b") is None
    with Desk.open(store) as desk:
        (again,) = desk.judge([Item(id="b", text="Nobody saw the comet.")])
        assert (again.kind, again.verdict["relation"], again.verdict["group"]) == ("judged", "new", 3)


def test_matches_and_groups_come_in_pages(store: Path) -> None:
    with Desk.open(store) as desk:
        desk.judge(
            [Item(id=f"{at}", text=STORM) for at in range(4)] + [Item(id=f"x{at}", text="Comet.") for at in range(2)]
        )
        pages, after = [], ""
        while True:
            page, following = desk.matches(after=after, limit=3)
            pages.append([(row["id"], row["of"]) for row in page])
            if following is None:
                break
            after = following
        assert pages == [[("1", "0"), ("2", "0"), ("2", "1")], [("3", "0"), ("3", "1"), ("3", "2")], [("x1", "x0")]]
        assert desk.matches(relation="near") == ([], None)
        first, following_group = desk.groups(limit=1)
        assert (first[0]["origin"], first[0]["members"], following_group) == ("0", ["0", "1", "2", "3"], 1)
        last, end = desk.groups(after=1, limit=1, members=1)
        assert (last[0]["origin"], last[0]["members"], last[0]["joined"], end) == ("x0", ["x0"], 2, None)
        with pytest.raises(ss.InputError, match="after: expected what an earlier page gave"):
            desk.matches(after="nowhere")


def test_what_has_come_is_counted_by_source(store: Path) -> None:
    with Desk.open(store) as desk:
        desk.judge([Item(id="a", text=STORM, source="wire"), Item(id="b", text=STORM, source="blog")])
        desk.judge([Item(id="c", text=STORM)])
        stats = desk.stats()
    assert stats["relations"] == {"exact": 2, "new": 1}
    assert stats["sources"] == {"": {"exact": 1}, "blog": {"exact": 1}, "wire": {"new": 1}}


def test_a_note_is_there_after_a_restart(store: Path) -> None:
    with Desk.open(store) as desk:
        assert desk.note("feed") is None
        desk.write_notes({"feed": "etag 1"})
        desk.write_notes({"feed": "etag 2"})
        desk.write_notes({"folder": "x"})
    with Desk.open(store) as desk:
        assert desk.note("feed") == "etag 2" and desk.notes("fe") == {"feed": "etag 2"}


def test_documents_that_left_the_window_go_when_their_time_is_over(store: Path) -> None:
    old, new = "2026-03-01T00:00:00Z", "2026-03-05T00:00:00Z"
    with Desk.open(store, keep_days=0, now=new) as desk:
        desk.judge(
            [Item(id="a", text=STORM, time=old), Item(id="b", text=STORM, time=old), Item(id="c", text="x", time=new)]
        )
        desk.rest()
        assert [desk.document(name) is None for name in "abc"] == [True, True, False]
        assert desk.groups() == ([], None)
        assert desk.judge([Item(id="a", text="other", time=new)])[0].verdict["group"] == 4
    with Desk.open(store, keep_days=7, now=new) as desk:
        desk.judge([Item(id="d", text=STORM, time=old)])
        desk.rest()
        assert desk.document("d") is not None


def test_a_store_that_keeps_nothing_does_not_grow_with_a_stream(store: Path) -> None:
    """What leaves is deleted also while there is always something new, and whatever is still held comes before it."""
    begin = datetime(2026, 3, 1, tzinfo=UTC)
    with Desk.open(store, keep_days=0, now=begin + timedelta(days=99)) as desk:
        most = 0
        for day in range(8):
            for part in range(10):
                times = [begin + timedelta(days=day + part / 10 + at / 1000) for at in range(100)]
                desk.judge([Item(id=f"{time}", text=f"text of {time}", time=time) for time in times])
                desk.rest()
            most = max(most, desk.stats()["stored"])
        assert len(desk.window) <= most < 3_000


def test_a_store_keeps_to_its_settings(store: Path) -> None:
    Desk.open(store, hours=48, method="overlap", threshold=0.7).close()
    with Desk.open(store, method="overlap", hours=48) as desk:
        assert (desk.window.hours, desk.window.settings.to_dict()["threshold"]) == (48, 0.7)
    for wrong in ({"hours": 24}, {"method": "ddd"}, {"threshold": 0.8}, {"remember": "accepted"}):
        with pytest.raises(ss.ParameterError, match=f"{next(iter(wrong))}: the store was made with"):
            Desk.open(store, **wrong)
    with Desk.open(store, method=ss.Overlap(threshold=0.7)) as desk:
        assert desk.ready


def test_a_window_over_paths_is_restored_with_the_same_statistics_only(store: Path) -> None:
    statistics = ss.Statistics.count([STORM, "Nobody saw the comet."])
    with Desk.open(store, method="codet", stats=statistics) as desk:
        desk.judge([Item(id="a", text=STORM)])
    with pytest.raises(ss.ParameterError, match="stats: the store was made with statistics"):
        Desk.open(store)
    with pytest.raises(ss.StatisticsMismatch):
        Desk.open(store, stats=ss.Statistics.count(["Other words."]))
    with Desk.open(store, stats=statistics) as desk:
        assert desk.judge([Item(id="b", text=STORM)])[0].verdict["group"] == 1


def test_notes_are_written_and_deleted_together(tmp_path: Path) -> None:
    with Desk.open(tmp_path / "state.db") as desk:
        desk.write_notes({"watch.a": "1", "watch.b": "2", "other": "3"})
        desk.write_notes({"watch.a": None, "watch.b": "4", "never": None})
        assert desk.notes("watch.") == {"watch.b": "4"}
    with Desk.open(tmp_path / "state.db") as desk:
        assert desk.notes() == {"other": "3", "watch.b": "4"}
