"""Sentences: their ranges slice the text, in order, and nothing that is written is lost."""

from __future__ import annotations

import itertools

import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from samesame.segment.sentences import Sentence, sentence_lists, sentences

from .strategies import SCRIPTS, plain_type, texts

LINES = st.lists(
    st.one_of(
        texts(max_size=30),
        st.sampled_from(
            [
                "",
                "> quoted.",
                "> > deeper",
                ">>",
                "- item",
                "1. first",
                "# Heading",
                "---",
                "Dear Sir:",
                "Dr. Ay said",
                "###",
            ]
        ),
    ),
    max_size=6,
)
LAID_OUT = st.builds(str.join, st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\u2029", " ### "]), LINES)
# Unicode's white space; Python adds the information separators.
SPACE = "".join(chr(c) for c in range(0x110000) if chr(c).isspace() and not 0x1C <= c <= 0x1F)


@given(st.one_of(texts(), LAID_OUT))
@example("Dr. Ay paid 3.50.\r\n> Why? 今天下雨。好！")
def test_sentences_are_trimmed_slices_in_order(text: str) -> None:
    found = sentences(text)
    assert all(0 <= start < end <= len(text) for start, end in found)
    assert all(left.end <= right.start for left, right in itertools.pairwise(found))
    assert all(text[start:end] == text[start:end].strip(SPACE) for start, end in found)


@given(st.one_of(texts(), LAID_OUT))
def test_nothing_that_is_seen_but_quote_marks_stands_between_sentences(text: str) -> None:
    found = [Sentence(0, 0), *sentences(text), Sentence(len(text), len(text))]
    for left, right in itertools.pairwise(found):
        assert not plain_type(text[left.end : right.start]).strip(SPACE + ">"), ascii(text)


@given(st.lists(st.one_of(texts(), LAID_OUT), max_size=12), st.integers(1, 4))
def test_many_texts_at_once_give_what_each_gives_alone(many: list[str], threads: int) -> None:
    together = sentence_lists(many, threads=threads)
    assert [[Sentence(**one) for one in found] for found in together.to_pylist()] == [sentences(text) for text in many]


def test_results_do_not_depend_on_threads_or_slices_of_arrays() -> None:
    array = pa.array([f"{text} {n}. {text}" for n in range(40) for text in SCRIPTS.values()], pa.large_string())
    expected = sentence_lists(array, threads=1)
    for threads in (0, 2, 3, 8):
        assert sentence_lists(array, threads=threads).equals(expected)
    parts = [sentence_lists(array.slice(at, 7)) for at in range(0, len(array), 7)]
    assert pa.concat_arrays(parts).equals(expected)


@given(
    st.lists(
        st.sampled_from(["The ferry sailed.", "Was it late?", "Nobody knew!", "今天下雨。", "Vapur kalktı."]),
        min_size=1,
    )
)
def test_plain_sentences_come_back_one_by_one(parts: list[str]) -> None:
    text = " ".join(parts)
    assert [text[start:end] for start, end in sentences(text)] == parts


@given(st.lists(texts(max_size=25).map(str.split).map(" ".join), min_size=1, max_size=4))
def test_paragraphs_are_cut_the_same_wherever_they_are_pasted(paragraphs: list[str]) -> None:
    kept = [paragraph for paragraph in paragraphs if plain_type(paragraph).strip(SPACE + ">")]
    text = "\n\n".join(kept)
    together = [text[start:end] for start, end in sentences(text)]
    assert together == [one[start:end] for one in kept for start, end in sentences(one)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mr. Ay arrived at 5 p.m. on Monday. He left.", ["Mr. Ay arrived at 5 p.m. on Monday.", "He left."]),
        ("It cost 3.50. Too much!", ["It cost 3.50.", "Too much!"]),
        ("Prof. Dr. Kaya geldi. Sonra gitti.", ["Prof. Dr. Kaya geldi.", "Sonra gitti."]),
        ("天气很好。我们走吧！", ["天气很好。", "我们走吧！"]),
        ("هل أنت هنا؟ نعم.", ["هل أنت هنا؟", "نعم."]),
        ("यह अच्छा है। वह नहीं।", ["यह अच्छा है।", "वह नहीं।"]),
        ("A heading\n\nA sentence without a stop", ["A heading", "A sentence without a stop"]),
        ("", []),
        (" \r\n\t ", []),
    ],
)
def test_sentences_people_would_agree_on(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentences(text)] == expected
