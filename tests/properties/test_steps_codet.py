"""codet over partitions: the rows of `find` to the last digit."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss

from .brute import Corpus
from .stepped import stepped, tables_of
from .test_codet import ENGLISH, as_text, brute, corpora, cut_text, parameters, paths, thresholds, told

partitions = st.integers(1, 4)


def same(*sides: Corpus, partitions: int, **options: Any) -> pa.Table:
    """The rows by steps, which are those of the local engine."""
    against = sides[1] if len(sides) > 1 else None
    expected = ss.find(sides[0], against=against, method="codet", language="en", **options).to_arrow()
    found = stepped(*sides, method="codet", language="en", partitions=partitions, **options)
    assert found.to_pylist() == expected.to_pylist()
    return found


def texts_of(corpus: dict[str, list[list[str]]], mark: str = "") -> Corpus:
    """With copies that have the same words in other sentences."""
    texts = {mark + id_: as_text(document) for id_, document in corpus.items()}
    return texts | {f"{mark}c{id_}": text.replace(". ", ", ", 1) for id_, text in list(texts.items())[::3]}


@settings(max_examples=120)
@given(corpora(), parameters, thresholds, partitions, st.booleans())
def test_rows_are_those_of_the_local_engine(
    corpus: dict[str, list[list[str]]], wish: dict[str, Any], threshold: float, partitions: int, all_pairs: bool
) -> None:
    same(texts_of(corpus), partitions=partitions, threshold=threshold, all_pairs=all_pairs, **wish)


@settings(max_examples=60)
@given(corpora(), corpora(), parameters, thresholds, partitions)
def test_rows_across_two_sides_are_those_of_the_local_engine(
    here: dict[str, list[list[str]]],
    there: dict[str, list[list[str]]],
    wish: dict[str, Any],
    threshold: float,
    partitions: int,
) -> None:
    same(texts_of(here), texts_of(there, "x"), partitions=partitions, threshold=threshold, **wish)


@settings(max_examples=60)
@given(corpora(), parameters, thresholds, partitions)
def test_pairs_are_those_of_formula_1(
    corpus: dict[str, list[list[str]]], wish: dict[str, Any], threshold: float, partitions: int
) -> None:
    texts = {id_: as_text(document) for id_, document in corpus.items()}
    statistics = ss.Statistics.count(texts, options=ENGLISH)
    documents = {id_: paths(cut_text(text), statistics, **wish) for id_, text in texts.items()}
    options: dict[str, Any] = {"threshold": threshold, "all_pairs": True, "stats": statistics, **wish}
    found = stepped(texts, method="codet", language="en", partitions=partitions, **options).to_pylist()
    rows = [(m["left"], m["right"], m["relation"], m["left_score"], m["right_score"]) for m in found]
    assert sorted(rows) == brute(documents, statistics, threshold)
    assert sorted(rows) == told(ss.find(texts, method="codet", language="en", **options))


def count_of(corpus: Corpus, table: str, **wish: Any) -> int:
    plan = ss.explain(corpus, method="codet", language="en", **wish)
    return sum(part.num_rows for part in tables_of(plan, 3, table))


def letters(own: int, footer: int) -> Corpus:
    """Letters with some sentences of their own, and the same last ones. Words differ in their first five letters."""
    end = " ".join(f"Sincerely yours o{n:02}o d{n:02}d." for n in range(footer))
    return {
        f"{n:02}": " ".join(f"M{n:02}{k} concerns c{n:02}{k} urgently." for k in range(own)) + " " + end
        for n in range(40)
    }


def test_a_footer_names_no_candidates_unless_it_decides() -> None:
    """What all documents share is looked at only where the rest of a document would not outweigh it."""
    assert count_of(letters(6, 1), "containers") == 0 == len(same(letters(6, 1), partitions=3))
    assert count_of(letters(6, 1), "shared_nodes") > 0
    most = letters(1, 12)
    assert len(same(most, partitions=3)) == 40 * 39 // 2
    # Both ways, and at most once for each partition.
    assert count_of(most, "containers") <= 3 * 40 * 39


def test_repeated_sentences_weigh_with_their_product() -> None:
    """A sentence that stands three times in one and four times in the other counts twelve times: scores exceed 1."""
    sentence = "The comet reached the island."
    texts = {"a": f"{sentence} Storms followed.", "b": " ".join([sentence] * 4), "c": " ".join([sentence] * 3)}
    found = same(texts, partitions=2, all_pairs=True, threshold=0.9)
    assert max(found["left_score"].to_pylist()) > 1


def test_the_same_words_in_other_sentences_are_not_identical() -> None:
    texts = {
        "a": "Ferries reached the island. Storms followed comets.",
        "b": "Ferries reached the island, storms followed comets.",
        "c": "FERRIES reached the island! Storms followed, comets.",
    }
    relations = {(row["left"], row["right"]) for row in same(texts, partitions=3).to_pylist() if row["left_score"] == 1}
    assert ("a", "c") in relations and ("a", "b") not in relations


def test_rows_are_the_same_in_processes_of_their_own() -> None:
    texts = letters(2, 3) | {"x": letters(2, 3)["00"].replace(".", ",")}
    texts = {id_: texts[id_] for id_ in ("00", "01", "02", "03", "x")}
    expected = ss.find(texts, method="codet", language="en", threshold=0.2).to_arrow()
    assert len(expected) >= 6
    options: dict[str, Any] = {"method": "codet", "language": "en", "threshold": 0.2}
    assert stepped(texts, partitions=2, processes=True, **options).to_pylist() == expected.to_pylist()
