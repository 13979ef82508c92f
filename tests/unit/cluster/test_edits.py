"""Edit classes by example: one of each, and what must not make a change."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from samesame.cluster.edits import EDITS, NO_EDIT, RANGES, edits
from samesame.errors import ParameterError

FERRY = (
    "The county plans to end the ferry to Gull Island this winter. For the forty families who live there it is the "
    "only way to reach a doctor, a school or a shop."
)
COST = (
    "A bridge would cost eleven times as much as the ferry does in a decade, and it would cut through the marsh where "
    "the terns breed. Nobody on either shore has asked for it."
)
ASK = "Please keep the ferry, and repair the landing before the ice comes. We will pay a higher fare if we must."
LETTER = "\n\n".join((FERRY, COST, ASK))
OWN = "My mother is eighty-one and takes the boat to dialysis twice a week. I row her across when it does not run."


def told(copy: str, letter: str = LETTER, main: list[tuple[int, int]] | None = None) -> tuple[str | None, str]:
    given = None if main is None else [{"start": start, "end": end} for start, end in main]
    ranges = pa.array([given], RANGES)
    texts = [pa.array([text], pa.large_string()) for text in (letter, copy)]
    result = edits(texts[0], pa.nulls(1, RANGES), np.zeros(1, np.int64), texts[1], ranges)
    own = [copy[place["start"] : place["end"]] for place in result.unique[0].as_py()]
    return (None if result.edit[0] == NO_EDIT else EDITS[result.edit[0]]), "|".join(own)


def changed(text: str, count: int) -> str:
    """Every third word is another, `count` of them."""
    words = text.split(" ")
    for i in range(count):
        words[3 * i + 1] = f"other{i}"
    return " ".join(words)


LONG = " ".join(f"long{i}" for i in range(210))
CASES = {
    "exact": (LETTER, ""),
    "repeated": (f"{LETTER}\n\n{LETTER}", ""),
    "block_reordering": ("\n\n".join((COST, ASK, FERRY)), ""),
    "minor_change": (LETTER.replace("forty families", "sixty households").replace("higher ", ""), "sixty households"),
    "block_added": ("\n\n".join((FERRY, OWN, COST, ASK)), OWN),
    "block_deleted": ("\n\n".join((FERRY, ASK)), ""),
    "minor_change_block_edit": ("\n\n".join((FERRY, ASK.replace("the ice", "winter"), OWN)), f"winter|{OWN}"),
    "key_block": ("\n\n".join((OWN, COST)), OWN),
    "bag_of_words": (" ".join(sorted(LETTER.replace("\n\n", " ").split(" "))), None),
}


@pytest.mark.parametrize("edit", EDITS)
def test_one_of_each(edit: str) -> None:
    copy, own = CASES[edit]
    assert told(copy)[0] == edit
    assert own is None or told(copy)[1] == own


@pytest.mark.parametrize("edit", ["repeated", "block_reordering", "minor_change", "block_added", "key_block"])
def test_the_same_without_blank_lines_and_wrapped_otherwise(edit: str) -> None:
    copy, own = CASES[edit]
    flat = copy.replace("\n\n", " ")
    assert told(flat) == (edit, own)
    words = flat.split(" ")
    wrapped = "\n".join(" ".join(words[i : i + 7]) for i in range(0, len(words), 7))
    assert told(wrapped)[0] == edit
    assert told(wrapped)[1].split() == (own or "").split()


def test_what_is_no_copy() -> None:
    assert told(OWN) == (None, OWN)
    assert told("") == (None, "")
    assert told(OWN, letter=" - ") == (None, OWN)
    # A phrase is no paragraph, even where it is one in the reference.
    assert told(f"Thank you. {OWN}", letter=f"{LETTER}\n\nThank you.")[0] is None


def test_spelling_that_is_no_change() -> None:
    assert told(LETTER.upper().replace(",", " –").replace(".", "!"))[0] == "exact"
    broken = LETTER.replace("winter", "win-\nter").replace("landing", "land ing").replace("the only", "theonly")
    assert told(broken) == ("exact", "")
    # At the beginning, at the end, and beside a change.
    assert told("T he" + LETTER[3:-6] + "m us t.") == ("exact", "")
    assert told(LETTER.replace("only way to", "on ly road to")) == ("minor_change", "road")


def test_minor_changes_end_at_fifteen_words_of_a_paragraph_or_at_five_percent() -> None:
    long = " ".join(f"word{i}" for i in range(280))
    for letter, most in ((" ".join(f"word{i}" for i in range(90)), 14), (long, 14), (f"{long} {LONG}", 24)):
        assert told(changed(letter, most), letter=letter)[0] == "minor_change"
        assert told(changed(letter, most + 1), letter=letter)[0] != "minor_change"
    assert told("Take the bridge away from us", letter="Keep the ferry running for all")[0] is None


def test_paragraphs_of_two_hundred_words_and_more_leave_a_key_block() -> None:
    just = " ".join(f"long{i}" for i in range(199))
    assert told(f"{LETTER}\n\n{just}")[0] == "block_added"
    assert told(f"{LETTER}\n\n{just} end")[0] == "key_block"
    assert told(FERRY, letter=f"{FERRY}\n\n{just}")[0] == "block_deleted"
    assert told(FERRY, letter=f"{FERRY}\n\n{just} end")[0] == "key_block"


def test_a_short_addition_is_a_paragraph_if_it_stands_alone() -> None:
    assert told(f"{LETTER}\n\nPlease do!") == ("block_added", "Please do!")
    assert told(f"{LETTER} Please do!") == ("minor_change", "Please do!")
    assert told(f"{LETTER} {OWN}") == ("block_added", OWN)


def test_sentences_taken_out_of_a_letter_of_one_paragraph() -> None:
    letter = LETTER.replace("\n\n", " ")
    assert told(LETTER.replace(f"{COST}\n\n", ""), letter=letter)[0] == "block_deleted"
    assert told(f"{FERRY}\n\n{OWN}", letter=letter) == ("key_block", OWN)


def test_paragraphs_that_begin_alike_are_told_apart() -> None:
    begin = "I urge the council of this county to vote for"
    parts = [f"{begin} a better {what} on the western shore of the lake" for what in ("pier", "road", "school")]
    letter = "\n\n".join(parts)
    assert told("\n\n".join((parts[0], parts[2])), letter=letter) == ("block_deleted", "")
    assert told("\n\n".join((parts[2], parts[0], parts[1])), letter=letter) == ("block_reordering", "")


def test_only_the_main_text_counts() -> None:
    copy = f"Dear council,\n\n{LETTER}\n\nYours, Ann Lee"
    start = copy.index("The county")
    assert told(copy, main=[(start, start + len(LETTER))]) == ("exact", "")
    assert told(copy) == ("block_added", "Dear council,|Yours, Ann Lee")


def test_places_are_code_points_of_the_whole_text() -> None:
    assert told(f"🙂 {LETTER}\n\nÇa suffit: “arrêtez”.") == ("block_added", "Ça suffit: “arrêtez”.")


def test_many_members_on_any_number_of_threads() -> None:
    letters = pa.array([LETTER, OWN], pa.large_string())
    copies = pa.array([CASES[edit][0] for edit in EDITS] * 40 + [OWN], pa.large_string())
    which = np.array([0] * (len(copies) - 1) + [1])
    results = [
        edits(letters, pa.nulls(2, RANGES), which, copies, pa.nulls(len(copies), RANGES), threads=n) for n in (1, 2)
    ]
    assert results[0].edit.tolist() == results[1].edit.tolist() == [*range(len(EDITS))] * 40 + [0]
    assert results[0].unique.equals(results[1].unique)


def test_wrong_arguments_are_refused() -> None:
    one = pa.array([LETTER], pa.large_string())
    none = pa.nulls(1, RANGES)
    with pytest.raises(ParameterError, match="which: expected numbers below 1; got 1 to 1"):
        edits(one, none, np.array([1]), one, none)
    with pytest.raises(ParameterError, match="which: expected 1 numbers below 1, one for each member; got 2"):
        edits(one, none, np.array([0, 0]), one, none)
    with pytest.raises(ParameterError, match="member_ranges: expected a list of start and end"):
        edits(one, none, np.array([0]), one, pa.nulls(2, RANGES))
    for wrong in ([(5, 9), (2, 4)], [(0, 10_000)], [(-1, 3)]):
        with pytest.raises(ParameterError, match="ranges: expected ranges in order, inside of"):
            told(LETTER, main=wrong)
