"""What the rules find of the marked letters, field by field, and that the page says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import letters
from letters import Score, read, scores
from samesame.letters.model import FIELDS

ROOT = Path(__file__).resolve().parents[3]
# A little below what was measured (docs/letters.md): precision and recall.
FLOORS = {
    "developed": {
        **dict.fromkeys((*FIELDS, "main"), (0.97, 0.97)),
        "address": (0.94, 0.94),
        "signature": (0.95, 0.95),
    },
    "held_out": {
        **dict.fromkeys(("receiver", "salutation", "topic"), (0.95, 0.92)),
        "sender": (0.95, 0.82),
        "date": (0.95, 0.88),
        "address": (0.95, 0.80),
        "signature": (0.90, 0.72),
        "docket": (0.90, 0.90),
        "relayer": (0.95, 0.80),
        "footer": (0.95, 0.62),
        "main": (0.88, 0.99),
    },
}
LAYOUTS = {"mail", "form", "scan", "forward", "nosalutation", "two", "reply", "plain", "inline", "footer", "foreign"}


@pytest.mark.parametrize("name", FLOORS)
def test_no_field_is_found_worse_than_measured(name: str) -> None:
    found = scores(read(name))
    assert found.keys() == FLOORS[name].keys()
    worse = {field: found[field] for field, floor in FLOORS[name].items() if _below(found[field], floor)}
    assert not worse


def _below(score: Score, floor: tuple[float, float]) -> bool:
    return score.precision < floor[0] or score.recall < floor[1]


def test_there_are_letters_enough_in_every_layout() -> None:
    developed, held_out = read("developed"), read("held_out")
    assert len(developed) + len(held_out) >= 60 and len(held_out) >= 20
    assert {one.layout for one in developed} == {one.layout for one in held_out} == LAYOUTS
    assert len({one.text for one in [*developed, *held_out]}) == len(developed) + len(held_out)


def test_every_field_is_marked_in_both_files() -> None:
    for name in FLOORS:
        assert {field for one in read(name) for field, _, _ in one.truth} == {*FIELDS, "main"}


def test_marks_are_taken_out_of_the_text() -> None:
    text, truth = letters._unmarked("Re: {topic:Rule {docket:A-1}}\n")
    assert (text, truth) == ("Re: Rule A-1\n", frozenset({("topic", 4, 12), ("docket", 9, 12)}))


def test_scores_count_exact_ranges_and_characters_of_the_main_text() -> None:
    marked = letters.Marked("x", "plain", "Dear Ann,\nno.", frozenset({("salutation", 0, 8), ("main", 10, 12)}))
    found = scores([marked])
    assert found["salutation"] == Score(1, 1, 0), "a range that differs by one is not found"
    assert found["main"] == Score(2, 3, 2)
    assert (found["main"].precision, found["main"].recall, found["date"].recall) == (2 / 3, 1.0, 1.0)


def test_the_table_of_the_page_is_the_measured_one() -> None:
    page = (ROOT / "docs/letters.md").read_text(encoding="utf-8")
    assert letters.table() in page
    assert letters.filled(page) == page
