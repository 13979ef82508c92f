"""minhash against brute force: what it tells is right, and it finds as much as it says."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss

from .brute import Corpus, Row, brute, by_measure, found, shingles, signed, word_tuple
from .corpora import nasty_texts
from .prepared import named, thresholds


def five(corpus: Corpus, threshold: float, size: int = 5) -> list[Row]:
    return brute(signed(corpus, lambda text: shingles(word_tuple(text), size)), by_measure("jaccard", threshold))


@settings(max_examples=60)
@given(nasty_texts().map(named), st.one_of(st.none(), thresholds))
def test_minhash_tells_only_what_passes_and_all_exact_copies(corpus: Corpus, threshold: float | None) -> None:
    everything = five(corpus, threshold or 0.8)
    given_ = {} if threshold is None else {"threshold": threshold}
    told = found(corpus, method="minhash", all_pairs=True, **given_)
    assert set(told) <= set(everything)
    assert told == sorted(set(told))
    assert {row for row in told if row[2] == "exact"} == {row for row in everything if row[2] == "exact"}


@settings(max_examples=100)
@given(nasty_texts().map(named), thresholds, st.sampled_from([1, 3, 5]), st.integers(0, 3))
def test_minhash_with_bands_of_one_row_finds_all(corpus: Corpus, threshold: float, size: int, seed: int) -> None:
    # A pair at .3 agrees in none of 128 with probability 1e-20.
    options = {"bands": 128, "rows": 1, "permutations": 128, "size": size, "seed": seed}
    assert found(corpus, method="minhash", all_pairs=True, threshold=threshold, **options) == five(
        corpus, threshold, size
    )


NOTE = re.compile(
    r"(\d+) bands of (\d+) rows; a pair exactly at the threshold (\S+) is found with probability (\d\.\d+)"
)


@pytest.mark.parametrize(("bands", "rows"), [(8, 16), (16, 8), (4, 8), (None, None), (32, None), (None, 4)])
def test_minhash_notes_what_its_bands_find_and_finds_that(bands: int | None, rows: int | None) -> None:
    """Of many pairs exactly at the threshold, as many are found as the note says."""
    pairs = 300
    corpus = {}
    for i in range(pairs):
        shared = " ".join(f"s{i}x{j}" for j in range(8))
        corpus[f"{i:03}a"], corpus[f"{i:03}b"] = f"left{i} {shared}", f"{shared} right{i}"
    result = ss.find(corpus, method="minhash", size=1, threshold=0.8, bands=bands, rows=rows)
    match = NOTE.search(result.summary.note or "")
    assert match, result.summary.note
    told_bands, told_rows = int(match[1]), int(match[2])
    assert told_bands == bands or bands is None
    assert told_rows == rows or rows is None
    assert told_bands * told_rows <= 128
    chance = 1 - (1 - 0.8**told_rows) ** told_bands
    assert (float(match[3]), float(match[4])) == (0.8, round(chance, 3))
    assert all(row.left[:3] == row.right[:3] and row.left_score == row.right_score == 0.8 for row in result)
    # Four standard deviations.
    assert len(result) / pairs == pytest.approx(chance, abs=4 * (chance * (1 - chance) / pairs) ** 0.5 + 0.01)


def test_another_seed_finds_other_pairs_and_the_same_seed_the_same() -> None:
    random = Random(5)
    shared = [[f"s{i}x{j}" for j in range(8)] for i in range(100)]
    corpus = {
        f"{i:02}{side}": " ".join([side, *random.sample(words, 8)]) for i, words in enumerate(shared) for side in "ab"
    }
    one, same, other = (
        found(corpus, method="minhash", size=1, bands=8, rows=16, threshold=0.8, seed=seed) for seed in (1, 1, 2)
    )
    assert one == same != other
