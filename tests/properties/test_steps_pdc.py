"""pdc over partitions: the rows of `find` to the last digit."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.errors import ParameterError
from samesame.segment.words import WordOptions
from samesame.sign.statistics import Statistics

from .brute import Corpus
from .stepped import stepped, tables_of
from .test_pdc import AUTO, SENTENCES, TAUS, corpora, naive_diagonals, naive_sentences

partitions = st.integers(1, 4)
wishes = st.fixed_dictionaries(
    {
        "signature": st.sampled_from(["imatch", "2-shingles", "3-shingles", "4-shingles", "spotsigs"]),
        "tau": TAUS,
        "gamma": st.integers(1, 5),
        "bridge": st.integers(0, 2),
        "common": st.none() | st.integers(1, 4),
        "threshold": st.sampled_from([0.3, 0.5, 0.8, 1.0]),
        "antecedents": st.sampled_from([3, 8]),
    }
)


def named(texts: list[str], random: Random) -> Corpus:
    """Under ids in another order than the texts, so that the first of a group need not come first."""
    ids = [f"d{number:02}" for number in range(len(texts))]
    random.shuffle(ids)
    return dict(zip(ids, texts, strict=True))


def with_copies(texts: list[str]) -> list[str]:
    """Some of the texts again with other sentences of the same words."""
    return [*texts, *(text.replace(".", ",") for text in texts[::2])]


def same(*sides: Corpus, partitions: int, **options: Any) -> pa.Table:
    """The rows by steps, which are those of the local engine."""
    expected = ss.find(sides[0], against=sides[1] if len(sides) > 1 else None, method="pdc", **options).to_arrow()
    found = stepped(*sides, method="pdc", partitions=partitions, **options)
    assert found.to_pylist() == expected.to_pylist()
    return found


@settings(max_examples=80)
@given(corpora(), wishes, partitions, st.randoms(use_true_random=False), st.booleans())
def test_rows_are_those_of_the_local_engine(
    texts: list[str], wish: dict[str, Any], partitions: int, random: Random, all_pairs: bool
) -> None:
    same(named(with_copies(texts), random), partitions=partitions, all_pairs=all_pairs, **wish)


@settings(max_examples=50)
@given(corpora(), corpora(), wishes, partitions, st.randoms(use_true_random=False))
def test_rows_across_two_sides_are_those_of_the_local_engine(
    here: list[str], there: list[str], wish: dict[str, Any], partitions: int, random: Random
) -> None:
    same(named(with_copies(here), random), named(with_copies(there), random), partitions=partitions, **wish)


@settings(max_examples=40)
@given(corpora(), TAUS, st.integers(1, 4), st.integers(0, 2), st.none() | st.integers(1, 3), partitions)
def test_diagonals_are_those_of_the_definition(
    texts: list[str], tau: float, gamma: int, bridge: int, common: int | None, partitions: int
) -> None:
    texts = list(dict.fromkeys(texts))
    wish: dict[str, Any] = {"signature": "2-shingles", "tau": tau, "gamma": gamma, "bridge": bridge, "common": common}
    corpus = {str(number): text for number, text in enumerate(texts)}
    plan = ss.explain(corpus, method="pdc", **wish)
    pairs = pa.concat_tables(tables_of(plan, partitions, "pairs")).to_pylist()
    # Of texts with the same words, the first one is compared.
    documents = [naive_sentences(text, "2-shingles", AUTO) for text in texts]
    firsts: dict[tuple[str, ...], int] = {}
    for number, document in enumerate(documents):
        firsts.setdefault(tuple(word for sentence in document for word in sentence.words), number)
    chosen = sorted(firsts.values())
    expected = set()
    for a, b, left, right, length, same in naive_diagonals([documents[n] for n in chosen], tau, gamma, bridge, common):
        one, other = documents[chosen[a]], documents[chosen[b]]
        spans = [(one[left].start, one[left + length - 1].end), (other[right].start, other[right + length - 1].end)]
        expected.add((frozenset(zip((chosen[a], chosen[b]), spans, strict=True)), same))
    found = {
        (
            frozenset(
                {(pair["left"], (s["left_start"], s["left_end"])), (pair["right"], (s["right_start"], s["right_end"]))}
            ),
            s["kind"] == "identical",
        )
        for pair in pairs
        for s in pair["spans"]
    }
    assert found == expected


def test_given_statistics_decide_about_words() -> None:
    texts = {
        f"d{n:03}": f"Number {n} is here today. {' '.join(SENTENCES[:3])} It is about w{n} w{n + 500}."
        for n in range(5)
    }
    statistics = Statistics.count_texts(
        [pa.array([f"the number w{n} is the day" for n in range(200)], pa.large_string())],
        WordOptions(language="auto"),
        1,
    )
    expected = ss.find(texts, method="pdc", stats=statistics).to_arrow()
    assert len(expected) == 10
    assert stepped(texts, method="pdc", stats=statistics, partitions=3).to_pylist() == expected.to_pylist()


FOOTER = " ".join([SENTENCES[0], SENTENCES[2], SENTENCES[4], "That is all there is.", "Come again when you like."])


def seeds_of(corpus: Corpus, **wish: Any) -> int:
    plan = ss.explain(corpus, method="pdc", **wish)
    return sum(part.num_rows for part in tables_of(plan, 3, "seeds"))


def test_a_footer_makes_one_seed_per_pair_and_a_sentence_alone_makes_none() -> None:
    """What is shuffled for pairs is no more than the answer: lone dots are never made."""
    letters = {f"{n:02}": f"Letter {n} is about thing {n}. {FOOTER}" for n in range(40)}
    assert seeds_of(letters) == 40 * 39 // 2 == len(same(letters, partitions=3))
    alone = {f"{n:02}": f"Letter {n} is about thing {n}. {SENTENCES[0]} It ends with {n} and x{n}." for n in range(40)}
    assert seeds_of(alone) == 0 == len(same(alone, partitions=3))
    assert seeds_of(letters, common=39) == 0


def test_a_chain_of_like_sentences_is_one_class() -> None:
    """Each sentence is like the next one only, over more forms than a few rounds of neighbours reach."""
    words = [f"w{n}" for n in range(60)]
    same_end = "Here it goes on as ever. And so it ends at last."
    texts = {
        f"d{n:02}": f"W{n} {' '.join(words[n + 1 : n + 12])}. {same_end} Thing{n} is x{n} y{n}." for n in range(40)
    }
    found = same(texts, partitions=4, signature="2-shingles", tau=0.8)
    assert len(found) == 39
    plan = ss.explain(texts, method="pdc", signature="2-shingles", tau=0.8)
    links = pa.concat_tables(tables_of(plan, 4, "form_links"))
    forms, counts = np.unique(links["node"].to_numpy(), return_counts=True)
    assert len(forms) == 40 and sorted(counts.tolist()) == [1] * 39 + [39]


def test_pairs_beyond_the_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = {f"{n:02}": f"Letter {n} is about thing {n}. {FOOTER}" for n in range(40)}
    monkeypatch.setattr("samesame.steps.windows.SEED_BYTES", 1 << 40)
    with pytest.raises(ParameterError, match="common: more than 0 pairs of documents may share"):
        stepped(letters, method="pdc", partitions=2)
    monkeypatch.undo()
    monkeypatch.setattr("samesame.steps.diagonals.FEW_PAIRS", 10)
    monkeypatch.setattr("samesame.steps.diagonals.PAIR_BYTES", 1 << 40)
    with pytest.raises(ParameterError, match=r"more than 10 pairs .* one sentence alone stands in 40 places"):
        stepped(letters, method="pdc", partitions=2)


def test_rows_are_the_same_in_processes_of_their_own() -> None:
    texts = {f"d{n}": " ".join(SENTENCES[n : n + 5] + SENTENCES[:3]) for n in range(6)}
    wish: dict[str, Any] = {"signature": "2-shingles", "tau": 0.7, "threshold": 0.5}
    expected = ss.find(texts, method="pdc", **wish).to_arrow()
    assert len(expected) > 10
    assert stepped(texts, method="pdc", partitions=2, processes=True, **wish).to_pylist() == expected.to_pylist()
