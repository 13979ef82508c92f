"""Passages slice the texts themselves, in any script; and the measures of alignments against sets of characters."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from samesame.align.passages import AlignerName, align
from samesame.assess.plagdet import Case, Tally
from samesame.report.dot_matrix import COMMON, LEAST, dots
from samesame.report.painted import pieces
from samesame.segment.sentences import sentences
from samesame.segment.words import words

from .strategies import naive_normal

LATIN = ["the", "ferry", "Leaves", "TEN", "café", "cafe\u0301", "ﬁsh", "İstanbul", "ışık", "Straße", "don’t", "3.14"]
OTHERS = ["我喜欢", "北京大学", "カタカナ", "한국어", "ไทย", "שלום", "ﷺ", "ＦＵＬＬ", "soft\u00adhyphen", "a_b"]
WORDS = st.sampled_from([*LATIN, *OTHERS])
GAPS = st.sampled_from(
    [" ", "  ", "\n", "\r\n", "\r\n\r\n", ". ", "。", ", ", "\u00a0", " (", ") ", "\u0301 ", "! 🙂 "]
)
ALIGNERS: list[AlignerName] = ["verbatim", "reworded"]


def texts(least: int = 0, most: int = 40) -> st.SearchStrategy[str]:
    pairs = st.lists(st.tuples(WORDS, GAPS), min_size=least, max_size=most)
    return pairs.map(lambda parts: "".join(word + gap for word, gap in parts))


def letters(text: str) -> str:
    return "".join(c for c in naive_normal(text) if c.isalnum())


@given(texts(), texts(), texts(8, 30))
def test_spans_are_ranges_of_both_texts(left: str, right: str, passage: str) -> None:
    left, right = left + passage, passage + right
    for aligner in ALIGNERS:
        for span in align(left, right, aligner=aligner):
            assert 0 <= span.left_start < span.left_end <= len(left)
            assert 0 <= span.right_start < span.right_end <= len(right)
            here, there = left[span.left_start : span.left_end], right[span.right_start : span.right_end]
            assert words(here) and words(there)
            if span.kind == "identical":
                assert letters(here) == letters(there)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_can_be_aligned(left: str, right: str) -> None:
    for aligner in ALIGNERS:
        for span in align(left + right, right + left, aligner=aligner):
            assert span.left_end <= len(left + right) and span.right_end <= len(left + right)


@given(st.lists(st.integers(0, 400), min_size=40, max_size=80, unique=True), st.integers(10, 25), st.booleans())
def test_a_planted_passage_is_found_and_its_edit_told(numbers: list[int], place: int, edit: bool) -> None:
    passage = [f"w{number}" for number in numbers]
    copy = ["other" if edit and i == place else word for i, word in enumerate(passage)]
    left, right = "Before it. " + " ".join(passage) + ". Behind.", "Elsewhere: " + " ".join(copy) + "! Nothing else."
    [span] = align(left, right)
    assert left[span.left_start : span.left_end] == " ".join(passage) + "."
    assert right[span.right_start : span.right_end] == " ".join(copy) + "!"
    assert span.kind == ("edited" if edit else "identical")


@given(texts(1, 30))
def test_a_text_is_identical_with_itself(text: str) -> None:
    spans = align(text, text)
    assert len(spans) == bool(words(text))
    assert all(span.kind == "identical" and span.left_start == span.right_start for span in spans)


CASES = st.lists(
    st.tuples(*[st.integers(0, 12), st.integers(1, 6)] * 2).map(lambda c: Case(c[0], c[0] + c[1], c[2], c[2] + c[3])),
    max_size=4,
)


def characters(case: Case) -> set[tuple[str, int]]:
    here = {("left", place) for place in range(case.start, case.end)}
    return here | {("right", place) for place in range(case.source_start, case.source_end)}


def naive_share(case: Case, others: list[Case]) -> tuple[float, int]:
    own, found = characters(case), [characters(other) for other in others]
    both = [one for one in found if all(any(side == s for s, _ in own & one) for side in ("left", "right"))]
    return len(own & set().union(*both)) / len(own) if both else 0.0, len(both)


@given(st.lists(st.tuples(CASES, CASES), min_size=1, max_size=4))
def test_plagdet_by_sets_of_characters(pairs: list[tuple[list[Case], list[Case]]]) -> None:
    tally = Tally()
    for cases, detections in pairs:
        tally.add(cases, detections)
    score = tally.score("all")
    shares = [naive_share(one, cases)[0] for cases, detections in pairs for one in detections]
    found = [naive_share(case, detections) for cases, detections in pairs for case in cases]
    precision = float(np.mean(shares)) if shares else 0.0
    recall = float(np.mean([share for share, _ in found])) if found else 0.0
    granularity = float(np.mean([count for _, count in found if count] or [1]))
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    values = (score.precision, score.recall, score.granularity, score.plagdet)
    assert np.allclose(values, (precision, recall, granularity, f1 / math.log2(1 + granularity)))
    assert score.missed == sum(not count for _, count in found)
    assert score.false_pairs == sum(bool(detections) and not cases for cases, detections in pairs)


@given(st.integers(0, 30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=6))
def test_painted_pieces_are_the_whole_text(length: int, ends: list[tuple[int, int]]) -> None:
    stretches = [(min(a, b, length), min(max(a, b), length)) for a, b in ends]
    found = list(pieces(length, stretches))
    assert [place for piece in found for place in range(piece.start, piece.end)] == list(range(length))
    for piece in found:
        inside = [any(a <= place < b for a, b in stretches) for place in range(piece.start, piece.end)]
        assert all(inside) if piece.passage is not None else not any(inside)


def naive_pairs(text: str) -> list[set[tuple[str, str]]]:
    """The pairs of neighbouring words of each sentence."""
    found = [
        [text[start:end][word.start : word.end] for word in words(text[start:end])] for start, end in sentences(text)
    ]
    return [set(pairwise(sentence)) for sentence in found]


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=5), max_size=COMMON))
def test_dots_are_sentences_that_share_pairs_of_words(lines: list[list[str]]) -> None:
    left = "\n\n".join(" ".join(line) + "." for line in lines)
    right = "\n\n".join(" ".join(line) + "." for line in reversed(lines))
    found = dots(left, right)
    rows, columns = naive_pairs(left), naive_pairs(right)
    naive = {(i, j): len(a & b) / len(a | b) for i, a in enumerate(rows) for j, b in enumerate(columns) if a & b}
    expected = {place: alike for place, alike in naive.items() if alike >= LEAST}
    told = dict(zip(zip(found.rows.tolist(), found.columns.tolist(), strict=True), found.alike.tolist(), strict=True))
    assert told.keys() == expected.keys()
    assert all(math.isclose(told[place], expected[place]) for place in told)
