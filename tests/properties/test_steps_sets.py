"""Methods with sets and fingerprints over partitions: the rows of `find` to the last digit."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame import _core
from samesame.model import RELATIONS
from samesame.steps.frames import made
from samesame.steps.meet import meetings

from .brute import MEASURES, Corpus, brute, by_measure, shingles, signed, word_tuple
from .corpora import named, nasty_texts
from .stepped import stepped, tables_of

corpora = nasty_texts().map(named)
# 0.7 × 10 is less than 7, 7 / 10 is not less than 0.7; 1 / 3 × 3 and 1e-9 are other edges.
thresholds = st.sampled_from([1e-9, 0.3, 1 / 3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])
hashes = st.sampled_from(["xxh3", "sha1"])
partitions = st.integers(1, 4)
sets = {"threshold": thresholds, "hash": hashes}
overlaps = {
    "method": st.just("overlap"),
    "measure": st.sampled_from(["coverage", "jaccard", "max"]),
    "unit": st.sampled_from(["word", "word", "character"]),
    "size": st.integers(1, 5),
    "language": st.sampled_from([None, "tr", "auto"]),
    **sets,
}
prepared = {
    "language": st.sampled_from(["auto", "en"]),
    "stop": st.booleans(),
    "stem": st.sampled_from(["first5", "none"]),
}
METHODS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    # The features are the 4-word shingles that coverages are told in.
    "plain": st.fixed_dictionaries({"method": st.just("overlap"), "threshold": thresholds}),
    "overlap": st.fixed_dictionaries(overlaps),
    "ffp": st.fixed_dictionaries({"method": st.just("ffp"), "size": st.integers(1, 4), **sets, **prepared}),
    "dsc": st.fixed_dictionaries(
        {
            "method": st.just("dsc"),
            "size": st.integers(1, 4),
            "select": st.sampled_from(["stride", "mod"]),
            "step": st.integers(1, 3),
            **sets,
            **prepared,
        }
    ),
    "imatch": st.fixed_dictionaries(
        {"method": st.just("imatch"), "skip": st.integers(0, 2), "take": st.integers(1, 4), "hash": hashes, **prepared}
    ),
    "ddd": st.fixed_dictionaries({"method": st.just("ddd"), "q": st.integers(1, 5), "fold": st.booleans(), **sets}),
    "spotsigs": st.fixed_dictionaries(
        {
            "method": st.just("spotsigs"),
            "antecedents": st.sampled_from(["a", "a the of", "the form a"]),
            "distance": st.integers(1, 2),
            "chain": st.integers(1, 2),
            "minimum": st.integers(1, 3),
            **sets,
        }
    ),
    "minhash": st.fixed_dictionaries(
        {
            "method": st.just("minhash"),
            "size": st.integers(1, 5),
            "permutations": st.sampled_from([4, 12]),
            "bands": st.sampled_from([1, 2, 4]),
            "rows": st.sampled_from([None, 1]),
            "seed": st.integers(0, 3),
            **sets,
        }
    ),
    "simhash": st.fixed_dictionaries(
        {
            "method": st.just("simhash"),
            # From 20 of 64 bits on, all are compared with all.
            "threshold": st.sampled_from([1, 2, 3, 8, 15, 30, 64]),
            "skip": st.integers(0, 2),
            "bits": st.sampled_from([64, 160]),
            **prepared,
        }
    ),
}
# What an index keeps.
KEPT = [name for name in METHODS if name not in ("minhash", "simhash")]
PAIR = ("left", "right", "left_score", "right_score")
every = pytest.mark.parametrize("name", METHODS)


def asked(data: st.DataObject, name: str) -> dict[str, Any]:
    """The method with settings, and what else `find` can be told."""
    options = {**data.draw(METHODS[name]), "all_pairs": data.draw(st.booleans())}
    if name in ("ffp", "dsc") and options["threshold"] < 1:
        options["strict"] = data.draw(st.booleans())
    if options.get("bits") == 160:
        options["hash"] = "sha1"
    relations = data.draw(st.none() | st.lists(st.sampled_from(RELATIONS), min_size=1, unique=True))
    return options if relations is None else {**options, "relations": relations}


def assert_same(*sides: Any, partitions: int, **options: Any) -> None:
    against = {"against": sides[1]} if len(sides) > 1 else {}
    expected = ss.find(sides[0], **against, **options).to_arrow()
    found = stepped(*sides, partitions=partitions, **options)
    assert found.to_pylist() == expected.to_pylist()
    assert found.equals(expected)


@every
@settings(max_examples=60)
@given(corpora, partitions, st.data())
def test_rows_within_a_collection(name: str, corpus: Corpus, partitions: int, data: st.DataObject) -> None:
    assert_same(corpus, partitions=partitions, **asked(data, name))


@settings(max_examples=60)
@given(corpora, thresholds, st.integers(1, 5), st.sampled_from(sorted(MEASURES)), partitions)
def test_all_pairs_are_those_of_brute_force(
    corpus: Corpus, threshold: float, size: int, measure: str, partitions: int
) -> None:
    texts = signed(corpus, lambda text: shingles(word_tuple(text), size))
    options: dict[str, Any] = {"threshold": threshold, "size": size, "measure": measure, "all_pairs": True}
    found = stepped(corpus, partitions=partitions, **options).drop_columns(["method", "spans"])
    assert [tuple(row.values()) for row in found.to_pylist()] == brute(texts, by_measure(measure, threshold))


@every
@settings(max_examples=40)
@given(corpora, corpora, partitions, st.data())
def test_rows_across_two_sides(
    name: str, source: Corpus, against: Corpus, partitions: int, data: st.DataObject
) -> None:
    assert_same(source, against, partitions=partitions, **asked(data, name))


@every
@settings(max_examples=10)
@given(corpora, corpora, partitions, st.booleans(), st.data())
def test_rows_with_spans(
    name: str, source: Corpus, against: Corpus, partitions: int, two: bool, data: st.DataObject
) -> None:
    sides = (source, against) if two else (source,)
    assert_same(*sides, partitions=partitions, spans=True, **asked(data, name))


@pytest.mark.parametrize("name", KEPT)
@settings(max_examples=10)
@given(corpora, corpora, partitions, st.data())
def test_rows_against_an_index(
    name: str, source: Corpus, against: Corpus, partitions: int, data: st.DataObject
) -> None:
    options = asked(data, name)
    told = ("all_pairs", "relations")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index"
        index = ss.build_index(path, against, **{key: value for key, value in options.items() if key not in told})
        expected = ss.find(source, against=path, **options).to_arrow()
        found = stepped(source, index, partitions=partitions, **options)
    assert found.to_pylist() == expected.to_pylist()


@pytest.mark.parametrize(("measure", "threshold"), [("coverage", 0.7), ("jaccard", 7 / 13), ("max", 0.7)])
def test_features_with_equally_many_documents_have_one_order(measure: str, threshold: float) -> None:
    """Pairs that just pass, each of their 7 words in a third text of its own: they meet at the first of these alone."""
    texts: dict[str, list[str]] = {}
    for pair in range(20):
        common = [f"p{pair}w{word}" for word in range(7)]
        texts |= {f"{pair:02}{name}": [*common, *(f"{pair}{name}{own}" for own in "xyz")] for name in "ab"}
        texts |= {f"{pair:02}c{word}": [word, *(f"{word}{own}" for own in range(9))] for word in common}
    corpus = {key: " ".join(words) for key, words in texts.items()}
    for partitions in (1, 3):
        options: dict[str, Any] = {"size": 1, "measure": measure, "threshold": threshold, "partitions": partitions}
        assert stepped(corpus, **options).num_rows == 20
        assert_same(corpus, **options)


def test_repeated_features_count_once() -> None:
    plan = ss.explain({})
    plan = replace(plan, steps=tuple(step for step in plan.steps if step.name == "join"))
    signatures = pa.array([[7, 7, 8, 9], [8, 7, 7, 7], [9, 9]], pa.large_list(pa.uint64()))
    documents = {"document": np.arange(3), "side": np.zeros(3, np.int64)}
    given = {"signatures": made("signatures", {**documents, "signature": signatures})}
    counts = pa.concat_tables(tables_of(plan, 2, "feature_counts", given))
    rows = sorted(zip(*(counts[name].to_pylist() for name in ("feature", "here", "there")), strict=True))
    assert rows == [(7, 2, 0), (8, 2, 0), (9, 2, 0)]


def test_features_of_one_side_alone_are_not_shared() -> None:
    sides = ({"a": "one two", "b": "two three", "c": "one"}, {"d": "three four", "e": "four"})
    plan = ss.explain(sides[0], against=sides[1], size=1)
    shared = pa.concat_tables(tables_of(plan, 2, "shared_features"))
    assert len(set(shared["feature"].to_pylist())) == 1
    assert set(shared["holders"].to_pylist()) == {2}


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=20), st.integers(1, 30))
def test_meetings_are_all_rows_with_the_same_value_a_part_at_a_time(rows: list[tuple[int, bool]], at_once: int) -> None:
    rows.sort()
    values, asking = np.array([value for value, _ in rows], np.int64), np.array([asks for _, asks in rows], np.bool_)
    parts = list(meetings(values, asking, at_once=at_once))
    assert all(len(left) <= at_once or len(set(left.tolist())) == 1 for left, _ in parts)
    met = [(left, right) for lefts, rights in parts for left, right in zip(lefts, rights, strict=True)]
    naive = [(i, j) for i, (a, asks) in enumerate(rows) for j, (b, _) in enumerate(rows) if asks and a == b]
    assert met == naive


@pytest.mark.parametrize("measure", ["coverage", "jaccard", "max"])
@pytest.mark.parametrize("threshold", [0.1, 0.3, 0.55, 0.7, 0.9, 29 / 30])
def test_shares_at_the_edge_of_rounding(measure: str, threshold: float) -> None:
    """All sizes to 30 against all beginnings of them: every share is met, those that pass by division alone, too."""
    words = [f"w{number}" for number in range(30)]
    corpus = {f"d{size:02}": " ".join(words[:size]) for size in range(1, 31)}
    for partitions in (1, 3):
        assert_same(corpus, partitions=partitions, size=1, measure=measure, threshold=threshold)


def texts_with_footer(count: int, own: int, footer: int) -> Corpus:
    """Texts of which each two are near copies, all with the same end: everyone shares nearly all, but not with all."""
    end = " ".join(f"f{number}" for number in range(footer))
    bodies = [" ".join(f"t{text // 2}x{word}" for word in range(own)) for text in range(count)]
    return {f"d{number:04}": f"{body} x{number} {end}" for number, body in enumerate(bodies)}


@pytest.mark.parametrize("measure", ["coverage", "jaccard", "max"])
def test_a_footer_makes_no_candidates_but_those_that_pass(measure: str) -> None:
    corpus = texts_with_footer(count=300, own=10, footer=25)
    options: dict[str, Any] = {"measure": measure, "threshold": 0.8, "size": 1}
    plan = ss.explain(corpus, **options)
    candidates = pa.concat_tables(tables_of(plan, 3, "candidates"))
    assert set(zip(*(candidates[side].to_pylist() for side in ("left", "right")), strict=True)) == {
        (text, text + 1) for text in range(0, 300, 2)
    }
    assert_same(corpus, partitions=3, **options)


@pytest.mark.parametrize("distance", [1, 2, 3, 5, 9, 40])
def test_bits_that_differ_are_found_wherever_they_are(distance: int) -> None:
    """Every bit flipped alone, and runs of bits: a mask that missed one would lose its pairs."""
    bits = 64
    flipped = [0, *(1 << at for at in range(bits)), *((1 << at) - 1 for at in range(2, 10))]
    signatures = pa.array([number.to_bytes(bits // 8, "big") for number in flipped], pa.binary(bits // 8))
    limits: Any = {"split": None, "memory": 1 << 20, "threads": 1}
    core = _core.hamming_pairs(signatures, distance=distance, **limits).table()
    expected = sorted(zip(*(core.column(name).to_pylist() for name in PAIR), strict=True))
    plan = ss.explain({}, method="simhash", threshold=distance, bits=bits)
    plan = replace(plan, steps=tuple(step for step in plan.steps if step.name == "join"))
    documents = {"document": np.arange(len(flipped)), "side": np.zeros(len(flipped), np.int64)}
    given = {"signatures": made("signatures", {**documents, "signature": signatures.cast(pa.large_binary())})}
    for partitions in (1, 3):
        parts = tables_of(plan, partitions, "pairs", given)
        pairs = pa.concat_tables(parts)
        assert sorted(zip(*(pairs[name].to_pylist() for name in PAIR), strict=True)) == expected


def test_a_distance_beyond_the_bits_is_refused_by_name() -> None:
    corpus = {"a": "one two three four five", "b": "one two three four six"}
    with pytest.raises(ss.ParameterError, match="distance: expected 1 to 64, got 100"):
        stepped(corpus, partitions=2, method="simhash", threshold=100)


def test_words_are_counted_over_all_partitions() -> None:
    corpus = {
        f"d{number}": f"the ferry {'sails' if number % 3 else 'waits'} n{number % 7} {number}" for number in range(40)
    }
    statistics = ss.Statistics.count(corpus, options=ss.IMatch().words())
    plan = ss.explain(corpus, method="imatch")
    counted = pa.concat_tables(tables_of(plan, 4, "words")[:1]).sort_by("word")
    assert counted.to_pylist() == statistics.table.select(["word", "documents"]).to_pylist()
    totals = tables_of(plan, 4, "totals")[0]
    assert sum(totals["documents"].to_pylist()) == statistics.documents


@pytest.mark.parametrize("method", ["overlap"])
def test_rows_by_processes_of_their_own(method: str) -> None:
    corpus = texts_with_footer(count=8, own=10, footer=6)
    found = stepped(corpus, partitions=2, processes=True, method=method, spans=True, threshold=0.5)
    assert found.equals(ss.find(corpus, method=method, spans=True, threshold=0.5).to_arrow())
    assert found.num_rows
