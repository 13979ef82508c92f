"""Words: their ranges slice the text, over all scripts, whatever the options, threads and batches."""

from __future__ import annotations

import itertools
import unicodedata

import pyarrow as pa
import pytest
from blake3 import blake3
from hypothesis import example, given
from hypothesis import strategies as st

from samesame import _core
from samesame.clean.normal import normal_form
from samesame.segment.words import Word, WordOptions, word_lists, words

from .strategies import INVISIBLE, SCRIPTS, texts

UNSPACED = "北京大学中文々〇ひらがなカタカナー語"
SEGMENTER = WordOptions(unspaced="segmenter")
OPTIONS = st.builds(
    WordOptions,
    unspaced=st.sampled_from(["bigrams", "segmenter"]),
    language=st.sampled_from([None, "auto", "tr", "en", "de", "zh"]),
    stop=st.booleans(),
    stem=st.sampled_from(["none", "first5", "snowball"]),
)


def expands(text: str) -> bool:
    """Whether characters of the normal form share one origin, such as ½: words can begin and end inside it."""
    form = normal_form(text)
    origins = [form.original(at, at + 1) for at in range(len(form.text))]
    return len(set(origins)) < len(origins)


def check_order(found: list[Word], text: str) -> None:
    assert all(0 <= word.start < word.end <= len(text) for word in found)
    assert all(a.start <= b.start and a.end <= b.end for a, b in itertools.pairwise(found))


@given(texts(), st.sampled_from(["bigrams", "segmenter"]), st.sampled_from([None, "tr"]))
@example("㈱㍿½ ﷺ I\u0307zmir", "bigrams", "tr")
@example("👩\u200d👧 co\u00adop 🇹🇷\r\nﾊﾟﾝ", "segmenter", None)
def test_a_word_is_the_normal_form_of_its_slice(text: str, unspaced: str, language: str | None) -> None:
    found = words(text, WordOptions(unspaced=unspaced, language=language))  # type: ignore[arg-type]
    check_order(found, text)
    for start, end, word in found:
        slice_form = normal_form(text[start:end], language=language).text
        assert word == slice_form or (word in slice_form and expands(text[start:end]))


@given(texts(), OPTIONS)
def test_ranges_are_in_order_and_inside_the_text_for_any_options(text: str, options: WordOptions) -> None:
    check_order(words(text, options), text)


@given(texts())
def test_words_do_not_overlap_without_bigrams(text: str) -> None:
    found = words(text, SEGMENTER)
    assert all(a.end <= b.start or expands(text[a.start : a.end]) for a, b in itertools.pairwise(found))


@given(texts(), st.sampled_from(["bigrams", "segmenter"]))
def test_every_letter_and_digit_is_in_a_word(text: str, unspaced: str) -> None:
    covered = {
        at
        for word in words(text, WordOptions(unspaced=unspaced))  # type: ignore[arg-type]
        for at in range(word.start, word.end)
    }
    left_out = [text[at] for at in range(len(text)) if at not in covered]
    # Modifier letters make no word alone.
    assert not [c for c in left_out if unicodedata.category(c) in ("Lu", "Ll", "Lo", "Nd") and c not in INVISIBLE]


@given(texts())
def test_words_hold_no_white_space_and_are_not_empty(text: str) -> None:
    for word in words(text):
        assert word.word and not any(character.isspace() for character in word.word)


@given(st.text(UNSPACED, min_size=1, max_size=12), st.sampled_from(["", "abc ", "。"]))
def test_bigrams_are_all_pairs_of_neighbours(run: str, before: str) -> None:
    text = before + run
    at = len(before)
    pairs = [Word(at + i, at + i + 2, run[i : i + 2]) for i in range(len(run) - 1)]
    expected = pairs or [Word(at, at + 1, run)]
    assert [word for word in words(text) if word.start >= at] == expected


@given(st.lists(st.text(UNSPACED, min_size=1, max_size=8), min_size=1, max_size=4))
def test_bigrams_never_reach_over_a_gap(runs: list[str]) -> None:
    together = [word.word for word in words("、".join(runs))]
    assert together == [word.word for run in runs for word in words(run)]


@given(
    st.one_of(
        st.text(UNSPACED, min_size=1, max_size=20),
        st.lists(st.sampled_from(["ภาษา", "ไทย", "เป็น", "ที่", "ก", "คน"]), min_size=1).map("".join),
        st.lists(st.sampled_from(["ភាសា", "ខ្មែរ", "ប៉ារីស"]), min_size=1).map("".join),
    )
)
def test_the_segmenter_covers_its_run_without_overlap(run: str) -> None:
    found = words(run, SEGMENTER)
    assert found[0].start == 0 and found[-1].end == len(run)
    assert all(a.end == b.start for a, b in itertools.pairwise(found))


