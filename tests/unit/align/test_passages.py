"""Named cases of the two aligners."""

from __future__ import annotations

import pytest

from samesame.align.passages import align, align_pairs
from samesame.errors import ParameterError
from samesame.model import Span

ONE = "The ferry to the island leaves at ten every morning and comes back at noon."
TWO = "Tickets are sold on board, and children below the age of six travel free of charge."


def slices(left: str, right: str, spans: list[Span]) -> list[tuple[str, str]]:
    return [(left[s.left_start : s.left_end], right[s.right_start : s.right_end]) for s in spans]


def test_moved_blocks_are_found() -> None:
    left, right = f"{ONE}\n\n{TWO}", f"{TWO}\n\n{ONE}"
    assert slices(left, right, align(left, right)) == [(ONE, ONE), (TWO, TWO)]


def test_text_that_stands_twice_is_covered_on_both_sides() -> None:
    right = f"{ONE} Something else stands between the two. {ONE}"
    for left, other in ((ONE, right), (right, ONE)):
        spans = align(left, other)
        assert sum(s.left_end - s.left_start for s in spans) >= len(ONE) * max(left.count(ONE), other.count(ONE))
        assert all(slice == (ONE, ONE) for slice in slices(left, other, spans))


def test_phrases_are_no_passages_but_lines_are() -> None:
    assert align("It is one of the most common words.", "Here is one of the most beautiful towns.") == []
    quoted = align("> is it one of the most common?\nYes.", "Hello.\nis it one of the most common?\nBye.")
    assert [span.kind for span in quoted] == ["identical"]


def test_small_edits_at_the_ends_belong_to_the_passage() -> None:
    left = "Only our new ferry to the island leaves at ten every morning, back by noon or one."
    right = "Only our old ferry to the island leaves at ten every morning, back at noon or two."
    [span] = align(left, right)
    assert (span.left_start, left[: span.left_end], span.kind) == (0, left.removesuffix(" one."), "edited")


def test_an_edit_is_no_longer_than_what_agrees_around_it() -> None:
    """Four common words do not bridge six others: here stands another line, not an edited one."""
    head, tail = "Tickets for the ferry are sold on board every day", "at the town hall"
    left = f"{head}\nor ask our friendly staff downstairs {tail}"
    right = f"{head}\nbut never before seven on Sundays {tail}"
    assert slices(left, right, align(left, right))[0] == (head, head)
    assert all(head not in slice for slice, _ in slices(left, right, align(left, right))[1:])
    near = f"{head}\nor ask us {tail}", f"{head}\nbut never there {tail}"
    assert slices(*near, align(*near)) == [near]


def test_line_ends_marks_and_widths_do_not_matter() -> None:
    left = "Über   die Straße,\r\ngehen ﬁve Ｃｈｉｌｄｒｅｎ\r\nand a cafe\u0301 owner 👩‍👩‍👧."
    right = "x. über die strasse gehen five children and a café owner"
    [span] = align(left, right)
    assert (span.left_start, left[: span.left_end], span.kind) == (0, left.removesuffix(" 👩‍👩‍👧."), "identical")
    assert right[span.right_start : span.right_end] == right[3:]


def test_chinese_is_cut_between_characters() -> None:
    passage = "中华人民共和国公民在法律面前一律平等。"
    left, right = f"第一条{passage}第二条完全不同", f"另外的内容。{passage}"
    [span] = align(left, right)
    assert passage in left[span.left_start : span.left_end]
    assert right[span.right_start : span.right_end] == passage


def test_reworded_finds_what_was_shuffled() -> None:
    sentences = [
        "The harbour commission approved the expansion of the northern container terminal after two years of hearings.",
        "Engineers warned that dredging the estuary could release mercury stored in sediments since smelting ended.",
        "Fishermen demanded compensation for oyster beds destroyed by turbidity, while unions welcomed permanent jobs.",
        "A binding arbitration panel will review toxicology reports quarterly and may suspend excavation immediately.",
        "Residents of the peninsula plan to appeal to the administrative court, citing flawed acoustic measurements.",
    ]
    shuffled = [" ".join(sorted(sentence.split(), key=lambda word: word[::-1])) for sentence in reversed(sentences)]
    left = "Weather stayed mild. " * 3 + " ".join(shuffled) + " Nothing else happened anywhere." * 3
    right = "Sport came first that evening. " * 4 + " ".join(sentences) + " Then the radio played music until late." * 3
    assert align(left, right) == []
    [span] = align(left, right, aligner="reworded")
    assert span.kind == "edited"
    found = right[span.right_start : span.right_end]
    assert sum(sentence in found for sentence in sentences) >= 4


@pytest.mark.parametrize("aligner", ["verbatim", "reworded"])
@pytest.mark.parametrize("left", ["", " ", "\u0301", "...", "one"])
def test_next_to_nothing(left: str, aligner: str) -> None:
    assert align(left, "other words stand here", aligner=aligner) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("aligner", ["verbatim", "reworded"])
def test_one_word_a_hundred_thousand_times(aligner: str) -> None:
    left, right = "word " * 100_000, "word " * 50_001
    for span in align(left, right, aligner=aligner):  # type: ignore[arg-type]
        assert span.left_end <= len(left)


def test_unknown_aligners_and_options_are_refused() -> None:
    with pytest.raises(ParameterError, match="aligner: expected 'verbatim' or 'reworded', got 'exact'"):
        align("a", "b", aligner="exact")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="adapt: an option of the aligner 'reworded'"):
        align("a", "b", adapt=True)


def test_pairs_must_name_texts() -> None:
    import pyarrow as pa

    from samesame.align.passages import Aligner

    with pytest.raises(ParameterError, match="numbers below 1"):
        align_pairs(pa.array(["a"], pa.large_string()), [0], [1], Aligner())
