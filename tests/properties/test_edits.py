"""Edit classes and added text against a naive twin that aligns every stretch of a copy with every paragraph."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from samesame.cluster.edits import EDITS, NO_EDIT, RANGES, edits

from .letters_edited import Told, naive, words_of

Ops = list[tuple[str, int, int]]


def told(reference: str, copy: str, reference_main: object = None, copy_main: object = None) -> tuple[str | None, str]:
    """The edit class, and the added text, its stretches separated by bars."""
    texts = [pa.array([text], pa.large_string()) for text in (reference, copy)]
    ranges = [pa.array([main], RANGES) for main in (reference_main, copy_main)]
    result = edits(texts[0], ranges[0], np.zeros(1, np.int64), texts[1], ranges[1], threads=1)
    [edit] = result.edit
    own = [copy[place["start"] : place["end"]] for place in result.unique[0].as_py()]
    return (None if edit == NO_EDIT else EDITS[edit]), "|".join(own)


@st.composite
def letters(draw: st.DrawFn) -> list[list[str]]:
    """Paragraphs of words that mostly occur once; some words are in all of them."""
    sizes = draw(st.lists(st.integers(9, 26), min_size=1, max_size=4))
    common = draw(st.integers(3, 9))
    return [
        [f"the{i % common}" if i % common == 1 else f"p{number}w{i}" for i in range(size)]
        for number, size in enumerate(sizes)
    ]


ops = st.lists(
    st.tuples(
        st.sampled_from(["keep", "drop", "swap", "change", "insert", "remove", "add", "again"]),
        *[st.integers(0, 99)] * 2,
    ),
    max_size=4,
)


def edited(letter: list[list[str]], todo: Ops, flat: bool) -> list[list[str]]:
    blocks = [list(block) for block in letter]
    for step, (what, a, b) in enumerate(todo):
        at = a % max(1, len(blocks))
        block = blocks[at] if blocks else []
        if what == "drop":
            del blocks[at : at + 1]
        elif what == "swap" and len(blocks) > 1:
            other = b % len(blocks)
            blocks[at], blocks[other] = blocks[other], blocks[at]
        elif what == "change" and len(block) > 2:
            block[1 + b % (len(block) - 2)] = f"new{step}"
        elif what == "insert" and len(block) > 2:
            place = 1 + b % (len(block) - 2)
            block[place:place] = [f"more{step}", f"words{step}"]
        elif what == "remove" and len(block) > 2:
            del block[1 + b % (len(block) - 2)]
        elif what == "add":
            size = (17 if flat else 2) + b % 9
            blocks.insert(a % (len(blocks) + 1), [f"own{step}x{i}" for i in range(size)])
        elif what == "again":
            blocks += [list(one) for one in letter]
    return blocks


def laid_out(blocks: Sequence[Sequence[str]], flat: bool, width: int) -> str:
    if flat:
        return " ".join(" ".join(block) for block in blocks)
    lines = (" ".join(block[i : i + width]) for block in blocks for i in range(0, len(block), width))
    if width > 90:
        return "\n\n".join(lines)
    return "\n\n".join("\n".join(" ".join(b[i : i + width]) for i in range(0, len(b), width)) for b in blocks)


@settings(max_examples=150)
@given(letters(), ops, st.booleans(), st.integers(4, 100))
def test_class_and_added_text_are_those_of_the_twin(letter: list[list[str]], todo: Ops, flat: bool, width: int) -> None:
    reference = laid_out(letter, False, 100)
    copy = laid_out(edited(letter, todo, flat), flat, width)
    expected: Told = naive(reference, copy)
    edit, own = told(reference, copy)
    assert edit == expected.edit
    words = words_of(copy)[0]
    if expected.edit is not None:
        assert words_of(own.replace("|", " "))[0] == [words[i] for i in sorted(expected.own)]


@given(st.lists(st.sampled_from(["a", "b", "c", "\n\n", "\n", ". "]), max_size=40), st.data())
def test_any_text_keeps_what_always_holds(parts: list[str], data: st.DataObject) -> None:
    reference = " ".join(parts)
    copy = " ".join(data.draw(st.permutations(parts))) + data.draw(st.sampled_from(["", " d", "\n\nd e f", " a b c"]))
    edit, own = told(reference, copy)
    left, right = words_of(reference)[0], words_of(copy)[0]
    assert (edit == "exact") == ("".join(left) == "".join(right) != "")
    assert edit != "exact" or not own
    if edit is None:
        common = sum(min(left.count(word), right.count(word)) for word in set(left))
        assert not right or common * 5 <= 4 * max(len(left), len(right))
