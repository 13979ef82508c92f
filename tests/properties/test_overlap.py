"""find --method overlap against brute force over plain sets, over nasty corpora."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.segment.words import PLAIN, WordOptions, words

from .strategies import naive_normal, naive_policies

Corpus = dict[str, str]
# left, right, relation, left_score, right_score, left_coverage, right_coverage, jaccard
Row = tuple[str, str, str, float, float, float, float, float]
Features = frozenset[Hashable]
Score = Callable[[int, int, int], tuple[float, float]]

THRESHOLDS = [0.3, 0.5, 0.6, 0.8, 0.9, 1.0]


# --- the oracle ---


@dataclass(frozen=True)
class Text:
    """What the definitions look at: the words, the method's features, the 4-word shingles."""

    words: tuple[str, ...]
    features: Features
    plain: Features


def word_tuple(text: str, options: WordOptions = PLAIN) -> tuple[str, ...]:
    return tuple(word.word for word in words(text, options))


def runs(units: tuple[str, ...], size: int) -> list[tuple[str, ...]]:
    """All runs of `size` units; all units, if there are fewer; nothing of nothing."""
    size = min(size, len(units))
    return [units[at : at + size] for at in range(len(units) - size + 1)] if units else []


def shingles(units: tuple[str, ...], size: int) -> Features:
    return frozenset(runs(units, size))


def signed(corpus: Mapping[str, str], sign: Callable[[str], Features], plain: WordOptions = PLAIN) -> dict[str, Text]:
    found = {}
    for id_, text in corpus.items():
        plain_words = word_tuple(text, plain)
        found[id_] = Text(plain_words, sign(text), shingles(plain_words, 4))
    return found


def share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def coverage(shared: int, left: int, right: int) -> tuple[float, float]:
    return share(shared, left), share(shared, right)


def jaccard(shared: int, left: int, right: int) -> tuple[float, float]:
    return (share(shared, left + right - shared),) * 2


def larger(shared: int, left: int, right: int) -> tuple[float, float]:
    return (share(shared, max(left, right)),) * 2


MEASURES: dict[str, Score] = {"coverage": coverage, "jaccard": jaccard, "max": larger}


def counts(left: Features, right: Features) -> tuple[int, int, int]:
    return len(left & right), len(left), len(right)


Judge = Callable[[Text, Text], tuple[float, float, bool, bool]]


def by_measure(measure: str, threshold: float) -> Judge:
    """Both scores of a pair, and which of them pass."""

    def judge(a: Text, b: Text) -> tuple[float, float, bool, bool]:
        left, right = MEASURES[measure](*counts(a.features, b.features))
        return left, right, left >= threshold, right >= threshold

    return judge


def row(a: tuple[str, Text], b: tuple[str, Text], judge: Judge, same: str = "exact") -> Row | None:
    """What is to be told of two documents, if anything."""
    (left, one), (right, other) = sorted([a, b], key=lambda side: side[0])
    if not one.features or not other.features:
        return None
    if one.words == other.words:
        return (left, right, same, 1.0, 1.0, 1.0, 1.0, 1.0)
    left_score, right_score, left_passes, right_passes = judge(one, other)
    shared = counts(one.plain, other.plain)
    told = (*coverage(*shared), jaccard(*shared)[0])
    if left_passes and right_passes:
        return (left, right, "near", left_score, right_score, *told)
    if left_passes:
        return (left, right, "contained", left_score, right_score, *told)
    if right_passes:
        return (right, left, "contained", right_score, left_score, told[1], told[0], told[2])
    return None


def brute(texts: Mapping[str, Text], judge: Judge, same: str = "exact") -> list[Row]:
    """All pairs of a collection."""
    rows = (row(a, b, judge, same) for a, b in combinations(texts.items(), 2))
    return sorted(found for found in rows if found is not None)


def across(source: Mapping[str, Text], against: Mapping[str, Text], judge: Judge, same: str = "exact") -> list[Row]:
    """All pairs of a document here and one there."""
    rows = (row(a, b, judge, same) for a, b in product(source.items(), against.items()))
    return sorted(found for found in rows if found is not None)


def rows_of(matches: Iterable[ss.Match]) -> list[Row]:
    return [
        (m.left, m.right, m.relation, m.left_score, m.right_score, m.left_coverage, m.right_coverage, m.jaccard)
        for m in matches
    ]


def found(source: Any, **options: Any) -> list[Row]:
    return rows_of(ss.find(source, **options))


# --- nasty corpora ---

VOCABULARY = ["a", "b", "c", "d"]
HEAD = ["the", "form", "letter", "of", "the", "union", "begins", "here"]
FOOT = ["with", "kind", "regards", "from", "all", "of", "us"]
KINDS = ["tiny", "inside", "frame", "frame", "edit", "edit", "edit", "repeat", "restyle"]


def restyled(text: str, how: int) -> str:
    """The same words in other clothes."""
    gaps = [" ", ", ", " -- ", "\n", "! ", " 🙂 "]
    style = [str.upper, str.title, str.lower][how % 3]
    return style(gaps[how % 6].join(text.split(" "))) + "?.!"[: how % 4]


def edited(found: list[str], how: int, word: str) -> list[str]:
    """One word put in, taken out or replaced."""
    at = how % (len(found) + 1)
    before, new, after = found[:at], [word] if how % 3 else [], found[at + (how % 3 != 1) :]
    return [*before, *new, *after]


@st.composite
def nasty_texts(draw: st.DrawFn, vocabulary: Sequence[str] = VOCABULARY, longest: int = 9) -> list[str]:
    """Shared heads and feet, tiny texts, texts in many texts, chains of edits, repeats, the same words restyled."""
    passages = st.lists(st.sampled_from(vocabulary), max_size=longest)
    pool = draw(st.lists(passages, min_size=1, max_size=3))
    texts: list[list[str]] = []
    styles: list[int | None] = []
    for _ in range(draw(st.integers(0, 10))):
        kind = draw(st.sampled_from(KINDS))
        how = draw(st.integers(0, 17))
        earlier = texts[how % len(texts)] if texts else pool[0]
        style = None
        if kind == "tiny":
            made = draw(passages)[: how % 6]
        elif kind == "inside":
            made = [word for i in draw(st.lists(st.integers(0, 2), max_size=4)) for word in pool[i % len(pool)]]
        elif kind == "frame":
            made = HEAD[: 1 + how % 8] + pool[how % len(pool)] + FOOT[how % 4 :]
        elif kind == "edit":
            made = edited(texts[-1] if texts and how % 2 else earlier, how, draw(st.sampled_from(vocabulary)))
        elif kind == "repeat":
            made = [draw(st.sampled_from(vocabulary))] * (how * 2)
        else:
            made, style = earlier, how
        texts.append(made)
        styles.append(style)
    plain = [" ".join(text) for text in texts]
    return [text if how is None else restyled(text, how) for text, how in zip(plain, styles, strict=True)]


def named(texts: list[str], order: int = 7) -> Corpus:
    """Texts with ids that are in another order than they are."""
    return {f"d{(i * order) % 11:02}": text for i, text in enumerate(texts)}


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


# --- find ---


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
