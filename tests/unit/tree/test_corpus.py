"""The corpus tree: what it takes, what it refuses, groups, and memory that comes back."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from math import isnan
from pathlib import Path
from random import Random
from typing import Any

import pytest

import samesame as ss
from samesame.segment.words import WordOptions

ENGLISH = WordOptions(language="en", stop=True, stem="first5")
NEWS = {
    "a": "The ferry to the island left late. Storms closed the harbour on Monday.",
    "b": "Storms closed the harbour on Monday!",
}


def tree(**parameters: Any) -> ss.CorpusTree:
    return ss.CorpusTree(ss.Statistics.count(NEWS, options=ENGLISH), **parameters)


def test_documents_texts_and_sentences_are_taken() -> None:
    made = tree()
    assert made.add(ss.Document("a", NEWS["a"], datetime(2025, 1, 1, tzinfo=UTC))) == []
    for id_, content in [("b", NEWS["b"]), ("c", [["storm", "close", "harbo", "monda"]])]:
        (match,) = made.add(id_, content, time="2025-01-02")
        assert (match.relation, match.method, match.spans) == ("contained", "codet", None) or match.left == "b"
    assert len(made) == 3 and "a" in made and 7 not in made
    assert made.expire("2025-01-02") == 1 and "a" not in made
    assert made.expire(datetime(2026, 1, 1)) == 2 and made.nodes() == []


def test_coverages_are_not_known() -> None:
    made = tree()
    made.add("a", NEWS["a"])
    (match,) = made.add("b", NEWS["b"])
    assert all(map(isnan, (match.left_coverage, match.right_coverage, match.jaccard)))


def test_a_further_copy_is_matched_with_the_first_of_its_group() -> None:
    made = tree()
    assert [len(made.add(f"d{number}", NEWS["a"])) for number in range(50)] == [0] + [1] * 49
    assert [(match.left, match.right) for match in made.add("b", NEWS["b"])] == [("b", "d0")]
    assert made.stats().profiles == 2
    made.remove("d0")
    assert [(match.left, match.right) for match in made.add("c", NEWS["b"])] == [("b", "c")]
    assert [(match.left, match.right) for match in made.add("e", "Storms closed the harbour!")] == []


def test_documents_without_words_match_nothing_and_can_go() -> None:
    made = tree()
    for id_, content in [("a", ""), ("b", "..."), ("c", "the of"), ("d", []), ("e", [[]])]:
        assert made.add(id_, content) == []
    assert len(made) == 5 and made.stats().nodes == 0
    made.remove("c")
    assert len(made) == 4


def test_a_time_is_no_matter_for_documents_that_have_none() -> None:
    made = tree()
    made.add("a", NEWS["a"])
    assert made.expire(datetime(2100, 1, 1)) == 0 and len(made) == 1


REFUSED: list[tuple[Callable[[ss.CorpusTree], object], type[Exception], str]] = [
    (lambda made: made.add("a", "Again."), ss.InputError, "the id 'a' is in the tree already; remove it first"),
    (lambda made: made.remove("z"), ss.InputError, "the id 'z' is not in the tree"),
    (lambda made: made.add("z"), ss.ParameterError, "content: expected a text or sentences after the id"),
    (
        lambda made: made.add("z", ["a b"]),
        ss.ParameterError,
        "expected sentences as lists of words, got 'a b'",
    ),
    (lambda made: made.add("z", [[1]]), ss.ParameterError, "content: expected sentences as lists of words"),  # type: ignore[list-item]
    (lambda made: made.add("z", "x", time="noon"), ss.ParameterError, "time: expected a datetime, ISO 8601"),
    (lambda made: made.expire(None), ss.ParameterError, "before: expected a time, got None"),  # type: ignore[arg-type]
    (lambda made: made.add("z", "\ud800"), ss.InputError, "document 'z': a lone surrogate is no character"),
    (lambda made: made.draw(limit=0), ss.ParameterError, "limit: expected at least 1, got 0"),
]


@pytest.mark.parametrize(("work", "error", "message"), REFUSED)
def test_what_cannot_be_done_is_said_by_name(
    work: Callable[[ss.CorpusTree], object], error: type[Exception], message: str
) -> None:
    made = tree()
    made.add("a", NEWS["a"])
    before = made.nodes()
    with pytest.raises(error, match=message):
        work(made)
    assert made.nodes() == before and len(made) == 1


def test_parameters_are_those_of_the_method() -> None:
    with pytest.raises(ss.ParameterError, match="depth: expected a whole number from 1"):
        tree(depth=0)
    with pytest.raises(ss.ParameterError, match="size: the method 'codet' has no such parameter"):
        tree(size=4)


def test_statistics_counted_otherwise_are_refused() -> None:
    with pytest.raises(ss.StatisticsMismatch, match=r"language: the statistics .* with 'en', got 'tr'"):
        tree(language="tr")
    assert len(tree(language="en", stop=True)) == 0
    with pytest.raises(ss.StatisticsMismatch, match="prepares them as"):
        ss.find(NEWS, method="codet", stats=ss.Statistics.count(NEWS))


def test_statistics_may_be_a_file(tmp_path: Path) -> None:
    ss.Statistics.count(NEWS, options=ENGLISH).save(tmp_path / "words.stats")
    made = ss.CorpusTree(tmp_path / "words.stats")
    assert repr(made).startswith("CorpusTree(0 documents, statistics ")


def test_memory_comes_back_over_ten_windows() -> None:
    """Documents of one window after the other, a window kept: the tree takes what one window needs."""
    random = Random(7)
    made = ss.CorpusTree(ss.Statistics.count_words([["w"]]))
    size, sizes = 1_500, []
    for window in range(10):
        for number in range(size):
            sentences = [[f"{random.randrange(10**6)}" for _ in range(5)] for _ in range(8)]
            made.add(f"{window}-{number}", sentences, time=window)
        made.expire(window)
        assert len(made) == size
        sizes.append(made.stats().bytes)
    # Room for the two windows that meet at each border, and no more as time goes on.
    assert max(sizes) < 3 * sizes[0] and sizes[-1] < 1.1 * sizes[2]
    made.expire(100)
    assert made.stats().bytes < sizes[0] / 20


def test_one_content_in_very_many_documents_is_one_visitor() -> None:
    made = tree()
    for number in range(5_000):
        assert len(made.add(str(number), NEWS["a"], time=number)) == min(number, 1)
    stats = made.stats()
    assert (stats.documents, stats.profiles, stats.nodes) == (5_000, 1, tree_nodes(NEWS["a"]))
    assert made.expire(4_000) == 4_000 and made.stats().profiles == 1


def tree_nodes(text: str) -> int:
    made = tree()
    made.add("x", text)
    return made.stats().nodes


def test_several_threads_feed_one_tree_and_every_pair_is_told_once() -> None:
    words = ["ferry", "island", "harbour", "storm", "monday", "night", "bridge", "market"]
    random = Random(7)
    texts = {f"{i:03}": " ".join(random.sample(words, 5)) + "." for i in range(240)}
    statistics = ss.Statistics.count(texts, options=ENGLISH)

    def pairs(found: list[ss.Match]) -> list[tuple[str, str, str]]:
        return [(match.left, match.relation, match.right) for match in found]

    alone = ss.CorpusTree(statistics, all_pairs=True)
    expected = [pair for id_, text in texts.items() for pair in pairs(alone.add(id_, text))]
    shared = ss.CorpusTree(statistics, all_pairs=True)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda item: pairs(shared.add(*item)), texts.items()))
    assert sorted(pair for some in found for pair in some) == sorted(expected)
    assert len(shared) == len(texts) and len(expected) > 500
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(shared.remove, texts)) == [None] * len(texts)
    assert shared.nodes() == []
