"""find --method overlap against brute force, over nasty corpora."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss

from .brute import (
    MEASURES,
    THRESHOLDS,
    Corpus,
    Features,
    Row,
    across,
    brute,
    by_measure,
    found,
    shingles,
    signed,
    word_tuple,
)
from .corpora import edited, named, nasty_texts
from .strategies import naive_normal, naive_policies

corpora = nasty_texts().map(named)
thresholds = st.sampled_from(THRESHOLDS)
measures = st.sampled_from(sorted(MEASURES))


def four_words(text: str) -> Features:
    return shingles(word_tuple(text), 4)


def letters(text: str) -> tuple[str, ...]:
    return tuple(naive_policies(naive_normal(text), "drop", "drop"))


def expected(
    corpus: Corpus, threshold: float, size: int = 4, unit: str = "word", measure: str = "coverage"
) -> list[Row]:
    units = word_tuple if unit == "word" else letters
    return brute(signed(corpus, lambda text: shingles(units(text), size)), by_measure(measure, threshold))


@settings(max_examples=300)
@given(corpora, thresholds, st.sampled_from([1, 2, 3, 4, 4, 4, 7]), measures)
def test_all_pairs_are_those_of_brute_force(corpus: Corpus, threshold: float, size: int, measure: str) -> None:
    options: dict[str, Any] = {"threshold": threshold, "size": size, "measure": measure}
    assert found(corpus, all_pairs=True, **options) == expected(corpus, **options)


@settings(max_examples=100)
@given(corpora, thresholds, st.sampled_from([1, 3, 4, 9]), measures)
def test_shingles_of_characters_are_those_of_brute_force(
    corpus: Corpus, threshold: float, size: int, measure: str
) -> None:
    options: dict[str, Any] = {"threshold": threshold, "size": size, "measure": measure, "unit": "character"}
    assert found(corpus, all_pairs=True, **options) == expected(corpus, **options)


@settings(max_examples=60)
@given(corpora, thresholds, measures, st.sampled_from(["word", "character"]))
def test_the_hash_does_not_matter(corpus: Corpus, threshold: float, measure: str, unit: str) -> None:
    options: dict[str, Any] = {"threshold": threshold, "measure": measure, "unit": unit, "size": 3}
    assert found(corpus, all_pairs=True, hash="sha1", **options) == expected(corpus, **options)


@settings(max_examples=60)
@given(st.integers(0, 10**6), thresholds, measures)
def test_longer_documents_are_those_of_brute_force(seed: int, threshold: float, measure: str) -> None:
    """Many documents that share passages: the prefix filter has something to leave out."""
    random = Random(seed)
    passages = [[f"w{random.randrange(60)}" for _ in range(random.randrange(30))] for _ in range(8)]
    texts = []
    for _ in range(40):
        text = [word for passage in random.sample(passages, random.randrange(1, 4)) for word in passage]
        for _ in range(random.randrange(5)):
            text = edited(text, random.randrange(1000), random.choice(["w1", "new", f"n{random.randrange(99)}"]))
        texts.append(" ".join(text))
    corpus = {f"{(i * 17) % 41:02}": text for i, text in enumerate(texts)}
    options: dict[str, Any] = {"threshold": threshold, "measure": measure}
    assert found(corpus, all_pairs=True, **options) == expected(corpus, **options)


def firsts(corpus: Corpus) -> dict[str, str]:
    """For each document the smallest id of those with its words."""
    forms = {id_: word_tuple(text) for id_, text in corpus.items()}
    return {id_: min(other for other in corpus if forms[other] == forms[id_]) for id_ in corpus}


def collapsed(rows: list[Row], first: dict[str, str]) -> list[Row]:
    """Each copy with the first of its group; other pairs between firsts."""
    return [
        row for row in rows if first[row[0]] == row[0] and (first[row[1]] == (row[0] if row[2] == "exact" else row[1]))
    ]


@settings(max_examples=150)
@given(corpora, thresholds, measures)
def test_copies_are_linked_to_the_first_and_other_pairs_are_between_firsts(
    corpus: Corpus, threshold: float, measure: str
) -> None:
    everything = expected(corpus, threshold, measure=measure)
    assert found(corpus, threshold=threshold, measure=measure) == collapsed(everything, firsts(corpus))


@settings(max_examples=60)
@given(corpora, thresholds, st.sets(st.sampled_from(["exact", "near", "contained", "partial"]), min_size=1))
def test_only_the_relations_asked_for_are_told(corpus: Corpus, threshold: float, relations: set[str]) -> None:
    everything = expected(corpus, threshold)
    told = found(corpus, threshold=threshold, all_pairs=True, relations=sorted(relations))
    assert told == [row for row in everything if row[2] in relations]


# Ids of the second corpus: some are also in the first one.
others = nasty_texts().map(lambda texts: {f"d{i + 5:02}": text for i, text in enumerate(texts)})


@settings(max_examples=150)
@given(corpora, others, thresholds, measures, st.booleans())
def test_against_gives_exactly_the_pairs_across(
    corpus: Corpus, other: Corpus, threshold: float, measure: str, mix: bool
) -> None:
    if mix:  # documents of one side on the other one, too, under their own ids
        other = {**other, **dict(list(corpus.items())[:3])}
    pairs = across(signed(corpus, four_words), signed(other, four_words), by_measure(measure, threshold))
    told = found(corpus, against=other, all_pairs=True, threshold=threshold, measure=measure)
    # Of two documents with one id, nothing tells which side is left.
    assert sorted(map(turned, told)) == sorted(map(turned, pairs))
    assert [row[:2] for row in told] == sorted(row[:2] for row in pairs)


def turned(row: Row) -> Row:
    left, right, relation, left_score, right_score, left_coverage, right_coverage, both = row
    if left == right and relation != "contained":
        left_score, right_score = sorted([left_score, right_score])
        left_coverage, right_coverage = sorted([left_coverage, right_coverage])
    return (left, right, relation, left_score, right_score, left_coverage, right_coverage, both)


@settings(max_examples=60)
@given(corpora, nasty_texts(), thresholds)
def test_against_links_firsts_with_firsts_and_copies_with_the_first_across(
    corpus: Corpus, texts: list[str], threshold: float
) -> None:
    other = {f"e{i:02}": text for i, text in enumerate(texts)}
    pairs = across(signed(corpus, four_words), signed(other, four_words), by_measure("coverage", threshold))
    first = {**firsts(corpus), **firsts(other)}
    kept = [
        row for row in pairs if (first[row[0]] == row[0]) + (first[row[1]] == row[1]) >= (1 if row[2] == "exact" else 2)
    ]
    assert found(corpus, against=other, threshold=threshold) == kept


def test_one_id_on_both_sides_is_two_documents() -> None:
    text = "one two three four five six"
    assert found({"a": text}, against={"a": text}, all_pairs=True) == [("a", "a", "exact", *[1.0] * 5)]
    assert found({"a": text}, against={"a": f"{text} seven eight nine"}) == [
        ("a", "a", "contained", 1, 0.5, 1, 0.5, 0.5)
    ]
    assert found({"a": f"{text} seven eight nine"}, against={"a": text}) == [
        ("a", "a", "contained", 1, 0.5, 1, 0.5, 0.5)
    ]
    assert found({"a": text, "b": text}, against={"c": "something else altogether, not at all the same"}) == []


# --- whatever the order, the threads, the batches, the memory ---


@settings(max_examples=60)
@given(corpora, thresholds, measures, st.randoms(use_true_random=False), st.sampled_from([1, 2, 4]))
def test_the_order_of_documents_and_the_threads_do_not_matter(
    corpus: Corpus, threshold: float, measure: str, random: Random, threads: int
) -> None:
    items = list(corpus.items())
    random.shuffle(items)
    everything = expected(corpus, threshold, measure=measure)
    options: dict[str, Any] = {"threshold": threshold, "measure": measure, "threads": threads}
    assert found(dict(items), all_pairs=True, **options) == everything
    assert found(dict(items), **options) == collapsed(everything, firsts(corpus))


@settings(max_examples=60)
@given(corpora, thresholds, st.sets(st.integers(1, 10)), st.sampled_from([1, 2, 4]))
def test_the_batches_do_not_matter(corpus: Corpus, threshold: float, cuts: set[int], threads: int) -> None:
    table = pa.table({"id": pa.array(list(corpus), pa.string()), "text": pa.array(list(corpus.values()), pa.string())})
    ends = [*sorted(cut for cut in cuts if cut < len(corpus)), len(corpus)]
    parts = [table.slice(start, end - start) for start, end in zip([0, *ends[:-1]], ends, strict=True)]
    told = found(pa.concat_tables(parts), all_pairs=True, threshold=threshold, threads=threads)
    assert told == expected(corpus, threshold)


@settings(max_examples=20)
@given(corpora.filter(bool), thresholds, st.lists(st.integers(0, 3), min_size=10, max_size=10))
def test_the_files_that_documents_come_in_do_not_matter(corpus: Corpus, threshold: float, places: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for (id_, text), place in zip(corpus.items(), places, strict=False):
            with Path(folder, f"{place}.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps({"id": id_, "text": text}) + "\n")
        assert found(Path(folder), all_pairs=True, threshold=threshold) == expected(corpus, threshold)


def test_the_memory_cap_does_not_matter() -> None:
    """More features than a small cap holds, so that they go through the disk."""
    random = Random(11)
    originals = [[f"{random.randrange(10**6)}" for _ in range(900)] for _ in range(50)]
    corpus = {}
    for i in range(150):
        start, length = random.randrange(300), random.randrange(300, 600)
        corpus[f"{(i * 101) % 151:03}"] = " ".join(originals[random.randrange(50)][start : start + length])
    # Not only the plain shingles: with others, these are counted in a second reading.
    for size in (4, 5):
        everything = expected(corpus, 0.6, size=size)
        assert {row[2] for row in everything} == {"near", "contained"}
        for memory in ("10kB", "1MB", "2GiB"):
            assert found(corpus, all_pairs=True, threshold=0.6, size=size, memory=memory, threads=2) == everything


def test_no_memory_at_all_changes_nothing() -> None:
    texts = {"a": "one two three four five", "b": "one two three four five six", "c": "something else"}
    assert ss.find(texts, memory=0).to_arrow().equals(ss.find(texts).to_arrow())
    assert len(ss.find(texts, memory=0)) == 1
