"""Shingles and exact keys against a naive twin, and pinned: their seeds never change silently."""

from __future__ import annotations

import pyarrow as pa
import pytest
from blake3 import blake3
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame import _core
from samesame.segment.words import WordOptions, words
from samesame.sign.shingles import shingles

from ...naive_hash import naive_run, naive_word

WORDS = [
    "the",
    "ferry",
    "sails",
    "İstanbul",
    "北京大学",
    "Straße",
    "don't",
    "3.5",
    "🙂",
    "ﬁn",
    "e\u0301",
    "sixteen_bytes_ab",
    "seventeen_bytes_a",
]
PINNED_SHINGLES = [6299400456010354671, 9677569340807346057, 9151476701258375664]
PINNED_SHORT = 15809402976651198002
PINNED_WORDS = ["a28428de9912ab1bf2ea407a9a612f58", "04b7e867c56ee534d9981f474ec3a40a"]
PINNED_LETTERS = ["f2a568f8f3c62e35c85810b6f8ecfd18", "4ea4c7aaf39e0042a5551f97bbf5f68f"]
TEXTS = st.one_of(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), st.text(max_size=30))


def naive_shingles(text: str, size: int, options: WordOptions) -> list[int]:
    found = [word.word for word in words(text, options)]
    size = min(size, len(found))
    return [naive_run(found[at : at + size]) for at in range(len(found) - size + 1)] if found else []


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.lists(TEXTS, max_size=5),
    st.integers(1, 6),
    st.sampled_from([WordOptions(), WordOptions(unspaced="segmenter", language="tr", stop=True, stem="first5")]),
)
def test_shingles_are_hashes_of_runs_of_words(texts: list[str], size: int, options: WordOptions) -> None:
    found = shingles(texts, size=size, options=options).to_pylist()
    assert found == [naive_shingles(text, size, options) for text in texts]


def test_words_that_differ_have_different_hashes() -> None:
    letters = "etaoinshrdlu"
    made = {a + b + c + d + e for a in letters for b in letters for c in letters for d in letters for e in letters}
    made |= {f"{word}{number}" for word in ("section", "international", "é") for number in range(20_000)}
    found = shingles([" ".join(sorted(made))], size=1).to_pylist()[0]
    assert len(set(found)) == len(made)
    # No bit of them is more often 0 than 1 by more than chance allows.
    for hashes in (found, [naive_word(word) for word in made]):
        for bit in range(64):
            ones = sum(value >> bit & 1 for value in hashes)
            assert abs(ones / len(hashes) - 0.5) < 0.01, bit


def test_the_values_of_shingles_are_pinned() -> None:
    one, short, empty = shingles(["The ferry sails at nine tonight", "İzmir'e 北京", "?!"]).to_pylist()
    assert one == PINNED_SHINGLES
    assert short == [PINNED_SHORT]
    assert empty == []


def naive_key(form: str) -> bytes:
    return blake3(form.encode()).digest(16)


def test_exact_keys_are_hashes_of_the_words_or_the_letters() -> None:
    texts = pa.array(["Good  MORNING, all!", "good morning all", "goodmorningall", "?!", ""], pa.large_string())
    by_words = _core.exact_keys(texts, "words", None, 0).to_pylist()
    same = naive_key("good morning all ")
    assert by_words == [same, same, naive_key("goodmorningall "), None, None]
    by_letters = _core.exact_keys(texts, "letters", None, 0).to_pylist()
    assert by_letters == [naive_key("goodmorningall")] * 3 + [None, None]


def test_the_values_of_exact_keys_are_pinned() -> None:
    texts = pa.array(["The ferry sails at nine.", "北京大学 İzmir"], pa.large_string())
    assert [key.hex() for key in _core.exact_keys(texts, "words", None, 0).to_pylist()] == PINNED_WORDS
    assert [key.hex() for key in _core.exact_keys(texts, "letters", "tr", 0).to_pylist()] == PINNED_LETTERS


def test_a_text_shorter_than_a_shingle_has_one_feature_all_its_words() -> None:
    two, same, other, four = shingles(["two words", "TWO, words!", "words two", "now two words more"]).to_pylist()
    assert len(two) == len(four) == 1
    assert two == same and two != other and two != four


def test_repeats_stay_in_order() -> None:
    found = shingles(["a b a b a"], size=2).to_pylist()[0]
    assert found[0] == found[2] and found[1] == found[3] and found[0] != found[1]


def test_results_do_not_depend_on_threads_or_batches() -> None:
    array = pa.array([" ".join(WORDS[n % 11 :] + WORDS[: n % 7]) for n in range(700)], pa.large_string())
    expected = shingles(array, threads=1)
    keys = _core.exact_keys(array, "words", None, 1)
    for threads in (0, 2, 5):
        assert shingles(array, threads=threads).equals(expected)
        assert _core.exact_keys(array, "words", None, threads).equals(keys)
    parts = [shingles(array.slice(at, 37)) for at in range(0, len(array), 37)]
    assert pa.concat_arrays(parts).equals(expected)


@pytest.mark.parametrize("size", [0, -1])
def test_a_shingle_of_no_words_is_refused_by_name(size: int) -> None:
    with pytest.raises(ss.ParameterError, match=f"size: expected at least 1 word a shingle, got {size}"):
        shingles(["a"], size=size)


def test_an_unknown_way_of_being_the_same_is_refused_by_name() -> None:
    with pytest.raises(ss.ParameterError, match="same: expected 'words' or 'letters' or 'cased letters', got 'soul'"):
        _core.exact_keys(pa.array(["a"], pa.large_string()), "soul", None, 0)
