"""pdc against its definition: sentence signatures, like sentences, diagonals, and what `find` makes of them."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import combinations
from random import Random

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import samesame as ss
from samesame.match.sentences import match_sequences, sentence_duplicates
from samesame.segment.sentences import sentences
from samesame.segment.words import WordOptions, words
from samesame.sign.sentences import Signature, sign_sentences
from samesame.sign.statistics import Statistics

Features = frozenset[Hashable]
# left, right, left_start, right_start, length, identical
Diagonal = tuple[int, int, int, int, int, bool]
AUTO = WordOptions(language="auto")


# --- the oracle ---


@dataclass(frozen=True)
class Sentence:
    start: int
    end: int
    words: tuple[str, ...]
    signatures: Features


def naive_idf(word: str, counts: dict[str, int], documents: int) -> float:
    return math.log(documents / counts.get(word, 1)) / math.log(documents)


def naive_signatures(
    spelled: tuple[str, ...], signature: str, counts: dict[str, int] | None, documents: int, antecedents: int
) -> Features:
    if signature == "imatch":
        kept = {
            word for word in spelled if counts is None or 0.1 - 1e-9 <= naive_idf(word, counts, documents) <= 1 + 1e-9
        }
        return frozenset([frozenset(kept)]) if kept else frozenset()
    if signature == "spotsigs":
        assert counts is not None
        frequent = {word for word, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:antecedents]}
        from samesame import _core

        stop = set(_core.stop_words("en"))
        found = set()
        for at, word in enumerate(spelled):
            chain = [other for other in spelled[at + 1 :] if other not in stop][:2]
            if word in frequent and len(chain) == 2:
                found.add((word, *chain))
        return frozenset(found)
    size = min(int(signature[0]), len(spelled))
    return frozenset(spelled[at : at + size] for at in range(len(spelled) - size + 1))


def naive_sentences(
    text: str,
    signature: str,
    options: WordOptions,
    counts: dict[str, int] | None = None,
    documents: int = 0,
    antecedents: int = 0,
) -> list[Sentence]:
    """The sentences with words; a word belongs to the sentence that it begins in."""
    found = []
    located = words(text, options)
    cut = sentences(text)
    for number, (start, end) in enumerate(cut):
        until = cut[number + 1].start if number + 1 < len(cut) else len(text) + 1
        since = 0 if number == 0 else start
        spelled = tuple(word.word for word in located if since <= word.start < until)
        if spelled:
            signatures = naive_signatures(spelled, signature, counts, documents, antecedents)
            found.append(Sentence(start, end, spelled, signatures))
    return found


def alike(left: Sentence, right: Sentence, tau: float) -> bool:
    shared, both = left.signatures & right.signatures, left.signatures | right.signatures
    return bool(shared) and len(shared) / len(both) >= tau


def naive_diagonals(
    documents: list[list[Sentence]], tau: float, gamma: int, bridge: int, common: int | None
) -> list[Diagonal]:
    met = [sentence.signatures for document in documents for sentence in document]

    def is_good(sentence: Sentence) -> bool:
        return len(sentence.words) >= 3 and (common is None or met.count(sentence.signatures) <= common)

    found = []
    for (a, left), (b, right) in combinations(enumerate(documents), 2):
        least = min(gamma, len(left), len(right))
        for shift in range(-len(right) + 1, len(left)):
            line = [at for at in range(len(left)) if 0 <= at - shift < len(right)]
            dots = [at for at in line if alike(left[at], right[at - shift], tau)]
            good = {at for at in dots if is_good(left[at]) and is_good(right[at - shift])}
            for chain in chained(dots, bridge):
                if any(len(run) >= least and good & set(run) for run in chained(chain, 0)):
                    first, length = chain[0], chain[-1] - chain[0] + 1
                    same = all(left[first + k].words == right[first - shift + k].words for k in range(length))
                    found.append((a, b, first, first - shift, length, same))
    return sorted(found)


def chained(numbers: Iterable[int], gap: int) -> list[list[int]]:
    """Numbers in order, cut where more than `gap` are missing."""
    chains: list[list[int]] = []
    for number in numbers:
        if chains and number - chains[-1][-1] - 1 <= gap:
            chains[-1].append(number)
        else:
            chains.append([number])
    return chains


# --- the corpora ---

SENTENCES = [
    "The ferry leaves the harbour at nine.",
    "The ferry leaves the harbour at ten.",
    "Nobody on the island knew why.",
    "Nobody on the island knew why not.",
    "They waited for the boat all day long, and the whole of the night.",
    "They waited for the boat all day long, and the whole of that night.",
    "Yes.",
    "Not yet!",
    "The the the.",
    "渡轮九点离开港口。",
    "Vapur dokuzda limandan ayrılır.",
]


@st.composite
def corpora(draw: st.DrawFn, most: int = 5) -> list[str]:
    blocks = draw(st.lists(st.lists(st.sampled_from(SENTENCES), max_size=4), min_size=1, max_size=3))
    block = st.sampled_from(blocks) | st.lists(st.sampled_from(SENTENCES), max_size=2)
    texts = draw(st.lists(st.lists(block, max_size=4), min_size=2, max_size=most))
    return [" ".join(sentence for part in text for sentence in part) for text in texts]


TAUS = st.sampled_from([0.3, 0.5, 0.8, 0.9, 1.0])
KINDS: st.SearchStrategy[Signature] = st.sampled_from(["imatch", "2-shingles", "3-shingles", "4-shingles", "spotsigs"])


@given(corpora(), KINDS, st.sampled_from([5, 100, 1024]), st.integers(1, 12))
def test_signatures_are_those_of_the_definition(
    texts: list[str], kind: Signature, documents: int, antecedents: int
) -> None:
    """Two sentences have the same signatures exactly when the definition says so, and share as many."""
    counts: dict[str, int] = {}
    for text in texts:
        for word in {word.word for word in words(text)}:
            counts[word] = counts.get(word, 0) + 1
    statistics = Statistics.count_texts([pa_texts(texts)], WordOptions(), 1)
    documents = max(documents, len(texts))
    statistics = Statistics(
        documents,
        statistics.table["word"].combine_chunks(),
        statistics.table["documents"].combine_chunks(),
        WordOptions(),
    )
    signed = sign_sentences(texts, kind, statistics=statistics, antecedents=antecedents).to_pylist()
    expected = [naive_sentences(text, kind, WordOptions(), counts, documents, antecedents) for text in texts]
    flat = [sentence for text in signed for sentence in text]
    naive = [sentence for text in expected for sentence in text]
    assert [len(text) for text in signed] == [len(text) for text in expected]
    assert [(s["start"], s["end"], s["words"]) for s in flat] == [(s.start, s.end, len(s.words)) for s in naive]
    for (one, naive_one), (other, naive_other) in combinations(zip(flat, naive, strict=True), 2):
        shared = set(one["signatures"]) & set(other["signatures"])
        assert len(shared) == len(naive_one.signatures & naive_other.signatures)
        assert (one["key"] == other["key"]) == (naive_one.words == naive_other.words)
    assert [len(s["signatures"]) for s in flat] == [len(s.signatures) for s in naive]


def pa_texts(texts: list[str]) -> pa.Array:
    return pa.array(texts, pa.large_string())


@given(corpora(), KINDS.filter(lambda kind: kind != "spotsigs"), TAUS)
def test_like_sentences_are_those_of_the_definition(texts: list[str], kind: Signature, tau: float) -> None:
    formed, like = sentence_duplicates(sign_sentences(texts, kind), tau=tau)
    pairs = {frozenset((row["left"], row["right"])) for row in like.to_pylist()}
    forms = [sentence["form"] for text in formed.to_pylist() for sentence in text]
    naive = [sentence for text in texts for sentence in naive_sentences(text, kind, WordOptions())]
    for (form, sentence), (other_form, other) in combinations(zip(forms, naive, strict=True), 2):
        found = form is not None and (form == other_form or frozenset((form, other_form)) in pairs)
        assert found == alike(sentence, other, tau)


@given(
    corpora(),
    KINDS.filter(lambda kind: kind != "spotsigs"),
    TAUS,
    st.integers(1, 4),
    st.integers(0, 2),
    st.none() | st.integers(1, 3),
)
def test_diagonals_are_those_of_the_definition(
    texts: list[str], kind: Signature, tau: float, gamma: int, bridge: int, common: int | None
) -> None:
    formed, like = sentence_duplicates(sign_sentences(texts, kind), tau=tau)
    found = match_sequences(formed, like, gamma=gamma, bridge=bridge, common=common)
    documents = [naive_sentences(text, kind, WordOptions()) for text in texts]
    expected = naive_diagonals(documents, tau, gamma, bridge, common)
    assert sorted(tuple(row.values()) for row in found.to_pylist()) == expected


@given(
    corpora(), KINDS.filter(lambda kind: kind != "spotsigs"), TAUS, st.integers(1, 3), st.sampled_from([0.3, 0.8, 1.0])
)
def test_find_tells_the_pairs_with_diagonals(
    texts: list[str], kind: Signature, tau: float, gamma: int, threshold: float
) -> None:
    texts = list({tuple(word.word for word in words(text)): text for text in texts}.values())
    corpus = {f"d{number}": text for number, text in enumerate(texts)}
    documents = [naive_sentences(text, kind, AUTO) for text in texts]
    found = {}
    options = {"signature": kind, "tau": tau, "gamma": gamma, "threshold": threshold}
    for match in ss.find(corpus, method="pdc", **options):  # type: ignore[arg-type]
        assert match.spans is not None
        found[match.left, match.right] = match
    expected: dict[tuple[int, int], list[tuple[int, int, int, bool]]] = {}
    for a, b, left, right, length, same in naive_diagonals(documents, tau, gamma, 0, None):
        expected.setdefault((a, b), []).append((left, right, length, same))
    assert len(found) == len(expected)
    for (a, b), diagonals in expected.items():
        left_share = len({d[0] + k for d in diagonals for k in range(d[2])}) / len(documents[a])
        right_share = len({d[1] + k for d in diagonals for k in range(d[2])}) / len(documents[b])
        inside = [left_share >= threshold, right_share >= threshold]
        relation = {2: "near", 1: "contained", 0: "partial"}[sum(inside)]
        turned = inside == [False, True]
        match = found[(f"d{b}", f"d{a}") if turned else (f"d{a}", f"d{b}")]
        shares = (right_share, left_share) if turned else (left_share, right_share)
        assert (match.relation, match.left_score, match.right_score) == (relation, *shares)
        spans = []
        for left, right, length, same in diagonals:
            one = (documents[a][left].start, documents[a][left + length - 1].end)
            other = (documents[b][right].start, documents[b][right + length - 1].end)
            spans.append((*(other + one if turned else one + other), "identical" if same else "edited"))
        assert match.spans is not None
        told = [(s.left_start, s.left_end, s.right_start, s.right_end, s.kind) for s in match.spans]
        assert sorted(told) == sorted(spans)


@given(corpora(), st.randoms(use_true_random=False), st.integers(1, 3))
def test_order_and_copies_change_nothing(texts: list[str], random: Random, gamma: int) -> None:
    corpus = {f"d{number}": text for number, text in enumerate(texts)}
    # The same words in other sentences, under a later id.
    corpus |= {f"e{number}": text.replace(".", ",") for number, text in enumerate(texts)}
    shuffled = dict(random.sample(list(corpus.items()), len(corpus)))
    options = {"method": "pdc", "gamma": gamma}
    expected = list(ss.find(corpus, **options))  # type: ignore[arg-type]
    assert list(ss.find(shuffled, threads=2, **options)) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize("split", [1, 2, 3])
def test_against_pairs_only_across(split: int) -> None:
    texts = ["One and one. Two and two. Three and three.", "Zero is nil. One and one. Two and two. Three and three."]
    texts += ["One and one. Two and two. Three and three. Four and four."]
    corpus = {f"d{number}": text for number, text in enumerate(texts)}
    here = {id_: text for id_, text in corpus.items() if int(id_[1]) < split}
    there = {id_: text for id_, text in corpus.items() if int(id_[1]) >= split}
    pairs = {frozenset((match.left, match.right)) for match in ss.find(here, against=there, method="pdc")}
    assert pairs == {frozenset((one, other)) for one in here for other in there}
