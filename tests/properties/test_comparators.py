"""What holds for all comparators: two sides, any order, any threads, and removing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.segment.words import words

from .brute import Corpus, Features, Judge, across, brute, by_measure, found, runs, shingles, signed, word_tuple
from .corpora import nasty_texts
from .prepared import DURIAN, PROSE, named, prepared
from .test_imatch_simhash import by_distance, imatch_sign, simhash_sign
from .test_spotsigs import ANTECEDENTS, SPOTTED, spots

METHODS: dict[str, tuple[dict[str, Any], Judge, str]] = {
    "ffp": ({"language": "en", "preset": "durian"}, by_measure("coverage", 0.8, strict=True), "exact"),
    "dsc": ({"language": "en", "step": 2}, by_measure("coverage", 0.6), "exact"),
    "imatch": ({"language": "en", "skip": 1, "take": 4}, by_measure("coverage", 1.0), "near"),
    "simhash": ({"language": "en", "threshold": 14}, by_distance(14, 64), "near"),
    "spotsigs": ({"threshold": 0.5, "minimum": 2}, by_measure("jaccard", 0.5), "exact"),
    "minhash": ({"bands": 128, "rows": 1, "threshold": 0.3}, by_measure("jaccard", 0.3), "exact"),
}


def signer(method: str, statistics: ss.Statistics) -> Callable[[str], Features]:
    options = prepared("en")
    signs: dict[str, Callable[[str], Features]] = {
        "ffp": lambda text: shingles(word_tuple(text, prepared("en", DURIAN)), 3),
        "dsc": lambda text: frozenset(runs(word_tuple(text, options), 4)[::2]),
        "imatch": imatch_sign(options, statistics, 1, 4),
        "simhash": simhash_sign(options, statistics, 2, 64, "xxh3"),
        "spotsigs": lambda text: spots(text, ANTECEDENTS, 1, 2, 2),
        "minhash": lambda text: shingles(word_tuple(text), 5),
    }
    return signs[method]


def stats_for(method: str, statistics: ss.Statistics) -> dict[str, Any]:
    return {"stats": statistics} if method in ("imatch", "simhash") else {}


mixed = nasty_texts([*PROSE, *SPOTTED], 16)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=40)
@given(texts=mixed, others=mixed)
def test_against_gives_exactly_the_pairs_across(method: str, texts: list[str], others: list[str]) -> None:
    options, judge, same = METHODS[method]
    source = {f"a{i:02}": text for i, text in enumerate(texts)}
    against = {f"b{i:02}": text for i, text in enumerate(others + texts[:2])}
    statistics = ss.Statistics.count(texts, options=prepared("en"))
    sign = signer(method, statistics)
    told = found(source, against=against, all_pairs=True, method=method, **options, **stats_for(method, statistics))
    assert told == across(signed(source, sign), signed(against, sign), judge, same)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=40)
@given(texts=mixed, random=st.randoms(use_true_random=False), threads=st.sampled_from([1, 2, 4]))
def test_the_order_and_the_threads_do_not_matter(method: str, texts: list[str], random: Random, threads: int) -> None:
    options, judge, same = METHODS[method]
    corpus = named(texts)
    statistics = ss.Statistics.count(texts, options=prepared("en"))
    items = list(corpus.items())
    random.shuffle(items)
    told = found(dict(items), method=method, all_pairs=True, threads=threads, **options)
    assert told == brute(signed(corpus, signer(method, statistics)), judge, same)


def preference(corpus: Corpus, id_: str, keep: str) -> tuple[int, int]:
    """Whoever comes first should stay; without times that is the first in the order of input."""
    return -len(corpus[id_]) if keep == "longest" else 0, list(corpus).index(id_)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=60)
@given(texts=mixed, keep=st.sampled_from(["earliest", "longest", "first"]))
def test_dedup_lets_go_only_what_passes_and_keeps_no_two_that_pass_both_ways(
    method: str, texts: list[str], keep: Any
) -> None:
    options, judge, same = METHODS[method]
    corpus = named(texts)
    statistics = ss.Statistics.count(texts, options=prepared("en"))
    known = {id_: text for id_, text in signed(corpus, signer(method, statistics)).items() if text.features}
    result = ss.dedup(corpus, method=method, keep=keep, **options)
    stays = {document.id for document in result}
    rows = {row[:2]: row for row in brute(known, judge, same)}
    assert stays | {removal.id for removal in result.removed} == set(corpus)
    ranks = {id_: preference(corpus, id_, keep) for id_ in corpus}
    for removal in result.removed:
        assert removal.kept in stays and removal.id not in stays
        # Where all pass both ways, the preferred one stays.
        assert method in ("ffp", "dsc") or ranks[removal.kept] < ranks[removal.id]
        if removal.id not in known:
            continue
        forward, back = rows.get((removal.id, removal.kept)), rows.get((removal.kept, removal.id))
        if forward is None:
            # Not the other way round: what is contained goes for what contains it.
            assert back is not None and back[2] != "contained"
            assert (removal.right_coverage, removal.left_coverage) == back[5:7]
        else:
            assert (removal.left_coverage, removal.right_coverage) == forward[5:7]
    for left, right in rows:
        assert not {left, right} <= stays or rows[left, right][2] == "contained"


def test_words_are_those_of_the_method() -> None:
    """The oracle prepares words as the papers do."""
    assert [word.word for word in words("The harbours of the islands", prepared("en"))] == ["harbo", "islan"]