def test_the_segmenter_knows_chinese_japanese_and_thai_words() -> None:
    def cut(text: str) -> list[str]:
        return [word.word for word in words(text, SEGMENTER)]

    assert cut("我们在北京大学学习") == ["我们", "在", "北京", "大学", "学习"]
    assert "東京" in cut("私は東京に住んでいます") and "私" in cut("私は東京に住んでいます")
    assert "ภาษา" in cut("ภาษาไทย")


@pytest.mark.parametrize(("text", "count"), [("น้ำ", 1), ("คำ", 1), ("ทำงาน", 2), ("ນ້ຳ", 1)])
def test_thai_and_lao_words_with_am_stay_whole(text: str, count: int) -> None:
    found = words(text, SEGMENTER)
    assert len(found) <= count, found
    assert all(a.end <= b.start for a, b in itertools.pairwise(found)), found


@given(st.lists(texts(max_size=20), max_size=12), OPTIONS, st.integers(1, 4))
def test_many_texts_at_once_give_what_each_gives_alone(many: list[str], options: WordOptions, threads: int) -> None:
    together = word_lists(many, options, threads=threads)
    assert [[Word(**word) for word in one] for one in together.to_pylist()] == [words(text, options) for text in many]


def test_results_do_not_depend_on_threads_batches_or_slices_of_arrays() -> None:
    many = [f"{text} {number} {text[::-1]}" for number in range(40) for text in SCRIPTS.values()]
    array = pa.array(many, pa.large_string())
    options = WordOptions(language="auto", stop=True, stem="snowball")
    expected = word_lists(array, options, threads=1)
    for threads in (0, 2, 3, 8):
        assert word_lists(array, options, threads=threads).equals(expected)
    for size in (1, 7, 100):
        batches = [word_lists(array.slice(at, size), options, threads=2) for at in range(0, len(array), size)]
        assert pa.concat_arrays(batches).equals(expected)
    assert word_lists(pa.chunked_array([array.slice(0, 5), array.slice(5)]), options).equals(expected)


@given(texts(), st.sampled_from(["en", "tr", "de"]))
def test_first5_keeps_the_first_five_characters_of_each_word(text: str, language: str) -> None:
    whole = words(text, WordOptions(language=language))
    short = words(text, WordOptions(language=language, stem="first5"))
    assert short == [Word(start, end, word[:5]) for start, end, word in whole]


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_each_script_slices(name: str) -> None:
    text = SCRIPTS[name]
    for start, end, word in words(text):
        assert word in normal_form(text[start:end]).text


SPACED = "".join(text for name, text in SCRIPTS.items() if name not in ("thai", "khmer and burmese", "han", "kana"))
PLAIN_TEXT = st.text("abcXYZ019 ._,:;'\"-_\n", max_size=300)


@given(st.lists(st.one_of(PLAIN_TEXT, st.text(SPACED, max_size=40)), min_size=1, max_size=4).map("".join))
@example("a." * 300 + "b")
@example("x" * 255 + "\u0301 y" + "z" * 256 + "'s")
def test_the_exact_key_of_a_text_is_the_hash_of_its_words_in_order(text: str) -> None:
    form = "".join(f"{word.word} " for word in words(text))
    (key,) = _core.exact_keys(pa.array([text], pa.large_string()), "words", None, 1).to_pylist()
    assert key == (blake3(form.encode()).digest(16) if form else None)


def test_emoji_and_punctuation_are_no_words() -> None:
    assert words("👩\u200d👩\u200d👧\u200d👦 🇹🇷 👍🏽 … — !? \u200b\u00ad") == []


def test_words_end_where_people_end_them() -> None:
    def cut(text: str) -> list[str]:
        return [word.word for word in words(text)]

    assert cut("L'État, c'est-à-dire 1.000,50 €") == ["l'état", "c'est", "à", "dire", "1.000,50"]
    assert cut("İstanbul’da u.s. a_b __ 3.5") == ["i\u0307stanbul'da", "u.s", "a_b", "3.5"]
    assert cut("צה\"ל ג'ירפה") == ['צה"ל', "ג'ירפה"]
    assert cut("नमस्ते दुनिया") == ["नमस्ते", "दुनिया"]
    assert cut("안녕하세요 세계") == ["안녕하세요", "세계"]
    assert cut("zero\u200bwidth") == ["zerowidth"]
