"""codet against formula 1 of the paper, sentence by sentence, in batch and in a stream."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.segment.sentences import sentences
from samesame.segment.words import WordOptions, words

ENGLISH = WordOptions(language="en", stop=True, stem="first5")
# Few words, some of them equal once truncated, some of them stop words.
WORDS = ["ferry", "storm", "storms", "harbour", "harbours", "island", "comet", "the", "of"]
Sentence = tuple[str, ...]
Paths = list[Sentence]


# --- the oracle: formulas 1 and 2 ---


@lru_cache(50_000)
def idf(word: str, statistics: ss.Statistics) -> float:
    return statistics.idf(word)


def weight(word: str, statistics: ss.Statistics) -> int:
    """idf as a whole number of 2^-32ths."""
    return round(idf(word, statistics) * 2**32)


def paths(cut: Iterable[Sequence[str]], statistics: ss.Statistics, ws: bool, depth: int, suffixes: int) -> Paths:
    """The word sequences of a document that are compared."""
    found = []
    for sentence in cut:
        ordered = sorted(sentence, key=lambda word: (-idf(word, statistics), word)) if ws else sentence
        found += [tuple(ordered[at : at + depth]) for at in range(min(suffixes, len(ordered)))]
    return found


def sentence_similarity(a: Sentence, b: Sentence, statistics: ss.Statistics) -> int:
    """Formula 2."""
    total = 0
    for k, (one, other) in enumerate(zip(a, b, strict=False), start=1):
        if one != other:
            break
        total += k * weight(one, statistics)
    return total


def similarity(a: Paths, b: Paths, statistics: ss.Statistics) -> int:
    """Formula 1."""
    return sum(sentence_similarity(s, t, statistics) for s in a for t in b)


def cut_text(text: str, options: WordOptions = ENGLISH) -> list[list[str]]:
    return [[word.word for word in words(text[start:end], options)] for start, end in sentences(text)]


Told = tuple[str, str, str, float, float]


def judged(a: tuple[str, Paths], b: tuple[str, Paths], statistics: ss.Statistics, threshold: float) -> Told | None:
    """What is to be told of two documents, if anything."""
    (left, one), (right, other) = sorted([a, b])
    if not one or not other:
        return None
    shared = float(similarity(one, other, statistics))
    left_score = shared / float(similarity(one, one, statistics))
    right_score = shared / float(similarity(other, other, statistics))
    if left_score > threshold and right_score > threshold:
        return (left, right, "near", left_score, right_score)
    if left_score > threshold:
        return (left, right, "contained", left_score, right_score)
    if right_score > threshold:
        return (right, left, "contained", right_score, left_score)
    return None


def brute(documents: Mapping[str, Paths], statistics: ss.Statistics, threshold: float) -> list[Told]:
    pairs = (judged(a, b, statistics, threshold) for a, b in combinations(documents.items(), 2))
    return sorted(pair for pair in pairs if pair is not None)


def told(matches: Iterable[ss.Match]) -> list[Told]:
    return sorted((m.left, m.right, m.relation, m.left_score, m.right_score) for m in matches)


# --- corpora ---

sentence_lists = st.lists(st.lists(st.sampled_from(WORDS), max_size=6), max_size=5)


@st.composite
def corpora(draw: st.DrawFn) -> dict[str, list[list[str]]]:
    """Documents as sentences: some share boilerplate, some hold others, some are equal."""
    documents = draw(st.lists(sentence_lists, max_size=8))
    boilerplate = draw(sentence_lists)
    for document in list(documents):
        match draw(st.integers(0, 5)):
            case 0:
                documents.append(document + boilerplate)
            case 1:
                documents.append(boilerplate + document + document)
            case 2:
                documents.append(list(reversed(document)))
    return {f"d{(number * 7) % 31:02}": document for number, document in enumerate(documents)}


def as_text(document: list[list[str]]) -> str:
    """Sentences that the splitter finds again."""
    return " ".join(" ".join(sentence).capitalize() + "." for sentence in document if sentence)


parameters = st.fixed_dictionaries(
    {"ws": st.booleans(), "depth": st.integers(1, 6), "suffixes": st.integers(1, 3)},
)
thresholds = st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.75, 0.9])


# --- batch ---


@settings(max_examples=150)
@given(corpora(), parameters, thresholds)
def test_find_equals_formula_1(corpus: dict[str, list[list[str]]], wish: dict[str, Any], threshold: float) -> None:
    texts = {id_: as_text(document) for id_, document in corpus.items()}
    statistics = ss.Statistics.count(texts, options=ENGLISH)
    documents = {id_: paths(cut_text(text), statistics, **wish) for id_, text in texts.items()}
    found = ss.find(texts, method="codet", language="en", threshold=threshold, all_pairs=True, **wish)
    assert told(found) == brute(documents, statistics, threshold)


@settings(max_examples=60)
@given(corpora(), parameters, thresholds, st.randoms(use_true_random=False))
def test_groups_order_and_threads_change_nothing(
    corpus: dict[str, list[list[str]]], wish: dict[str, Any], threshold: float, random: Any
) -> None:
    texts = {id_: as_text(document) for id_, document in corpus.items()}
    options: dict[str, Any] = {"method": "codet", "language": "en", "threshold": threshold, **wish}
    grouped = told(ss.find(texts, **options))
    everything = told(ss.find(texts, all_pairs=True, **options))
    assert set(grouped) <= set(everything)
    # Each document that has a match has one in groups, too.
    assert {id_ for pair in grouped for id_ in pair[:2]} == {id_ for pair in everything for id_ in pair[:2]}
    shuffled = list(texts.items())
    random.shuffle(shuffled)
    assert told(ss.find(dict(shuffled), threads=1, **options)) == grouped


@settings(max_examples=60)
@given(corpora(), corpora(), parameters, thresholds)
def test_against_tells_pairs_across(
    here: dict[str, list[list[str]]], there: dict[str, list[list[str]]], wish: dict[str, Any], threshold: float
) -> None:
    left = {id_: as_text(document) for id_, document in here.items()}
    right = {f"x{id_}": as_text(document) for id_, document in there.items()}
    statistics = ss.Statistics.count({**left, **right}, options=ENGLISH)
    documents = {id_: paths(cut_text(text), statistics, **wish) for id_, text in {**left, **right}.items()}
    expected = [pair for pair in brute(documents, statistics, threshold) if (pair[0] in left) != (pair[1] in left)]
    found = ss.find(left, against=right, method="codet", language="en", threshold=threshold, all_pairs=True, **wish)
    assert told(found) == expected


@settings(max_examples=60)
@given(corpora(), parameters, thresholds)
def test_dedup_lets_only_go_what_is_covered(
    corpus: dict[str, list[list[str]]], wish: dict[str, Any], threshold: float
) -> None:
    texts = {id_: as_text(document) for id_, document in corpus.items()}
    statistics = ss.Statistics.count(texts, options=ENGLISH)
    documents = {id_: paths(cut_text(text), statistics, **wish) for id_, text in texts.items()}
    result = ss.dedup(texts, method="codet", language="en", threshold=threshold, **wish)
    staying = {document.id for document in result}
    gone = {removal.id: removal for removal in result.removed}
    assert staying | set(gone) == set(texts) and not staying & set(gone)
    for removal in gone.values():
        assert removal.kept in staying
        own, kept = documents[removal.id], documents[removal.kept]
        shared = similarity(own, kept, statistics)
        assert shared / similarity(own, own, statistics) > threshold
        mutual = shared / similarity(kept, kept, statistics) > threshold
        assert removal.relation == ("near" if mutual else "contained")
    # Near copies do not stay beside one another.
    pairs = brute({id_: documents[id_] for id_ in staying}, statistics, threshold)
    assert not [pair for pair in pairs if pair[2] == "near"]


# --- the stream ---


@settings(max_examples=150)
@given(corpora(), parameters, thresholds, st.data())
def test_the_stream_equals_formula_1_as_documents_come_and_go(
    corpus: dict[str, list[list[str]]], wish: dict[str, Any], threshold: float, data: st.DataObject
) -> None:
    statistics = ss.Statistics.count_words([word for sentence in d for word in sentence] for d in corpus.values())
    tree = ss.CorpusTree(statistics, threshold=threshold, all_pairs=True, **wish)
    here: dict[str, tuple[int, Paths]] = {}
    for time, (id_, document) in enumerate(corpus.items()):
        own = paths(document, statistics, **wish)
        pairs = (judged((id_, own), (other, theirs), statistics, threshold) for other, (_, theirs) in here.items())
        assert told(tree.add(id_, document, time=time)) == sorted(pair for pair in pairs if pair)
        here[id_] = (time, own)
        step = data.draw(st.integers(0, 6))
        if step == 0:
            gone = data.draw(st.sampled_from(sorted(here)))
            tree.remove(gone)
            del here[gone]
        if step == 1:
            before = data.draw(st.integers(0, time + 1))
            left = {other: entry for other, entry in here.items() if entry[0] >= before}
            assert tree.expire(before) == len(here) - len(left)
            here = left
    assert len(tree) == len(here) and all(id_ in tree for id_ in here)
    fresh = ss.CorpusTree(statistics, threshold=threshold, all_pairs=True, **wish)
    for id_ in sorted(here, reverse=True):
        fresh.add(id_, corpus[id_])
    assert tree.nodes() == fresh.nodes()


@settings(max_examples=40)
@given(corpora(), parameters, thresholds)
def test_stream_and_batch_agree(corpus: dict[str, list[list[str]]], wish: dict[str, Any], threshold: float) -> None:
    texts = {id_: as_text(document) for id_, document in corpus.items()}
    statistics = ss.Statistics.count(texts, options=ENGLISH)
    tree = ss.CorpusTree(statistics, threshold=threshold, all_pairs=True, **wish)
    streamed = [match for id_, text in texts.items() for match in tree.add(ss.Document(id_, text))]
    found = ss.find(texts, method="codet", language="en", stats=statistics, threshold=threshold, all_pairs=True, **wish)
    assert told(streamed) == told(found)


# --- many documents: lists of visitors that are not looked at as a whole ---


def newspaper(count: int) -> dict[str, list[list[str]]]:
    """A footer in all, one of its sentences three times in some; pairs that share a story; footers alone."""
    footer = [["all", "rights", "reserved"], ["write", "to", "us"], ["subscribe"]]
    corpus = {}
    for number in range(count):
        story = [[f"w{(number // 2) * 3 + line}", f"x{line}", f"y{number % 5}"] for line in range(number % 4)]
        more = footer[:1] * 3 if number % 7 == 0 else []
        corpus[f"n{number:03}"] = story + footer[: 1 + number % 3] + more
    return corpus


@pytest.mark.parametrize("threshold", [0.0, 0.05, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("ws", [True, False])
def test_boilerplate_in_very_many_documents(threshold: float, ws: bool) -> None:
    corpus = newspaper(140)
    statistics = ss.Statistics.count_words([word for s in d for word in s] for d in corpus.values())
    documents = {id_: paths(document, statistics, ws, 5, 1) for id_, document in corpus.items()}
    tree = ss.CorpusTree(statistics, threshold=threshold, ws=ws, all_pairs=True)
    streamed = [match for id_, document in corpus.items() for match in tree.add(id_, document)]
    expected = brute(documents, statistics, threshold)
    assert told(streamed) == expected
    half = sorted(corpus)[::2]
    for id_ in half:
        tree.remove(id_)
    again = [match for id_ in half for match in tree.add(id_, corpus[id_])]
    assert told(again) == [pair for pair in expected if pair[0] in half or pair[1] in half]


def test_the_same_words_in_other_sentences_are_no_copy() -> None:
    texts = {
        "a": "Storms closed harbours. Comets passed islands.",
        "b": "Storms closed. Harbours comets passed islands.",
    }
    (match,) = ss.find(texts, method="codet", language="en", threshold=0.01)
    assert match.left_score < 1 and match.left_coverage == match.right_coverage == 1.0
    statistics = ss.Statistics.count(texts, options=ENGLISH)
    documents = {id_: paths(cut_text(text), statistics, True, 5, 1) for id_, text in texts.items()}
    assert told([match]) == brute(documents, statistics, 0.01)
