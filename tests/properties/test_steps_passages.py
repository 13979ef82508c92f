"""passages over partitions: the rows of the local engine, and those of the definition."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss

from .test_passages import corpora, found, naive

partitions = st.integers(1, 4)


def steps(k: int, *, processes: bool = False) -> ss.Steps:
    return ss.Steps(partitions=k, processes=processes)


def same(corpus: dict[str, str], engine: ss.Steps, **options: Any) -> ss.Passages:
    one, other = ss.passages(corpus, **options), ss.passages(corpus, engine=engine, **options)
    assert other.to_arrow().equals(one.to_arrow())
    assert (other.places, other.boilerplate) == (one.places, one.boilerplate)
    return other


@settings(max_examples=100)
@given(corpora(), st.integers(1, 5), partitions)
def test_passages_are_those_of_the_definition(corpus: dict[str, str], size: int, k: int) -> None:
    assert found(corpus, size, engine=steps(k)) == naive(corpus, size)


@settings(max_examples=100)
@given(corpora(), st.integers(1, 4), st.integers(1, 3), st.integers(2, 4), st.sampled_from([2, 3, 10]), partitions)
def test_rows_are_those_of_the_local_engine(
    corpus: dict[str, str], size: int, sentences: int, count: int, boilerplate: int, k: int
) -> None:
    options = {"min_words": size, "min_sentences": sentences, "min_count": count, "boilerplate": boilerplate}
    # Ids in another order than the documents are read.
    same(dict(reversed(corpus.items())), steps(k), **options)


def test_real_processes_find_the_same() -> None:
    foot = (
        "This message and its attachments may hold secrets of the harbour office. Please do not pass them on to others."
    )
    shared = "The ferry to the island will not leave on Monday, as the storm has not yet passed the harbour."
    corpus = {
        f"d{(i * 7) % 12:02}": f"Note number {i}: {shared if i % 3 else ''} Regards from clerk {i}. {foot}"
        for i in range(12)
    }
    passages = same(corpus, steps(2, processes=True))
    assert len(passages) >= 2 and passages.boilerplate >= 1
