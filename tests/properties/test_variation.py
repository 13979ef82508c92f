"""What varies in copies of a letter: edits that are made are the edits that are counted."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from samesame.align.passages import align
from samesame.report.variation import Passage, Variation

LETTER = [f"w{number}" for number in range(120)]


def passages(letter: str, copy: str) -> list[Passage]:
    found = align(letter, copy)
    return [(s.left_start, s.left_end, s.right_start, s.right_end, s.kind == "identical") for s in found]


@st.composite
def edited(draw: st.DrawFn) -> tuple[list[str], set[int], set[int], set[int]]:
    """A copy, and the places that it changed, deleted and added to; edits stand apart from one another."""
    copy: list[str] = []
    changed: set[int] = set()
    deleted: set[int] = set()
    added: set[int] = set()
    at = 0
    for number in range(draw(st.integers(0, 3))):
        start = draw(st.integers(at + 20, at + 30))
        copy += LETTER[at:start]
        kind, length = draw(st.sampled_from(["change", "delete", "add"])), draw(st.integers(1, 4))
        if kind != "delete":
            copy += [f"n{number}x{i}" for i in range(length)]
        if kind == "add":
            added.add(start)
        else:
            (changed if kind == "change" else deleted).update(range(start, start + length))
        at = start if kind == "add" else start + length
    return [*copy, *LETTER[at:]], changed, deleted, added


@settings(max_examples=200)
@given(st.lists(edited(), min_size=1, max_size=4))
def test_edits_are_counted_where_they_were_made(copies: list[tuple[list[str], set[int], set[int], set[int]]]) -> None:
    letter = " ".join(LETTER)
    varied = Variation(letter)
    expected = np.zeros((3, len(LETTER) + 1), np.int64)
    for words, *kinds in copies:
        copy = " ".join(words)
        varied.add(copy, passages(letter, copy))
        for counts, places in zip(expected, kinds, strict=True):
            counts[list(places)] += 1
    changed, deleted, added = expected
    assert varied.copies == len(copies)
    assert varied.changed.tolist() == changed[:-1].tolist()
    assert varied.deleted.tolist() == deleted[:-1].tolist()
    assert varied.added.tolist() == added.tolist()


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_texts_are_counted_without_gaps_or_negative_numbers(letter: str, copy: str) -> None:
    varied = Variation(letter)
    varied.add(copy, passages(letter, copy))
    varied.add(letter, passages(letter, letter))
    for counts in (varied.changed, varied.deleted, varied.added):
        assert ((counts >= 0) & (counts <= 2)).all()
    assert (varied.changed + varied.deleted <= 1).all(), "the letter itself changes nothing"


def test_short_letters_are_compared_word_by_word() -> None:
    varied = Variation("I support this rule.")
    varied.add("I support this idea, and I wish you well.", [])
    assert varied.changed.tolist() == [0, 0, 0, 1] and varied.deleted.sum() == 0
